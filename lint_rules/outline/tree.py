"""Outlines put together: each class under each way in which it is named, from the root models down."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from lint_rules.outline.crew import drawn
from lint_rules.outline.drawer import Drawer, Variant
from lint_rules.outline.given import Given
from lint_rules.outline.likeness import Likeness
from lint_rules.outline.reaching import Reaching
from lint_rules.outline.relation import LOST, ROOT, SAME, Path, Relation, Verdict, step
from lint_rules.outline.sketch import Made, sketched
from lint_rules.outline.texts import Text, without
from lint_rules.project import facts
from lint_rules.project.asked import ANYBODY
from lint_rules.project.symbols import ClassInfo

_CHAINS = 8
"""So many ways from the roots to a place are looked at."""
_DEPTH = 24
_ALTERNATIVES = 4


class Node(NamedTuple):
    """A class that is built, how its name stands to what it was given, and which of its parameters have a config."""

    cls: ClassInfo
    variant: Variant
    relations: tuple[Relation, ...]
    """One; several where it may be given several names, of which none is its own."""
    live: frozenset[str]

    @property
    def is_right(self) -> bool:
        """Whether it was given its own name."""
        return any(relation.is_right for relation in self.relations)

    @property
    def at_root(self) -> bool:
        """Whether all of its name is known."""
        return self.relations[0].at_root

    @property
    def is_lost(self) -> bool:
        """Whether nothing can be said of the name that it was given."""
        return all(relation.given is None for relation in self.relations)

    def rightly(self) -> Node:
        """The same, given its own name."""
        return self._replace(relations=(SAME,))


class Step(NamedTuple):
    """One call of a node's outline: what it makes, and how that is named."""

    call: Made
    is_layer: bool
    """Whether what is made looks itself up by its name."""
    is_live: bool
    """Whether it is given a config here."""
    text: Text | None
    """The name that it is given, the best of several; None where there is none, or it can't be told."""
    verdict: Verdict
    relations: tuple[Relation, ...]
    """How what is made stands to its name, for each name that it may be given."""
    child: Node | None
    """What is made, where it is a class of the project that is no layer."""

    @property
    def given(self) -> Given:
        """What the call gives."""
        return self.call.given

    @property
    def path(self) -> Path | None:
        """Where the module is put; None where that can't be told."""
        return self.call.path


class Chain(NamedTuple):
    """A way from a root to a node: the classes on it, root first, and the node's own names."""

    classes: tuple[ClassInfo, ...]
    fqn: Path | None
    given: Path | None

    @property
    def root(self) -> ClassInfo:
        """The model."""
        return self.classes[0]


class Tree:
    """All nodes below the roots of a project."""

    def __init__(self, drawer: Drawer, classes: Iterable[ClassInfo]) -> None:
        self.drawer = drawer
        self.classes = [cls for cls in classes if drawer.is_part(cls)]
        self._likeness = Likeness()
        self._sketches: dict[tuple[ClassInfo, Variant], tuple[Made, ...]] = {}
        self._steps: dict[Node, tuple[Step, ...]] = {}
        self.above: dict[Node, list[tuple[Node, Step]]] = {}
        self.nodes: list[Node] = []
        self.reaching = Reaching(self.steps)
        self._sketches.update(
            {(cls, ()): sketch for cls, sketch in drawn(drawer.project, self.classes, self.sketch).items()}
        )
        self.roots = self._find_roots()
        self._walk()

    # --- sketches

    def sketch(self, cls: ClassInfo, variant: Variant = ()) -> tuple[Made, ...]:
        """What a class builds."""
        key = (cls, variant)
        if key not in self._sketches:
            asking, asker = self.drawer.project.asking, self._likeness.asker(cls, variant)
            with asking.by(asker):
                sketch = self._sketches[key] = sketched(self.drawer, cls, variant)
            likeness = self._likeness.of(sketch)
            if likeness is not None and asker != ANYBODY:
                asking.outcomes[asker] = likeness
        return self._sketches[key]

    def _find_roots(self) -> list[ClassInfo]:
        """The modules that no other class of the project builds."""
        built: set[ClassInfo] = set()
        for cls in self.classes:
            for call in self.sketch(cls):
                if isinstance(call.callee, ClassInfo) and not call.is_base and call.callee is not cls:
                    built.add(call.callee)
        return [cls for cls in self.classes if cls not in built]

    # --- nodes

    def _walk(self) -> None:
        stack = [self.start(cls) for cls in reversed(self.roots)]
        stack += [Node(cls, (), (SAME,), self._all_live(cls)) for cls in self._unreached()]
        while stack:
            node = stack.pop()
            if node in self._steps:
                continue
            self.nodes.append(node)
            for each in self.steps(node):
                child = each.child
                if child is not None:
                    if not child.is_right and self.reaching.misled(each):
                        # Who gave it the wrong name is told so, or the code explains it: what it does itself is another matter.
                        child = child.rightly()
                    self.above.setdefault(child, []).append((node, each))
                    stack.append(child)

    def _unreached(self) -> list[ClassInfo]:
        """Layers of the project, which are judged by themselves alone."""
        return [cls for cls in self.classes if self.drawer.vocabulary.is_named_layer(cls) and cls not in self.roots]

    def start(self, cls: ClassInfo) -> Node:
        """A root: its own name is empty, unless its constructor demands one."""
        init = cls.method("__init__")
        parameter = next((p for p in init.facts.parameters if p.name == self.drawer.prefix), None) if init else None
        demanded = parameter is not None and parameter.default is None
        empty = parameter is None or parameter.default == facts.Constant("")
        return Node(cls, (), (SAME if demanded or not empty else ROOT,), self._all_live(cls))

    def _all_live(self, cls: ClassInfo) -> frozenset[str]:
        init = cls.method("__init__")
        own = frozenset(each.name for each in init.facts.parameters) if init is not None else frozenset()
        return own | self.drawer.vocabulary.names

    def steps(self, node: Node) -> tuple[Step, ...]:
        """What a node builds."""
        if node not in self._steps:
            self._steps[node] = ()
            self._steps[node] = tuple(self._step(node, call) for call in self.sketch(node.cls, node.variant))
        return self._steps[node]

    def _step(self, node: Node, call: Made) -> Step:
        gives, path = call.given, call.path
        is_layer = self.drawer.vocabulary.is_named_layer(call.callee)
        is_live = bool(gives.sources & (node.live | {""}))
        text, verdict, relations = self._named(node, gives, path)
        child: Node | None = None
        if isinstance(call.callee, ClassInfo) and not is_layer and not call.is_base:
            live = frozenset(name for name, sources in gives.configs if sources & (node.live | {""}))
            below = tuple(relation for relation in relations if relation.given is not None) or (SAME,)
            child = Node(call.callee, gives.variant, below, live)
        return Step(call, is_layer, is_live, text, verdict, relations, child)

    def _named(self, node: Node, gives: Given, path: Path | None) -> tuple[Text | None, Verdict, tuple[Relation, ...]]:
        """The best of the names that may be given, and what they make of the module."""
        if path is None or not gives.texts or node.is_lost:
            return (gives.texts[0] if gives.texts else None), Verdict.UNTOLD, (LOST,)
        found: list[tuple[Text, Relation, Verdict]] = []
        for relation in node.relations:
            for text in gives.texts:
                made = step(relation, path, text)
                if made is not None:
                    found.append((text, *made))
        right = next((text for text, _, verdict in found if verdict is Verdict.RIGHT), None)
        if right is not None:
            return right, Verdict.RIGHT, (SAME,)
        if not found:
            return None, Verdict.UNTOLD, (LOST,)
        relations = tuple(dict.fromkeys(relation for _, relation, _ in found))[:_ALTERNATIVES]
        untold = next((text for text, _, verdict in found if verdict is Verdict.UNTOLD), None)
        if untold is not None or gives.untold:
            return untold or found[0][0], Verdict.UNTOLD, relations
        return found[0][0], Verdict.WRONG, relations

    # --- ways down from the roots

    def chains(self, node: Node) -> list[Chain]:
        """Ways from the roots to a node, the shortest of the first few."""
        return list(self._chains(node, 0, frozenset(), [_CHAINS * 6]))[:_CHAINS]

    def _chains(self, node: Node, depth: int, seen: frozenset[Node], budget: list[int]) -> Iterator[Chain]:
        budget[0] -= 1
        if depth > _DEPTH or node in seen or budget[0] < 0:
            return
        above = self.above.get(node, ())
        if not above:
            own = () if node.at_root else None
            yield Chain((node.cls,), own, own)
            return
        for parent, each in above:
            for chain in self._chains(parent, depth + 1, seen | {node}, budget):
                yield Chain((*chain.classes, node.cls), _below(chain.fqn, each.path), called(chain.given, each.text))


def _below(above: Path | None, path: Path | None) -> Path | None:
    return None if above is None or path is None else (*above, *path)


def called(above: Path | None, text: Text | None) -> Path | None:
    """The full name that a text is, where the builder's own is known."""
    if text is None:
        return None
    components = text.components()
    if components is None:
        return None
    said = tuple(component.text for component in components)
    own = text.prefix
    if own is None:
        return said
    if above is None:
        return None
    # What was cut is cut from the whole name here.
    return (*without(above, own.cuts), *said)
