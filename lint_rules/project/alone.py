"""A function parsed by itself, without the file around it."""

from __future__ import annotations

import ast


def alone(text: str, line: int = 1) -> ast.Module | None:
    """The syntax tree of the text of a function, indented as it stands in its file, of which ``line`` is the first line.

    None where the text can't be parsed by itself.
    """
    indented = text[:1] in (" ", "\t", "\f")
    try:
        made = ast.parse(f"if 1:\n{text}" if indented else text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    ast.increment_lineno(made, line - 1 - indented)
    return made
