"""``quantfence match``: which names each engine excludes by a recipe, as a table, with what they disagree on."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from lint_rules.commands.recipe import item_document, place, read, reading_document
from lint_rules.commands.streams import note, use_color, write
from lint_rules.commands.verdict_table import MARK, verdict_table
from lint_rules.errors import UsageError
from lint_rules.reports.summary import count
from lint_rules.reports.terminal import paint, visible

if TYPE_CHECKING:
    from lint_rules.recipes.comparing import Row
    from lint_rules.recipes.reading import Reading
    from lint_rules.recipes.verdict import Verdict

STANDARD_INPUT = Path("-")


class Options(NamedTuple):
    """The command line, parsed."""

    recipe: Path
    engines: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    """Names that stand on the command line."""
    names: Path | None = None
    indexed: Path | None = None
    fused: tuple[str, ...] = ()
    all: bool = False
    output_format: str = "text"
    color: str = "auto"


def run(options: Options) -> int:
    """Print what each engine makes of each name; 1 where they disagree on one, else 0.

    Raises UsageError where the recipe or the names can't be read, or where no engine knows the recipe's method.
    """
    from lint_rules.recipes.comparing import compare, joined

    recipe, readings = read(options.recipe, options.engines)
    fused = _fused(options.fused)
    names = _names(options, recipe.path.parent)
    rows = compare(readings, names, fused)
    rows += joined(readings, rows, fused)
    disputed = sum(row.is_disputed for row in rows)
    if options.output_format == "json":
        write([json.dumps(_document(readings, rows, disputed), indent=2)])
    else:
        write(_text(options, readings, rows, disputed))
    return 1 if disputed else 0


def _fused(words: Sequence[str]) -> Mapping[str, Sequence[str]]:
    from lint_rules.recipes.engines.sglang import KNOWN_FUSED

    fused = dict(KNOWN_FUSED)
    for word in words:
        layer, sign, listed = word.partition("=")
        parts = tuple(part.strip() for part in listed.split(","))
        if not sign or not layer.strip() or not all(parts):
            raise UsageError(
                f"--fused: found `{word}`; accepted: a layer and its parts, `qkv_proj=q_proj,k_proj,v_proj`"
            )
        fused[layer.strip()] = parts
    return fused


def _names(options: Options, folder: Path) -> list[str]:
    """The names that are asked for; those of the checkpoint beside the recipe if none are."""
    from lint_rules.recipes import names

    found = names.modules(options.words)
    if options.names == STANDARD_INPUT:
        found += names.named(sys.stdin.buffer.read(), "standard input")
    elif options.names is not None:
        found += names.named(names.read(options.names), str(options.names))
    index = options.indexed
    if index is None and options.names is None and not options.words and (folder / names.INDEX).is_file():
        index = folder / names.INDEX
    if index is not None:
        found += names.indexed(names.read(index), str(index))
    if not found:
        looked = (
            "there are none in what was given" if options.names or index else f"there is no {names.INDEX} beside it"
        )
        raise UsageError(f"no names to match: {looked}; accepted: NAME, --names FILE or --index FILE")
    return list(dict.fromkeys(found))


def _document(readings: Sequence[Reading], rows: Sequence[Row], disputed: int) -> dict[str, Any]:
    return {
        "recipe": str(readings[0].recipe.path),
        "method": readings[0].recipe.method,
        "engines": [reading_document(reading) for reading in readings],
        "names": [
            {
                "name": row.name,
                "agree": not row.is_disputed,
                "verdicts": {
                    reading.engine: _verdict(reading, verdict)
                    for reading, verdict in zip(readings, row.verdicts, strict=True)
                },
            }
            for row in rows
        ],
        "disagreements": disputed,
    }


def _verdict(reading: Reading, verdict: Verdict | None) -> dict[str, Any] | None:
    if verdict is None:
        return None
    return {
        "outcome": verdict.outcome.value,
        "item": item_document(reading, verdict.item),
        "part": verdict.part,
        "left_out": list(verdict.left_out),
        "message": verdict.message,
    }


def _text(options: Options, readings: Sequence[Reading], rows: Sequence[Row], disputed: int) -> Iterator[str]:
    from lint_rules.recipes.grouping import Group, group

    color = use_color(options.color, sys.stdout)
    if options.all:
        groups = [Group(row.name, (at,)) for at, row in enumerate(rows)]
    else:
        groups = group([row.name for row in rows], [row.outcomes for row in rows])
    yield from verdict_table(
        readings, [(each.text, len(each.members), rows[each.members[0]]) for each in groups], color
    )
    yield ""
    found = f"{count(len(rows), 'name')}, {count(len(readings), 'engine')}"
    if disputed:
        yield paint(f"{found}: they disagree on {count(disputed, 'name')}, marked with {MARK}.", "bold", color)
        for each in groups:
            if rows[each.members[0]].is_disputed:
                yield f"  {visible(each.text)}"
                yield from _reasons(readings, rows[each.members[0]])
    else:
        yield paint(f"{found}: they agree." if len(readings) > 1 else f"{found}.", "green", color)
    for reading in readings:
        for at, problem in reading.problems.items():
            note(f"{reading.engine} was not asked: {place(reading, at)} {problem}")


def _reasons(readings: Sequence[Reading], row: Row) -> Iterator[str]:
    """What decided, engine by engine."""
    for reading, verdict in zip(readings, row.verdicts, strict=True):
        if verdict is None:
            yield f"    {reading.engine}: takes the parts for themselves"
            continue
        said = [verdict.message] if verdict.message else []
        if verdict.item is not None:
            said.append(f"{place(reading, verdict.item)}{f' for `{verdict.part}`' if verdict.part else ''}")
        if not said:
            said.append("no item means it" if reading.items else "it reads no item")
        yield visible(f"    {reading.engine}: {verdict.outcome.value}: {'; '.join(said)}")
