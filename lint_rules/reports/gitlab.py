"""GitLab's Code Quality report, which merge requests show."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from lint_rules.diagnostic import Diagnostic
from lint_rules.fingerprint import fingerprints
from lint_rules.reports.checkout import checkout
from lint_rules.reports.report import Report, shown_path
from lint_rules.reports.terminal import visible


def render(report: Report) -> Iterator[str]:
    """Yield one JSON document. It is ASCII whatever the paths hold, so that no terminal's encoding can break it."""
    prints = fingerprints(report.diagnostics, report.root, report.lines)
    folder = checkout(report.root, "CI_PROJECT_DIR")
    items = [_item(each, print, folder) for each, print in zip(report.diagnostics, prints, strict=True)]
    yield json.dumps(items, indent=2)


def _item(diagnostic: Diagnostic, fingerprint: str, folder: Path) -> dict[str, Any]:
    return {
        "check_name": diagnostic.code,
        "description": f"{diagnostic.code}: {visible(diagnostic.headline)}",
        "severity": "major",
        "fingerprint": fingerprint,
        "location": {
            "path": visible(Path(shown_path(diagnostic.path, folder)).as_posix()),
            "lines": {"begin": diagnostic.start.line, "end": diagnostic.end.line},
        },
    }
