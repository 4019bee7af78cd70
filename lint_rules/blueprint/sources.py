"""Where an object comes from: made in view, or given by somebody outside; and who else sees it."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import NamedTuple

from lint_rules.blueprint.conditions import TRUE, Condition
from lint_rules.blueprint.frame import Instance
from lint_rules.blueprint.query import Visit
from lint_rules.blueprint.values import Ref, Symbol, Value, options
from lint_rules.blueprint.vocabulary import Vocabulary
from lint_rules.project.symbols import ClassInfo, ModuleInfo


class Source(NamedTuple):
    """Where an object comes from."""

    key: tuple[Hashable, Hashable]
    """Its identity, and that in the terms of the builder that made it."""
    visit: Visit
    """The builder that made it, or the entry that it was given to."""
    outside: bool

    def is_shared(self, visit: Visit, vocabulary: Vocabulary) -> bool:
        """Whether others than the builder that changes the object see it."""
        if self.outside:
            return True
        chain: list[ClassInfo] = []
        here: Visit | None = visit
        while here is not None and here is not self.visit:
            builder = here.result.builder
            if isinstance(builder, ClassInfo) and builder.is_module:
                chain.append(builder)
            here = here.above
        if not chain:
            return False
        return any(not vocabulary.excluding(cls) for cls in chain) or self._is_given_to_others(vocabulary)

    def _is_given_to_others(self, vocabulary: Vocabulary) -> bool:
        """Whether an object that was made in view is handed to modules that are not excluded, too."""
        return any(
            isinstance(call.callee, ClassInfo)
            and call.callee.is_module
            and not vocabulary.excluding(call.callee)
            and any(_identity(option) == self.key[1] for each in call.arguments for _, option in options(each.value))
            for call in self.visit.result.constructions
        )


def sources(visit: Visit, target: Value, condition: Condition) -> Iterator[Source]:
    """The objects that ``target`` may be, but for modules and for what can't be told."""
    for _, option in options(target, condition):
        if isinstance(option, Symbol) and not (option.cls is not None and option.cls.is_module):
            yield from _of_symbol(visit, option)
        elif isinstance(option, Ref):
            yield from _of_object(visit, option)


def _of_symbol(visit: Visit, symbol: Symbol) -> Iterator[Source]:
    root: Hashable = symbol.term
    while isinstance(root, tuple) and root[0] == "field":
        root = root[1]
    assert isinstance(root, tuple)
    if root[0] in ("copy", "deepcopy") or (root[0] == "obj" and not _is_given(visit, root[1])):
        yield Source((id(visit), symbol.term), visit, False)
    elif root[0] in ("arg", "obj") and visit.exit is not None:
        lifted = visit.exit.value(symbol)
        if visit.above is not None:
            yield from sources(visit.above, lifted, TRUE)
        elif lifted != symbol:
            yield from sources(visit, lifted, TRUE)
    elif root[0] in ("parameter", "self"):
        yield Source((0, symbol.term), visit, True)


def _of_object(visit: Visit, ref: Ref) -> Iterator[Source]:
    if _is_given(visit, ref.index) and visit.exit is not None and visit.above is not None:
        yield from sources(visit.above, visit.exit.value(ref), TRUE)
        return
    made = visit.result.heap[ref.index] if 0 <= ref.index < len(visit.result.heap) else None
    if isinstance(made, Instance) and isinstance(made.cls, ClassInfo) and not made.cls.is_module:
        outside = made.common and not isinstance(visit.result.builder, ModuleInfo)
        yield Source((id(visit), ("obj", ref.index)), visit, outside)


def _is_given(visit: Visit, index: Hashable) -> bool:
    """Whether an object on a builder's heap came with its arguments."""
    return isinstance(index, int) and 0 <= index < visit.result.imported


def _identity(value: Value) -> Hashable:
    match value:
        case Ref(index):
            return ("obj", index)
        case Symbol(term=term):
            return term
        case _:
            return None


def is_inside(term: Hashable, outer: Hashable) -> bool:
    """Whether a term is ``outer``, or is read from it."""
    while term != outer and isinstance(term, tuple) and term[0] == "field":
        term = term[1]
    return term == outer
