"""Whether the code itself says why a layer goes by another name than its own.

An exclusion list holds the checkpoint's names, and the engine puts them through the model's mapper before it compares. A
name is right where some name of the checkpoint becomes it by the mapper, and becomes the layer's own by the loading.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from typing import NamedTuple

from lint_rules.outline.constants import INDEX
from lint_rules.outline.declared import fused_of, mapper_of
from lint_rules.outline.loading import Loaders, Loading
from lint_rules.outline.mappers import Mapper
from lint_rules.outline.renames import Rename
from lint_rules.outline.ways import ANY, Ways, below
from lint_rules.project.site import Site
from lint_rules.project.symbols import ClassInfo


class Reason(Enum):
    """What explains a name."""

    MANIFEST = "manifest"
    """``layers.rename`` of the manifest."""
    MAPPER = "mapper"
    """The mapper of a class turns the layer's name, or the checkpoint's, into it."""
    FUSED = "fused"
    """It is a part of what the layer fuses, or what fuses the layer with others."""
    LOADING = "loading"
    """The loading of a class renames it to the layer's name."""
    DROPPED = "dropped"
    """The loading of a class leaves out the weights of that name, since another module has them already."""


class Explanation(NamedTuple):
    """Why a name is right though it is not the layer's own."""

    reason: Reason
    klass: ClassInfo | None
    """The class whose mapper or loading it is; none for the manifest."""
    renames: tuple[Rename, ...]
    """The renames that lead from the name to the layer's own, in order."""

    @property
    def site(self) -> Site | None:
        """Where the code does the renaming."""
        return next((rename.site for rename in self.renames if rename.site is not None), None)


class Explainer:
    """Explains names; what classes say is read once for each class."""

    def __init__(
        self, rename: Mapping[str, str] | None = None, fused: Mapping[str, Sequence[str]] | None = None
    ) -> None:
        self._manifest = Mapper(substr=tuple((rename or {}).items()))
        self._fused = {name: tuple(parts) for name, parts in (fused or {}).items()}
        self.loaders = Loaders()
        self._ways: dict[ClassInfo, Ways] = {}
        self._mappers: dict[ClassInfo, Mapper | None] = {}
        self._packed: dict[ClassInfo, dict[str, tuple[str, ...]]] = {}
        self._explained: dict[tuple[str, str, tuple[ClassInfo, ...]], Explanation | None] = {}

    def mapper(self, klass: ClassInfo) -> Mapper | None:
        """The mapper of a class."""
        if klass not in self._mappers:
            self._mappers[klass] = mapper_of(klass)
        return self._mappers[klass]

    def fused(self, klass: ClassInfo) -> dict[str, tuple[str, ...]]:
        """The fused layers that a class declares."""
        if klass not in self._packed:
            self._packed[klass] = fused_of(klass)
        return self._packed[klass]

    def _way(self, klass: ClassInfo, loading: Loading) -> Ways:
        if klass not in self._ways:
            self._ways[klass] = Ways(loading.renames)
        return self._ways[klass]

    def explained(self, fqn: str, given: str, chain: Sequence[ClassInfo]) -> Explanation | None:
        """Say why a layer may be given a name; None where nothing explains it.

        Both names are below the first class of the chain, a root model, which builds the next one and so on, down to the
        class that builds the layer; an index is a ``*``, a component that can't be told a ``?``. Both may also be relative
        to any class of the chain.
        """
        key = (fqn, given, tuple(chain))
        if key not in self._explained:
            self._explained[key] = self._explain(_sample(fqn), _sample(given), chain)
        return self._explained[key]

    def _explain(self, own: str, name: str, chain: Sequence[ClassInfo]) -> Explanation | None:
        if own == name or not all(own.split(".")) or (name and not all(name.split("."))):
            return None
        if self._manifest.substr and name in (_mapped(self._manifest, own), _unmapped(self._manifest, name, own)):
            return Explanation(Reason.MANIFEST, None, ())
        return (
            self._by_mapper(own, name, chain) or self._by_fusion(own, name, chain) or self._by_loading(own, name, chain)
        )

    def _mappers_of(self, chain: Sequence[ClassInfo]) -> Iterator[tuple[ClassInfo, Mapper]]:
        """The mappers that the engine applies to its lists: the root's (SGLang), or those of all models (vLLM)."""
        for number, klass in enumerate(chain):
            mapper = self.mapper(klass)
            if mapper is not None and (number == 0 or not mapper.single):
                yield klass, mapper

    # --- the ways to explain one

    def _by_mapper(self, own: str, name: str, chain: Sequence[ClassInfo]) -> Explanation | None:
        for klass, mapper in self._mappers_of(chain):
            if any(_becomes(mapper, *pair) for pair in _tails(own, name)) or _makes(mapper, own, name):
                return Explanation(Reason.MAPPER, klass, ())
        return None

    def _by_fusion(self, own: str, name: str, chain: Sequence[ClassInfo]) -> Explanation | None:
        (above, _, last), (outer, _, given) = own.rpartition("."), name.rpartition(".")
        if above != outer:
            return None
        for klass, fused in ((None, self._fused), *((klass, self.fused(klass)) for klass in chain)):
            declared = klass is not None and given in fused and set(fused[given]) <= set(fused.get(last, fused[given]))
            if declared or given in fused.get(last, ()) or last in fused.get(given, ()):
                return Explanation(Reason.FUSED, klass, ())
        return None

    def _by_loading(self, own: str, name: str, chain: Sequence[ClassInfo]) -> Explanation | None:
        mappers = [mapper for _, mapper in self._mappers_of(chain)]
        sources = [name, *(before for mapper in mappers for before in _before(mapper, name))]
        for klass in chain:
            loading = self.loaders.of(klass)
            for source in sources:
                if source == name and any(_mapped(mapper, name) != name for mapper in mappers):
                    # The engine renames the entries of the list, so that none is left that would match.
                    continue
                for start, goal in _places(source, own):
                    found = self._way(klass, loading).find(start, goal)
                    if found is not None:
                        return Explanation(Reason.LOADING, klass, found)
            if _ends(loading.dropped, name, own):
                return Explanation(Reason.DROPPED, klass, ())
        return None


def _sample(name: str) -> str:
    """A name with a number for each index, and for each component that can't be told."""
    return name.replace("*", INDEX).replace("?", INDEX)


def _mapped(mapper: Mapper, name: str) -> str | None:
    """What a mapper makes of a module's name: that of a weight below it counts, which has the dot that patterns end in."""
    mapped = mapper.apply(below(name))
    return f".{mapped}".removesuffix(f".{ANY}")[1:] if mapped is not None else None


def _becomes(mapper: Mapper, own: str, name: str) -> bool:
    """Whether a mapper turns one name into another, taken as a list's entry or as what stands before a weight."""
    return name in (_mapped(mapper, own), mapper.apply(own))


def _unmapped(mapper: Mapper, name: str, own: str) -> str | None:
    """The name, if it is the checkpoint's for a layer."""
    return name if _mapped(mapper, name) == own else None


def _before(mapper: Mapper, name: str) -> Iterator[str]:
    """Names that a mapper turns into one."""
    for kind, pairs in mapper.kinds():
        for old, new in pairs:
            if kind != "regex" and new and new in f"{name}.":
                before = f"{name}.".replace(new, old, 1).removesuffix(".")
                if before != name and _mapped(mapper, before) == name:
                    yield before


def _makes(mapper: Mapper, own: str, name: str) -> bool:
    """Whether a mapper makes what a name has in the place of the module's own components, out of something else.

    The checkpoint then calls the module a third way, and its name becomes this one.
    """
    _, given = _differing(own, name)
    puts_in = (
        _differing(old.strip("."), new.strip("."))[1]
        for kind, pairs in mapper.kinds()
        for old, new in pairs
        if new is not None and kind != "regex"
    )
    return bool(given) and given in puts_in and any(True for _ in _before(mapper, name))


def _differing(one: str, other: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The components in which two names differ: what is left without those with which both begin and end."""
    first, second = one.split("."), other.split(".")
    while first and second and first[0] == second[0]:
        del first[0], second[0]
    while first and second and first[-1] == second[-1]:
        del first[-1], second[-1]
    return tuple(first), tuple(second)


def _tails(one: str, other: str) -> Iterator[tuple[str, str]]:
    """Two names, and what is left of them below each component with which both begin."""
    first, second = one.split("."), other.split(".")
    for start in range(min(len(first), len(second)) + 1):
        if first[:start] != second[:start]:
            return
        yield ".".join(first[start:]), ".".join(second[start:])


def _places(one: str, other: str) -> Iterator[tuple[str, str]]:
    """As above, and below something unknown, which is where relative names are."""
    yield from _tails(one, other)
    if one:
        yield f"above.{one}", f"above.{other}"


def _ends(dropped: Iterable[str], name: str, own: str) -> bool:
    """Whether one of some texts of several components is the end of a name, and not in the module's own."""
    for text in dropped:
        known = text.strip(".")
        if "." in known and f".{name}".endswith(f".{known}") and f".{known}." not in f".{own}.":
            return True
    return False
