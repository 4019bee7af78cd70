"""``quantfence recipe show``: what a checkpoint leaves unquantized, and what each engine makes of that."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lint_rules.commands.streams import write
from lint_rules.commands.verdict_table import verdict_table
from lint_rules.errors import UsageError
from lint_rules.manifest.problems import quoted
from lint_rules.reports.report import shown_path
from lint_rules.reports.summary import count
from lint_rules.reports.terminal import visible, width

if TYPE_CHECKING:
    from lint_rules.recipes.model import NameList, Recipe
    from lint_rules.recipes.reading import Reading


def show(path: Path, engines: Sequence[str], output_format: str) -> int:
    """Print what a recipe excludes, and how engines read it: those that are named, else all that know its method.

    Raises UsageError where it is no recipe, or where none of them reads it.
    """
    recipe, readings = read(path, engines)
    write([json.dumps(_document(recipe, readings), indent=2)] if output_format == "json" else _text(recipe, readings))
    return 0


def read(path: Path, engines: Sequence[str]) -> tuple[Recipe, list[Reading]]:
    """A recipe, and how engines read it.

    Raises UsageError where it is no recipe, where an engine is unknown, or where none of them knows its method.
    """
    from lint_rules.manifest.keys import ENGINES
    from lint_rules.manifest.problems import unknown
    from lint_rules.recipes.mirrored import unread
    from lint_rules.recipes.read import read_recipe
    from lint_rules.recipes.reading import FULL_NAMES, engines_for, reading

    for engine in engines:
        if engine not in ENGINES:
            raise UsageError(f"--engine: {unknown('engine', engine, ENGINES)}")
    recipe = read_recipe(path / "config.json" if path.is_dir() else path)
    readings = [reading(engine, recipe) for engine in dict.fromkeys(engines or engines_for(recipe))]
    if not any(each.is_known for each in readings):
        least = readings[0] if readings else reading(FULL_NAMES, recipe)
        raise UsageError(f"{_at(recipe)}: {unread(least)}")
    return recipe, readings


def place(reading: Reading, item: int) -> str:
    """Where an item stands, and the item: ``config.json:9:7 `mlp.gate```."""
    found = reading.items[item]
    return f"{shown(found.place.path)}:{found.place.line}:{found.place.column} {quoted(found.text)}"


def shown(path: Path) -> str:
    """A path as it is printed."""
    return visible(shown_path(path.absolute(), Path.cwd()))


def item_document(reading: Reading, item: int | None) -> dict[str, Any] | None:
    """An item, for programs."""
    if item is None:
        return None
    found = reading.items[item]
    return {"text": found.text, "line": found.place.line, "column": found.place.column}


def reading_document(reading: Reading) -> dict[str, Any]:
    """How an engine reads a recipe, for programs."""
    return {
        "engine": reading.engine,
        "release": reading.release,
        "known": reading.is_known,
        "lists": [f"{reading.recipe.table}.{each.key}" for each in reading.lists],
        "meaning": reading.meaning if reading.is_known else None,
        "problems": [
            {"item": item_document(reading, at), "message": problem} for at, problem in reading.problems.items()
        ],
    }


def _at(recipe: Recipe) -> str:
    return f"{shown(recipe.path)}:{recipe.place.line}:{recipe.place.column}"


def _document(recipe: Recipe, readings: Sequence[Reading]) -> dict[str, Any]:
    return {
        "path": str(recipe.path),
        "method": recipe.method,
        "table": recipe.table,
        "models": list(recipe.models),
        "layers": recipe.depth,
        "lists": [
            {
                "key": each.key,
                "line": each.place.line,
                "column": each.place.column,
                "items": [
                    {"text": item.text, "line": item.place.line, "column": item.place.column} for item in each.items
                ],
            }
            for each in recipe.lists
        ],
        "engines": [reading_document(each) for each in readings],
    }


def _text(recipe: Recipe, readings: Sequence[Reading]) -> Iterator[str]:
    method = f"method {quoted(recipe.method)}" if recipe.method else "no method"
    yield f"{_at(recipe)}: {method} in `{recipe.table}`"
    about = [*(["model " + ", ".join(recipe.models)] if recipe.models else [])]
    about += [count(recipe.depth, "layer")] if recipe.depth else []
    if about:
        yield visible("; ".join(about))
    if not recipe.lists:
        yield "It holds no list of names: nothing is excluded."
    for listed in recipe.lists:
        yield ""
        yield from _list(recipe, listed)
    yield ""
    yield "How engines read it:"
    for each in readings:
        yield f"  {each.engine} ({each.release})"
        yield f"    reads {_said(each)}"
        if each.is_known:
            yield f"    {each.meaning}"
        for at, problem in each.problems.items():
            yield f"    not run: {place(each, at)} {problem}"
    yield from _differences(recipe, readings)


def _differences(recipe: Recipe, readings: Sequence[Reading]) -> Iterator[str]:
    """What engines make of the recipe's own names, where that differs."""
    from lint_rules.recipes.comparing import compare, probes
    from lint_rules.recipes.grouping import group
    from lint_rules.recipes.verdict import NO_FUSED

    rows = [row for row in compare(readings, probes(recipe), NO_FUSED) if row.is_disputed]
    if rows:
        groups = group([row.name for row in rows], [row.outcomes for row in rows])
        yield ""
        yield "Layers of these names, where engines differ:"
        told = [(each.text, len(each.members), rows[each.members[0]]) for each in groups]
        yield from verdict_table(readings, told, color=False)


def _said(reading: Reading) -> str:
    if not reading.is_known:
        return "nothing of this method"
    if not reading.lists:
        return "none of its lists: nothing is excluded"
    named = " and ".join(f"`{each.key}`" for each in reading.lists)
    return (
        named
        if reading.items
        else f"{named}, which {'is' if len(reading.lists) == 1 else 'are'} empty: nothing is excluded"
    )


def _list(recipe: Recipe, listed: NameList) -> Iterator[str]:
    from lint_rules.recipes.grouping import group
    from lint_rules.recipes.keys import ALLOWING

    groups = group([item.text for item in listed.items])
    what = ", all that is quantized" if listed.key == ALLOWING else ""
    yield f"`{recipe.table}.{listed.key}` (line {listed.place.line}): {count(len(listed.items), 'name')}{what}"
    told = [visible(each.text) or "(empty)" for each in groups]
    widest = max(map(width, told), default=0)
    for text, each in zip(told, groups, strict=True):
        times = f"  {len(each.members)}" if len(each.members) > 1 else ""
        yield f"  {text}{' ' * (widest - width(text)) if times else ''}{times}"
