"""What an entrypoint leaves in a config's policy.

An entrypoint is a place where a model's config comes to be: a class with its field defaults, a method that reads a
checkpoint, a function. It is evaluated as if somebody called it, and the configs that its result holds are looked at:
the final value of the policy decides, whoever set it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from lint_rules.blueprint.conditions import TRUE, Condition
from lint_rules.blueprint.frame import Instance, Mapping, Object
from lint_rules.blueprint.machine import Machine
from lint_rules.blueprint.values import UNKNOWN, Const, Ref, Term, Value, options
from lint_rules.blueprint.vocabulary import Vocabulary
from lint_rules.manifest.model import Entry, Exclusion, FlagName
from lint_rules.project.site import Site
from lint_rules.project.symbols import ClassInfo, FunctionInfo, Project

_DEPTH = 8
"""How deep configs may be nested in configs."""


@dataclass(eq=False)
class LeftOn:
    """A config that an entrypoint leaves with its policy on."""

    site: Site
    """The call that builds it."""
    entrypoint: str
    """As the manifest has it."""
    exclusion: Exclusion
    policy: FlagName
    config: ClassInfo
    """The class that is built."""
    where: tuple[str, ...]
    """The fields that lead to it from what the entrypoint makes: ``("text_config", "linear_attention")``."""
    private: bool
    """Whether the call stands in the entrypoint itself, so that nobody else is given what it builds."""
    told: bool
    """Whether the flag was given to the call; where it was not, it has its default."""
    began: bool
    """Whether the policy was on from the beginning, and not switched on afterwards."""
    heir: ClassInfo | None = None
    """The listed class that inherits the default from a base that is not listed: it is the one to change."""


class _Spot(NamedTuple):
    """What an entry of the manifest names: a class, a method of it, or a function."""

    cls: ClassInfo | None
    function: FunctionInfo | None


class _Left(NamedTuple):
    """A config that some value holds, with the fields that lead there."""

    made: Instance
    path: tuple[str, ...]


def left_on(vocabulary: Vocabulary, machine: Machine) -> list[LeftOn]:
    """All configs whose policy an entrypoint leaves on, each once, in the order of their places."""
    found: dict[tuple[Site, str, ClassInfo | None], LeftOn] = {}
    for exclusion in vocabulary.manifest.exclusions:
        if exclusion.policy is None:
            continue
        finder = _Finder(vocabulary, machine, exclusion, exclusion.policy)
        for each in finder.find():
            found.setdefault((each.site, each.policy.field, each.heir), each)
    return sorted(found.values(), key=lambda each: (each.site, each.entrypoint))


class _Finder:
    """The entrypoints of one exclusion."""

    def __init__(self, vocabulary: Vocabulary, machine: Machine, exclusion: Exclusion, policy: FlagName) -> None:
        self.vocabulary = vocabulary
        self.machine = machine
        self.exclusion = exclusion
        self.policy = policy
        self._defaults: dict[ClassInfo, list[tuple[_Left, ClassInfo | None]]] = {}

    def find(self) -> Iterator[LeftOn]:
        """What all of them leave on."""
        spots = [
            (entry, spot) for entry in self.exclusion.entrypoints for spot in resolve(self.vocabulary.project, entry)
        ]
        listed = [spot.cls for _, spot in spots if spot.cls is not None and spot.function is None]
        for entry, spot in spots:
            if spot.function is None and spot.cls is not None:
                for left, owner in self._of_class(spot.cls):
                    yield from self._report(entry, spot, left, owner, listed)
            elif spot.function is not None:
                owners = {left.made.site: owner for left, owner in self._of_class(spot.cls)} if spot.cls else {}
                for left in self._of_function(spot.function, spot.cls):
                    yield from self._report(entry, spot, left, owners.get(left.made.site), listed)

    def _report(
        self, entry: Entry, spot: _Spot, left: _Left, owner: ClassInfo | None, listed: Sequence[ClassInfo]
    ) -> Iterator[LeftOn]:
        """The finding; none where a base that is listed leaves the same: it is reported there."""
        made, cls = left.made, spot.cls
        if made.site is None or not isinstance(made.cls, ClassInfo):
            return
        heir: ClassInfo | None = None
        if owner is not None and cls is not None and owner in cls.mro[1:]:
            if any(self._leaves(base, made.site) for base in cls.mro[1:] if base in listed):
                return
            heir = cls
        place = spot.function if spot.function is not None else cls
        inside = place is not None and _stands_in(made.site, place)
        in_class = cls is not None and _stands_in(made.site, cls)
        yield LeftOn(
            made.site,
            entry.text,
            self.exclusion,
            self.policy,
            made.cls,
            left.path,
            inside or in_class,
            self.policy.field in made.told,
            made.settled.get(self.policy.field) is not self.policy.negated
            and made.later.get(self.policy.field) in (None, self.policy.negated),
            heir,
        )

    def _leaves(self, base: ClassInfo, site: Site) -> bool:
        return any(left.made.site == site for left, _ in self._of_class(base))

    # --- what is made

    def _of_class(self, cls: ClassInfo) -> list[tuple[_Left, ClassInfo | None]]:
        """What a class's defaults leave on, each with the class whose body says so."""
        if cls not in self._defaults:
            self._defaults[cls] = []
            heap, value = self.machine.evaluate_defaults(cls)
            self._defaults[cls] = [(left, self._owner(cls, left)) for left in self._walk(value, heap)]
            known = {left.made.site for left, _ in self._defaults[cls]}
            made = heap[value.index] if isinstance(value, Ref) else None
            fields = made.fields if isinstance(made, Instance) else {}
            for name, field in cls.all_fields.items():
                if name not in fields and field.value is not None:
                    heap, value = self.machine.evaluate_class_name(field, cls)
                    for left in self._walk(value, heap, (name,)):
                        if left.made.site not in known:
                            self._defaults[cls].append((left, self._owner(cls, left)))
        return self._defaults[cls]

    def _owner(self, cls: ClassInfo, left: _Left) -> ClassInfo | None:
        """The class whose body sets a default: that of the field, or of the constructor that builds it."""
        site = left.made.site
        inside = next((base for base in cls.mro if site is not None and _stands_in(site, base)), None)
        if inside is not None:
            return inside
        field = cls.field(left.path[0]) if left.path else None
        if field is None or field.default is None:
            return None
        heap, value = self.machine.evaluate_class_name(field, cls)
        return field.owner if any(each.made.site == site for each in self._walk(value, heap)) else None

    def _of_function(self, function: FunctionInfo, cls: ClassInfo | None) -> list[_Left]:
        result = self.machine.evaluate_function(function, cls)
        if result is None:
            return []
        found = list(self._walk(result.returned, result.heap))
        if cls is not None and not function.decorated("classmethod", "staticmethod"):
            for term, names in result.overlays.items():
                path = _path_from_self(term)
                for name, value in names.items() if path is not None else ():
                    found += self._walk(value, result.heap, (*(path or ()), name))
        return found

    # --- what a value holds

    def _walk(self, value: Value, heap: list[Object], path: tuple[str, ...] = ()) -> Iterator[_Left]:
        """The configs with the policy on in a value, each once."""
        seen: set[int] = set()
        stack: list[tuple[Value, tuple[str, ...], Condition]] = [(value, path, TRUE)]
        while stack:
            here, names, known = stack.pop()
            for when, option in options(here, known):
                if not isinstance(option, Ref) or not 0 <= option.index < len(heap) or option.index in seen:
                    continue
                seen.add(option.index)
                made = heap[option.index]
                if isinstance(made, Instance) and self._is_on(made, when):
                    yield _Left(made, names)
                if len(names) < _DEPTH:
                    stack += [(each, (*names, name) if name else names, when) for name, each in _inside(made)]

    def _is_on(self, made: Instance, known: Condition) -> bool:
        """Whether a config is one that declares the policy, and has it on, at the end of some path.

        A flag that was built with a value that can't be told is not guessed.
        """
        if not isinstance(made.cls, ClassInfo):
            return False
        field = self.policy.field
        if self.vocabulary.flag(made.cls, field) != self.policy.key:
            return False
        value = made.fields.get(field)
        if value is None:
            declared = made.cls.field(field)
            value = self.machine.evaluate_class_name(declared, made.cls)[1] if declared and declared.value else UNKNOWN
        states = [bool(option.value) if isinstance(option, Const) else None for _, option in options(value, known)]
        on = not self.policy.negated
        return on in states and (all(state is on for state in states) or field in made.settled)


def _path_from_self(term: Term) -> tuple[str, ...] | None:
    """The attributes that lead from a method's own object to a term."""
    names: list[str] = []
    while term[0] == "field" and isinstance(term[1], tuple):
        names.insert(0, str(term[2]))
        term = term[1]
    return tuple(names) if term == ("arg", 0) else None


def _inside(made: Object) -> list[tuple[str, Value]]:
    """What an object holds, under the names of fields."""
    if isinstance(made, Instance):
        return [*made.fields.items(), *(("", item) for item in made.items)]
    if isinstance(made, Mapping):
        return [(f"[{key}]", entry) for key, entry in made.entries.items()]
    return [("", item) for item in made.items]


def _stands_in(site: Site, place: ClassInfo | FunctionInfo) -> bool:
    return site.path == place.module.path and place.facts.line <= site.line <= place.facts.end_line


def resolve(project: Project, entry: Entry) -> list[_Spot]:
    """What an entrypoint of the manifest names: ``Class``, ``Class.method``, or a dotted class, method or function.

    The longest leading part that names a module is the module; a bare class means every class of that name.
    """
    module, (name, *rest) = project.split(entry.text)
    if module is not None:
        return [spot for each in module.lookup(name) for spot in _spots(each, rest)]
    named: list[ClassInfo | FunctionInfo] = [cls for m in project.modules for cls in m.classes if cls.name == name]
    if not named:
        named = [each for m in project.modules for each in m.functions if each.facts.name == name]
    return [spot for each in named for spot in _spots(each, rest)]


def _spots(found: object, rest: Sequence[str]) -> Iterator[_Spot]:
    if isinstance(found, FunctionInfo) and not rest:
        yield _Spot(None, found)
    if isinstance(found, ClassInfo):
        if not rest:
            yield _Spot(found, None)
        elif rest[0] in found.classes:
            yield from _spots(found.classes[rest[0]], rest[1:])
        elif len(rest) == 1 and (method := found.method(rest[0])) is not None:
            yield _Spot(found, method)
