"""Where the config is taken from an object that others share, to keep an excluded module unquantized.

Taking it away is setting the attribute to None (or to what stands for nothing, like an empty dict) or deleting it, where it
may hold a config. Much code does so for good reasons: a script switches quantization off in the config that it has just
made, a config's own validator drops what does not fit, a loader strips a model that is to be built without. So three things
must come together.

- *The object is shared.* It came from outside: a parameter, something inside one, a module-level name. One that was made or
  copied in view is private to who made it, until a module that is not excluded is built with it: what such a module does
  to it, it does to somebody else's object. A module's attributes are its own.
- *It is an exclusion.* While the config is away, something excluded is built: by the one that took it away, on the spot,
  or because that one is the excluded module. Where what is excluded lies deeper, inside modules that are not, only a part of
  the model may be meant: something was built before, or the config is put back. Else all of the model is built so, and
  that is a setting of the model, not an exclusion.
- *It is not safely put back*: by a ``finally``, by a context manager's end, or by both an ``except`` and what follows it;
  with nothing built before that guard begins, and under no condition that the change does not have.

The events of a builder are followed in their order, into the builders that it calls.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from lint_rules.blueprint.conditions import TRUE, Condition, beyond, both, implies
from lint_rules.blueprint.excluded import built_by_modules, layers_by_name, layers_by_path
from lint_rules.blueprint.frame import Assignment, Child, Construction, Event, Guard, Mapping, Result, Store
from lint_rules.blueprint.query import Visit, shape
from lint_rules.blueprint.sources import Source, is_inside, sources
from lint_rules.blueprint.tree import Layer
from lint_rules.blueprint.values import Config, Const, Hop, Missing, Ref, Trace, Value, configs, options
from lint_rules.blueprint.vocabulary import Vocabulary
from lint_rules.manifest.model import Exclusion
from lint_rules.project.site import Site
from lint_rules.project.symbols import ClassInfo, FunctionInfo, ModuleInfo

_DEPTH = 60


@dataclass(eq=False)
class Mutation:
    """One place at which a shared object loses its config."""

    site: Site
    exclusion: Exclusion
    module: str
    """What it keeps unquantized, as a message names it."""
    put_back: bool
    """Whether it is put back, but not where an error comes in between."""
    others: tuple[str, ...]
    """Modules, not excluded, that are built without the config meanwhile."""
    trace: Trace


class _Kept(NamedTuple):
    """Something that an exclusion keeps unquantized."""

    exclusion: Exclusion
    module: str


class _Level(NamedTuple):
    """A module under construction."""

    cls: ClassInfo
    which: int


class _Cleaning(NamedTuple):
    """What is done on the way out of a guarded block."""

    always: bool
    begun: int
    """When the block began."""
    reached: Condition


@dataclass(eq=False)
class _Removal:
    """A config that was taken away."""

    store: Store
    key: Hashable
    source: tuple[Hashable, Hashable]
    """Which object it was."""
    condition: Condition
    present: Condition
    """When it happened to an object that had a config."""
    path: tuple[_Level, ...]
    trace: Trace
    entry: FunctionInfo | ClassInfo | None
    partly: bool
    """Whether only a part of the model may be meant."""
    kept: _Kept | None = None
    deeper: _Kept | None = None
    """What is excluded and lies inside a module that is not."""
    first: int | None = None
    """When something was built for the first time without it."""
    others: dict[str, None] = field(default_factory=dict)
    caught: bool = False
    back: bool = False
    safe: bool = False


class Mutations:
    """Finds all changes below the entries of a project."""

    def __init__(self, vocabulary: Vocabulary, roots: list[Result]) -> None:
        self.vocabulary = vocabulary
        self.roots = roots
        self.entries: set[FunctionInfo | ClassInfo] = set()
        """Builders that take a config from an object that they are given: their callers have a say in what is found."""
        self._taking: dict[int, bool] = {}
        self._mattering: dict[int, bool] = {}
        self._named = any(exclusion.names for exclusion in vocabulary.manifest.exclusions)

    def find(self) -> list[Mutation]:
        """All changes, each place once, in the order of their places."""
        roots = [root for root in self.roots if self.takes(root)]
        built = built_by_modules(self.roots) if roots else set()
        found: dict[Site, Mutation] = {}
        for root in roots:
            walk = _Walk(self, Visit.entry(root), built)
            for removal in walk.run():
                if removal.entry is not None and (removal.kept or removal.deeper) and not removal.safe:
                    self.entries.add(removal.entry)
                mutation = _judged(removal)
                before = found.get(removal.store.site)
                if mutation is not None and (before is None or len(mutation.trace) < len(before.trace)):
                    found[mutation.site] = mutation
        return sorted(found.values(), key=lambda mutation: mutation.site)

    def takes(self, result: Result) -> bool:
        """Whether a config is taken away by a builder or below it."""
        if id(result) not in self._taking:
            self._taking[id(result)] = any(_may_take(store, result) for store in result.stores) or any(
                self.takes(child.result) for child in result.children
            )
        return self._taking[id(result)]

    def matters(self, result: Result) -> bool:
        """Whether a builder, or one below it, sets or deletes a config or builds what is excluded."""
        if id(result) not in self._mattering:
            self._mattering[id(result)] = (
                bool(result.stores)
                or any(self._builds_excluded(event) for event in result.events)
                or (isinstance(result.builder, ClassInfo) and bool(self.vocabulary.paths_below(result.builder)))
                or any(self.matters(child.result) for child in result.children)
            )
        return self._mattering[id(result)]

    def _builds_excluded(self, event: Event) -> bool:
        what = event.what
        if isinstance(what, Assignment):
            return self._named
        return isinstance(what, Construction) and bool(
            self.vocabulary.excluding(what.callee) or self.vocabulary.paths_below(what.callee)
        )


class _Walk:
    """Follows one entry."""

    def __init__(self, outer: Mutations, root: Visit, built: set[ClassInfo]) -> None:
        self.outer = outer
        self.vocabulary = outer.vocabulary
        self.root = root
        self._built_by_modules = built
        self._removals: list[_Removal] = []
        self._open: list[_Removal] = []
        self._clock = 0
        self._finished: set[_Level] = set()
        self._layers: dict[int, _Kept] = {}
        self._seen: set[Hashable] = set()

    def run(self) -> list[_Removal]:
        """All changes, with what became of each."""
        for covered in layers_by_name(self.vocabulary, self.root, self._built_by_modules):
            for layer in covered.outermost():
                self._cover(layer, _Kept(covered.exclusion, layer.path))
        result = self.root.result
        cls = result.builder if isinstance(result.builder, ClassInfo) else result.owner
        path = (_Level(cls, 0),) if cls is not None and cls.is_module else ()
        self._visit(self.root, path, (), None)
        return self._removals

    def _cover(self, layer: Layer, kept: _Kept) -> None:
        if layer.instance.placed is not None:
            self._layers.setdefault(id(layer.instance.placed), kept)

    def _visit(self, visit: Visit, path: tuple[_Level, ...], trail: Trace, outside: _Cleaning | None) -> None:
        for covered in layers_by_path(self.vocabulary, visit):
            for layer in covered.outermost():
                self._cover(layer, _Kept(covered.exclusion, f"{covered.owner.name}.{layer.path}"))
        begun: dict[Guard, int] = {}
        for event in visit.result.events:
            here = (*path, *(level for each in event.within if (level := _level(each)) is not None))
            cleaning = outside
            if event.cleaning is not None:
                reached = visit.lift_condition(event.cleaning.reached) or TRUE
                cleaning = _Cleaning(event.cleaning.always, begun.get(event.cleaning, self._clock), reached)
            match event.what:
                case Guard():
                    begun[event.what] = self._clock
                case Store():
                    self._store(visit, event.what, here, trail, cleaning)
                case Construction():
                    self._built(visit, event.what, here)
                case Assignment():
                    self._assigned(visit, event.what, here)
                case Child():
                    self._child(visit, event.what, here, trail, cleaning)

    def _child(
        self, visit: Visit, child: Child, here: tuple[_Level, ...], trail: Trace, cleaning: _Cleaning | None
    ) -> None:
        relevant = self.outer.takes(child.result) or (bool(self._open) and self.outer.matters(child.result))
        inner = visit.into(child) if relevant and len(trail) < _DEPTH else None
        if inner is None:
            return
        key = (id(child.result), shape(visit, child), inner.condition, frozenset(map(id, self._open)))
        if key in self._seen:
            return
        self._seen.add(key)
        call = child.construction
        level = _level(call) if call is not None else None
        if call is not None:
            trail = (*trail, Hop("argument", call.site, call.site, call.where, call.scope))
        self._visit(inner, (*here, level) if level is not None else here, trail, cleaning)

    # --- what is built

    def _built(self, visit: Visit, construction: Construction, here: tuple[_Level, ...]) -> None:
        self._clock += 1
        callee = construction.callee
        if isinstance(callee, str) or construction.factory is not None:
            for removal in self._away(visit, construction.condition):
                removal.first = removal.first or self._clock
            return
        targets = self.vocabulary.excluding(callee)
        level = _level(construction)
        if level is not None:
            self._finished.add(level)
        for removal in self._away(visit, construction.condition):
            removal.first = removal.first or self._clock
            if targets:
                self._keep(removal, _Kept(targets[0].exclusion, callee.name), here)
            elif not _begun_since(removal, here) and self._loses(visit, construction, removal):
                removal.others[callee.name] = None

    def _loses(self, visit: Visit, construction: Construction, removal: _Removal) -> bool:
        """Whether a module would have had the config: it takes one, or it is given the object that had it."""
        if _level(construction) is None:
            return False
        owner, term = removal.source
        for given in construction.arguments:
            if given.parameter in self.vocabulary.names:
                return True
            for source in sources(visit, given.value, construction.condition):
                if source.key[0] == owner and is_inside(term, source.key[1]):
                    return True
        return False

    def _assigned(self, visit: Visit, assignment: Assignment, here: tuple[_Level, ...]) -> None:
        kept = self._layers.get(id(assignment))
        if kept is not None:
            for removal in self._away(visit, assignment.condition):
                self._keep(removal, kept, here)

    def _away(self, visit: Visit, condition: Condition) -> Iterator[_Removal]:
        """The changes that are in force where a condition of a builder holds."""
        full = visit.lift_condition(condition) if self._open else None
        for removal in self._open if full is not None else ():
            if full is not None and both(full, removal.condition) is not None:
                yield removal

    def _keep(self, removal: _Removal, kept: _Kept, here: tuple[_Level, ...]) -> None:
        if any(not self._is_excluded(level) for level in _begun_since(removal, here)):
            removal.deeper = removal.deeper or kept
        else:
            removal.kept = removal.kept or kept

    def _is_excluded(self, level: _Level) -> bool:
        return bool(self.vocabulary.excluding(level.cls))

    # --- what is set

    def _store(
        self, visit: Visit, store: Store, here: tuple[_Level, ...], trail: Trace, cleaning: _Cleaning | None
    ) -> None:
        for source in sources(visit, store.target, store.condition):
            key = (source.key, store.name)
            for condition, option in options(store.value, store.condition):
                full = visit.lift_condition(condition)
                if full is None:
                    continue
                if not _is_nothing(option, visit.result):
                    self._put_back(key, full, cleaning)
                elif source.is_shared(visit, self.vocabulary):
                    self._taken(visit, store, condition, here, trail, source, key)

    def _put_back(self, key: Hashable, condition: Condition, cleaning: _Cleaning | None) -> None:
        for removal in list(self._open):
            if removal.key != key or both(condition, removal.condition) is None:
                continue
            guarded = cleaning is not None and (removal.first is None or removal.first > cleaning.begun)
            extra = beyond(condition, cleaning.reached) if cleaning is not None else condition
            whole = implies(removal.present, extra)
            if cleaning is not None and not cleaning.always:
                removal.caught = removal.caught or (guarded and whole)
                continue
            removal.safe = (guarded and whole) or removal.caught
            removal.back = True
            self._open.remove(removal)

    def _taken(
        self,
        visit: Visit,
        store: Store,
        condition: Condition,
        here: tuple[_Level, ...],
        trail: Trace,
        source: Source,
        key: Hashable,
    ) -> None:
        for present, config in visit.configs(store.before, condition):
            full = visit.lift_condition(condition)
            assert full is not None
            origin = config.trace[:1] if config.trace and config.trace[0].kind == "origin" else ()
            last = Hop("store", store.site, None, store.where, store.scope)
            builder = self.root.result.builder
            entry = builder if source.outside and not isinstance(builder, ModuleInfo) else None
            before = bool(self._finished - set(here))
            removal = _Removal(store, key, source.key, full, present, here, (*origin, *trail, last), entry, before)
            inside = [level for level in here if self._is_excluded(level)]
            if inside:
                cls = inside[-1].cls
                removal.kept = _Kept(self.vocabulary.excluding(cls)[0].exclusion, cls.name)
            self._removals.append(removal)
            self._open.append(removal)
            return


def _begun_since(removal: _Removal, here: tuple[_Level, ...]) -> tuple[_Level, ...]:
    """The modules under construction that were not when the config was taken away."""
    common = 0
    while common < min(len(here), len(removal.path)) and here[common] == removal.path[common]:
        common += 1
    return here[common:]


def _level(construction: Construction) -> _Level | None:
    """A construction as a module under construction, if it is one of the project's."""
    callee = construction.callee
    if isinstance(callee, str) or construction.factory is not None or not callee.is_module:
        return None
    return _Level(callee, id(construction))


def _is_nothing(value: Value, result: Result) -> bool:
    """Whether a value stands for no config."""
    if isinstance(value, Ref):
        made = result.heap[value.index] if 0 <= value.index < len(result.heap) else None
        return isinstance(made, Mapping) and made.closed and not made.entries
    return isinstance(value, Missing) or (isinstance(value, Const) and not value.value)


def _may_take(store: Store, result: Result) -> bool:
    """Whether a store may take a config away from an object that had one."""
    held = any(isinstance(option, Config) for _, option in configs(store.before, store.condition))
    return held and any(_is_nothing(option, result) for _, option in options(store.value, store.condition))


def _judged(removal: _Removal) -> Mutation | None:
    """What is said of a change; nothing where it is put back for sure, or no exclusion."""
    kept = removal.kept or (removal.deeper if removal.partly or removal.back else None)
    if kept is None or removal.safe or (removal.store.taken and not removal.back):
        return None
    others = tuple(name for name in removal.others if name != kept.module)
    return Mutation(removal.store.site, kept.exclusion, kept.module, removal.back, others, removal.trace)
