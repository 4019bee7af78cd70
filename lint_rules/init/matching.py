"""Which modules of the models' trees a recipe's names mean, and which come near where none is meant for sure.

The longest end of a path that a name has decides. Models that get no config come after those that do: a checkpoint's own
modelling code, kept beside a trainer's, has the very names and is none of a config's business.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from lint_rules.init.assigned import assigned_calls
from lint_rules.init.names import PART, RENAMED, WHOLE, Wanted, bare, fit, renamed, shortened
from lint_rules.init.recipe import Recipe
from lint_rules.init.trees import Node
from lint_rules.manifest.model import Manifest
from lint_rules.project.symbols import ClassInfo, Project

_VAGUE = frozenset({"dense", "fc", "layer", "linear", "out", "proj", "weight"})
"""What a layer may be called in any class, so that it tells nothing without all that stands before it."""


APART = ""
"""The class of what holds a module that nobody was seen to build."""


class Near(NamedTuple):
    """A layer of which some classes have one: an unbound name may mean it."""

    word: str
    classes: tuple[str, ...]


class Matcher:
    """Finds for each name the modules that it fits best, among the trees' modules and the attributes of their classes."""

    def __init__(
        self, recipe: Recipe, wanted: Sequence[Wanted], trees: Sequence[Node], project: Project, manifest: Manifest
    ) -> None:
        self.project = project
        self.wanted = wanted
        self.fused = manifest.layers.fused
        carrying = [tree for tree in trees if any(node.given for node in tree.walk())]
        given = [node for tree in carrying for node in tree.walk()]
        others = [node for tree in trees if tree not in carrying for node in tree.walk()]
        self.nodes = [*given, *others]
        self._pools = [_Pool(given), _Pool(others)]
        self._attributes = [_Pool(_attributes(given)), _Pool(_attributes(others))]
        self._apart = _Pool(_apart(project, self.nodes))
        self._known = _words_about(recipe.models, project)
        self._renames: dict[tuple[str, str], bool] = {}

    def matches(self) -> dict[Wanted, list[Node]]:
        """The modules that each name means; none where that can't be told."""
        found: dict[Wanted, list[Node]] = {wanted: [] for wanted in self.wanted}
        for pool, attributes in zip(self._pools, self._attributes, strict=True):
            left = [wanted for wanted in self.wanted if not found[wanted]]
            fitting = self._unmistakable({wanted: self._fitting(wanted, pool) for wanted in left})
            for wanted in left:
                nodes, shorter = fitting[wanted], self._shortened(wanted, pool)
                if not any(map(self.is_of_the_model, nodes)) and any(map(self.is_of_the_model, shorter)):
                    nodes = shorter
                nodes = nodes or shorter or _of_whole_names(wanted, attributes)
                if pool is not self._pools[0] and wanted.parts and wanted.parts[-1] in self._pools[0].by_last:
                    # A model that gets a config has such a layer, too; which one is meant, only its own name tells.
                    nodes = list(filter(self.is_of_the_model, nodes))
                found[wanted] = nodes
        return {wanted: nodes or self._alone(wanted) for wanted, nodes in found.items()}

    def near(self, wanted: Wanted) -> list[Near]:
        """For an unbound name: the classes that build a layer of its last component, and of the one before if it is one."""
        found: list[Near] = []
        # What is inside a layer: that models have layers tells nothing.
        inside = wanted.parts[wanted.parts.index("*") :] if "*" in wanted.parts else wanted.parts
        for word in [part for part in reversed(inside) if part != "*"][:2]:
            pools = (self._pools[0], self._attributes[0], self._apart, self._pools[1], self._attributes[1])
            classes = next((holders for pool in pools if (holders := _holders(pool.by_last.get(word, ())))), None)
            if classes is None:
                break
            found.append(Near(word, classes))
        return found

    def is_of_the_model(self, node: Node) -> bool:
        """Whether a file that speaks of the recipe's model speaks of what holds a layer, or of what builds that."""
        for cls, _, above in node.owners():
            builders = {call.where.split(".")[0] for call in above.calls}
            if not self._known.isdisjoint({cls.name} | builders):
                return True
        return False

    def models(self, nodes: Iterable[Node]) -> set[ClassInfo]:
        """The models of which the recipe speaks with these modules: its own, if one of them is."""
        roots = {node.root.cls for node in nodes}
        models = {cls for cls in roots if isinstance(cls, ClassInfo)}
        return {cls for cls in models if cls.name in self._known} or models

    # --- as the code has it

    def _fitting(self, wanted: Wanted, pool: _Pool) -> list[Node]:
        found: dict[int, list[Node]] = {}
        for node in pool.candidates(wanted):
            if node.path and (how := fit(wanted, node.path)):
                found.setdefault(how, []).append(node)
        best = next((how for how in (WHOLE, PART, RENAMED) if how in found), None)
        return found[best] if best is not None else self._fused(wanted, pool)

    def _fused(self, wanted: Wanted, pool: _Pool) -> list[Node]:
        """The modules of a layer that stands for this name and others, if the recipe has all of them."""
        last = wanted.parts[-1] if wanted.parts else ""
        for name, parts in self.fused:
            if last in parts and all(self._has_sibling(wanted, part) for part in parts):
                whole = wanted._replace(text=f"{wanted.group}.{name}", parts=(*wanted.parts[:-1], name))
                return [node for node in pool.by_last.get(name, ()) if node.path and fit(whole, node.path) == WHOLE]
        return []

    def _has_sibling(self, wanted: Wanted, last: str) -> bool:
        return any(
            other.parts[:-1] == wanted.parts[:-1] and other.parts[-1] == last and other.layers == wanted.layers
            for other in self.wanted
            if other.parts
        )

    # --- with a component renamed

    def _unmistakable(self, matches: dict[Wanted, list[Node]]) -> dict[Wanted, list[Node]]:
        """Keep a path that differs in a component only where the code renames it and a name of the group is unmistakable."""
        groups: dict[tuple[str, ClassInfo], set[Wanted]] = {}
        for wanted, nodes in matches.items():
            for node in nodes:
                owner = next(node.owners(), None)
                if owner is not None:
                    groups.setdefault((wanted.group, owner[0]), set()).add(wanted)
        return {
            wanted: [
                node for node in nodes if fit(wanted, node.path) != RENAMED or self._is_renamed(wanted, node, groups)
            ]
            for wanted, nodes in matches.items()
        }

    def _is_renamed(self, wanted: Wanted, node: Node, groups: dict[tuple[str, ClassInfo], set[Wanted]]) -> bool:
        difference = renamed(wanted.parts, bare(tuple(node.path.split("."))))
        owner = next(node.owners(), None)
        if difference is None or owner is None or not self._renames_in_code(*difference):
            return False
        together = groups.get((wanted.group, owner[0]), set())
        return len(together) > 1 and any(self._is_only_in(owner[0], each.parts[-1]) for each in together)

    def _is_only_in(self, cls: ClassInfo, last: str) -> bool:
        """Whether no class but this one, those that it derives from and those that derive from it has a layer so named."""
        nodes = [node for pool in self._pools for node in pool.by_last.get(last, ())]
        owners = {owner[0] for node in nodes for owner in [next(node.owners(), None)] if owner}
        return all(owner.derives_from(cls) or cls.derives_from(owner) for owner in owners)

    def _renames_in_code(self, theirs: str, ours: str) -> bool:
        """Whether a file of the project names both components, as one that translates between them does."""
        if (theirs, ours) not in self._renames:
            both = [re.compile(rb"(?<!\w)" + re.escape(word.encode()) + rb"(?!\w)") for word in (theirs, ours)]
            self._renames[theirs, ours] = any(
                all(word.search(self.project.source(path).data) for word in both) for path in self.project.files
            )
        return self._renames[theirs, ours]

    # --- with a component left out

    def _shortened(self, wanted: Wanted, pool: _Pool) -> list[Node]:
        """The modules that a name fits but for a level that their code does not have, if each model has one class of them."""
        if not wanted.parts or wanted.parts[-1] in _VAGUE:
            return []
        fitting: dict[int, list[Node]] = {}
        for node in pool.candidates(wanted):
            at = shortened(wanted.parts, bare(tuple(node.path.split("."))))
            if at is not None and not _has_level(node, wanted.parts[at]):
                fitting.setdefault(at, []).append(node)
        # What lacks the outermost level has the longest end.
        nodes = fitting[min(fitting)] if fitting else []
        holders: dict[Node, set[ClassInfo]] = {}
        for node in nodes:
            holders.setdefault(node.root, set()).update(cls for cls, _, _ in [*node.owners()][:1])
        return nodes if all(len(classes) == 1 for classes in holders.values()) else []

    # --- by the last component alone

    def _alone(self, wanted: Wanted) -> list[Node]:
        """The layer of the one class that has one so named, if nobody knows the path to it and the name is telling."""
        last = wanted.parts[-1] if wanted.parts else ""
        placed = [node for pool in (*self._pools, *self._attributes) for node in pool.by_last.get(last, ())]
        if "_" not in last.strip("_") or any(node.above is not node.root for node in placed):
            return []
        nodes = self._apart.by_last.get(last, [])
        return nodes if len(nodes) == 1 else []


class _Pool:
    """Modules, by the last components of their paths."""

    def __init__(self, nodes: Iterable[Node]) -> None:
        self.nodes = list(nodes)
        self.by_last: dict[str, list[Node]] = {}
        for node in self.nodes:
            self.by_last.setdefault(node.path.rpartition(".")[2], []).append(node)

    def candidates(self, wanted: Wanted) -> Sequence[Node]:
        """Those that a name may fit."""
        last = wanted.parts[-1] if wanted.parts else "*"
        return self.nodes if any(mark in last for mark in "*?[") else self.by_last.get(last, [])


def _attributes(nodes: Iterable[Node]) -> Iterator[Node]:
    """What the classes in a tree keep besides what the tree has: calls whose results nobody could tell."""
    for node in nodes:
        if isinstance(node.cls, ClassInfo):
            held = {_level(node, inner) for inner in node.below}
            for attribute, _ in assigned_calls(node.cls):
                if attribute not in held:
                    held.add(attribute)
                    yield Node("", f"{node.path}.{attribute}" if node.path else attribute, node)


def _apart(project: Project, nodes: Sequence[Node]) -> Iterator[Node]:
    """What the module classes keep that no other module was seen to build: nobody knows the path to them."""
    placed = {base for node in nodes if node.above and isinstance(node.cls, ClassInfo) for base in node.cls.mro}
    for module in project.modules:
        for cls in module.classes:
            if cls.is_module and cls not in placed:
                place = Node(cls, "?", Node(APART, "", None))
                for attribute in dict.fromkeys(attribute for attribute, _ in assigned_calls(cls, inherited=False)):
                    yield Node("", f"?.{attribute}", place)


def _of_whole_names(wanted: Wanted, attributes: _Pool) -> list[Node]:
    """The attributes whose full names are this one."""
    if not wanted.parts or any(mark in wanted.parts[-1] for mark in "*?["):
        return []
    return [
        node for node in attributes.candidates(wanted) if fit(wanted, node.path) == WHOLE and _is_exact(wanted, node)
    ]


def _is_exact(wanted: Wanted, node: Node) -> bool:
    return len(wanted.parts) == len(bare(tuple(node.path.split("."))))


def _has_level(node: Node, word: str) -> bool:
    """Whether what holds a module has the level that its name was shortened by: then the name means another module."""
    above = node.above
    if above is None or not isinstance(above.cls, ClassInfo):
        return False
    return word in {_level(above, inner) for inner in above.below} | {name for name, _ in assigned_calls(above.cls)}


def _level(node: Node, inner: Node) -> str:
    """The attribute in which a module holds another."""
    return (inner.path.removeprefix(f"{node.path}.") if node.path else inner.path).split(".")[0]


def _holders(nodes: Iterable[Node]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(cls.name for node in nodes for cls, _, _ in [*node.owners()][:1]))


def _words_about(models: Iterable[str], project: Project) -> frozenset[str]:
    """All words of the files that define a model of one of these names; failing that, of those that name it in a text."""
    named = [re.escape(model.encode()) for model in models]
    for pattern in (rb"(?m)^\s*class\s+(?:%s)\b", rb"[\"'](?:%s)[\"']"):
        if not named:
            break
        wanted = re.compile(pattern % b"|".join(named))
        found = [data for path in project.files for data in [project.source(path).data] if wanted.search(data)]
        if found:
            return frozenset(word.decode() for data in found for word in re.findall(rb"[A-Za-z_]\w*", data))
    return frozenset()
