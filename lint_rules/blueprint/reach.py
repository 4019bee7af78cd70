"""How a config-only flag can be read at a place: ``self.quantize``, ``config.mixer.quantize``, a local that holds it.

What a name stands for is forgotten once a builder has been evaluated. So the entries below which the place lies are
evaluated once more, by a machine that looks around whenever it comes by.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from lint_rules.blueprint.conditions import Condition
from lint_rules.blueprint.frame import Instance, Result, Scope
from lint_rules.blueprint.machine import Machine
from lint_rules.blueprint.reads import reads, spelled, surely_reads
from lint_rules.blueprint.relevance import Relevance
from lint_rules.blueprint.values import NONE, UNKNOWN, Flag, Passed, Ref, Symbol, Term, Value, options
from lint_rules.blueprint.vocabulary import Vocabulary
from lint_rules.manifest.model import FlagName
from lint_rules.project import facts
from lint_rules.project.site import Site
from lint_rules.project.symbols import ClassInfo, FunctionInfo, ModuleInfo, Project, last_name

_DEPTH = 3
"""How many attributes lead from a name to a config object, at most."""
_MOST_ROOTS = 16


class Reading(NamedTuple):
    """One expression that reads a flag."""

    expression: str
    """``config.mixer.quantize``"""
    owner: str
    """``config.mixer``; the expression itself where it is a local that holds the flag."""
    identity: Term
    """Which config object it is."""
    doubtful: tuple[str, ...]
    """What of it may be None, as far as its annotation says."""
    settled: bool = False
    """Whether something of it may be None in general, but not at the place."""


class _Sight(NamedTuple):
    """What is seen of a flag at a place, by one way there."""

    readings: list[Reading]
    used: list[Term | None]
    """The objects with the flag that the place uses; None stands for what may be one."""


_Object = tuple[facts.Expression, str | None, Value]
"""Something that a place uses, the attribute of it that is read, if it is just that, and what it is."""


class _Way(NamedTuple):
    """How an object can be read at a place."""

    text: str
    doubtful: tuple[str, ...] = ()
    settled: bool = False

    def further(self, name: str, sure: bool) -> _Way:
        """The way to an attribute of the object."""
        text = f"{self.text}.{name}"
        return _Way(text, self.doubtful if sure else (*self.doubtful, text), self.settled)

    def present(self) -> _Way:
        """The way to an object that is known to be there."""
        if self.text not in self.doubtful[-1:]:
            return self
        return _Way(self.text, self.doubtful[:-1], True)


class Reaches:
    """Answers for some places how a flag can be read there."""

    def __init__(self, project: Project, vocabulary: Vocabulary, relevance: Relevance) -> None:
        self._project, self._vocabulary, self._relevance = project, vocabulary, relevance
        self._sights: dict[Site, dict[str, list[_Sight]]] = {}

    def look(self, places: Iterable[tuple[Site, list[Result], list[FlagName]]]) -> None:
        """Look around at some places (calls and statements), each below some entries, for some flags."""
        wanted = {site: flags for site, _, flags in places}
        watcher = _Watcher(self._project, self._vocabulary, self._relevance, wanted)
        done: set[int] = set()
        for _, roots, _ in places:
            for root in roots[:_MOST_ROOTS]:
                if id(root) not in done:
                    done.add(id(root))
                    watcher.visit(root)
        self._sights = watcher.sights

    def reading(self, site: Site, flag: FlagName, text: str) -> Reading | None:
        """The expression that reads a flag at a place; None where there is none, or where it is not clear which.

        ``text`` is that of the place: of several objects that have the flag, the one that is used there is meant.
        """
        sights = self._sights.get(site, {}).get(flag.key, [])
        if not sights:
            return None
        shared = set.intersection(*({reading.expression for reading in sight.readings} for sight in sights))
        readings = [reading for reading in sights[0].readings if reading.expression in shared]
        if any(None in sight.used for sight in sights):
            return None
        if sights[0].used:
            used = set(sights[0].used)
            readings = [reading for reading in readings if used == {reading.identity}]
        elif len({reading.identity for reading in readings}) > 1:
            readings = [reading for reading in readings if _uses(reading.owner, text)]
        if len({reading.identity for reading in readings}) != 1:
            return None
        settled = [_as_seen(reading, text) for reading in readings]
        return min(settled, key=lambda each: (not _uses(each.owner, text), bool(each.doubtful), each.owner.count(".")))


def _as_seen(reading: Reading, text: str) -> Reading:
    """A reading without the doubts that the text of its place dispels."""
    doubtful = tuple(each for each in reading.doubtful if not surely_reads(each, text))
    return reading._replace(doubtful=doubtful, settled=reading.settled or doubtful != reading.doubtful)


class _Watcher(Machine):
    """An evaluator that looks around at some places."""

    def __init__(
        self, project: Project, vocabulary: Vocabulary, relevance: Relevance, wanted: dict[Site, list[FlagName]]
    ) -> None:
        super().__init__(project, vocabulary, relevance)
        self.wanted = wanted
        self.sights: dict[Site, dict[str, list[_Sight]]] = {}
        self._deleted: set[tuple[Scope, str]] = set()

    def visit(self, root: Result) -> None:
        """Evaluate an entry once more."""
        match root.builder:
            case FunctionInfo():
                self.evaluate_function(root.builder, root.owner)
            case ClassInfo():
                self.evaluate_class(root.builder)
            case ModuleInfo():
                self.evaluate_module(root.builder)

    def arguments(self, call: facts.Call, scope: Scope) -> list[Passed]:
        """The arguments of a call; here the names are what they are when it is made."""
        found = super().arguments(call, scope)
        site = self.site(scope, call.line, call.column)
        if site in self.wanted:
            objects: list[_Object] = [
                (each.value, None, given.value) for each, given in zip(call.arguments, found, strict=True)
            ]
            objects += [(each.of, each.attribute, self._again(each.of, scope)) for each in reads(call)]
            self._look(site, scope, objects)
        return found

    def _again(self, expression: facts.Expression, scope: Scope) -> Value:
        """The value of an expression that has been evaluated, as far as this can be done twice."""
        return self.evaluate(expression, scope) if spelled(expression) is not None else UNKNOWN

    def set_attribute(
        self, target: Value, name: str, value: Value, scope: Scope, site: Site, call: Site | None = None
    ) -> None:
        """``target.name = value``"""
        self._look(site, scope, [])
        super().set_attribute(target, name, value, scope, site, call)

    def _delete(self, target: facts.Expression, scope: Scope, site: Site) -> None:
        if isinstance(target, facts.Name):
            self._deleted.add((scope, target.id))
        super()._delete(target, scope, site)

    def _look(self, site: Site, scope: Scope, objects: list[_Object]) -> None:
        for flag in self.wanted.get(site, ()) if scope.condition is not None else ():
            seen = [each for name in _visible(scope) for each in self._from_name(name, flag, scope, site)]
            sight = _Sight(seen, [])
            for each in objects:
                self._note(each, flag, sight, scope)
            self.sights.setdefault(site, {}).setdefault(flag.key, []).append(sight)

    def _note(self, used: _Object, flag: FlagName, sight: _Sight, scope: Scope) -> None:
        """Note which object with the flag a place uses, if it may be one."""
        expression, attribute, value = used
        text = spelled(expression)
        found = [option for _, option in options(value, scope.known) if option != NONE]
        for option in found:
            cls = self.class_of(option, scope)
            if cls is not None and self.vocabulary.flag(cls, flag.field) == flag.key:
                if isinstance(option, Symbol | Ref):
                    term: Term = option.term if isinstance(option, Symbol) else ("obj", option.index)
                    items = text is not None and "[" in text
                    sight.used.append(("item", text) if items else term)
                    if items and len(found) == 1 and self._has(option, cls, flag.field, scope):
                        sight.readings.append(Reading(f"{text}.{flag.field}", str(text), ("item", text), (str(text),)))
            elif attribute is not None and self._may_have(option, cls, flag, attribute):
                sight.used.append(None)

    def _may_have(self, value: Value, cls: ClassInfo | None, flag: FlagName, attribute: str) -> bool:
        """Whether something that has an attribute may be an object with the flag, though that is not known."""
        owners = self.vocabulary.declaring(flag)
        if cls is not None:
            owners = [each for each in owners if cls in each.mro and not (isinstance(value, Symbol) and value.exact)]
        elif not (isinstance(value, Symbol) and value.element is None) and value != UNKNOWN:
            return False
        return any(attribute in each.all_fields or _takes(each.method("__init__"), attribute) for each in owners)

    def _from_name(self, name: str, flag: FlagName, scope: Scope, site: Site) -> Iterator[Reading]:
        holder = scope.find(name)
        if holder is not None and (holder, name) not in self._deleted and name.isidentifier():
            sure = scope.self_value is not None and holder.names[name] == scope.self_value
            sure = sure or _is_required(name, holder)
            value = self.read(name, scope)
            yield from self._from_value(_Way(name, () if sure else (name,)), value, flag, scope, site)

    def _from_value(
        self, way: _Way, value: Value, flag: FlagName, scope: Scope, site: Site, depth: int = 0
    ) -> Iterator[Reading]:
        found = [option for _, option in options(value, scope.known)]
        present = [option for option in found if option != NONE]
        if len(present) != 1:
            return
        (option,) = present
        if isinstance(option, Flag):
            if option.name == flag.key and len(found) == 1:
                yield Reading(way.text, way.text, option.owner, ())
            return
        cls = self.class_of(option, scope)
        if not isinstance(option, Symbol | Ref) or cls is None:
            return
        if (isinstance(option, Ref) and len(found) == 1) or _known_present(option, scope.known):
            way = way.present()
        if self.vocabulary.flag(cls, flag.field) == flag.key:
            if not self._has(option, cls, flag.field, scope):
                return
            term: Term = option.term if isinstance(option, Symbol) else ("obj", option.index)
            yield Reading(f"{way.text}.{flag.field}", way.text, term, way.doubtful, way.settled)
        elif depth < _DEPTH:
            for name, sure in self._leads(option, cls, scope):
                value = self.attribute(option, name, scope, site)
                yield from self._from_value(way.further(name, sure), value, flag, scope, site, depth + 1)

    def _has(self, value: Symbol | Ref, cls: ClassInfo, name: str, scope: Scope) -> bool:
        """Whether an object really has what the manifest calls a flag of it."""
        method = cls.method(name)
        if method is not None:
            return method.decorated("property", "cached_property", "computed_field")
        return name in cls.all_fields or any(name == lead for lead, _ in self._leads(value, cls, scope))

    def _leads(self, value: Symbol | Ref, cls: ClassInfo, scope: Scope) -> list[tuple[str, bool]]:
        """The attributes of an object that may lead to a config, and whether each is surely there."""
        out = {
            name: not _is_optional(field.annotation)
            for name, field in cls.all_fields.items()
            if field.annotation is not None and not isinstance(field.annotation, facts.Constant)
        }
        made: object = None
        if isinstance(value, Ref):
            made = self.object(value, scope.frame)
        elif not cls.is_record and (result := self.constructed(cls)) is not None and isinstance(result.returned, Ref):
            made = result.heap[result.returned.index]
        for name in made.fields if isinstance(made, Instance) else ():
            out.setdefault(name, False)
        return [(name, sure) for name, sure in out.items() if name.isidentifier() and name != "model_config"]


def _visible(scope: Scope) -> list[str]:
    """The local names that can be read, the innermost first."""
    names: dict[str, None] = {}
    here: Scope | None = scope
    while here is not None:
        names.update(dict.fromkeys(here.names))
        here = here.parent
    return list(names)


def _takes(init: FunctionInfo | None, name: str) -> bool:
    return init is not None and any(each.name == name for each in init.facts.parameters)


def _is_required(name: str, scope: Scope) -> bool:
    """Whether a name is a parameter that can't be None by its annotation."""
    function = scope.function.facts if scope.function is not None else None
    for parameter in function.parameters if function is not None else ():
        if parameter.name == name:
            return not _is_optional(parameter.annotation) and parameter.default != facts.Constant(None)
    return False


def _is_optional(annotation: facts.Expression | None) -> bool:
    match annotation:
        case None | facts.Constant(None):
            return True
        case facts.Name(id):
            return id in ("Optional", "Any", "object")
        case facts.Attribute(name=name):
            return name in ("Optional", "Any")
        case facts.Subscript(value, index):
            return _is_optional(value) or (last_name(value) in ("Union", "Annotated") and _is_optional(index))
        case facts.SequenceLiteral(elements=elements):
            return any(_is_optional(element) for element in elements)
        case facts.Binary(left=left, right=right):
            return _is_optional(left) or _is_optional(right)
        case _:
            return False


def _known_present(value: Symbol | Ref, known: Condition) -> bool:
    return isinstance(value, Symbol) and (("none", value.term), False) in known.literals


def _uses(owner: str, text: str) -> bool:
    """Whether a piece of code reads something of an object, or dumps it."""
    words = text.replace("(", " ( ").replace(")", " ) ").replace(",", " , ").replace("*", " ").replace("=", " ").split()
    return any(word == owner or word.startswith(f"{owner}.") for word in words)
