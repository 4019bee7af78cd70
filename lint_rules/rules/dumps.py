"""Flags inside a ``**`` splat: how to leave them out of a dump of a config."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import libcst as cst

from lint_rules.diagnostic import Edit
from lint_rules.rules.local_dict import LocalDict
from lint_rules.rules.repair import (
    before_statement,
    is_missed,
    names_in,
    operand,
    primary,
    text_of,
    with_items,
    without_item,
)
from lint_rules.rules.syntax import Snippet

_COPIES = frozenset({"asdict", "model_dump", "dict", "copy"})
"""Functions and methods whose result is a new dict, so that it may be changed."""
_INNER = (cst.For, cst.While, cst.Lambda, cst.CompFor, cst.ListComp, cst.SetComp, cst.DictComp, cst.GeneratorExp)
"""What may run more than once, or later than the statement before it."""


class Leaving:
    """Leaves some keys out of what one argument splats.

    ``excludes``: whether the dumps are pydantic's own; ``holders``: the classes whose objects surely have the keys.
    """

    def __init__(
        self, snippet: Snippet, argument: cst.Arg, keys: Sequence[str], excludes: bool, holders: frozenset[str]
    ) -> None:
        self.snippet = snippet
        self.argument = argument
        self.keys = keys
        self.excludes = excludes
        self.holders = holders
        self.lossless = True
        """Whether the changes take away neither a comment nor an effect of what they remove."""

    def edits(self) -> list[Edit]:
        """The changes: where the dump is made if that is seen, else a ``pop`` before the call, else at the splat."""
        value = self.argument.value
        if isinstance(value, cst.Name):
            local = LocalDict(self.snippet, self.argument, value.value)
            found = self._at_the_dump(local) or self._by_popping(local)
        else:
            found = self._inside(value)
        return found or self.snippet.replace(value, self._filtered(value))

    # --- where the dump is made

    def _at_the_dump(self, local: LocalDict) -> list[Edit]:
        if not local.followed or local.given or len(local.made) != 1 or len(local.splats) != 1 or local.merged:
            return []
        if any(local.mentions(key) for key in self.keys):
            return []
        return self._inside(local.made[0])

    def _inside(self, value: cst.BaseExpression) -> list[Edit]:
        """The changes of an expression that brings the flags in; none where that is not seen."""
        match value:
            case cst.Call(func=cst.Attribute(attr=cst.Name("model_dump" | "dict"))) if self.excludes:
                return self._excluded(value)
            case cst.Call(func=cst.Name("dict"), args=[first, *more]):
                return self._of_dict_call(value, first, more)
            case cst.BinaryOperation(left=left, operator=cst.BitOr(), right=right):
                sides = [left, right]
                plain = [side for side in sides if self._is_without(side)]
                return self._inside(next(side for side in sides if side not in plain)) if len(plain) == 1 else []
            case cst.Dict():
                return self._of_literal(value)
            case _:
                return []

    def _of_dict_call(self, call: cst.Call, first: cst.Arg, more: Sequence[cst.Arg]) -> list[Edit]:
        named = [each for each in call.args if each.keyword is not None and each.keyword.value in self.keys]
        if len(named) == len(self.keys) == 1 and all(each.keyword is not None for each in call.args):
            self.lossless = not is_missed(named[0].value)
            return [without_item(self.snippet, call.args, named[0])]
        if first.keyword is None and first.star != "*" and all(each.keyword is not None for each in more) and not named:
            return self._inside(first.value)
        return []

    def _of_literal(self, literal: cst.Dict) -> list[Edit]:
        splats = [each for each in literal.elements if isinstance(each, cst.StarredDictElement)]
        own = [
            each for each in literal.elements if isinstance(each, cst.DictElement) and text_of(each.key) in self.keys
        ]
        if not splats and len(own) == len(self.keys) == 1:
            self.lossless = not is_missed(own[0].value)
            return [without_item(self.snippet, literal.elements, own[0])]
        return self._inside(splats[0].value) if len(splats) == 1 and not own else []

    def _is_without(self, value: cst.BaseExpression) -> bool:
        """Whether a dict literal has none of the keys."""
        return isinstance(value, cst.Dict) and all(
            isinstance(each, cst.DictElement) and text_of(each.key) not in (None, *self.keys) for each in value.elements
        )

    def _excluded(self, dump: cst.Call) -> list[Edit]:
        """``config.model_dump(exclude={"flag"})``, merged into what the call has already."""
        named = {each.keyword.value: each for each in dump.args if each.keyword is not None}
        if len(named) != len(dump.args):
            return []
        if "include" in named and (fewer := self._fewer(named["include"].value)):
            return fewer
        if "exclude" in named:
            return self._more(named["exclude"].value)
        code = f"exclude={self._set()}"
        if dump.args:
            return [with_items(self.snippet, dump.args, [code])]
        end = self.snippet.core(dump)[1] - 1
        return [self.snippet.change(end, end, code)]

    def _set(self) -> str:
        return "{" + ", ".join(f'"{key}"' for key in self.keys) + "}"

    def _more(self, names: cst.BaseExpression) -> list[Edit]:
        """The keys added to a set or dict of names."""
        match names:
            case cst.Set(elements=elements) | cst.Dict(elements=elements) if self._names_any(elements):
                return []
            case cst.Set(elements=elements):
                return [with_items(self.snippet, elements, [f'"{key}"' for key in self.keys])]
            case cst.Dict(elements=[_, *_] as elements):
                return [with_items(self.snippet, elements, [f'"{key}": True' for key in self.keys])]
            case cst.BinaryOperation(operator=cst.BitOr(), right=cst.Set() as right):
                return self._more(right)
            case cst.Name("None") | cst.Dict() | cst.Call(func=cst.Name("set"), args=[]):
                return self.snippet.replace(names, cst.parse_expression(self._set()))
            case _:
                return []

    def _names_any(self, elements: Sequence[cst.BaseElement | cst.BaseDictElement]) -> bool:
        """Whether one of the keys is in a literal already, so that something else brings it."""
        named = [each.key if isinstance(each, cst.DictElement) else each.value for each in elements]
        return any(text_of(each) in self.keys for each in named)

    def _fewer(self, names: cst.BaseExpression) -> list[Edit]:
        """The key taken out of a set of names, if others are left."""
        if not isinstance(names, cst.Set) or len(names.elements) < 2:
            return []
        own = [each for each in names.elements if text_of(each.value) in self.keys]
        return [without_item(self.snippet, names.elements, own[0])] if len(own) == len(self.keys) == 1 else []

    # --- before the call

    def _by_popping(self, local: LocalDict) -> list[Edit]:
        """``settings.pop("flag")``, where the dict is new and the call is the last to see it."""
        function = local.function
        if function is None or not local.uses or local.uses[-1] is not self.argument.value:
            return []
        line = self.snippet.enclosing(self.argument, cst.SimpleStatementLine)
        for each in self.snippet.above(self.argument):
            if each is function:
                break
            if isinstance(each, _INNER):
                return []
        if any(self.snippet.enclosing(use, cst.SimpleStatementLine) is line for use in local.uses[:-1]):
            return []
        rest = function.params.star_kwarg
        own = rest is not None and rest.name.value == local.name and not local.made
        if not own and not (local.followed and not local.given and len(local.made) == 1 and _is_new(local.made[0])):
            return []
        if any(isinstance(each, cst.FunctionDef | cst.Lambda) for each in self._readers(local, function)):
            return []
        sure = not own and self._is_full(local.made[0], function)
        code = "\n".join(
            f'{local.name}.pop("{key}")' if sure and not local.mentions(key) else f'{local.name}.pop("{key}", None)'
            for key in self.keys
        )
        edit = before_statement(self.snippet, self.argument, code)
        return [edit] if edit is not None else []

    def _readers(self, local: LocalDict, function: cst.FunctionDef) -> Iterator[cst.CSTNode]:
        """What stands between a function and the places at which it uses a dict."""
        for use in local.uses:
            for above in self.snippet.above(use):
                if above is function:
                    break
                yield above

    def _is_full(self, value: cst.BaseExpression, function: cst.FunctionDef) -> bool:
        """Whether a dump surely holds all fields, and is that of an object that has the keys."""
        match value:
            case cst.Call(func=cst.Attribute(value=cst.Name(name), attr=cst.Name("model_dump")), args=[]):
                pass
            case cst.Call(
                func=cst.Name("asdict") | cst.Attribute(attr=cst.Name("asdict")), args=[cst.Arg(value=cst.Name(name))]
            ):
                pass
            case _:
                return False
        parameters = [*function.params.posonly_params, *function.params.params, *function.params.kwonly_params]
        match next((each.annotation for each in parameters if each.name.value == name), None):
            case cst.Annotation(annotation=cst.Name(kind)):
                given = kind in self.holders
            case _:
                given = name == "self" and name in self.holders
        bound = any(isinstance(self.snippet.parent(use), cst.AssignTarget) for use in names_in(function.body, name))
        return given and not bound

    # --- at the splat

    def _filtered(self, value: cst.BaseExpression) -> cst.BaseExpression:
        """``{key: value for key, value in dump.items() if key != "flag"}``"""
        match value:
            case cst.DictComp(
                key=cst.Name(name),
                for_in=cst.CompFor(
                    target=cst.Tuple(elements=[cst.Element(value=cst.Name(first)), _]), inner_for_in=None
                ) as loop,
            ) if name == first and not loop.asynchronous:
                return value.with_changes(for_in=loop.with_changes(ifs=self._conditions(loop.ifs, name)))
        items = cst.Call(cst.Attribute(primary(value), cst.Name("items")))
        pair = [cst.Element(cst.Name("key")), cst.Element(cst.Name("value"))]
        loop = cst.CompFor(target=cst.Tuple(pair, lpar=[], rpar=[]), iter=items, ifs=self._conditions((), "key"))
        return cst.DictComp(cst.Name("key"), cst.Name("value"), for_in=loop)

    def _conditions(self, given: Sequence[cst.CompIf], name: str) -> list[cst.CompIf]:
        """The conditions of a comprehension, and that the key is none of those that stay out."""
        if len(self.keys) == 1:
            test = cst.parse_expression(f'{name} != "{self.keys[0]}"')
        else:
            quotes = ", ".join(f'"{key}"' for key in self.keys)
            test = cst.parse_expression(f"{name} not in ({quotes})")
        if not given:
            return [cst.CompIf(test)]
        *before, last = given
        both = cst.BooleanOperation(_anded(last.test), cst.And(), test)
        return [*before, last.with_changes(test=both)]


def _anded(test: cst.BaseExpression) -> cst.BaseExpression:
    """A condition as it stands before ``and``."""
    plain = isinstance(test, cst.BooleanOperation) and isinstance(test.operator, cst.And)
    return test if plain else operand(test)


def _is_new(value: cst.BaseExpression) -> bool:
    """Whether an expression makes a dict that nobody else has."""
    match value:
        case cst.Dict() | cst.DictComp():
            return True
        case cst.Call(func=cst.Name(name) | cst.Attribute(attr=cst.Name(name))):
            return name in _COPIES
        case _:
            return False
