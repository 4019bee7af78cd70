"""``quantfence manifest check`` and ``quantfence manifest schema``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from lint_rules.commands.outcomes import unusable
from lint_rules.commands.streams import fail, write
from lint_rules.errors import UsageError
from lint_rules.locate import locate
from lint_rules.reports.report import shown_path
from lint_rules.reports.summary import count
from lint_rules.reports.terminal import visible


def validate(files: Sequence[Path], quiet: bool) -> int:
    """Validate manifests, the project's own if none is named; 2 if one of them can't be used."""
    from lint_rules.manifest.load import load_manifest
    from lint_rules.manifest.problems import ManifestError

    worst = 0
    for path in files or [locate(None, None).manifest]:
        if not path.is_file():
            raise UsageError(f"{path} does not exist" if not path.exists() else f"{path} is no file")
        path = path.resolve()
        try:
            manifest = load_manifest(path)
        except ManifestError as error:
            fail(unusable(path, error))
            worst = 2
            continue
        if not quiet:
            write([f"{visible(shown_path(path, Path.cwd()))}: valid, {count(len(manifest.exclusions), 'exclusion')}"])
    return worst


def schema() -> int:
    """Print the JSON schema of the manifest, for editors."""
    import json

    from lint_rules.manifest.schema import manifest_schema

    write([json.dumps(manifest_schema(), indent=2)])
    return 0
