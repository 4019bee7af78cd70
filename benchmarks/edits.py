"""Changes of one file, such as a person makes before a commit; each is another one each time, and is undone."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple


class Edit(NamedTuple):
    """A kind of change: what it makes of a text, given a number that no other change has."""

    title: str
    apply: Callable[[str, int], str]


def commented(text: str, number: int) -> str:
    """A comment at the end."""
    return f"{text.rstrip()}\n\n# {number}\n"


def moved(text: str, number: int) -> str:
    """A comment at the top, so that all else moves."""
    return f"# {number}\n{text}"


def forwarded(text: str, number: int) -> str:
    """A statement in the first ``forward``."""
    return _with_statement(text, "forward", f"unused_{number} = {number}")


def constructed(text: str, number: int) -> str:
    """A statement in the first constructor."""
    return _with_statement(text, "__init__", f"self.unused_{number} = {number}")


EDITS = (
    Edit("a comment at the end", commented),
    Edit("a comment at the top", moved),
    Edit("a statement in `forward`", forwarded),
    Edit("a statement in `__init__`", constructed),
)


@contextmanager
def changed(path: Path, edit: Edit, number: int) -> Iterator[None]:
    """A file with a change, for a time."""
    before = path.read_bytes()
    try:
        # A new file, since other trees may share this one by a hard link.
        path.unlink()
        path.write_bytes(edit.apply(before.decode(), number).encode())
        yield
    finally:
        path.unlink(missing_ok=True)
        path.write_bytes(before)


def _with_statement(text: str, name: str, statement: str) -> str:
    """A statement before the last one of the first function of a name."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef) and node.name == name and node.body:
            last = node.body[-1]
            lines = text.splitlines(keepends=True)
            lines.insert(last.lineno - 1, f"{' ' * last.col_offset}{statement}\n")
            return "".join(lines)
    raise ValueError(f"no function {name}")
