"""The shapes of expressions in which a weight's name changes: texts that are put together, beginnings that are cut off."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lint_rules.outline.constants import HOLE, Literal
from lint_rules.outline.guards import Place, is_name, says_something
from lint_rules.outline.renames import Cut
from lint_rules.project import facts


def changing(node: object) -> Iterator[facts.Expression]:
    """The parts of an expression in which a name may change, the outermost of those that change it as one."""
    out: list[facts.Expression] = []
    _changing(node, out)
    return iter(out)


def _changing(node: object, out: list[facts.Expression]) -> None:
    match node:
        case list():
            for each in node:
                _changing(each, out)
            return
        case facts.Text() | facts.Binary(operator="+"):
            out.append(node)
            for part in parts(node):
                # What is cut off here is put together with something: not a rename of its own.
                if not isinstance(part, facts.Subscript) and not _cuts(part):
                    _changing(part, out)
            return
        case facts.Call() | facts.Subscript() | facts.Walrus():
            out.append(node)
        case _:
            pass
    for name in getattr(node, "__struct_fields__", ()):
        inner = getattr(node, name)
        if type(inner) not in _PLAIN:
            _changing(inner, out)


_PLAIN = (str, int, float, bool, type(None), facts.Name, facts.Constant)


def _cuts(expression: facts.Expression) -> bool:
    match expression:
        case facts.Call(function=facts.Attribute(name="removeprefix" | "replace")):
            return True
        case _:
            return False


def parts(expression: facts.Expression) -> Iterator[facts.Expression]:
    """What a text is put together from, in order."""
    match expression:
        case facts.Text(pieces):
            yield from pieces
        case facts.Binary(operator="+", left=left, right=right):
            yield from parts(left)
            yield from parts(right)
        case _:
            yield expression


def cuts(expression: facts.Expression, at: Place) -> Iterator[Cut]:
    """What an expression cuts off, where it is a name without its beginning."""
    match expression:
        case facts.Call(function=facts.Attribute(name="removeprefix"), arguments=[argument]):
            yield from _texts(at.value(argument.value))
        case facts.Call(function=facts.Attribute(name="replace"), arguments=[old, new, *_]):
            if at.value(new.value) == "":
                yield from _texts(at.value(old.value))
        case facts.Subscript(index=facts.Opaque(parts=[facts.Call(function=facts.Name("len"), arguments=[argument])])):
            yield from _texts(at.value(argument.value))
        case facts.Subscript(value=of, index=facts.Opaque(parts=[])) if is_name(of):
            # `name[6:]` below `name.startswith("model.")`.
            yield from map(Cut, at.beginnings[-1:])
        case facts.Subscript(
            value=facts.Call(function=facts.Attribute(name="split"), arguments=[separator, *limit]),
            index=facts.Constant(1 | -1),
        ):
            text = at.value(separator.value)
            if limit or text != ".":
                yield from _up_to(text, at)
        case facts.Subscript(
            value=facts.Call(function=facts.Attribute(name="partition"), arguments=[separator]),
            index=facts.Constant(2),
        ):
            yield from _up_to(at.value(separator.value), at)
        case facts.Call(
            function=facts.Attribute(value=facts.Constant("."), name="join"),
            arguments=[facts.Argument(value=facts.Subscript(index=facts.Opaque()))],
        ):
            # `".".join(name.split(".")[1:])`
            yield from _up_to(".", at)
        case _:
            pass


def _texts(value: Literal) -> Iterator[Cut]:
    if isinstance(value, str) and says_something(value):
        yield Cut(value)


def _up_to(separator: Literal, at: Place) -> Iterator[Cut]:
    """``name.split(".", 1)[1]``"""
    if separator == ".":
        known = at.beginnings[-1:]
        yield Cut(f"{known[0].split('.')[0]}.") if known else Cut(r"^[^.]+\.", "regex")
    elif isinstance(separator, str) and says_something(separator) and HOLE not in separator:
        yield Cut(f"^.*?{re.escape(separator)}", "regex")


def components_of(expression: facts.Expression) -> int | None:
    """How many components ``name.split(".", 2)`` sets apart from the rest; None where it is no such thing."""
    match expression:
        case facts.Call(
            function=facts.Attribute(name="split"),
            arguments=[
                facts.Argument(value=facts.Constant(".")),
                facts.Argument(value=facts.Constant(int() as limit)),
            ],
        ):
            return limit
        case _:
            return None
