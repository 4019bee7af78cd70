"""What stands in a file outside of its functions."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from lint_rules.cache.stamps import digest
from lint_rules.project import facts
from lint_rules.project.positions import Positions


def functions_of(body: Iterable[facts.Statement]) -> Iterator[tuple[int, int]]:
    """The first and the last line of each function at the top of a file, or of a class there."""
    for statement in body:
        if isinstance(statement, facts.Define):
            yield statement.function.line, statement.function.end_line
        elif isinstance(statement, facts.DefineClass):
            yield from functions_of(statement.klass.body)


def outside(text: str, functions: Iterable[tuple[int, int]]) -> ast.Module:
    """The syntax tree of a file in which these functions are empty; each statement has the lines that it has in the file.

    Raises SyntaxError where the file can't be taken apart so.
    """
    if text.count("\r") != text.count("\r\n"):
        # A lone one ends a line, too.
        return ast.parse(text)
    lines = text.split("\n")
    for first, last in functions:
        line = lines[first - 1]
        indent = line[: len(line) - len(line.lstrip())]
        lines[first - 1] = f"{indent}def emptied(): ..."
        lines[first:last] = [""] * (last - first)
    return ast.parse("\n".join(lines))


def likeness(tree: ast.Module, positions: Positions) -> bytes:
    """What stands for what a tree says, wherever that stands, and for how its docstring and its imports are written."""
    imports = [each for each in tree.body if isinstance(each, ast.Import | ast.ImportFrom)]
    first = [each for each in tree.body[:1] if isinstance(each, ast.Expr)]
    heads = [head(each, positions) for each in (*first, *imports)]
    return digest("\0".join([ast.dump(tree), *heads]).encode(errors="surrogatepass"))


def head(statement: ast.stmt, positions: Positions) -> str:
    """The lines of a statement: an import or a docstring."""
    return positions.segment(statement.lineno, statement.end_lineno or statement.lineno)
