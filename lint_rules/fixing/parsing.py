"""Whether a fixed file still parses."""

from __future__ import annotations

import ast
import json
import warnings
from pathlib import Path

from lint_rules.fixing.edits import Document, Inapplicable


def require_parsable(path: Path, data: bytes, python: bool) -> None:
    """Raise Inapplicable where a file would no longer parse: as Python, else as JSON by its name, else as a manifest."""
    if python:
        _require_python(Document(data, python=True).text)
    elif path.suffix == ".json":
        _require_json(data)
    else:
        _require_manifest(path, data)


def _require_python(text: str) -> None:
    try:
        with warnings.catch_warnings():
            # An invalid escape in the code under check is not our subject, and must not become an error of ours.
            warnings.simplefilter("ignore")
            ast.parse(text)
    except (SyntaxError, ValueError):
        raise Inapplicable("the result would not parse") from None
    except (RecursionError, MemoryError):
        raise Inapplicable("the result is nested too deeply to be checked") from None


def _require_json(data: bytes) -> None:
    try:
        json.loads(data)
    except (ValueError, RecursionError):
        raise Inapplicable("the result would not parse") from None


def _require_manifest(path: Path, data: bytes) -> None:
    # It reads YAML safely, and then says more: the next round needs a manifest that is valid, too.
    from lint_rules.manifest.load import load_manifest
    from lint_rules.manifest.problems import ManifestError

    try:
        load_manifest(path, data)
    except ManifestError as error:
        problem = error.problems[0]
        raise Inapplicable(f"the manifest would not be valid: {problem.message}") from None
