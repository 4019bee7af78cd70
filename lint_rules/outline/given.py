"""What a call gives the module that it makes: a name, a config, and what decides its shape."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from lint_rules.outline.drawer import Drawer, Variant
from lint_rules.outline.texts import Text
from lint_rules.outline.values import (
    NONE,
    UNKNOWN,
    Call,
    ClassRef,
    FunctionRef,
    Mapping,
    Outer,
    Passed,
    Quant,
    Value,
    options,
)
from lint_rules.project import facts
from lint_rules.project.site import Site
from lint_rules.project.symbols import ClassInfo


class Given(NamedTuple):
    """What a call gives."""

    accepts: bool
    """Whether the callee takes a name."""
    texts: tuple[Text, ...]
    """The names that it may be given; none where it is given none, or one that can't be told."""
    untold: bool
    """Whether it may be given a name that can't be told."""
    default: str | None
    """The name that the callee takes where none is given, as its text says."""
    argument: Site | None
    """The argument that gives the name."""
    sources: frozenset[str]
    """Parameters of the builder whose config it is given; ``""`` for one that is always there."""
    configs: tuple[tuple[str, frozenset[str]], ...]
    """The callee's parameters that take a config, and which."""
    variant: Variant

    @property
    def is_named(self) -> bool:
        """Whether a name is given, known or not."""
        return bool(self.texts) or self.untold


def given(drawer: Drawer, call: Call) -> Given:
    """What a call gives the module that it makes."""
    callee = call.callee
    init = callee.method("__init__") if isinstance(callee, ClassInfo) else None
    bound: dict[str, Passed] = {}
    accepts = init is None
    default: str | None = None
    if init is not None:
        parameters = init.facts.parameters[1:]
        bound = drawer.given(parameters, call.arguments)
        accepts = any(each.name == drawer.prefix or each.kind == "**" for each in parameters)
        default = _default(parameters, drawer.prefix)
    name = bound.get(drawer.prefix) or _by_keyword(drawer, call)
    if name is None and init is None:
        name = _by_place(call)
    texts: list[Text] = []
    untold = _may_be_hidden(call) if name is None else False
    for option in options(name.value) if name is not None else ():
        if isinstance(option, Text):
            texts.append(option)
        else:
            untold = True
    configs = _configs(drawer, call, bound)
    sources = frozenset(source for _, each in configs for source in each)
    site = name.site if name is not None else None
    return Given(accepts, tuple(texts), untold, default, site, sources, tuple(configs), _variant(drawer, bound))


def _default(parameters: Iterable[facts.Parameter], name: str) -> str | None:
    for each in parameters:
        if each.name == name and isinstance(each.default, facts.Constant) and isinstance(each.default.value, str):
            return each.default.value
    return None


def _by_keyword(drawer: Drawer, call: Call) -> Passed | None:
    for argument in call.arguments:
        if argument.name == drawer.prefix:
            return argument
        if argument.stars == 2:
            for mapping in options(argument.value):
                if isinstance(mapping, Mapping) and drawer.prefix in mapping.entries:
                    return Passed(None, 2, mapping.entries[drawer.prefix], argument.site)
                if isinstance(mapping, Mapping) and mapping.own is not None:
                    return Passed(None, 2, mapping.own(drawer.prefix), argument.site)
    return None


def _by_place(call: Call) -> Passed | None:
    """Of a class that is not in view: the argument that must be its name, for it holds the builder's own."""
    for argument in call.arguments:
        if argument.name is None and not argument.stars:
            if any(isinstance(each, Text) and each.holds_prefix for each in options(argument.value)):
                return argument
    return None


def _may_be_hidden(call: Call) -> bool:
    """Whether a splat that can't be told may hold the name."""
    for argument in call.arguments:
        if argument.stars == 1:
            return True
        if argument.stars == 2:
            for each in options(argument.value):
                if not isinstance(each, Mapping) or (not each.closed and each.own is None):
                    return True
    return False


def _configs(drawer: Drawer, call: Call, bound: dict[str, Passed]) -> list[tuple[str, frozenset[str]]]:
    names = drawer.vocabulary.names
    pairs = [(name, passed.value) for name, passed in bound.items()]
    if not isinstance(call.callee, ClassInfo) or not bound:
        pairs += [(argument.name or "", argument.value) for argument in call.arguments if not argument.stars]
        for argument in call.arguments:
            for each in options(argument.value) if argument.stars == 2 else ():
                if isinstance(each, Mapping):
                    pairs += each.entries.items()
    elif any(each.kind == "**" for each in _parameters(call.callee)):
        pairs += [(a.name, a.value) for a in call.arguments if a.name is not None and a.name not in bound]
    out: list[tuple[str, frozenset[str]]] = []
    for name, value in pairs:
        sources = frozenset(s for each in options(value) if isinstance(each, Quant) for s in each.sources)
        if not sources and name in names and value != NONE and UNKNOWN in options(value):
            sources = frozenset({""})
        if sources:
            out.append((name, sources))
    return out


def _parameters(cls: ClassInfo) -> list[facts.Parameter]:
    init = cls.method("__init__")
    return init.facts.parameters if init is not None else []


def _variant(drawer: Drawer, bound: dict[str, Passed]) -> Variant:
    out: list[tuple[str, Value]] = []
    for name, passed in sorted(bound.items()):
        if name == drawer.prefix:
            continue
        value = passed.value
        if isinstance(value, ClassRef | Outer) or (isinstance(value, FunctionRef) and value.self is None):
            out.append((name, value))
        elif isinstance(value, Quant) and name not in drawer.vocabulary.names:
            out.append((name, Quant(frozenset({name}))))
    return tuple(out)
