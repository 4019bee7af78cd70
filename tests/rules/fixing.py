"""Applies fixes to files on disk as plainly as possible, round by round, for the tests of what rules propose."""

from __future__ import annotations

import ast
import io
import tokenize
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from pathlib import Path

from lint_rules.check import Request, check
from lint_rules.diagnostic import Diagnostic, Edit, Fix
from lint_rules.manifest.load import load_manifest
from lint_rules.project.files import project_files

Chooses = Callable[[Diagnostic], bool]


def diagnose(root: Path) -> list[Diagnostic]:
    """What a check of a folder says."""
    manifest = load_manifest(root / "quantfence.yaml")
    return check(Request(manifest, root, project_files(root).files)).diagnostics


def edited(text: str, edits: Sequence[Edit]) -> str:
    """A text after some changes of it, which may not overlap."""
    ordered = sorted(edits, key=lambda edit: (edit.start, edit.end))
    assert all(one.end <= other.start for one, other in pairwise(ordered))
    newline = "\r\n" if "\r\n" in text else "\n"
    for edit in reversed(ordered):
        assert 0 <= edit.start <= edit.end <= len(text)
        assert "\r" not in edit.content
        text = text[: edit.start] + edit.content.replace("\n", newline) + text[edit.end :]
    return text


def apply(fixes: Iterable[Fix]) -> None:
    """Write fixes to their files, those that overlap an earlier one left out."""
    chosen: dict[Path, list[Edit]] = {}
    for fix in fixes:
        clash = any(
            edit.start <= other.end and other.start <= edit.end
            for edit in fix.edits
            for other in chosen.get(edit.path, [])
        )
        if not clash:
            for edit in dict.fromkeys(fix.edits):
                chosen.setdefault(edit.path, []).append(edit)
    for path, edits in chosen.items():
        data = path.read_bytes()
        encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
        mark = b"\xef\xbb\xbf" if data.startswith(b"\xef\xbb\xbf") else b""
        text = edited(data.decode(encoding), edits)
        ast.parse(text)
        path.write_bytes(mark + text.encode(encoding.removesuffix("-sig")))


def repair(root: Path, chooses: Chooses, rounds: int = 6) -> list[Diagnostic]:
    """Apply the fixes of the findings that are chosen, until there are none; what is said then."""
    for _ in range(rounds):
        found = diagnose(root)
        fixes = [each.fix for each in found if each.fix is not None and chooses(each)]
        if not fixes:
            return found
        apply(fixes)
    raise AssertionError(f"fixes go on after {rounds} rounds: {[each.message for each in found]}")
