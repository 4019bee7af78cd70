"""The trees of modules that a project builds, as far as its builders tell."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from lint_rules.blueprint.crossings import is_given_a_config
from lint_rules.blueprint.excluded import built_by_modules
from lint_rules.blueprint.frame import Construction
from lint_rules.blueprint.query import Visit, visits
from lint_rules.blueprint.survey import Progress, Survey
from lint_rules.blueprint.tree import layers_of
from lint_rules.blueprint.values import Ref
from lint_rules.blueprint.vocabulary import Vocabulary
from lint_rules.manifest.model import Entry, Exclusion, Manifest, Place
from lint_rules.project.symbols import ClassInfo, Project


@dataclass(eq=False)
class Node:
    """A module in a tree: a model at its root, a layer, or something between them."""

    cls: ClassInfo | str
    path: str
    """From the root; ``*`` stands for an index."""
    above: Node | None
    given: bool = False
    """Whether some call gives it a config."""
    calls: tuple[Construction, ...] = ()
    """What may have built it."""
    below: list[Node] = field(default_factory=list)

    @property
    def root(self) -> Node:
        """The model that it is part of."""
        node = self
        while node.above is not None:
            node = node.above
        return node

    @property
    def is_linear(self) -> bool:
        """Whether it is a layer such as a config turns into a quantized one, to judge by its class."""
        names = [self.cls] if isinstance(self.cls, str) else [*(base.name for base in self.cls.mro), *self.cls.outside]
        return any("linear" in name.split(".")[-1].lower() for name in names)

    @property
    def is_quantizable(self) -> bool:
        """Whether a config could reach it: it has no modules inside, and is given a config or is a linear layer."""
        return not self.below and (self.given or self.is_linear)

    def walk(self) -> Iterator[Node]:
        """This module and all below it."""
        stack = [self]
        while stack:
            node = stack.pop()
            yield node
            stack.extend(reversed(node.below))

    def owners(self) -> Iterator[tuple[ClassInfo, str, Node]]:
        """The project's classes above it, the nearest first: the class, the path from there, and the module."""
        node = self.above
        while node is not None:
            if isinstance(node.cls, ClassInfo):
                yield node.cls, self.path[len(node.path) + 1 if node.path else 0 :], node
            node = node.above


def grow_trees(project: Project, manifest: Manifest, progress: Progress | None = None) -> list[Node]:
    """Evaluate all builders that a config may reach and return the trees of the models, in the order of the files.

    Only the manifest's ``quantization`` matters.
    """
    place = Place(manifest.path, 1, 1)
    # Full names make the survey follow whole models; this one is no layer's.
    everything = Exclusion("init", place, names=(Entry("no/layer", place),))
    vocabulary = Vocabulary(manifest._replace(exclusions=(everything,)), project)
    survey = Survey(project, vocabulary, progress=progress, whole_trees=True)
    survey.run()
    built = built_by_modules(survey.roots)
    trees: dict[object, Node] = {}
    for result in survey.roots:
        for visit in visits(result):
            builder = visit.result.builder
            if not isinstance(builder, ClassInfo) or not isinstance(visit.result.returned, Ref):
                continue
            if builder.is_module and builder not in built:
                tree = _tree(builder, visit)
                trees.setdefault((builder, tuple((node.path, node.cls) for node in tree.walk())), tree)
    return [tree for tree in trees.values() if tree.below]


def _tree(builder: ClassInfo, visit: Visit) -> Node:
    root = Node(builder, "", None)
    seen: dict[tuple[int, str, object], Node] = {}
    branch = [root]
    for layer in layers_of(visit):
        # Outer modules come right before what they hold.
        while len(branch) > 1 and not layer.path.startswith(branch[-1].path + "."):
            branch.pop()
        above = branch[-1]
        key = (id(above), layer.path, layer.instance.cls)
        if key not in seen:
            seen[key] = Node(layer.instance.cls, layer.path, above)
            above.below.append(seen[key])
        node = seen[key]
        node.given = node.given or is_given_a_config(layer)
        node.calls = tuple(dict.fromkeys((*node.calls, *(construction for _, construction in layer.calls))))
        branch.append(node)
    return root
