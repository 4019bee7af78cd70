"""SARIF 2.1.0, which code scanning and editors read: findings with their paths and fixes, and the pages of their rules."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote_from_bytes

from lint_rules import __version__
from lint_rules.diagnostic import Diagnostic, Fix, Position, Step
from lint_rules.fingerprint import fingerprints
from lint_rules.reports.changes import Change, applicability, changes
from lint_rules.reports.checkout import checkout
from lint_rules.reports.report import Report, Rule
from lint_rules.reports.terminal import visible
from lint_rules.reports.text import notes

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_BASE = "%SRCROOT%"
"""Stands for the folder that paths are relative to: a report that was made elsewhere still finds its files."""

_Object = dict[str, Any]


def render(report: Report) -> Iterator[str]:
    """Yield one JSON document. It is ASCII whatever the paths hold, so that no terminal's encoding can break it."""
    yield json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [_run(report)]}, indent=2)


def _run(report: Report) -> _Object:
    codes = sorted({diagnostic.code for diagnostic in report.diagnostics})
    prints = fingerprints(report.diagnostics, report.root, report.lines)
    return {
        "tool": {
            "driver": {
                "name": "quantfence",
                "version": __version__,
                "rules": [_rule(code, report.rules.get(code)) for code in codes],
            }
        },
        "invocations": [{"executionSuccessful": True}],
        "originalUriBaseIds": {_BASE: {"uri": _folder_uri(_base(report))}},
        "columnKind": "unicodeCodePoints",
        "results": [
            _result(diagnostic, codes.index(diagnostic.code), fingerprint, report)
            for diagnostic, fingerprint in zip(report.diagnostics, prints, strict=True)
        ],
    }


# --- rules


def _rule(code: str, rule: Rule | None) -> _Object:
    if rule is None:
        return {"id": code}
    page = rule.page()
    summary = f"{rule.summary[0].upper()}{rule.summary[1:]}."
    return {
        "id": code,
        "name": rule.name,
        "shortDescription": {"text": summary},
        "fullDescription": {"text": _first_section(page) or summary},
        "help": {"text": page, "markdown": page},
        "defaultConfiguration": {"enabled": True, "level": "error"},
    }


def _first_section(page: str) -> str:
    """Return what stands below the first heading but the title's, as one line: what the rule does."""
    _, _, below = page.partition("\n## ")
    section, _, _ = below.partition("\n## ")
    _, _, text = section.partition("\n")
    return " ".join(text.split())


# --- results


def _result(diagnostic: Diagnostic, index: int, fingerprint: str, report: Report) -> _Object:
    place = _place(diagnostic.path, _region(diagnostic.start, diagnostic.end), report)
    result: _Object = {
        "ruleId": diagnostic.code,
        "ruleIndex": index,
        "level": "error",
        "message": {"text": _message(diagnostic)},
        "locations": [{"physicalLocation": place}],
        "partialFingerprints": {"quantfence/v1": fingerprint},
    }
    if diagnostic.preview:
        result["properties"] = {"preview": True}
    if diagnostic.flow:
        result["codeFlows"] = [{"threadFlows": [{"locations": list(_flow(diagnostic, place, report))}]}]
    if diagnostic.fix:
        result["fixes"] = [_fix(diagnostic.fix, report)]
    return result


def _message(diagnostic: Diagnostic) -> str:
    """Return a first line that can stand alone, and what else is not said in a place of its own."""
    said = [f"{label}: {visible(note)}" for label, note in notes(diagnostic) if label in ("layers", "help")]
    return "\n".join([f"{visible(diagnostic.message)}.", *said])


def _flow(diagnostic: Diagnostic, place: _Object, report: Report) -> Iterator[_Object]:
    """Yield the steps of the path, then the finding. A step without a place of its own is the builder around the finding."""
    for step in diagnostic.flow:
        yield _located(_step_place(step, report) or place, step.label)
    yield _located(place, diagnostic.message)


def _located(place: _Object, text: str) -> _Object:
    return {"location": {"physicalLocation": place, "message": {"text": visible(text)}}}


def _step_place(step: Step, report: Report) -> _Object | None:
    if step.path is None:
        return None
    return _place(step.path, None if step.line is None else {"startLine": step.line}, report)


def _fix(fix: Fix, report: Report) -> _Object:
    by_file: dict[Path, list[Change]] = {}
    for change in changes(fix, report.text):
        by_file.setdefault(change.path, []).append(change)
    return {
        # SARIF has no word for trust, so that a person reads it, and a program finds it below.
        "description": {"text": visible(fix.message) + ("" if fix.safe else " (unsafe)")},
        "artifactChanges": [
            {"artifactLocation": _artifact(path, report), "replacements": list(map(_replacement, edits))}
            for path, edits in by_file.items()
        ],
        "properties": {"applicability": applicability(fix)},
    }


def _replacement(change: Change) -> _Object:
    deleted: _Object = {"deletedRegion": _region(change.start, change.end)}
    return {**deleted, "insertedContent": {"text": change.content}} if change.content else deleted


# --- places


def _place(path: Path, region: _Object | None, report: Report) -> _Object:
    place: _Object = {"artifactLocation": _artifact(path, report)}
    return {**place, "region": region} if region else place


def _region(start: Position, end: Position) -> _Object:
    return {"startLine": start.line, "startColumn": start.column, "endLine": end.line, "endColumn": end.column}


def _artifact(path: Path, report: Report) -> _Object:
    base = _base(report)
    if not path.is_relative_to(base):
        return {"uri": path.as_uri()}
    relative = path.relative_to(base).as_posix()
    # The bytes that the file system has, as in a path's own URI.
    return {"uri": quote_from_bytes(os.fsencode(relative)), "uriBaseId": _BASE}


def _base(report: Report) -> Path:
    # Code scanning takes relative URIs to be relative to the repository, whatever the base says.
    return checkout(report.root, "GITHUB_WORKSPACE")


def _folder_uri(folder: Path) -> str:
    # A base has to end with a slash; that of the file system does already.
    return folder.as_uri().removesuffix("/") + "/"
