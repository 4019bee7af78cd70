"""What the repairs of several rules share: nodes made from other nodes, arguments taken out, statements put in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

import libcst as cst

from lint_rules.diagnostic import Edit
from lint_rules.rules.syntax import Snippet

NONE = cst.Name("None")

_LOOSE = (cst.IfExp, cst.Lambda, cst.NamedExpr, cst.GeneratorExp, cst.Yield, cst.BooleanOperation)
"""What holds together too loosely to stand in a conditional expression, or can't be told apart there by a reader."""

_TIGHT = (
    cst.Name, cst.Attribute, cst.Call, cst.Subscript, cst.Dict, cst.DictComp, cst.List, cst.ListComp, cst.Set
)  # fmt: skip
"""What an attribute can be read from without parentheses."""


def wrapped(node: cst.BaseExpression) -> cst.BaseExpression:
    """An expression in parentheses, if it has none."""
    if node.lpar:
        return node
    return node.with_changes(lpar=[cst.LeftParen()], rpar=[cst.RightParen()])


def operand(node: cst.BaseExpression) -> cst.BaseExpression:
    """An expression as it stands between ``if`` and ``else``."""
    return wrapped(node) if isinstance(node, _LOOSE) else node


def primary(node: cst.BaseExpression) -> cst.BaseExpression:
    """An expression as it stands before a dot."""
    return node if isinstance(node, _TIGHT) else wrapped(node)


def guarded(value: cst.BaseExpression, test: str) -> cst.BaseExpression:
    """``value if test else None``; a conditional that asks just that the wrong way round is turned over."""
    asked = cst.parse_expression(test)
    if isinstance(value, cst.IfExp):
        for branch, other in ((value.body, value.orelse), (value.orelse, value.body)):
            if _is_none(other) and value.test.deep_equals(_negation(asked) if branch is value.body else asked):
                return value.with_changes(body=operand(branch), test=asked, orelse=NONE)
    return cst.IfExp(test=asked, body=operand(value), orelse=NONE)


def limited(value: cst.BaseExpression, test: str | None) -> cst.BaseExpression:
    """What becomes of a config that may be handed over only where a test holds; never, where there is none."""
    return _nothing(value) if test is None else guarded(value, test)


def _nothing(value: cst.BaseExpression) -> cst.BaseExpression:
    """``None``, in the parentheses of the value in whose place it stands if they hold comments."""
    parentheses = [*value.lpar, *value.rpar]
    if any(has_comment(each) for each in parentheses):
        return NONE.with_changes(lpar=value.lpar, rpar=value.rpar)
    return NONE


def loses_comments(value: cst.BaseExpression) -> bool:
    """Whether a comment would go with a value that is replaced by ``nothing``."""
    return has_comment(value.with_changes(lpar=[], rpar=[]))


def has_comment(node: cst.CSTNode) -> bool:
    """Whether a comment stands in a node."""
    return isinstance(node, cst.Comment) or any(has_comment(child) for child in node.children)


def _is_none(node: cst.BaseExpression) -> bool:
    return isinstance(node, cst.Name) and node.value == "None"


def _negation(node: cst.BaseExpression) -> cst.BaseExpression:
    if isinstance(node, cst.UnaryOperation) and isinstance(node.operator, cst.Not):
        return node.expression
    return cst.UnaryOperation(cst.Not(), node)


def text_of(node: cst.CSTNode | None) -> str | None:
    """The value of a string literal."""
    if isinstance(node, cst.SimpleString | cst.ConcatenatedString):
        value = node.evaluated_value
        return value if isinstance(value, str) else None
    return None


def quoted(text: str) -> cst.SimpleString:
    """A string literal."""
    return cst.SimpleString(f'"{text}"')


def entry(key: str, value: cst.BaseExpression) -> cst.DictElement:
    """``"key": value``"""
    return cst.DictElement(quoted(key), value)


Item = TypeVar("Item", bound=cst.CSTNode)
"""An item of a literal, or an argument: something that a comma may follow."""


def extended(items: Sequence[Item], more: Sequence[Item]) -> list[Item]:
    """The items of a literal or of a call with some at their end; the commas that are there stay as they are."""
    if not items:
        return _separated(more, _SPACED)
    kept, last, end = list(items[:-1]), items[-1], _comma(items[-1])
    if end is None:
        return [*kept, *_separated([last, *more], _SPACED)]
    breaks = isinstance(end.whitespace_after, cst.ParenthesizedWhitespace)
    between = (_comma(kept[-1]) if kept else None) or (end if breaks else _SPACED)
    before = [each.with_changes(comma=between) for each in [last, *more[:-1]]]
    return [*kept, *before, more[-1].with_changes(comma=end)]


def reduced(items: Sequence[Item], dropped: Sequence[Item]) -> list[Item]:
    """The items of a literal without some of them; the last one keeps what stood after the last one."""
    kept = [each for each in items if not any(each is other for other in dropped)]
    if kept and kept[-1] is not items[-1]:
        kept[-1] = kept[-1].with_changes(comma=_comma(items[-1]) or cst.MaybeSentinel.DEFAULT)
    return kept


_SPACED = cst.Comma(whitespace_after=cst.SimpleWhitespace(" "))


def _separated(items: Sequence[Item], comma: cst.Comma) -> list[Item]:
    *before, last = items
    return [*(each.with_changes(comma=comma) for each in before), last]


def _comma(item: cst.CSTNode) -> cst.Comma | None:
    found = getattr(item, "comma", None)
    return found if isinstance(found, cst.Comma) else None


# --- calls


def without_argument(snippet: Snippet, call: cst.Call, argument: cst.Arg) -> Edit:
    """Take an argument out of a call, with its comma, and with its line where it has one of its own."""
    text = snippet.source.text or ""
    place = list(call.args).index(argument)
    begin, end = snippet.begin(argument), snippet.end(argument.value)
    after = snippet.core(argument.comma)[1] if isinstance(argument.comma, cst.Comma) else end
    line = text.rfind("\n", 0, begin) + 1
    stop = text.find("\n", after)
    tail = text[after:stop].strip() if stop >= 0 else "x"
    if not text[line:begin].strip() and (not tail or tail.startswith("#")):
        return Edit(snippet.source.path, line, stop + 1, "")
    if place + 1 < len(call.args):
        follower = snippet.begin(call.args[place + 1])
        if "\n" not in text[after:follower]:
            return Edit(snippet.source.path, begin, follower, "")
        while begin > 0 and text[begin - 1] in " \t" and place > 0:
            begin -= 1
        return Edit(snippet.source.path, begin, after, "")
    if place > 0:
        before = snippet.end(call.args[place - 1].value)
        if "#" not in text[before:begin]:
            return Edit(snippet.source.path, before, end, "")
        return Edit(snippet.source.path, begin, after, "")
    return Edit(snippet.source.path, begin, after, "")


# --- statements


def before_statement(snippet: Snippet, node: cst.CSTNode, code: str) -> Edit | None:
    """Put a statement on a line of its own before the one that holds a node; None where there is no such line."""
    line = snippet.enclosing(node, cst.SimpleStatementLine)
    if line is None or not isinstance(snippet.parent(line), cst.IndentedBlock):
        return None
    if not any(each is line.body[0] for each in snippet.above(node)):
        return None
    text = snippet.source.text or ""
    at = snippet.begin(line.body[0])
    begin = max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1
    indent = text[begin:at]
    content = "".join(f"{each}\n{indent}" for each in code.splitlines())
    return Edit(snippet.source.path, at, at, content) if not indent.strip() else None


def names_in(node: cst.CSTNode, name: str) -> Iterator[cst.Name]:
    """Where a variable's name stands; not as an attribute's, a keyword's or a parameter's name."""
    for child in node.children:
        named = isinstance(node, cst.Attribute) and child is node.attr
        named = named or (isinstance(node, cst.Arg) and child is node.keyword)
        if isinstance(child, cst.Name):
            if child.value == name and not named and not isinstance(node, cst.Param):
                yield child
        else:
            yield from names_in(child, name)
