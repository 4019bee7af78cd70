"""Which layers below a module depend on the name that it is given."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from lint_rules.outline.relation import Path, Verdict
from lint_rules.outline.texts import Text

if TYPE_CHECKING:
    from lint_rules.outline.tree import Node, Step

_EXAMPLES = 3


class Below(NamedTuple):
    """A layer below a module: where it is, and the texts that make its name, outer ones first."""

    path: Path
    texts: tuple[Text | None, ...]


ITSELF = Below((), ())
"""The module itself, where it is a layer."""


class Reaching:
    """Looks below nodes, once each."""

    def __init__(self, steps: Callable[[Node], Sequence[Step]]) -> None:
        self._steps = steps
        self._reached: dict[Node, tuple[Below, ...]] = {}
        self._misled: dict[Node, tuple[Below, ...]] = {}

    def reached(self, node: Node) -> tuple[Below, ...]:
        """The layers below a node that have a config, and a name that begins with its own, or should."""
        if node not in self._reached:
            self._reached[node] = ()
            found: list[Below] = []
            steps = self._steps(node)
            if not any(text.holds_prefix for each in steps for text in each.given.texts):
                # Its name is put to no use at all.
                steps = ()
            for each in steps:
                if each.given.untold or each.call.is_base:
                    continue
                below: tuple[Below, ...] = ()
                if each.is_layer:
                    below = (ITSELF,) if each.is_live else ()
                elif each.child is not None:
                    below = self.reached(each.child.rightly())
                found += (under(each, layer) for layer in below)
            self._reached[node] = tuple(dict.fromkeys(found))[:_EXAMPLES]
        return self._reached[node]

    def misled(self, each: Step) -> tuple[Below, ...]:
        """The layers below what a call makes that end with a wrong name because of it."""
        if each.child is None:
            return ()
        if all(relation.given is None for relation in each.relations):
            return self.reached(each.child.rightly())
        return self._misled_below(each.child)

    def _misled_below(self, node: Node) -> tuple[Below, ...]:
        if node.is_right:
            return ()
        if node not in self._misled:
            self._misled[node] = ()
            found: dict[Below, None] = {}
            for each in self._steps(node):
                if len(found) >= _EXAMPLES:
                    # Each wrong name makes others below it: to look at them all grows with the ways down.
                    break
                if each.verdict is Verdict.RIGHT or not each.given.texts:
                    continue
                if each.is_layer:
                    below: tuple[Below, ...] = (ITSELF,) if each.is_live else ()
                else:
                    below = self.misled(each)
                found.update(dict.fromkeys(under(each, layer) for layer in below))
            self._misled[node] = tuple(found)[:_EXAMPLES]
        return self._misled[node]


def under(each: Step, layer: Below) -> Below:
    """A layer below what a call makes, seen from the builder that holds the call."""
    return Below((*(each.path or ("?",)), *layer.path), (each.text, *layer.texts))
