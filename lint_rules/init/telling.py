"""What a person is told of a first manifest: what was seen, what became of the recipe, and why nothing could be written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from lint_rules.init.binding import Binding
from lint_rules.init.detect import Carrier, Detected
from lint_rules.init.starting import Start
from lint_rules.manifest.keys import PROFILES
from lint_rules.project.files import Found
from lint_rules.reports.report import shown_path
from lint_rules.reports.summary import count, few
from lint_rules.reports.terminal import visible

_SHOWN = 3
_CARRIERS = 6


def summary(start: Start, root: Path, found: Found) -> Iterator[str]:
    """What was seen, and what became of the recipe's names."""
    detected = start.detected
    engine = f"profile {detected.profile}" if detected.profile else "no known engine"
    yield f"Saw {count(len(found.files), 'Python file')}: {engine} ({detected.reason})."
    yield from _carriers(detected, root)
    if start.unreadable:
        shown = [shown_path(path, Path.cwd()) for path, _ in start.unreadable]
        yield f"  could not read {_kinds(path for path, _ in start.unreadable)}: {visible(few(shown))}"
    if start.recipe is None:
        return
    recipe, binding = start.recipe, start.binding
    yield f"Read {count(len(recipe.names), 'name')} of `{recipe.key}` in {visible(str(recipe.path))}."
    for bound in binding.bound:
        spelled = sum(len(wanted.spelled) for wanted in bound.wanted)
        yield f"  {visible(few(bound.modules or bound.names))}: {count(spelled, 'name')}"
    if binding.unbound and not start.by_name:
        yield f"  {_lost(binding)}"


def unread(start: Start, root: Path, found: Found) -> Iterator[str]:
    """What is said of a project of which nothing could be told."""
    below = root if root == Path.cwd() else shown_path(root, Path.cwd())
    unreadable = [*start.unreadable, *((problem.path, problem.message) for problem in found.problems)]
    if not found.files:
        yield f"no Python files below {below}, so that nothing was written"
    elif start.instead is not None:
        yield from _misfit(start.detected, start.instead, root)
    else:
        yield "found nothing that carries a quantization config, so that nothing was written"
        hinted = f"{start.detected.hinted} with a word such as quant or fp8"
        yield f"  saw: {count(len(found.files), 'Python file')} below {below}, {hinted}"
        engines = f"{', '.join(PROFILES[:-1])} and {PROFILES[-1]}"
        yield f"  looked for: the engines {engines}; parameters and fields annotated with a class"
        yield "    such as Float8Config or QuantSettings; parameters and fields named as quant_config or fp8_cfg is"
    if unreadable:
        yield f"  could not read: {_kinds(path for path, _ in unreadable)}"
        for path, message in unreadable[:_SHOWN]:
            yield f"    {shown_path(path, Path.cwd())}: {message}"
        if len(unreadable) > _SHOWN:
            yield f"    and {len(unreadable) - _SHOWN} more"
    if found.files and start.instead is None:
        yield "  A manifest by hand needs `quantization` with the `names` or `types` that carry it; see `quantfence manifest schema`."


def _misfit(detected: Detected, instead: Detected, root: Path) -> Iterator[str]:
    """What is said where a person named an engine that this is not."""
    names = few([f"`{each.name}`" for each in (*detected.types, *detected.names)])
    yield f"none of the names of profile {detected.profile} occurs here ({names}), so that nothing was written"
    engine = f"profile {instead.profile}" if instead.profile else "no known engine"
    yield f"  without --profile, this was found: {engine} ({instead.reason})"
    yield from (f"  {line}" for line in _carriers(instead, root))


def _carriers(detected: Detected, root: Path) -> Iterator[str]:
    carriers: Sequence[Carrier] = (*detected.types, *detected.names)
    for carrier in carriers[:_CARRIERS]:
        here = tuple(shown_path(root / place, Path.cwd()) for place in carrier.places)
        yield f"  {visible(str(carrier._replace(places=here)))}"
    if len(carriers) > _CARRIERS:
        yield f"  and {len(carriers) - _CARRIERS} more"


def _lost(binding: Binding) -> str:
    """What is said of the names that no class has."""
    names = count(sum(len(wanted.spelled) for wanted in binding.unbound), "name")
    near = sum(len(wanted.spelled) for wanted, near in zip(binding.unbound, binding.near, strict=True) if near)
    if not near:
        return f"bound to no class of this project: {names}"
    return f"bound to no class for sure: {names}, {near} with classes to choose from in the manifest"


def _kinds(paths: Iterable[Path]) -> str:
    """``2 files and 1 folder``"""
    folders = [path.is_dir() for path in paths]
    counts = ((folders.count(False), "file"), (folders.count(True), "folder"))
    return " and ".join(count(number, noun) for number, noun in counts if number)
