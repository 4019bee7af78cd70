"""What the repairs of several rules share: nodes made from other nodes, arguments taken out, statements put in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import libcst as cst

from lint_rules.diagnostic import Edit
from lint_rules.rules.nodes import children
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


_PURE = frozenset({
    "getattr", "get", "isinstance", "issubclass", "hasattr", "bool", "len", "dict", "list", "tuple", "str", "int",
    "copy", "deepcopy", "replace", "model_copy", "model_dump", "asdict", "vars",
})  # fmt: skip
"""Functions and methods that only read; so does, as a rule, what makes an object: its name begins with a capital."""


def has_effect(node: cst.CSTNode) -> bool:
    """Whether an expression may do more than to give its value, so that it must be evaluated still."""
    match node:
        case cst.NamedExpr() | cst.Yield() | cst.Await():
            return True
        case cst.Lambda():
            return False
        case cst.Call(func=cst.Name(name) | cst.Attribute(attr=cst.Name(name))) if (
            name in _PURE or name.lstrip("_")[:1].isupper()
        ):
            return any(has_effect(child) for child in children(node))
        case cst.Call():
            return True
        case _:
            return any(has_effect(child) for child in children(node))


def is_missed(value: cst.BaseExpression) -> bool:
    """Whether something goes with a value that is removed: a comment in it, or what it does."""
    return has_comment(value) or has_effect(value)


def has_comment(node: cst.CSTNode) -> bool:
    """Whether a comment stands in a node."""
    return isinstance(node, cst.Comment) or any(has_comment(child) for child in children(node))


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


# --- items of literals, arguments of calls

Item = cst.Arg | cst.BaseElement | cst.BaseDictElement
"""Something that a comma may follow."""


def without_item(snippet: Snippet, items: Sequence[Item], item: Item) -> Edit:
    """Take an item out, with its comma, and with its line where it has one of its own."""
    path = snippet.source.path
    place = next(number for number, each in enumerate(items) if each is item)
    begin, end = snippet.begin(item), snippet.end(item.value)
    after = snippet.core(item.comma)[1] if isinstance(item.comma, cst.Comma) else end
    line = snippet.line_begin(begin)
    if _ends_line(snippet, after) and not snippet.cut(line, begin).strip():
        return Edit(path, line, snippet.next_line(after), "")
    before = snippet.end(items[place - 1].value) if place > 0 else begin
    follower = snippet.begin(items[place + 1]) if place + 1 < len(items) else None
    if follower is not None and not _breaks(snippet.cut(after, follower)):
        return Edit(path, begin, follower, "")
    if follower is None and "#" not in snippet.cut(before, begin):
        return Edit(path, before, end, "")
    while follower is not None and place > 0 and snippet.cut(begin - 1, begin) in (" ", "\t"):
        begin -= 1
    return Edit(path, begin, after, "")


def with_items(snippet: Snippet, items: Sequence[Item], codes: Sequence[str]) -> Edit:
    """Put items behind the last one, on lines of their own where it has one."""
    path, last = snippet.source.path, items[-1]
    end = snippet.end(last.value)
    after = snippet.core(last.comma)[1] if isinstance(last.comma, cst.Comma) else None
    if after is None or not _ends_line(snippet, after):
        return Edit(path, end, end, "".join(f", {each}" for each in codes))
    begin = snippet.begin(last)
    indent = "".join(each if each in " \t" else " " for each in snippet.cut(snippet.line_begin(begin), begin))
    at = snippet.line_end(after)
    return Edit(path, at, at, "".join(f"\n{indent}{each}," for each in codes))


def with_argument(snippet: Snippet, call: cst.Call, code: str) -> list[Edit]:
    """Put an argument behind a call's last one; on a line of its own where the last has one, and the bracket, too."""
    path = snippet.source.path
    close = snippet.core(call)[1] - 1
    if not call.args:
        return [Edit(path, close, close, code)]
    last, line = call.args[-1], snippet.line_begin(close)
    begin, end = snippet.begin(last), snippet.end(last.value)
    indent = snippet.cut(snippet.line_begin(begin), begin)
    if isinstance(last.comma, cst.Comma) or snippet.cut(line, close).strip() or indent.strip():
        return [with_items(snippet, call.args, [code])]
    return [Edit(path, end, end, ","), Edit(path, line, line, f"{indent}{code},\n")]


def _breaks(text: str) -> bool:
    return "\n" in text or "\r" in text


def _ends_line(snippet: Snippet, at: int) -> bool:
    """Whether only white space and a comment follow on a line that is not the last one."""
    end = snippet.line_end(at)
    rest = snippet.cut(at, end).strip()
    return snippet.cut(end, end + 1) != "" and (not rest or rest.startswith("#"))


# --- statements


def before_statement(snippet: Snippet, node: cst.CSTNode, code: str) -> Edit | None:
    """Put a statement on a line of its own before the one that holds a node; None where there is no such line."""
    line = snippet.enclosing(node, cst.SimpleStatementLine)
    if line is None or not isinstance(snippet.parent(line), cst.IndentedBlock):
        return None
    if not any(each is line.body[0] for each in snippet.above(node)):
        return None
    at = snippet.begin(line.body[0])
    indent = snippet.cut(snippet.line_begin(at), at)
    content = "".join(f"{each}\n{indent}" for each in code.splitlines())
    return Edit(snippet.source.path, at, at, content) if not indent.strip() else None


def names_in(node: cst.CSTNode, name: str, parameters: bool = False) -> Iterator[cst.Name]:
    """Where a variable's name stands; not as an attribute's or a keyword's name, nor, if not wanted, a parameter's."""
    for child in node.children:
        named = isinstance(node, cst.Attribute) and child is node.attr
        named = named or (isinstance(node, cst.Arg) and child is node.keyword)
        named = named or (isinstance(node, cst.Param) and child is node.name and not parameters)
        if not isinstance(child, cst.Name):
            yield from names_in(child, name, parameters)
        elif child.value == name and not named:
            yield child


def real(edits: Sequence[Edit]) -> tuple[Edit, ...]:
    """The changes that change anything."""
    return tuple(edit for edit in edits if edit.start != edit.end or edit.content)
