"""Configs inside a ``**`` splat: where they were put in, or how to take them out again at the splat."""

from __future__ import annotations

from collections.abc import Sequence

import libcst as cst

from lint_rules.diagnostic import Edit
from lint_rules.rules.repair import NONE, entry, limited, names_in, primary, text_of, with_elements, wrapped
from lint_rules.rules.syntax import Snippet


def without_configs(snippet: Snippet, argument: cst.Arg, keys: Sequence[str], test: str | None) -> list[Edit]:
    """Hand over a splat without some keys' configs; with a ``test``, only where that does not hold.

    What is put into a dict that nobody else sees is changed where it is put in, all else at the splat.
    """
    found = [_places(snippet, argument, key) for key in keys]
    if all(found):
        places = [place for each in found for place in each]
        return [snippet.replace(place, limited(place, test)) for place in places]
    return [snippet.replace(argument.value, _overridden(argument.value, keys, test))]


def _overridden(value: cst.BaseExpression, keys: Sequence[str], test: str | None) -> cst.BaseExpression:
    """``{**value, "key": None}``"""
    emptied = [entry(key, NONE) for key in keys]
    if test is None:
        if isinstance(value, cst.Dict) and not value.lpar:
            return with_elements(value, value.elements, *emptied)
        return cst.Dict([_splat(value), *emptied])
    asked = cst.parse_expression(test)
    if isinstance(value, cst.Name):
        return wrapped(cst.IfExp(body=value, test=asked, orelse=cst.Dict([_splat(value), *emptied])))
    either = wrapped(cst.IfExp(body=cst.Dict([]), test=asked, orelse=cst.Dict(emptied)))
    if isinstance(value, cst.Dict) and not value.lpar:
        return with_elements(value, value.elements, cst.StarredDictElement(either))
    return cst.Dict([_splat(value), cst.StarredDictElement(either)])


def _splat(value: cst.BaseExpression) -> cst.StarredDictElement:
    return cst.StarredDictElement(value if value.lpar or isinstance(value, cst.BinaryOperation) else primary(value))


def _places(snippet: Snippet, argument: cst.Arg, key: str) -> list[cst.BaseExpression]:
    """The values that are all that a splat has under a key; none where that can't be told."""
    value = argument.value
    if isinstance(value, cst.Name):
        return _Local(snippet, argument, value.value, key).places()
    while isinstance(value, cst.BinaryOperation) and isinstance(value.operator, cst.BitOr):
        value = value.right
    found = _put_in(value, key)
    return [found] if found is not None else []


def _put_in(value: cst.BaseExpression, key: str) -> cst.BaseExpression | None:
    """What a dict literal, or a call of ``dict``, has under a key, if nothing behind it can take its place."""
    found: cst.BaseExpression | None = None
    if isinstance(value, cst.Dict):
        for element in value.elements:
            if isinstance(element, cst.DictElement) and text_of(element.key) is not None:
                found = element.value if text_of(element.key) == key else found
            else:
                found = None
    elif _is_dict_call(value):
        assert isinstance(value, cst.Call)
        for argument in value.args:
            if argument.keyword is not None and argument.keyword.value == key:
                found = argument.value
    return found


def _is_dict_call(value: cst.BaseExpression) -> bool:
    return isinstance(value, cst.Call) and isinstance(value.func, cst.Name) and value.func.value == "dict"


class _Local:
    """A local dict that is splatted once: all that is done to it is followed, or it is left alone."""

    def __init__(self, snippet: Snippet, argument: cst.Arg, name: str, key: str) -> None:
        self.snippet = snippet
        self.argument = argument
        self.name = name
        self.key = key
        self._found: list[cst.BaseExpression] = []
        self._made = 0

    def places(self) -> list[cst.BaseExpression]:
        """The values that are put in under the key."""
        function = self.snippet.enclosing(self.argument, cst.FunctionDef)
        if function is None or self.snippet.enclosing(self.argument, cst.Lambda) is not None:
            return []
        for use in names_in(function.body, self.name):
            if self.snippet.enclosing(use, cst.FunctionDef) is not function or not self._follows(use):
                return []
        return self._found if self._made == 1 else []

    def _follows(self, use: cst.Name) -> bool:
        """Whether it is known what a use of the dict does; notes what it puts in."""
        parent = self.snippet.parent(use)
        if parent is self.argument:
            return True
        match parent:
            case cst.AssignTarget() | cst.AnnAssign():
                holder = self.snippet.parent(parent) if isinstance(parent, cst.AssignTarget) else parent
                return self._is_made(holder)
            case cst.Subscript(value=value) if value is use:
                return self._item(parent)
            case cst.Attribute(value=value) if value is use:
                return self._method(parent)
            case _:
                return False

    def _is_made(self, statement: cst.CSTNode | None) -> bool:
        self._made += 1
        if isinstance(statement, cst.Assign) and len(statement.targets) == 1:
            return self._literal(statement.value)
        return isinstance(statement, cst.AnnAssign) and statement.value is not None and self._literal(statement.value)

    def _literal(self, value: cst.BaseExpression) -> bool:
        match value:
            case cst.Dict(elements=elements):
                known = all(isinstance(each, cst.DictElement) and text_of(each.key) for each in elements)
            case cst.Call(func=cst.Name("dict"), args=arguments):
                known = all(each.keyword is not None for each in arguments)
            case _:
                known = False
        if not known:
            return False
        self._note(_put_in(value, self.key))
        return True

    def _item(self, subscript: cst.Subscript) -> bool:
        """``settings["key"]``, read or written."""
        index = subscript.slice[0].slice
        key = text_of(index.value) if isinstance(index, cst.Index) else None
        if key is None:
            return False
        target = self.snippet.parent(subscript)
        if not isinstance(target, cst.AssignTarget):
            return key != self.key
        statement = self.snippet.parent(target)
        if key == self.key:
            if not isinstance(statement, cst.Assign) or len(statement.targets) != 1:
                return False
            self._note(statement.value)
        return True

    def _method(self, attribute: cst.Attribute) -> bool:
        """``settings.update(...)``, ``settings.setdefault("key", value)`` and the like."""
        call = self.snippet.parent(attribute)
        if not isinstance(call, cst.Call):
            return False
        alone = isinstance(self.snippet.parent(call), cst.Expr)
        first = call.args[0] if call.args else None
        match attribute.attr.value:
            case "pop" | "get" if first is not None:
                return text_of(first.value) not in (None, self.key)
            case "update" | "setdefault" if alone:
                return self._puts(call)
            case _:
                return False

    def _puts(self, call: cst.Call) -> bool:
        if not call.args:
            return True
        first, *rest = call.args
        if first.keyword is None and not rest:
            return not first.star and self._literal(first.value)
        if first.keyword is None and len(rest) == 1:
            if text_of(first.value) == self.key:
                self._note(rest[0].value)
            return text_of(first.value) is not None
        if any(each.keyword is None for each in call.args):
            return False
        for each in call.args:
            if each.keyword is not None and each.keyword.value == self.key:
                self._note(each.value)
        return True

    def _note(self, value: cst.BaseExpression | None) -> None:
        if value is not None:
            self._found.append(value)
