"""The baseline: findings that were there when a project adopted the check, and that are not reported any more."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from lint_rules.diagnostic import Diagnostic
from lint_rules.errors import UsageError
from lint_rules.fingerprint import fingerprints, place_below
from lint_rules.project.suppressions import UNREADABLE
from lint_rules.reports.report import shown_path
from lint_rules.settings import FILE, TABLE

NAME = "quantfence-baseline.json"
"""The file in the project root that is used unless another one is named."""
VERSION = 1

_CONFLICT = re.compile(r"^(?:<{7}|={7}|>{7})(?:\s|$)", re.MULTILINE)
_TEXTS = ("code", "path", "message", "fingerprint")
_AGAIN = "repair it, or write it anew with `quantfence baseline`"

Lines = Callable[[Path], Sequence[str]]
"""Returns a file's lines, without their ends."""


class Entry(NamedTuple):
    """A finding of the baseline. The fingerprint tells it from others; ``line`` and ``message`` are for people."""

    path: str
    """Relative to the project root, with ``/``."""
    line: int
    code: str
    message: str
    fingerprint: str


class Comparison(NamedTuple):
    """Findings, told apart by a baseline."""

    fresh: list[Diagnostic]
    known: list[Diagnostic]
    gone: list[Entry]
    """What of the baseline is not among the findings."""


class Baseline:
    """The entries of a file, compared with what a check finds."""

    def __init__(self, entries: Sequence[Entry], root: Path) -> None:
        self._entries = list(entries)
        self.root = root
        """The project root."""

    def compare(self, diagnostics: Sequence[Diagnostic], lines: Lines) -> Comparison:
        """Tell the findings that the baseline holds from the others. They are in the order of their places."""
        left = {entry.fingerprint: entry for entry in self._entries}
        fresh: list[Diagnostic] = []
        known: list[Diagnostic] = []
        for diagnostic, fingerprint in zip(diagnostics, fingerprints(diagnostics, self.root, lines), strict=True):
            if diagnostic.code != UNREADABLE and left.pop(fingerprint, None) is not None:
                known.append(diagnostic)
            else:
                fresh.append(diagnostic)
        moved = self._moved(fresh, left, lines)
        known += moved
        return Comparison([each for each in fresh if each not in moved], known, list(left.values()))

    def _moved(self, fresh: Sequence[Diagnostic], left: dict[str, Entry], lines: Lines) -> list[Diagnostic]:
        """Find what is known under a name that its file no longer has; its entries are taken from ``left``."""
        missing = [path for path in dict.fromkeys(e.path for e in left.values()) if not (self.root / path).exists()]
        before = {entry.path for entry in self._entries}
        out: list[Diagnostic] = []
        for path in dict.fromkeys(each.path for each in fresh) if missing else ():
            if place_below(path, self.root) in before:
                continue
            mine = [each for each in fresh if each.path == path]
            for old in missing:
                renamed = [each._replace(path=self.root / old) for each in mine]
                marks = fingerprints(renamed, self.root, lambda _, path=path: lines(path))  # type: ignore[misc]
                found = [each for each, mark in zip(mine, marks, strict=True) if mark in left]
                if found:
                    out += found
                    for mark in marks:
                        left.pop(mark, None)
                    break
        return out


def baseline_file(root: Path, setting: str | None, option: Path | None = None) -> Path:
    """Return where the baseline is: what the option says, else the setting, else the file of the usual name."""
    return (option or root / (setting or NAME)).absolute()


def load_baseline(root: Path, setting: str | None, option: Path | None) -> Baseline | None:
    """Return the project's baseline, ``None`` if it has none.

    Raises UsageError where one is named and missing, or is damaged.
    """
    path = baseline_file(root, setting, option)
    shown = shown_path(path, Path.cwd())
    if path.exists():
        return Baseline(read_baseline(path, shown), root)
    if option is None and setting is None:
        return None
    source = f"--baseline {option}" if option else f'"baseline" of {TABLE} in {FILE} names {shown}, which'
    raise UsageError(f"{source} is missing: write it with `quantfence baseline`, or go without: --no-baseline")


def entries_of(diagnostics: Sequence[Diagnostic], root: Path, lines: Lines) -> list[Entry]:
    """Return the entries for findings, which are in the order of their places.

    What can't be read has none: nobody knows what else is found there once it can be.
    """
    pairs = zip(diagnostics, fingerprints(diagnostics, root, lines), strict=True)
    return sorted(
        Entry(place_below(each.path, root), each.start.line, each.code, each.message, fingerprint)
        for each, fingerprint in pairs
        if each.code != UNREADABLE
    )


def render(entries: Sequence[Entry]) -> bytes:
    """Return the file: JSON with a line for each entry, so that changes of it can be read and merged."""
    rows = ",\n".join(
        "    " + json.dumps(dict(zip(_ORDER, (each.code, *each[:2], *each[3:]), strict=True)), ensure_ascii=False)
        for each in entries
    )
    findings = f"[\n{rows}\n  ]" if rows else "[]"
    # Bytes of a path that are no text stand there as JSON's own escapes.
    return f'{{\n  "version": {VERSION},\n  "findings": {findings}\n}}\n'.encode(errors="backslashreplace")


_ORDER = ("code", "path", "line", "message", "fingerprint")


def read_baseline(path: Path, shown: str) -> list[Entry]:
    """Read a baseline; ``shown`` is what messages call it.

    Raises UsageError, with line and column, where it is none or is damaged.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise UsageError(f"can't read the baseline {shown}: {error.strerror or error}") from None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8-sig", errors="replace")
        raise _Damage(before, len(before), f"byte 0x{data[error.start]:02x} is not UTF-8").told(shown) from None
    try:
        return _entries(text)
    except _Damage as damage:
        raise damage.told(shown) from None


class _Damage(Exception):
    """What is wrong with a baseline, at an index of its text."""

    def __init__(self, text: str, at: int, message: str) -> None:
        super().__init__(message)
        self.line = text.count("\n", 0, at) + 1
        self.column = at - text.rfind("\n", 0, at)

    def told(self, shown: str) -> UsageError:
        return UsageError(f"can't use the baseline\n{shown}:{self.line}:{self.column}: {self}; {_AGAIN}")


def _entries(text: str) -> list[Entry]:
    conflict = _CONFLICT.search(text)
    try:
        document: Any = json.loads(text)
    except json.JSONDecodeError as error:
        if conflict is not None:
            raise _Damage(text, conflict.start(), "a merge conflict was left here") from None
        raise _Damage(text, error.pos, f"not valid JSON: {error.msg}") from None
    except RecursionError:
        raise _Damage(text, 0, "nested too deeply") from None
    begin = len(text) - len(text.lstrip())
    if not isinstance(document, dict) or "version" not in document:
        raise _Damage(text, begin, 'not a baseline: accepted is an object with "version" and "findings"')
    version, findings = document["version"], document.get("findings")
    if version != VERSION or isinstance(version, bool):
        said = f"is written in version {version}" if isinstance(version, int) else 'has a "version" that is no number'
        raise _Damage(text, _value(text, "version"), f"the baseline {said}; this quantfence reads version {VERSION}")
    if not isinstance(findings, list):
        raise _Damage(text, _value(text, "findings"), '"findings" must be a list')
    entries = [_entry(item) for item in findings]
    for (at, _), entry in zip(_items(text), entries, strict=False):
        if isinstance(entry, str):
            raise _Damage(text, at, entry)
    return [entry for entry in entries if isinstance(entry, Entry)]


def _entry(item: Any) -> Entry | str:
    """Return an entry, or what is wrong with it."""
    if not isinstance(item, dict):
        return "a finding must be an object"
    for key in _TEXTS:
        if not isinstance(item.get(key), str):
            return f'"{key}" of this finding must be text' if key in item else f'this finding has no "{key}"'
    line = item.get("line")
    if not isinstance(line, int) or isinstance(line, bool):
        return '"line" of this finding must be a number' if "line" in item else 'this finding has no "line"'
    return Entry(item["path"], line, item["code"], item["message"], item["fingerprint"])


def _value(text: str, key: str) -> int:
    """The index of a key's value; of the whole where the key is missing."""
    found = re.search(rf'"{key}"\s*:\s*', text)
    return found.end() if found else len(text) - len(text.lstrip())


def _items(text: str) -> Iterator[tuple[int, Any]]:
    """The items of the list of findings, each with its index in the text."""
    decoder = json.JSONDecoder()
    at = _value(text, "findings") + 1
    while True:
        while text[at : at + 1].isspace() or text[at : at + 1] == ",":
            at += 1
        if text[at : at + 1] in ("]", ""):
            return
        value, end = decoder.raw_decode(text, at)
        yield at, value
        at = end
