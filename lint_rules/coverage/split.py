"""Fused layers of which the exclusions name some parts and forget others: the layer can have one precision only."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from lint_rules.coverage.entries import Entries, Item
from lint_rules.coverage.patterns import compiled_name
from lint_rules.manifest.patterns import NamePattern


class Split(NamedTuple):
    """A fused layer that is split."""

    items: tuple[Item, ...]
    """The items that name a part, in the order of the manifest."""
    fqn: str
    named: tuple[str, ...]
    """The last components of the parts that are named."""
    missing: tuple[str, ...]
    """Those of the parts that are not."""


def splits(entries: Entries) -> Iterator[Split]:
    """All of them, over the union of the exclusions, each with the first way in which its parts are known."""
    items = [item for item in entries.items if item.target is None]
    universe, spelling = entries.universe, entries.spelling
    touched: set[int] = set()
    for item in items:
        touched.update(entries.parts_covered(item, universe, spelling))
    if not touched:
        return
    by_class = (entries.covered(item, universe, spelling) for item in entries.items if item.target is not None)
    whole = set[int]().union(*by_class)
    patterns = [(item, list(_compiled(item, entries))) for item in items]
    for fqn in dict.fromkeys(universe.modules[number].fqn for number in sorted(touched - whole)):
        for name in _spots(fqn, items):
            found = _split(name, fqn, patterns, entries)
            if found is not None:
                yield found
                break


def _compiled(item: Item, entries: Entries) -> Iterator[NamePattern]:
    for text in entries.spelling.variants(item.entry.text):
        pattern = compiled_name(text)
        if pattern is not None:
            yield pattern


def _spots(fqn: str, items: list[Item]) -> list[str]:
    """A name, and the names of the layers of which the manifest speaks by number."""
    numbers = {part for item in items for part in item.entry.text.split(".") if part.isdecimal()}
    if not numbers or "*" not in fqn:
        return [fqn]
    return [fqn.replace("*", number, 1) for number in sorted(numbers, key=int)]


def _split(name: str, fqn: str, patterns: list[tuple[Item, list[NamePattern]]], entries: Entries) -> Split | None:
    if any(pattern.covers(name) for _, each in patterns for pattern in each):
        return None
    for ways in zip(entries.spelling.parts(name), entries.spelling.parts(fqn), strict=True):
        found: dict[str, list[Item]] = {}
        for part, plain in zip(*ways, strict=True):
            mine = [item for item, each in patterns if any(pattern.covers(part) for pattern in each)]
            if plain in entries.universe.names:
                # Some model has a layer of this name: it may be the one that is meant.
                return None
            if mine:
                found[part] = mine
        if found and len(found) < len(ways[0]):
            items = [item for item, _ in patterns if any(item in each for each in found.values())]
            named = tuple(part.rpartition(".")[2] for part in ways[0] if part in found)
            missing = tuple(part.rpartition(".")[2] for part in ways[0] if part not in found)
            return Split(tuple(items), fqn, named, missing)
        if found:
            return None
    return None
