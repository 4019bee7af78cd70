"""A recipe's list as an engine reads it. Stands in for the engines' own reading until that is there."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from lint_rules.recipes.model import Item, Recipe
from lint_rules.recipes.verdict import QUANTIZED, Outcome, Verdict


class Reading(NamedTuple):
    """A recipe's items, and what becomes of a name by them."""

    items: tuple[Item, ...]
    verdict: Callable[[str], Verdict]


def read_as(
    recipe: Recipe, engine: str | None, fused: Mapping[str, Sequence[str]], variants: Callable[[str], Sequence[str]]
) -> Reading:
    """How an engine reads a recipe; full names only where there is none.

    ``variants`` gives an item's text as the code may have it.
    """
    names = next((each for each in recipe.lists if each.items), None)
    items = names.items if names else ()
    first: dict[str, int] = {}
    for at, item in enumerate(items):
        for text in variants(item.text):
            first.setdefault(text, at)

    def verdict(name: str) -> Verdict:
        if name in first:
            return Verdict(Outcome.EXCLUDED, first[name])
        above, dot, last = name.rpartition(".")
        parts = fused.get(last, ())
        found = [(part, first.get(f"{above}{dot}{part}")) for part in parts]
        excluded = [(part, at) for part, at in found if at is not None]
        if not excluded:
            return QUANTIZED
        left = tuple(part for part, at in found if at is None)
        outcome = Outcome.ERROR if left else Outcome.EXCLUDED
        return Verdict(outcome, excluded[0][1], excluded[0][0], left)

    return Reading(items, verdict)
