"""What an editor's settings say: the keys below ``quantfence``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple


class Settings(NamedTuple):
    """The settings of one client; what is not said is as on the command line."""

    enable: bool = True
    manifest: str | None = None
    """The manifest of all files, where it is not to be looked for upwards from each."""
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    preview: bool | None = None
    """Whether what only looks wrong is shown; ``None`` leaves that to the project's settings."""


_KINDS: dict[str, type] = {
    "enable": bool,
    "manifest": str,
    "select": list,
    "ignore": list,
    "preview": bool,
}


def read_settings(*layers: object) -> tuple[Settings, list[str]]:
    """The settings in what a client sent, the last word last, and what is wrong with it, for a person; that counts as not said."""
    found: dict[str, Any] = {}
    problems: list[str] = []
    for said in layers:
        inner = said.get("quantfence", said) if isinstance(said, Mapping) else said
        if isinstance(inner, Mapping):
            for key, value in inner.items():
                _read(str(key), value, found, problems)
        elif inner is not None:
            problems.append("quantfence: the settings are no object")
    return Settings(**found), list(dict.fromkeys(problems))


def _read(key: str, value: object, found: dict[str, Any], problems: list[str]) -> None:
    kind = _KINDS.get(key)
    if kind is None:
        problems.append(f"quantfence.{key}: unknown setting; accepted: {', '.join(_KINDS)}")
    elif value is None:
        return
    elif kind is list and isinstance(value, list) and all(isinstance(each, str) for each in value):
        found[key] = tuple(value)
    elif kind is not list and isinstance(value, kind):
        found[key] = value
    else:
        problems.append(f"quantfence.{key}: {value!r} is no {_named(kind)}")


def _named(kind: type) -> str:
    return {bool: "boolean", str: "text", list: "list of texts"}[kind]
