"""The file of a baseline: where it is, how it is written, and what is said where it is damaged."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from lint_rules.baseline import Baseline, Entry
from lint_rules.errors import UsageError
from lint_rules.reports.report import shown_path
from lint_rules.settings import BASELINE, FILE, TABLE

VERSION = 1

_CONFLICT = re.compile(r"^(?:<{7}|={7}|>{7})(?:\s|$)", re.MULTILINE)
_TEXTS = ("code", "path", "message", "fingerprint")
_BEGIN = re.compile(r'\s*\{\s*"version"\s*:\s*\d+\b')


def baseline_file(root: Path, setting: str | None, option: Path | None = None) -> Path:
    """Return where the baseline is: what the option says, else the setting, else the file of the usual name."""
    return (option or root / (setting or BASELINE)).absolute()


def load_baseline(root: Path, setting: str | None, option: Path | None) -> Baseline | None:
    """Return the project's baseline, ``None`` if it has none.

    Raises UsageError where one is named and missing, or is damaged.
    """
    path = baseline_file(root, setting, option)
    shown = shown_path(path, Path.cwd())
    usual = path == baseline_file(root, setting)
    if path.exists():
        return Baseline(read_baseline(path, shown, usual), root)
    if option is None and setting is None:
        return None
    source = f"--baseline {option}" if option else f'"baseline" of {TABLE} in {FILE} names {shown}, which'
    raise UsageError(f"{source} is missing: write it with {_command(shown, usual)}, or go without: --no-baseline")


def _command(shown: str, usual: bool) -> str:
    """The command that writes a baseline, in backticks."""
    return f"`quantfence baseline{'' if usual else f' --output {shown}'}`"


def is_replaceable(data: bytes, usual: bool) -> bool:
    """Say whether a file is a baseline, be it damaged, so that nobody misses what is in it once it is written anew.

    In the place that is ``usual`` for the project's baseline, what is left of one is enough, such as a merge conflict.
    """
    if not data.strip() or b'"findings"' in data:
        return True
    text = data.decode("utf-8-sig", errors="replace")
    return usual and (_CONFLICT.search(text) or _BEGIN.match(text)) is not None


def render(entries: Sequence[Entry]) -> bytes:
    """Return the file: JSON with a line for each entry, so that changes of it can be read and merged."""
    rows = ",\n".join(f"    {_row(entry)}" for entry in entries)
    findings = f"[\n{rows}\n  ]" if rows else "[]"
    # Bytes of a path that are no text stand there as JSON's own escapes.
    return f'{{\n  "version": {VERSION},\n  "findings": {findings}\n}}\n'.encode(errors="backslashreplace")


def _row(entry: Entry) -> str:
    row = {
        "code": entry.code,
        "path": entry.path,
        "line": entry.line,
        "message": entry.message,
        "fingerprint": entry.fingerprint,
    }
    return json.dumps(row, ensure_ascii=False)


def read_baseline(path: Path, shown: str, usual: bool) -> list[Entry]:
    """Read a baseline; ``shown`` is what messages call it, and ``usual`` whether it is where the project's is.

    Raises UsageError, with line and column, where it is none or is damaged.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise UsageError(f"can't read the baseline {shown}: {error.strerror or error}") from None
    try:
        return _entries(_text(data))
    except _Damage as damage:
        anew = "write it anew" if is_replaceable(data, usual) else "remove it and write a new one"
        remedy = f"repair it, or {anew} with {_command(shown, usual)}"
        raise UsageError(f"can't use the baseline\n{shown}:{damage.line}:{damage.column}: {damage}; {remedy}") from None


def _text(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8-sig", errors="replace")
        raise _Damage(before, len(before), f"byte 0x{data[error.start]:02x} is not UTF-8") from None


class _Damage(Exception):
    """What is wrong with a baseline, at an index of its text."""

    def __init__(self, text: str, at: int, message: str) -> None:
        super().__init__(message)
        self.line = text.count("\n", 0, at) + 1
        self.column = at - text.rfind("\n", 0, at)


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
        number = isinstance(version, int) and not isinstance(version, bool)
        said = f"is written in version {version}" if number else 'has a "version" that is no number'
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
