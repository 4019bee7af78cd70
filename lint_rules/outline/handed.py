"""What a model's loading hands to a child that loads for itself: which weights, and how their names begin then."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from lint_rules.outline.cuts import changing
from lint_rules.outline.guards import Place
from lint_rules.outline.renames import Rename
from lint_rules.project import facts
from lint_rules.project.symbols import last_name

_DEPTH = 3

Begun = tuple[str, str]
"""How names begin in the checkpoint, and as they are handed on."""
Reader = Callable[[Iterable[facts.Statement], Place], Iterable[Rename]]
"""What gives the renames of a block."""


def child(call: facts.Call, at: Place) -> str | None:
    """The path of the child whose loader is called: ``self.model.load_weights(...)``; None for another call."""
    if not isinstance(call.function, facts.Attribute) or not call.function.name.startswith("load_weight"):
        return None
    target = call.function.value
    if isinstance(target, facts.Name):
        # `loader = AutoWeightsLoader(self.model)`, `model = self.model`
        target = next(iter(at.scope.assigned.get(target.id, ())), target)
    if isinstance(target, facts.Call) and target.arguments:
        part = at.value(target.arguments[-1].value) if last_name(target) == "getattr" else None
        if isinstance(part, str) and target.arguments[0].value == facts.Name("self"):
            return part
        target = target.arguments[0].value
    path: list[str] = []
    while isinstance(target, facts.Attribute):
        path.append(target.name)
        target = target.value
    return ".".join(reversed(path)) if target == facts.Name("self") and path else None


class Handed:
    """What calls of one function hand on."""

    def __init__(self, body: Sequence[facts.Statement], read: Reader) -> None:
        self._body = body
        self._read = read

    def by(self, call: facts.Call, at: Place) -> list[Begun]:
        """How the names begin that a child's loader is given; nothing where it is given all names as they are."""
        given = call.arguments[0].value if call.arguments else None
        outside = at._replace(guards=())
        if isinstance(given, facts.SequenceLiteral):
            # `self.child.load_weights([(name, weight)])`
            blocks = _blocks(self._body, lambda statement: _holds(statement, call), outside)
            found: Iterable[Begun] = (begun for block, place in blocks for begun in self._begun(block, place))
        else:
            found = self._given(given, outside, 0)
        return list(dict.fromkeys(found))

    def _given(self, given: facts.Expression | None, at: Place, depth: int) -> Iterator[Begun]:
        if depth > _DEPTH:
            return
        match given:
            case facts.Comprehension(value=value, loops=loops):
                place = at.within(*(test for loop in loops for test in loop.conditions))
                yield from self._begun([facts.Evaluate(value, 0, 0)], place)
            case facts.Call(function=facts.Name("iter" | "list" | "tuple"), arguments=[argument]):
                yield from self._given(argument.value, at, depth + 1)
            case facts.Call(function=facts.Name(id)):
                for inner in _defined(self._body, id):
                    for block, place in _blocks(inner, _yields, at):
                        yield from self._begun(block, place)
            case facts.Name(id):
                for block, place in _blocks(self._body, lambda statement: _appends(statement, id), at):
                    yield from self._begun(block, place)
                for value in at.scope.assigned.get(id, ()):
                    if isinstance(value, facts.Comprehension | facts.Call):
                        yield from self._given(value, at, depth + 1)
            case _:
                pass

    def _begun(self, block: Iterable[facts.Statement], at: Place) -> Iterator[Begun]:
        """What a block makes of the beginnings of names."""
        plain = [each for each in block if isinstance(each, facts.Assign | facts.Evaluate) and not _loads(each)]
        known = at.beginnings
        found = [
            (each.old, each.new)
            for each in self._read(plain, at)
            if each.where == "prefix" or (each.where == "substr" and each.old.startswith(tuple(known)))
        ]
        yield from found or [(text, text) for text in known]


def _blocks(
    body: Sequence[facts.Statement], wanted: Callable[[facts.Statement], bool], at: Place
) -> Iterator[tuple[Sequence[facts.Statement], Place]]:
    """The blocks that hold a wanted statement themselves, with what the conditions around them tell."""
    if any(wanted(statement) for statement in body):
        yield body, at
    for statement in body:
        match statement:
            case facts.If(test=test, body=inner, orelse=orelse):
                yield from _blocks(inner, wanted, at.within(test))
                yield from _blocks(orelse, wanted, at)
            case facts.For(body=inner) | facts.With(body=inner) | facts.While(body=inner) | facts.Try(body=inner):
                yield from _blocks(inner, wanted, at)
            case _:
                pass


def _yields(statement: facts.Statement) -> bool:
    return isinstance(statement, facts.Evaluate) and isinstance(statement.value, facts.Yield)


def _appends(statement: facts.Statement, name: str) -> bool:
    match statement:
        case facts.Evaluate(value=facts.Call(function=facts.Attribute(value=facts.Name(id), name="append"))):
            return id == name
        case _:
            return False


def _holds(statement: facts.Statement, call: facts.Call) -> bool:
    """Whether a plain statement holds a call."""
    return isinstance(statement, facts.Evaluate | facts.Assign | facts.Return) and any(
        node is call for node in changing(statement.value)
    )


def _loads(statement: facts.Assign | facts.Evaluate) -> bool:
    """Whether a statement is a call of a child's loader."""
    return isinstance(statement.value, facts.Call) and (last_name(statement.value) or "").startswith("load_weight")


def _defined(body: Iterable[facts.Statement], name: str) -> Iterator[list[facts.Statement]]:
    for statement in facts.flat(body):
        if isinstance(statement, facts.Define) and statement.function.name == name:
            yield statement.function.body or []
