"""A project's own taste: ``[tool.quantfence]`` of its ``pyproject.toml``."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from lint_rules.errors import UsageError

FILE = "pyproject.toml"
TABLE = "[tool.quantfence]"
BASELINE = "quantfence-baseline.json"
"""The file in the project root that holds the baseline, unless another one is named."""


class Settings(NamedTuple):
    """What the table says; what it leaves out has its default."""

    select: tuple[str, ...] = ()
    """Codes and prefixes of codes; none means every rule."""
    ignore: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    """Patterns as in ``.gitignore``, relative to the project root."""
    per_file_ignores: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Such patterns with codes."""
    manifest: str | None = None
    """The manifest's path, relative to the file."""
    baseline: str | None = None
    """The baseline's path, relative to the file."""
    cache_dir: str | None = None
    """The folder of the cache, relative to the file."""
    preview: bool = False
    """Whether what only looks wrong is reported, too."""


def load_settings(folder: Path) -> Settings:
    """Read the settings in ``folder``; none are there if it has no ``pyproject.toml`` or that has no table for us.

    Raises UsageError where the file can't be read or the table holds what it can't.
    """
    path = folder / FILE
    try:
        data = path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return Settings()
    except OSError as error:
        raise UsageError(f"can't read {path}: {error.strerror}") from None
    # Other tools' files are none of our business, be they broken, and reading TOML costs time.
    if b"quantfence" not in data:
        return Settings()
    return _validated(_table(path, data), path)


def _table(path: Path, data: bytes) -> dict[str, Any]:
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib
    try:
        document = tomllib.loads(data.decode("utf-8-sig"))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise UsageError(f"can't read {path}: {error}") from None
    tool = document.get("tool", {})
    table = tool.get("quantfence", {}) if isinstance(tool, dict) else {}
    if not isinstance(table, dict):
        raise UsageError(f"{path}: {TABLE} must be a table, not {_kind(table)}")
    return table


def _validated(table: dict[str, Any], path: Path) -> Settings:
    values: dict[str, Any] = {}
    for key, value in table.items():
        if key not in _READERS:
            from lint_rules.manifest.problems import unknown

            raise UsageError(f"{path}: {TABLE}: {unknown('setting', key, list(_READERS))}")
        try:
            values[key.replace("-", "_")] = _READERS[key](value)
        except TypeError as error:
            raise UsageError(f'{path}: "{key}" in {TABLE} must be {error}') from None
    return Settings(**values)


def _strings(value: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise TypeError(f"a list of strings, not {_kind(value)}")
    for item in value:
        if not isinstance(item, str):
            raise TypeError(f"a list of strings; {item!r} in it is {_kind(item)}")
    return tuple(value)


def _codes(value: object) -> tuple[str, ...]:
    return tuple(code.upper() for code in _strings(value))


def _string(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"a string, not {_kind(value)}")
    return value


def _bool(value: object) -> bool:
    if not isinstance(value, bool):
        raise TypeError(f"true or false, not {_kind(value)}")
    return value


def _codes_by_pattern(value: object) -> tuple[tuple[str, tuple[str, ...]], ...]:
    if not isinstance(value, dict):
        raise TypeError(
            f'a table of patterns with lists of codes, such as {{ "tests/**" = ["QF001"] }}, not {_kind(value)}'
        )
    try:
        return tuple((pattern, _codes(codes)) for pattern, codes in value.items())
    except TypeError as error:
        raise TypeError(f"a table of patterns with lists of codes; each must be {error}") from None


_READERS: dict[str, Callable[[object], Any]] = {
    "select": _codes,
    "ignore": _codes,
    "exclude": _strings,
    "per-file-ignores": _codes_by_pattern,
    "manifest": _string,
    "baseline": _string,
    "cache-dir": _string,
    "preview": _bool,
}


def _kind(value: object) -> str:
    kinds = {
        dict: "a table",
        list: "a list",
        str: "a string",
        bool: "true or false",
        int: "a number",
        float: "a number",
    }
    return kinds.get(type(value), "a date or time")
