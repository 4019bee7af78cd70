"""Configs inside a ``**`` splat: where they were put in, or how to take them out again at the splat."""

from __future__ import annotations

from collections.abc import Sequence

import libcst as cst

from lint_rules.diagnostic import Edit
from lint_rules.rules.local_dict import LocalDict
from lint_rules.rules.repair import (
    NONE,
    entry,
    has_effect,
    limited,
    loses_comments,
    names_in,
    primary,
    text_of,
    with_items,
    without_item,
    wrapped,
)
from lint_rules.rules.syntax import Snippet

_BINDING = (
    cst.AssignTarget, cst.AnnAssign, cst.AugAssign, cst.NamedExpr, cst.For, cst.CompFor, cst.AsName, cst.Element,
    cst.Del, cst.NameItem, cst.MatchAs,
)  # fmt: skip
"""What may give a name another value, or take it away."""


def without_configs(
    snippet: Snippet, argument: cst.Arg, keys: Sequence[str], test: str | None, here: bool
) -> tuple[list[Edit], bool]:
    """Hand over a splat without some keys' configs; with a ``test``, only where that does not hold.

    ``here`` says that the test can be asked at the splat only, not where a dict is made that it holds.
    The second result is whether neither a comment nor an effect is lost.

    What is put into a dict that nobody else sees is changed where it is put in, all else at the splat.
    """
    found = [_places(snippet, argument, key, test, here) for key in keys]
    value = argument.value
    if all(found):
        places = [place for each in found for place in each]
        lost = any(has_effect(place) or (test is None and loses_comments(place)) for place in places)
        return [edit for place in places for edit in snippet.replace(place, limited(place, test))], not lost
    if isinstance(value, cst.Dict) and not value.lpar and value.elements:
        return _at_the_end(snippet, value, keys, test), True
    return snippet.replace(value, _overridden(value, keys, test)), True


def _at_the_end(snippet: Snippet, literal: cst.Dict, keys: Sequence[str], test: str | None) -> list[Edit]:
    """``{**one, **other, "key": None}``"""
    emptied = [f'"{key}": None' for key in keys]
    if test is not None:
        return [with_items(snippet, literal.elements, [f"**({{}} if {test} else {{{', '.join(emptied)}}})"])]
    useless = [each for each in literal.elements[:-1] if _empties(each, keys)]
    removed = [without_item(snippet, literal.elements, each) for each in useless[:1]]
    return [*removed, with_items(snippet, literal.elements, emptied)]


def _overridden(value: cst.BaseExpression, keys: Sequence[str], test: str | None) -> cst.BaseExpression:
    """``{**value, "key": None}``"""
    emptied = [entry(key, NONE) for key in keys]
    if test is None:
        return cst.Dict([_splat(value), *emptied])
    asked = cst.parse_expression(test)
    if isinstance(value, cst.Name):
        return wrapped(cst.IfExp(body=value, test=asked, orelse=cst.Dict([_splat(value), *emptied])))
    either = cst.IfExp(body=cst.Dict([]), test=asked, orelse=cst.Dict(emptied))
    return cst.Dict([_splat(value), cst.StarredDictElement(wrapped(either))])


def _empties(element: cst.BaseDictElement, keys: Sequence[str]) -> bool:
    """Whether an item of a dict literal is one of those that are written at its end anyway."""
    return isinstance(element, cst.DictElement) and text_of(element.key) in keys and element.value.deep_equals(NONE)


def _splat(value: cst.BaseExpression) -> cst.StarredDictElement:
    return cst.StarredDictElement(value if value.lpar or isinstance(value, cst.BinaryOperation) else primary(value))


def _places(snippet: Snippet, argument: cst.Arg, key: str, test: str | None, here: bool) -> list[cst.BaseExpression]:
    """The values that are all that a splat has under a key; none where that can't be told."""
    value = argument.value
    if isinstance(value, cst.Name):
        local = LocalDict(snippet, argument, value.value)
        early = test is None or (not here and _holds_throughout(snippet, local, cst.parse_expression(test)))
        return _put_into(local, key) if early else []
    while isinstance(value, cst.BinaryOperation) and isinstance(value.operator, cst.BitOr):
        value = value.right
    found = _item(value, key)
    return [found] if found is not None else []


def _holds_throughout(snippet: Snippet, local: LocalDict, test: cst.BaseExpression) -> bool:
    """Whether the names of a test mean the same all over the function: parameters that nothing is assigned to."""
    function = local.function
    if function is None:
        return False
    return all(
        any(names_in(function.params, name, parameters=True))
        and not any(isinstance(snippet.parent(use), _BINDING) for use in names_in(function.body, name))
        for name in _names(test)
    )


def _names(test: cst.CSTNode) -> set[str]:
    """The names that a test reads, which stand before the first dot."""
    match test:
        case cst.Name(value):
            return set() if value == "None" else {value}
        case cst.Attribute(value=value) | cst.Subscript(value=value):
            return _names(value)
        case _:
            return {name for each in test.children for name in _names(each)}


def _put_into(local: LocalDict, key: str) -> list[cst.BaseExpression]:
    """What a local dict that serves one splat alone is given under a key."""
    if not local.followed or local.given or len(local.splats) != 1 or len(local.made) != 1 or key in local.asked:
        return []
    literals = [*local.made, *local.merged]
    if not all(_is_spelled_out(each) for each in literals):
        return []
    inside = [found for each in literals if (found := _item(each, key)) is not None]
    return [*inside, *(put.value for put in local.put if put.key == key)]


def _is_spelled_out(value: cst.BaseExpression) -> bool:
    """Whether all keys of a dict stand in the text."""
    match value:
        case cst.Dict(elements=elements):
            return all(isinstance(each, cst.DictElement) and text_of(each.key) is not None for each in elements)
        case cst.Call(func=cst.Name("dict"), args=arguments):
            return all(each.keyword is not None for each in arguments)
        case _:
            return False


def _item(value: cst.BaseExpression, key: str) -> cst.BaseExpression | None:
    """What a dict literal, or a call of ``dict``, has under a key, if nothing behind it can take its place."""
    found: cst.BaseExpression | None = None
    match value:
        case cst.Dict(elements=elements):
            for element in elements:
                if not isinstance(element, cst.DictElement) or text_of(element.key) is None:
                    found = None
                elif text_of(element.key) == key:
                    found = element.value
        case cst.Call(func=cst.Name("dict"), args=arguments):
            for argument in arguments:
                if argument.keyword is not None and argument.keyword.value == key:
                    found = argument.value
        case _:
            pass
    return found
