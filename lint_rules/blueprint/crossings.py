"""Where a quantization config crosses into an excluded module.

A crossing is one argument (or one assignment) that a person has to edit. What lies behind it, the module, may be an
excluded class, or a layer that a path or a name excludes; the config may come from the builder's parameters, or be read
afresh inside the module, where nothing else carries it in.
"""

from __future__ import annotations

from collections.abc import Container, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

from lint_rules.blueprint.conditions import TRUE, Condition, Literal, both
from lint_rules.blueprint.excluded import built_by_modules, layers_by_name, layers_by_path
from lint_rules.blueprint.frame import Construction, Given, Instance, Mapping, Result
from lint_rules.blueprint.query import Visit, below, visits
from lint_rules.blueprint.tree import Layer, child_of, layers_of
from lint_rules.blueprint.values import Config, Hop, Ref, Symbol, Trace, Value, configs, options
from lint_rules.blueprint.vocabulary import Target, Vocabulary
from lint_rules.manifest.model import Exclusion
from lint_rules.project.site import Site
from lint_rules.project.symbols import ClassInfo, FunctionInfo, ModuleInfo

T = TypeVar("T")


class Subject(NamedTuple):
    """An excluded module: as a message names it, and by which entry it is excluded."""

    exclusion: Exclusion
    module: str
    target: Target | None = None
    """The item that names a path below a class, where it is one."""
    single: bool = False
    """Whether it is a layer that a path or a name excludes, not a class."""


@dataclass(eq=False)
class Crossing:
    """One place at which a config enters an excluded module."""

    site: Site
    call: Site | None
    splat: bool
    stored: bool
    """Whether it is a statement that sets an attribute, not an argument."""
    module: str
    """The excluded module, as a message names it: a class, or a class and a path."""
    exclusion: Exclusion
    trace: Trace
    conditions: tuple[str, ...]
    """The conditions, none of them a policy, under which the config is handed over."""
    layers: tuple[str, ...]
    shared: tuple[str, ...]
    """Where a base class builds the layer: the classes for which it does so and which are not excluded."""
    entry: FunctionInfo | ClassInfo | None
    """The builder whose own parameter brings the config: its callers decide whether it does."""
    kind: str = "class"
    """What crosses: into a ``class``, into a single ``layer``, read ``inside`` one of them, or ``set`` afterwards."""
    exclusions: list[Exclusion] = field(default_factory=list)
    """All entries that forbid it, on one path or another."""
    roots: list[Result] = field(default_factory=list)
    """The entries below which it was met."""


class Crossings:
    """Finds all crossings below the entries of a project."""

    def __init__(self, vocabulary: Vocabulary, roots: list[Result], above: Sequence[Result] = ()) -> None:
        """``above`` are other entries, which may build the roots as parts of a module: these have no names then."""
        self.vocabulary = vocabulary
        self.roots = roots
        self._found: dict[Site, Crossing] = {}
        self._built_by_modules = built_by_modules([*roots, *above])

    def find(self, apart: Container[object] = ()) -> list[Crossing]:
        """All crossings, each once, in the order of their places; none inside builders that are judged ``apart``."""
        for root in self.roots:
            for visit in visits(root, apart):
                self._constructions(visit)
                self._stores(visit)
                self._inside(visit)
                self._paths(visit)
                self._names(visit)
        return sorted(self._found.values(), key=lambda crossing: crossing.site)

    # --- excluded classes

    def _constructions(self, visit: Visit) -> None:
        for construction in visit.result.constructions:
            if construction.factory is not None or isinstance(construction.callee, str):
                continue
            for target in self.vocabulary.excluding(construction.callee):
                if self._within(visit, target.exclusion):
                    mine = [given for given in construction.arguments if not _own(given, construction)]
                else:
                    mine = list(construction.arguments)
                self._given(visit, construction, mine, Subject(target.exclusion, construction.callee.name), None)

    def _within(self, visit: Visit, exclusion: Exclusion) -> bool:
        """Whether a builder is the constructor of a class that the exclusion covers whole."""
        builder = visit.result.builder
        return isinstance(builder, ClassInfo) and any(
            target.exclusion is exclusion for target in self.vocabulary.excluding(builder)
        )

    def _given(
        self,
        visit: Visit,
        construction: Construction,
        arguments: list[Given],
        subject: Subject,
        condition: Condition | None,
    ) -> bool:
        """Judge a construction's arguments; whether any of them may carry a config at all."""
        carried = False
        for given in arguments:
            start = construction.condition
            if condition is not None:
                joined = both(condition, start)
                if joined is None:
                    continue
                start = joined
            for value in _laid_open(given.value, visit.result, 0):
                for full, config in visit.configs(value, start):
                    carried = True
                    if not self._allowed(subject.exclusion, full):
                        texts = _conditions(visit, full, start, subject.exclusion, config)
                        self._report(visit, given.hop, config, texts, subject, construction)
        return carried

    def _allowed(self, exclusion: Exclusion, condition: Condition) -> bool:
        """Whether the policy is known to let the module be quantized."""
        if exclusion.policy is None:
            return False
        return any(
            atom[0] == "flag" and self.vocabulary.policy_allows(exclusion.policy, str(atom[1]), sign)
            for atom, sign in condition.literals
        )

    def _report(
        self,
        visit: Visit,
        hop: Hop,
        config: Config,
        texts: tuple[str, ...],
        subject: Subject,
        construction: Construction | None,
    ) -> None:
        trace = config.trace
        if hop not in trace:
            trace = (*trace, hop)
        trace = trace[: trace.index(hop) + 1]
        before = self._found.get(hop.site)
        exclusions, roots = (before.exclusions, before.roots) if before is not None else ([], [])
        _note(subject.exclusion, exclusions)
        _note(visit.root.result, roots)
        if before is not None and (_rank(before.trace), before.conditions) <= (_rank(trace), texts):
            return
        kind = "inside" if construction is None else "layer" if subject.single else "class"
        self._found[hop.site] = Crossing(
            hop.site,
            hop.call,
            hop.splat,
            hop.kind == "store",
            subject.module,
            subject.exclusion,
            trace,
            texts,
            self._quantized(visit, construction) if construction is not None else (),
            self._shared(hop.site, subject.target),
            _entry(visit, config),
            kind,
            exclusions,
            roots,
        )

    def _shared(self, site: Site, target: Target | None) -> tuple[str, ...]:
        """For a layer that a base class builds: the classes for which it does so and which are not excluded."""
        if target is None:
            return ()
        module = self.vocabulary.project.module(site.path)
        owner = next((cls for cls in module.classes if cls.facts.line <= site.line <= cls.facts.end_line), None)
        if owner is None or target.covers(owner):
            return ()
        classes = [cls for each in self.vocabulary.project.modules for cls in each.classes if owner in cls.mro]
        if not any(target.covers(cls) for cls in classes):
            return ()
        return tuple(sorted(cls.name for cls in classes if not target.covers(cls)))

    def _quantized(self, visit: Visit, construction: Construction) -> tuple[str, ...]:
        """The layers of a module that end up with a config."""
        inner = child_of(visit, construction)
        if inner is None:
            return ()
        carrying: dict[str, None] = {}
        for layer in layers_of(inner):
            if is_given_a_config(layer):
                carrying[layer.path] = None
        return tuple(path for path in carrying if not any(other.startswith(path + ".") for other in carrying))

    # --- inside an excluded module

    def _inside(self, visit: Visit) -> None:
        """Reads of a config below an excluded class: nothing else carries it in."""
        builder = visit.result.builder
        cls = builder if isinstance(builder, ClassInfo) else visit.result.owner
        if cls is None or (builder is cls and not isinstance(visit.result.returned, Ref)):
            return
        if isinstance(builder, FunctionInfo) and builder.decorated("classmethod", "staticmethod"):
            return
        for target in self.vocabulary.excluding(cls):
            self._fresh(visit, Subject(target.exclusion, cls.name))

    def _fresh(self, owner: Visit, subject: Subject) -> None:
        for visit in below(owner):
            for construction in visit.result.constructions:
                for given in construction.arguments:
                    self._fresh_argument(owner, visit, construction, given, subject)

    def _fresh_argument(
        self,
        owner: Visit,
        visit: Visit,
        construction: Construction,
        given: Given,
        subject: Subject,
    ) -> None:
        carried = [
            pair
            for value in _laid_open(given.value, visit.result, 0)
            for pair in configs(value, construction.condition)
        ]
        for condition, local in carried:
            for _, config in configs(_to_owner(owner, visit, local)):
                if config.id[0] == "arg" or (owner.result.builder is not owner.result.owner and config.id[:2] == _OWN):
                    continue
                hops = [hop for hop in config.trace if hop.kind != "origin"]
                hop = hops[0] if hops else given.hop
                full = visit.lift_condition(condition)
                if full is None:
                    continue
                lifted = owner.lift(config)
                for extra, outer in configs(lifted, full):
                    if not self._allowed(subject.exclusion, extra):
                        texts = _conditions(visit, extra, construction.condition, subject.exclusion, outer)
                        self._report(owner, hop, outer, texts, subject, None)

    # --- single layers

    def _paths(self, visit: Visit) -> None:
        """Layers that ``Class.path`` excludes."""
        for covered in layers_by_path(self.vocabulary, visit):
            for layer in covered.outermost():
                self._layer(
                    layer, Subject(covered.exclusion, f"{covered.owner.name}.{layer.path}", covered.target, True)
                )

    def _names(self, visit: Visit) -> None:
        """Layers that an FQN excludes, below a model that no other module builds."""
        for covered in layers_by_name(self.vocabulary, visit, self._built_by_modules):
            for layer in covered.outermost():
                if not self._looked_up(layer, covered.layers):
                    self._layer(layer, Subject(covered.exclusion, layer.path, None, True))

    def _looked_up(self, layer: Layer, covered: list[Layer]) -> bool:
        """Whether a layer decides by its own name, or only hands its config on to layers that do."""
        if not self.vocabulary.manifest.layers.classes:
            return False
        below = [other for other in covered if other.path.startswith(layer.path + ".")]
        carrying = [other for other in (below or [layer]) if is_given_a_config(other)]
        return all(
            self.vocabulary.is_named_layer(other.instance.cls)
            or any(inner.path.startswith(other.path + ".") for inner in carrying)
            for other in carrying
        )

    def _layer(self, layer: Layer, subject: Subject) -> None:
        placed = layer.instance.placed
        assigned = False
        for place, construction in layer.calls:
            here = placed is not None and construction.site == placed.call
            if assigned and not here:
                # The call that is assigned brings the config: what lies behind it only hands it on.
                return
            assigned = assigned or (here and any(any(configs(each.value)) for each in construction.arguments))
            condition = layer.condition if place is layer.visit else None
            if self._given(place, construction, list(construction.arguments), subject, condition):
                return
        if layer.instance.construction is not None:
            inner = child_of(layer.visit, layer.instance.construction)
            if inner is not None:
                self._fresh(inner, subject)

    # --- set after the fact

    def _stores(self, visit: Visit) -> None:
        for store in visit.result.stores:
            for when, option in options(store.target, store.condition):
                cls = self._stored_class(visit, option)
                if cls is None:
                    continue
                for target in self.vocabulary.excluding(cls):
                    for condition, config in visit.configs(store.value, when):
                        if self._allowed(target.exclusion, condition):
                            continue
                        hop = Hop("store", store.site, None, store.where, store.scope)
                        texts = _conditions(visit, condition, store.condition, target.exclusion, config)
                        self._report(visit, hop, config, texts, Subject(target.exclusion, cls.name), None)
                        self._found[hop.site].kind = "set"

    def _stored_class(self, visit: Visit, option: Value) -> ClassInfo | None:
        """The class of a module that an attribute of is set, unless it is the one that is being built."""
        if isinstance(option, Ref):
            if option == visit.result.returned and isinstance(visit.result.builder, ClassInfo):
                return None
            made = visit.result.heap[option.index]
            return made.cls if isinstance(made, Instance) and isinstance(made.cls, ClassInfo) else None
        if isinstance(option, Symbol) and option.term != ("arg", 0):
            return option.cls
        if isinstance(option, Symbol) and visit.result.owner is None:
            return option.cls
        return None


def _own(given: Given, construction: Construction) -> bool:
    """Whether all that an argument carries came in by the builder's own parameters."""
    return all(config.id[0] == "arg" for _, config in configs(given.value, construction.condition))


def _laid_open(value: Value, result: Result, depth: int) -> Iterator[Value]:
    """A value, and all that lies in the dicts and lists that it may be."""
    yield value
    for _, option in options(value):
        if isinstance(option, Ref) and depth < 3 and 0 <= option.index < len(result.heap):
            made = result.heap[option.index]
            if isinstance(made, Instance):
                continue
            for each in made.entries.values() if isinstance(made, Mapping) else made.items:
                yield from _laid_open(each, result, depth + 1)


def _to_owner(owner: Visit, visit: Visit, config: Config) -> Value:
    """A config of an inner builder, in the terms of an outer one."""
    value: Value = config
    here: Visit | None = visit
    while here is not None and here is not owner:
        assert here.exit is not None
        value = here.exit.value(value)
        here = here.above
    return value


_OWN = ("field", ("arg", 0))
"""The beginning of what a method's own object holds."""


def is_given_a_config(layer: Layer) -> bool:
    """Whether any call gives a layer a config."""
    return any(
        any(True for _ in place.configs(given.value, call.condition))
        for place, call in layer.calls
        for given in call.arguments
    )


def _entry(visit: Visit, config: Config) -> FunctionInfo | ClassInfo | None:
    """The entry whose own parameter a config is, or lies in."""
    builder, term = visit.root.result.builder, config.id
    while term[0] == "field" and isinstance(term[1], tuple):
        term = term[1]
    return builder if term[0] == "parameter" and not isinstance(builder, ModuleInfo) else None


def _note(item: T, items: list[T]) -> None:
    """Add something that is not there yet."""
    if not any(each is item for each in items):
        items.append(item)


def _rank(trace: Trace) -> tuple[bool, int, list[Site]]:
    """Which of several paths is shown: one that begins at a config's field, the shortest, the first in the files."""
    begins = trace[0].kind == "origin" and not trace[0].where.endswith(")") if trace else False
    return not begins, len(trace), [hop.site for hop in trace]


def _conditions(
    visit: Visit, full: Condition, reached: Condition, exclusion: Exclusion, config: Config
) -> tuple[str, ...]:
    """The conditions under which it is a config and not None that is handed over.

    Where there is a policy, those under which the call is reached count as well: somebody may take them for it.
    """
    known = visit.lift_condition(reached) or TRUE
    texts = _texts(full.literals - known.literals, config)
    return texts or (_texts(known.literals, config) if exclusion.policy is not None else ())


def _texts(literals: Iterable[Literal], config: Config) -> tuple[str, ...]:
    """Conditions as text of the source; that the config itself is there goes without saying."""
    out: dict[str, None] = {}
    for (kind, *rest), sign in sorted(literals, key=repr):
        text: str | None = None
        if kind == "text":
            text = str(rest[0]) if sign else f"not ({rest[0]})"
        elif kind == "flag":
            text = str(rest[0]) if sign else f"not {rest[0]}"
        elif kind == "true" and (name := _spelled(rest[0])):
            text = name if sign else f"not {name}"
        elif kind == "none" and rest[0] != config.id and (name := _spelled(rest[0])):
            text = f"{name} is None" if sign else f"{name} is not None"
        if text is not None:
            out[text] = None
    return tuple(out)


def _spelled(term: Hashable) -> str | None:
    """The name of a parameter, or of an attribute of one."""
    match term:
        case ("parameter", str(name)):
            return name
        case ("self",):
            return "self"
        case ("field", inner, str(name)) if name.isidentifier():
            owner = _spelled(inner)
            return f"{owner}.{name}" if owner is not None else None
        case _:
            return None
