"""An import that a fix needs: put where a formatter would leave it, among those at the top of the file."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from functools import cached_property

from lint_rules.diagnostic import Edit
from lint_rules.project import facts
from lint_rules.project.source import Source
from lint_rules.rules.layout import width


class Imports:
    """The imports of one file, and what is to be added to them."""

    def __init__(self, source: Source) -> None:
        self._source = source

    @cached_property
    def _body(self) -> list[ast.stmt]:
        # It takes long, and few files need another import.
        return self._source.outside().body

    def binds(self, name: str) -> bool:
        """Whether a name is there when functions of the file run: imported, defined or assigned at the top."""
        return name in self._bound

    @cached_property
    def _bound(self) -> frozenset[str]:
        module = self._source.module
        return frozenset(_bound(module.body)) if module is not None else frozenset()

    def adding(self, module: str, name: str) -> Edit:
        """Add ``from module import name``; to an import of that module, where there is one."""
        for statement in self._body:
            if (
                isinstance(statement, ast.ImportFrom)
                and _module(statement) == module
                and statement.names[0].name != "*"
            ):
                return self._to(statement, name)
        return self._line(module, name)

    # --- a line of its own

    def _line(self, module: str, name: str) -> Edit:
        """Behind the import that sorts before it: of the same package, if any is imported from there."""
        code = f"from {module} import {name}\n"
        imports = [each for each in self._body if isinstance(each, ast.Import | ast.ImportFrom)]
        alone = [each for each in imports if self._has_lines(each)]
        near = [
            each for each in alone if isinstance(each, ast.ImportFrom) and _package(_module(each)) == _package(module)
        ]
        before = [each for each in near if _module(each) < module]
        if near and not before:
            at = self._source.offset(near[0].lineno, 0)
            return Edit(self._source.path, at, at, code, shared=True)
        behind = before or alone
        if behind:
            return self._after(behind[-1], code)
        return self._at_the_top(code)

    def _after(self, statement: ast.stmt, code: str) -> Edit:
        at = self._source.offset((statement.end_lineno or statement.lineno) + 1, 0)
        if not self._source.head(statement).endswith(("\r", "\n")):
            code = "\n" + code.removesuffix("\n")
        return Edit(self._source.path, at, at, code, shared=True)

    def _at_the_top(self, code: str) -> Edit:
        first = self._body[0] if self._body else None
        if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
            return self._after(first, f"\n{code}")
        line = first.lineno if first is not None else 1
        if isinstance(first, ast.ClassDef | ast.FunctionDef) and first.decorator_list:
            line = min(each.lineno for each in first.decorator_list)
        at = self._source.offset(line, 0)
        return Edit(self._source.path, at, at, f"{code}\n\n" if first is not None else code, shared=True)

    def _has_lines(self, statement: ast.stmt) -> bool:
        """Whether nothing else stands on a statement's lines but a comment."""
        end = self._source.offset(statement.end_lineno or statement.lineno, statement.end_col_offset or 0)
        rest = self._source.head(statement)[end - self._source.offset(statement.lineno, 0) :].strip()
        return statement.col_offset == 0 and (not rest or rest[0] == "#")

    # --- in an import that is there

    def _to(self, statement: ast.ImportFrom, name: str) -> Edit:
        aliases, text = statement.names, self._source.head(statement)
        first = self._source.offset(statement.lineno, 0)
        follower = next((each for each in aliases if _key(each.name) > _key(name)), None)
        if follower is not None:
            at = self._source.offset(follower.lineno, follower.col_offset)
            before = _before(text, at - first)
            new = f"{name}, " if before.strip() else f"{name},\n{before}"
        else:
            last = aliases[-1]
            at = self._source.offset(last.end_lineno or last.lineno, last.end_col_offset or 0)
            before = _before(text, self._source.offset(last.lineno, last.col_offset) - first)
            new = f", {name}" if before.strip() else f",\n{before}{name}"
        return self._wrapped(statement, name) or Edit(self._source.path, at, at, new, shared=True)

    def _wrapped(self, statement: ast.ImportFrom, name: str) -> Edit | None:
        """An import on one line that would get too long, in parentheses; None where it would not."""
        begin = self._source.offset(statement.lineno, statement.col_offset)
        end = self._source.offset(statement.end_lineno or statement.lineno, statement.end_col_offset or 0)
        first = self._source.offset(statement.lineno, 0)
        text = self._source.head(statement)[begin - first : end - first]
        if "\n" in text or "(" in text or len(text) + len(name) + 2 <= self._source.ask(width):
            return None
        names = [ast.unparse(each) for each in statement.names]
        place = next((i for i, each in enumerate(names) if _key(each) > _key(name)), len(names))
        lines = "".join(f"    {each},\n" for each in (*names[:place], name, *names[place:]))
        head = text[: text.index("import") + len("import")]
        return Edit(self._source.path, begin, end, f"{head} (\n{lines})", shared=True)


def _bound(body: Iterable[facts.Statement]) -> Iterator[str]:
    for statement in body:
        match statement:
            case facts.Import(name=name) | facts.ImportFrom(name=name):
                yield name
            case facts.Define(function):
                yield function.name
            case facts.DefineClass(klass):
                yield klass.name
            case facts.Assign(targets=targets, annotation=None):
                yield from (each.id for each in targets if isinstance(each, facts.Name))
            case facts.If(test=test, body=inner, orelse=orelse):
                yield from _bound(orelse if "TYPE_CHECKING" in facts.render(test) else [*inner, *orelse])
            case facts.Try(body=inner, handlers=handlers, orelse=orelse):
                yield from _bound([*inner, *orelse])
                for handler in handlers:
                    yield from _bound(handler)


def _module(statement: ast.ImportFrom) -> str:
    return "." * statement.level + (statement.module or "")


def _package(module: str) -> str:
    return "." if module.startswith(".") else module.partition(".")[0]


def _key(name: str) -> tuple[int, str]:
    """Constants, classes, functions: as import sorters order them."""
    kind = 0 if name.isupper() and len(name) > 1 else 1 if name[:1].isupper() else 2
    return kind, name.lower()


def _before(text: str, at: int) -> str:
    """What stands on a line before an index."""
    begin = max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1
    return text[begin:at]
