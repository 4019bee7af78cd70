"""Which classes of a project a recipe's names mean: those that have, in the trees of its models, a layer of that name.

A name binds to a class as a whole where all that a config could reach inside it is excluded wherever the class is built;
else to a path below the nearest class that has it excluded everywhere. What only some layers of a model have, or more
classes than a person would list, stays a name. What no tree has binds to nothing, and that is said.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from lint_rules.init.assigned import arguments_of, assigned_calls
from lint_rules.init.matching import APART, Matcher, Near
from lint_rules.init.names import Wanted, bare, depth_of, gather, renamed, shortened
from lint_rules.init.recipe import Recipe
from lint_rules.init.trees import Node
from lint_rules.manifest.model import Manifest
from lint_rules.project.symbols import ClassInfo, Project
from lint_rules.reports.summary import few

_MOST_CLASSES = 5
"""More classes than this, with nothing to choose between them, are not listed: the name says it better."""


class Bound(NamedTuple):
    """Names that belong together, and what they mean in the project."""

    group: str
    """What a person would call them."""
    modules: tuple[str, ...]
    """Classes, and classes with paths below them."""
    names: tuple[str, ...]
    """Full names, as the project has them, where no class says it."""
    wanted: tuple[Wanted, ...]
    owners: tuple[Node, ...]
    """One module for each of ``modules``, as it is built."""
    note: str | None = None
    """What a person should know about the way in which they were bound."""
    also: tuple[str, ...] = ()
    """Other models that build the same classes, although the recipe speaks of none of them."""


class Binding(NamedTuple):
    """What became of a recipe's names."""

    bound: tuple[Bound, ...]
    unbound: tuple[Wanted, ...]
    near: tuple[tuple[Near, ...], ...] = ()
    """For each of ``unbound``, what comes near to it."""


def bind(recipe: Recipe, trees: Sequence[Node], project: Project, manifest: Manifest) -> Binding:
    """Bind a recipe's names; of the manifest, what carries a config and which layers are fused matters."""
    return _Binder(recipe, trees, project, manifest).bind()


class _Item(NamedTuple):
    """A class, or a class and a path, that means what some name means."""

    cls: ClassInfo
    path: str
    node: Node

    @property
    def text(self) -> str:
        return f"{self.cls.name}.{self.path}" if self.path else self.cls.name

    @property
    def is_top(self) -> bool:
        """Whether it is what a model itself holds: its full name is as short."""
        return self.node.above is None and "." not in self.path


class _Binder:
    """Matches each name with the modules of all trees, chooses among them, and says what they have in common."""

    def __init__(self, recipe: Recipe, trees: Sequence[Node], project: Project, manifest: Manifest) -> None:
        self.project = project
        self.carriers = frozenset(manifest.quantization.names)
        self.wanted = gather(recipe.names)
        self.depth = depth_of(self.wanted, recipe.depth)
        self.matcher = Matcher(recipe, self.wanted, trees, project, manifest)
        self._places: dict[ClassInfo, list[Node]] = {}
        for node in self.matcher.nodes:
            for base in node.cls.mro if isinstance(node.cls, ClassInfo) else ():
                self._places.setdefault(base, []).append(node)
        self.matches = self.matcher.matches()
        self.covered: set[Node] = set()
        self.explained: dict[object, int] = {}
        self._named_trees: set[Node] = set()
        self._excluded: dict[Node, bool] = {}
        self._everywhere: dict[tuple[ClassInfo, str], bool] = {}

    def bind(self) -> Binding:
        """Bind all names."""
        self._count()
        results = [(wanted, *self._meaning(wanted)) for wanted in self.wanted if self.matches[wanted]]
        unbound = tuple(wanted for wanted in self.wanted if not self.matches[wanted])
        near = tuple(tuple(self.matcher.near(wanted)) for wanted in unbound)
        return Binding(tuple(self._grouped(results)), unbound, near)

    # --- choosing

    def _count(self) -> None:
        """Count how many names each model and each class explains."""
        explained: dict[object, set[Wanted]] = {}
        for wanted, nodes in self.matches.items():
            for node in nodes:
                if not wanted.exceptional(self.depth):
                    self.covered.add(node)
                self._named_trees.add(node.root)
                for cls, _, above in node.owners():
                    # A bare `lm_head` is in every model, and tells none from another.
                    if len(wanted.parts) != 1:
                        explained.setdefault(cls, set()).add(wanted)
                        explained.setdefault(above, set()).add(wanted)
        self.explained = {key: len(names) for key, names in explained.items()}

    def _meaning(self, wanted: Wanted) -> tuple[list[_Item], list[str], str | None]:
        """The items or the names that say what a name means, and a note."""
        nodes = self._chosen(wanted)
        # A number says nothing of a module whose place in the model is not known.
        if wanted.exceptional(self.depth) and not any(map(_is_apart, nodes)):
            paths = dict.fromkeys(path for node in nodes for path in wanted.at_layers(node.path))
            return [], list(paths), "at some layers only, so that no class says it"
        items = _widest(item for node in nodes for item in [self._item(node)])
        if len(items) > _MOST_CLASSES or all(item.is_top for item in items):
            classes = few(sorted({item.cls.name for item in items}))
            return [], list(dict.fromkeys(node.path for node in nodes)), f"in {classes}"
        return items, [], _difference(wanted, nodes[0])

    def _chosen(self, wanted: Wanted) -> list[Node]:
        """Of the modules that a name fits: those of the recipe's model, else of the model that explains most names."""
        nodes = self.matches[wanted]
        known = [node for node in nodes if self.matcher.is_of_the_model(node)]
        if len(wanted.parts) == 1:
            return known or nodes
        return self._most(known or self._most(nodes, lambda node: node.root), _nearest)

    def _most(self, nodes: list[Node], key: Callable[[Node], object]) -> list[Node]:
        most = max(self.explained.get(key(node), 0) for node in nodes)
        return [node for node in nodes if self.explained.get(key(node), 0) == most]

    # --- saying it

    def _item(self, node: Node) -> _Item:
        """The widest class, or the nearest class and path, that is excluded wherever it is built."""
        found: _Item | None = None
        here: Node | None = node
        while here is not None and here.above is not None and self._is_excluded(here):
            if isinstance(here.cls, ClassInfo) and not here.is_linear and self._always(here.cls, ""):
                found = _Item(here.cls, "", here)
            here = here.above
        if found is not None:
            return found
        for cls, path, above in node.owners():
            if self._always(cls, path) or above.above is None or _is_apart(above):
                return _Item(cls, path, above)
        raise AssertionError("a tree has a class at its root")

    def _is_excluded(self, node: Node) -> bool:
        """Whether a module is excluded: by its own name, by one above it, or because all that matters in it is."""
        if node not in self._excluded:
            above = node.above is not None and self._is_named(node.above)
            self._excluded[node] = node in self.covered or above or self._is_excluded_within(node)
        return self._excluded[node]

    def _is_named(self, node: Node) -> bool:
        return node in self.covered or (node.above is not None and self._is_named(node.above))

    def _is_excluded_within(self, node: Node) -> bool:
        quantizable = [each for each in node.walk() if each.is_quantizable and each is not node]
        return bool(quantizable) and all(map(self._is_named, quantizable)) and self._is_known(node)

    def _is_known(self, node: Node) -> bool:
        """Whether the tree has all that a module builds with a config: what could not be told may be quantized."""
        for each in node.walk():
            if isinstance(each.cls, ClassInfo) and each.below:
                attributes = {inner.path.removeprefix(f"{each.path}.").split(".")[0] for inner in each.below}
                for attribute, call in assigned_calls(each.cls):
                    if attribute not in attributes and not self.carriers.isdisjoint(arguments_of(call)):
                        return False
        return True

    def _always(self, cls: ClassInfo, path: str) -> bool:
        """Whether a class, or what is at a path below it, is excluded at each place at which the class is built."""
        if (cls, path) not in self._everywhere:
            places = self._places.get(cls, [])
            # Of models of which the recipe names nothing it says nothing, and what nobody was seen to build has no name.
            built = [place for place in places if place.above is not None and place.root in self._named_trees]
            self._everywhere[cls, path] = all(
                self._is_excluded(node) for place in built or places for node in (_at(place, path) if path else [place])
            )
        return self._everywhere[cls, path]

    def _grouped(self, results: list[tuple[Wanted, list[_Item], list[str], str | None]]) -> Iterator[Bound]:
        """Put what has the same note and stands under the same module into one entry, in the order of the recipe."""
        entries: dict[tuple[str, bool, str | None], list[tuple[Wanted, list[_Item], list[str]]]] = {}
        for wanted, items, names, note in results:
            entries.setdefault((_title(wanted, items), bool(items), note), []).append((wanted, items, names))
        for (title, _, note), members in entries.items():
            parts = [part for part in members[0][0].parts[-2:] if part != "*"]
            items = _widest(item for _, items, _ in members for item in items)
            spelled = tuple(dict.fromkeys(name for _, _, names in members for name in names))
            yield Bound(
                title if len(members) > 1 or not parts else "-".join(parts),
                tuple(self._spelled(item) for item in items),
                spelled,
                tuple(wanted for wanted, _, _ in members),
                tuple(item.node for item in items),
                note,
                self._also([wanted for wanted, _, _ in members], items),
            )

    def _also(self, wanted: Iterable[Wanted], items: Iterable[_Item]) -> tuple[str, ...]:
        """The models that build what these items mean besides those in which the names were found."""
        spoken = self.matcher.models(node for each in wanted for node in self._chosen(each))
        others = {
            place.root.cls.name
            for item in items
            for place in self._places.get(item.cls, ())
            if place.above is not None and isinstance(place.root.cls, ClassInfo) and place.root.cls not in spoken
        }
        return tuple(sorted(others))

    def _spelled(self, item: _Item) -> str:
        """An item as a manifest has it, with the class's module where another class has its name."""
        same = [cls for cls in self._places if cls.name == item.cls.name]
        module = item.cls.module.name
        return f"{module}.{item.text}" if len(same) > 1 and module else item.text


def _difference(wanted: Wanted, node: Node) -> str | None:
    """What sets a module's path apart from the name."""
    if _is_apart(node):
        return f"by `{wanted.parts[-1]}` alone, which no other class has: what builds this one could not be told"
    parts = bare(tuple(node.path.split(".")))
    if difference := renamed(wanted.parts, parts):
        return f"`{difference[0]}` of the checkpoint is `{difference[1]}` here"
    if (at := shortened(wanted.parts, parts)) is not None:
        return f"the checkpoint's `{wanted.parts[at]}` is no level of this code"
    return None


def _is_apart(node: Node) -> bool:
    """Whether a module's place in the models is not known."""
    return node.root.cls == APART


def _at(place: Node, path: str) -> list[Node]:
    full = f"{place.path}.{path}" if place.path else path
    return [node for node in place.walk() if node.path == full]


def _nearest(node: Node) -> object:
    return next(node.owners())[0]


def _widest(items: Iterable[_Item]) -> list[_Item]:
    """Each item once, without those that another one means as well."""
    distinct = list({(item.cls, item.path): item for item in items}.values())
    return [
        item
        for item in distinct
        if not any(
            other is not item and item.cls.derives_from(other.cls) and other.path in ("", item.path)
            for other in distinct
        )
    ]


def _title(wanted: Wanted, items: list[_Item]) -> str:
    """What a person would call an entry: its class, or what holds the layer, or the layer."""
    if len(items) == 1 and not items[0].path:
        return items[0].cls.name
    parts = [part for part in wanted.parts if part != "*"] or re.findall(r"[A-Za-z_]\w+", wanted.text)[-1:]
    return parts[-2] if len(parts) > 1 else (parts or ["pattern"])[-1]
