"""The manifest's entries, and the modules that each covers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, partial
from typing import NamedTuple

from lint_rules.blueprint.vocabulary import Target, Vocabulary
from lint_rules.coverage.mirrors import Mirror, mirrored_recipes
from lint_rules.coverage.openness import Openness, Texts
from lint_rules.coverage.patterns import covered
from lint_rules.coverage.presence import Presence
from lint_rules.coverage.spelling import Spelling
from lint_rules.coverage.universe import Universe
from lint_rules.manifest.model import Entry, Exclusion, Manifest
from lint_rules.manifest.patterns import match_path
from lint_rules.outline.explain import Explainer
from lint_rules.outline.tree import Tree
from lint_rules.outline.universe import known_modules
from lint_rules.project.symbols import ClassInfo, Project


class Item(NamedTuple):
    """One item of an exclusion's ``names`` or ``modules``."""

    exclusion: Exclusion
    entry: Entry
    target: Target | None
    """What an item of ``modules`` means; none for one of ``names``."""


class Entries:
    """What rules ask of a manifest's entries. Nothing is computed before it is asked for."""

    def __init__(
        self,
        manifest: Manifest,
        vocabulary: Vocabulary,
        project: Project,
        tree: Callable[[], Tree],
        explainer: Explainer,
    ) -> None:
        """``tree`` gives all modules of the project, which take a while; its models are what names are relative to."""
        self.manifest = manifest
        self.project = project
        self._vocabulary = vocabulary
        self._grow = tree
        self._explainer = explainer
        self._families: dict[Target, frozenset[str]] = {}

    @cached_property
    def _tree(self) -> Tree:
        return self._grow()

    @cached_property
    def items(self) -> list[Item]:
        """All items, in the order of the manifest."""
        targets = {(target.exclusion.id, target.entry): target for target in self._vocabulary.targets}
        return [
            item
            for exclusion in self.manifest.exclusions
            for item in (
                *(Item(exclusion, entry, targets[exclusion.id, entry]) for entry in exclusion.modules),
                *(Item(exclusion, entry, None) for entry in exclusion.names),
            )
        ]

    @cached_property
    def universe(self) -> Universe:
        """All modules of all models."""
        return Universe(known_modules(self._tree))

    @cached_property
    def openness(self) -> Openness:
        """What is not known of these modules."""
        return Openness(self.universe, self.project)

    @cached_property
    def presence(self) -> Presence:
        """Which modules a config can reach."""
        return Presence(self.openness, self._vocabulary)

    @cached_property
    def mirrors(self) -> list[Mirror]:
        """The recipes that exclusions mirror. Raises ManifestError where one can't be read."""
        return [
            Mirror(each, self.universe, self.spelling, self.spelling_in, partial(self._meant, each.exclusions))
            for each in mirrored_recipes(self.manifest, self.project.root)
        ]

    @cached_property
    def texts(self) -> Texts:
        """What the texts of classes leave room for."""
        return Texts()

    @cached_property
    def part_names(self) -> frozenset[str]:
        """The names of all layers that are parts of fused ones."""
        return frozenset(self.universe.parts(self.spelling.fused))

    @cached_property
    def spelling(self) -> Spelling:
        """How the names of all models may be spelled."""
        return self.spelling_of([*(node.cls for node in self._tree.nodes), *self._tree.roots])

    def spelling_in(self, roots: Iterable[str]) -> Spelling:
        """How the names of some models may be spelled: what they and the classes inside of them say counts."""
        wanted = set(roots)
        stack = [self._tree.start(cls) for cls in self._tree.roots if cls.qualname in wanted]
        seen: dict[ClassInfo, None] = {}
        while stack:
            node = stack.pop()
            if node.cls not in seen:
                seen[node.cls] = None
                stack += [each.child for each in self._tree.steps(node) if each.child is not None]
        return self.spelling_of(seen)

    def spelling_of(self, classes: Iterable[ClassInfo]) -> Spelling:
        """What some classes say of names."""
        return Spelling(self.manifest.layers, list(dict.fromkeys(classes)), self._explainer)

    def _meant(self, exclusions: Sequence[Exclusion]) -> list[str]:
        """The models of which some exclusions cover anything."""
        ids = {exclusion.id for exclusion in exclusions}
        items = [item for item in self.items if item.exclusion.id in ids]
        found = (number for item in items for number in self.covered(item, self.universe, self.spelling))
        return list(dict.fromkeys(self.universe.modules[number].root for number in sorted(set(found))))

    def covered(self, item: Item, universe: Universe, spelling: Spelling) -> set[int]:
        """The numbers of the modules that an item covers; of fused layers, those of which it covers all or a part."""
        if item.target is not None:
            return self._covered_by_class(item.target, universe)
        found: set[int] = set()
        for pattern in spelling.variants(item.entry.text):
            for name in covered(universe.names, pattern):
                found.update(universe.names[name])
        return found | set(self.parts_covered(item, universe, spelling))

    def parts_covered(self, item: Item, universe: Universe, spelling: Spelling) -> dict[int, set[str]]:
        """The fused layers of which an item of ``names`` covers a part, with those parts."""
        if item.target is not None or not spelling.fused:
            return {}
        parts = universe.parts(spelling.fused)
        found: dict[int, set[str]] = {}
        for pattern in spelling.variants(item.entry.text):
            for part in covered(parts, pattern):
                for number in parts[part]:
                    found.setdefault(number, set()).add(part)
        return found

    def _covered_by_class(self, target: Target, universe: Universe) -> set[int]:
        family = self.family(target)
        found: set[int] = set()
        for number, module in enumerate(universe.modules):
            above = [universe.modules[each] for each in universe.ancestors(number)]
            tops = [each.fqn for each in above if each.cls in family]
            if module.root.rpartition(".")[2] in family:
                tops.append("")
            if target.path is None:
                inside = bool(tops)
            else:
                below = (module.fqn[len(top) + 1 if top else 0 :] for top in tops)
                inside = any(path and match_path(target.path, path) for path in below)
            if inside:
                found.add(number)
        return found

    def family(self, target: Target) -> frozenset[str]:
        """The bare names of the classes that an item of ``modules`` means, subclasses too."""
        if target not in self._families:
            classes = (cls for module in self.project.modules for cls in module.classes)
            self._families[target] = frozenset(cls.name for cls in classes if target.covers(cls))
        return self._families[target]
