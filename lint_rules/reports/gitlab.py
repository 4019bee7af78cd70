"""GitLab's Code Quality report, which merge requests show."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from lint_rules.diagnostic import Diagnostic
from lint_rules.fingerprint import fingerprints
from lint_rules.reports.report import Report, shown_path
from lint_rules.reports.terminal import visible


def render(report: Report) -> Iterator[str]:
    """Yield one JSON document. It is ASCII whatever the paths hold, so that no terminal's encoding can break it."""
    prints = fingerprints(report.diagnostics, report.root, report.lines)
    folder = _checkout(report)
    items = [_item(each, print, folder) for each, print in zip(report.diagnostics, prints, strict=True)]
    yield json.dumps(items, indent=2)


def _checkout(report: Report) -> Path:
    """Return the folder that GitLab takes paths to be relative to: its checkout, outside of its jobs the project."""
    folder = os.environ.get("CI_PROJECT_DIR")
    return Path(folder).resolve() if folder else report.root


def _item(diagnostic: Diagnostic, fingerprint: str, folder: Path) -> dict[str, Any]:
    return {
        "check_name": diagnostic.code,
        "description": f"{diagnostic.code}: {visible(diagnostic.message)}",
        "severity": "major",
        "fingerprint": fingerprint,
        "location": {
            "path": visible(Path(shown_path(diagnostic.path, folder)).as_posix()),
            "lines": {"begin": diagnostic.start.line, "end": diagnostic.end.line},
        },
    }
