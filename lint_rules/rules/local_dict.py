"""A dict in a local variable: everything that its function does to it, or the word that this can't be told."""

from __future__ import annotations

from typing import NamedTuple

import libcst as cst

from lint_rules.rules.repair import names_in, text_of
from lint_rules.rules.syntax import Snippet


class Put(NamedTuple):
    """A key that was given a value outside the expression that made the dict."""

    key: str
    value: cst.BaseExpression


class LocalDict:
    """What happens to a variable that is splatted by an argument."""

    def __init__(self, snippet: Snippet, argument: cst.Arg, name: str) -> None:
        self.snippet = snippet
        self.name = name
        self.function = snippet.enclosing(argument, cst.FunctionDef)
        self.made: list[cst.BaseExpression] = []
        """The expressions that are assigned to it."""
        self.put: list[Put] = []
        self.merged: list[cst.BaseExpression] = []
        """The expressions that it is updated with."""
        self.asked: set[str] = set()
        """The keys that are read, or taken out."""
        self.splats: list[cst.Arg] = []
        self.given = self.function is not None and any(names_in(self.function.params, name, parameters=True))
        """Whether it is a parameter, so that callers may bring it."""
        body = self.function.body if self.function is not None else None
        self.uses = list(names_in(body, name)) if body is not None else []
        self.followed = bool(self.uses) and all(self._follow(use) for use in self.uses)
        """Whether all uses are of a kind that is known here."""

    def mentions(self, key: str) -> bool:
        """Whether a key is put in or asked for by its name."""
        return key in self.asked or any(put.key == key for put in self.put)

    def _follow(self, use: cst.Name) -> bool:
        if self.snippet.enclosing(use, cst.FunctionDef) is not self.function:
            return False
        parent = self.snippet.parent(use)
        match parent:
            case cst.Arg(star="**", value=value) if value is use:
                self.splats.append(parent)
                return True
            case cst.AssignTarget():
                return self._is_made(self.snippet.parent(parent))
            case cst.AnnAssign(target=target) if target is use:
                return self._is_made(parent)
            case cst.Subscript(value=value) if value is use:
                return self._item(parent)
            case cst.Attribute(value=value) if value is use:
                return self._method(parent)
            case _:
                return False

    def _is_made(self, statement: cst.CSTNode | None) -> bool:
        match statement:
            case cst.Assign(targets=[_], value=value) | cst.AnnAssign(value=cst.BaseExpression() as value):
                self.made.append(value)
                return True
            case _:
                return False

    def _item(self, subscript: cst.Subscript) -> bool:
        """``settings["key"]``, read, written or deleted."""
        index = subscript.slice[0].slice
        key = text_of(index.value) if isinstance(index, cst.Index) else None
        if key is None:
            return False
        target = self.snippet.parent(subscript)
        if not isinstance(target, cst.AssignTarget):
            self.asked.add(key)
            return True
        match self.snippet.parent(target):
            case cst.Assign(targets=[_], value=value):
                self.put.append(Put(key, value))
                return True
            case _:
                return False

    def _method(self, attribute: cst.Attribute) -> bool:
        """``settings.update(...)``, ``settings.setdefault("key", value)``, ``settings.pop("key")`` and the like."""
        call = self.snippet.parent(attribute)
        if not isinstance(call, cst.Call) or call.func is not attribute:
            return False
        alone = isinstance(self.snippet.parent(call), cst.Expr)
        match attribute.attr.value, list(call.args):
            case "pop" | "get", [first, *_]:
                key = text_of(first.value)
                self.asked.add(key or "")
                return key is not None
            case "setdefault", [first, second] if alone:
                key = text_of(first.value)
                self.put.append(Put(key or "", second.value))
                return key is not None
            case "update", arguments if alone:
                return all(self._merge(argument) for argument in arguments)
            case _:
                return False

    def _merge(self, argument: cst.Arg) -> bool:
        if argument.keyword is not None:
            self.put.append(Put(argument.keyword.value, argument.value))
        elif argument.star != "*":
            self.merged.append(argument.value)
        return argument.star != "*"
