"""The first manifest as text: valid whatever a recipe holds, with a comment for what each line means and comes from."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from lint_rules.init.binding import Binding, Bound
from lint_rules.init.detect import Detected
from lint_rules.init.hints import Policy
from lint_rules.init.matching import Near
from lint_rules.init.names import UNKNOWN, Wanted, depth_of, gather, is_guessed
from lint_rules.init.recipe import Recipe
from lint_rules.manifest import forms
from lint_rules.recipes.keys import REGEX_MARK
from lint_rules.reports.summary import few

_PLAIN = re.compile(r"[A-Za-z_](?:[A-Za-z0-9_.,*()/ -]*[A-Za-z0-9_.*)])?")
_WORDS = frozenset({"true", "false", "yes", "no", "on", "off", "null", "y", "n"})
"""What YAML takes for something else than a text."""
_UNSAYABLE = re.compile(r"[\ud800-\udfff\ufffe\uffff]")
"""What is no character, so that YAML has no way to write it."""
_LISTED = 40
"""More names than this are counted in a comment, not listed."""
_MOST_NAMES = 2000
_LONGEST = 160
EXAMPLE = "    modules: [YourModule] # replace it: nothing is excluded yet"
"""The line that stands where neither code nor recipe excludes a module."""


class Content(NamedTuple):
    """What goes into a manifest."""

    detected: Detected
    recipe: Recipe | None = None
    recipe_path: str | None = None
    """The recipe's path from the manifest, if it lies in its folder."""
    binding: Binding = Binding((), ())
    policies: tuple[tuple[Policy, ...], ...] = ()
    """For each of the entries, the flags that look like policies."""
    by_name: bool = False
    """Whether the engine's layers look themselves up by name, so that the names are what matters."""
    kept_out: Sequence[str] = ()
    receivers: Sequence[str] = ()


def render(content: Content) -> str:
    """Return the manifest."""
    lines = [
        "# What must stay unquantized: `quantfence check` reports code that hands these modules a quantization config.",
        "# Written by `quantfence init` from what it saw. It is yours: edit it, commit it.",
        "version: 1",
        "",
        *_carriers(content.detected),
        "",
        *_exclusions(content),
    ]
    return "\n".join(lines).rstrip("\n") + "\n"


def _carriers(detected: Detected) -> Iterator[str]:
    if detected.profile is not None:
        yield f"# A known engine ({comment(detected.reason)}). It brings what carries a quantization config:"
        yield from (f"#   {comment(str(each))}" for each in (*detected.types, *detected.names))
        yield f"profile: {detected.profile}"
        return
    yield f"# What carries a quantization config in this project, {comment(detected.reason)}. Take out what does not."
    yield "quantization:"
    for key, meaning, carriers in (
        ("types", "classes: a parameter or field annotated with one carries it", detected.types),
        ("names", "parameters, fields, attributes and keywords", detected.names),
    ):
        if carriers:
            yield f"  {key}: # {meaning}"
            for each in carriers:
                yield f"    - {scalar(each.name)} # {comment(str(each).partition(': ')[2])}"


def _exclusions(content: Content) -> Iterator[str]:
    recipe = content.recipe
    if recipe is None:
        yield from _without_recipe(content)
        return
    method = f", method {recipe.method}" if recipe.method else ""
    counted = "name" if len(recipe.names) == 1 else f"{len(recipe.names)} names"
    yield f"# The {counted} of `{comment(recipe.key)}` in {comment(recipe.path.name)}{comment(method)}."
    if content.by_name:
        yield "# The layers of this engine look themselves up by these names, so names they stay."
    else:
        yield "# `modules`: a class (all of it, subclasses too), or a class and a path below it. `names`: full names, `*` for"
        yield "# any characters but a dot, `re:` before a regular expression."
    wanted = gather(recipe.names)
    depth = depth_of(wanted, recipe.depth)
    if is_guessed(wanted, recipe.depth) and depth != UNKNOWN:
        said = ranges({number for each in wanted for number in each.layers})
        yield f"# The recipe speaks of {said} only and does not say how many there are: what it says there is taken to"
        yield "# hold for all. If it does not, name the layers, as in `names: [model.layers.0.self_attn.o_proj]`."
    yield "exclusions:"
    titles = _Titles()
    for number, bound in enumerate(content.binding.bound):
        yield from _entry(bound, content, titles, content.policies[number] if content.policies else ())
    unbound = content.binding.unbound
    near = content.binding.near or ((),) * len(unbound)
    hints = {
        text: _hint(each)
        for wanted, each in zip(unbound, near, strict=True)
        for text in _spread(wanted, depth, content.by_name)
    }
    names, left = _valid(hints)
    if names or not content.binding.bound:
        yield f"  - id: {scalar(titles.take('by-name' if content.by_name else 'unbound'))}"
        if names:
            yield from _unbound(names, content.by_name)
        else:
            yield EXAMPLE
        yield from _source(content)
    yield from (f"  # can't be said here: {comment(name)}" for name in left[:_LISTED])
    if len(left) > _LISTED:
        yield f"  # and {len(left) - _LISTED} more"


def _entry(bound: Bound, content: Content, titles: _Titles, policies: Sequence[Policy]) -> Iterator[str]:
    names = [name for name in bound.names if _can_be_said(name)]
    if not bound.modules and not names:
        return
    yield f"  - id: {scalar(titles.take(bound.group))}"
    if bound.modules:
        yield "    modules:"
        yield from (f"      - {scalar(module)}" for module in bound.modules)
    if names:
        yield "    names:"
        yield from (f"      - {scalar(name)}" for name in names[:_MOST_NAMES])
    if bound.note:
        yield f"    # {comment(bound.note)}"
    if bound.also:
        built = few([comment(name) for name in bound.also])
        yield f"    # also built by {built}, of which the recipe says nothing: there it is excluded, too"
    if bound.modules:
        yield "    # in the recipe:"
        yield from (f"    #   {line}" for line in _listed(bound.wanted))
    for policy in policies:
        yield f"    # policy: {policy.text} # read in {policy.read}; if it decides whether the module is quantized"
        if policy.entrypoints:
            yield f"    # entrypoints: [{', '.join(policy.entrypoints)}] # where the policy must be false"
    yield from _source(content)


def _source(content: Content) -> Iterator[str]:
    recipe = content.recipe
    if recipe is None:
        return
    path = content.recipe_path
    if path is not None and forms.RECIPE.problem(path) is None and not _UNSAYABLE.search(path):
        yield f"    recipe: {scalar(path)}"
    yield f"    reason: {scalar(f'The checkpoint keeps it unquantized ({comment(recipe.key)}).')}"


def _without_recipe(content: Content) -> Iterator[str]:
    if content.by_name:
        yield "# The layers of this engine look themselves up by name: their names are checked. A checkpoint's own list can be"
        yield "# added, by hand or with `quantfence init --force --recipe config.json`:"
        yield "# exclusions:"
        yield "#   - id: gates"
        yield "#     names: [model.layers.*.mlp.gate]"
        yield "#     reason: The checkpoint keeps the routers in BF16."
        return
    yield "# Modules that must get None instead of a config. `quantfence init --force --recipe config.json` fills this in"
    yield "# from a checkpoint. By hand:"
    yield "#   - id: linear-attention"
    yield "#     modules:"
    yield "#       - LinearAttention                   # a class: all of it, subclasses too"
    yield "#       - LatentAttention.kv_b_proj         # one layer of a class"
    yield "#     policy: AttentionConfig.quantize       # optional: where this flag is true, they may be quantized"
    yield "#     reason: The checkpoint keeps them in BF16."
    if content.receivers:
        yield f"# Modules that take a config: {comment(few(content.receivers))}"
    yield "exclusions:"
    if content.kept_out:
        yield "  - id: kept-out-today"
        yield "    modules: # the code builds these with None now; take out what a checkpoint may quantize"
        yield from (f"      - {scalar(each)}" for each in content.kept_out)
        yield "    reason: The code keeps them out of quantization."
    else:
        yield "  - id: example"
        yield EXAMPLE
        yield "    reason: Say why, for those who read a finding."


class _Titles:
    """Ids, each once."""

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def take(self, title: str) -> str:
        """Return an id that looks like the title."""
        plain = re.sub(r"[^A-Za-z0-9_-]+", "-", title).strip("-")[:60] or "names"
        found, number = plain, 1
        while found in self._taken:
            number += 1
            found = f"{plain}-{number}"
        self._taken.add(found)
        return found


def _spread(wanted: Wanted, depth: int, by_name: bool) -> list[str]:
    """A name that stands for all its layers, or one for each of them where that would say too much."""
    every = len(wanted.layers) >= depth if by_name else not wanted.exceptional(depth)
    return [wanted.text] if every or not wanted.layers else wanted.at_layers(wanted.text)


def _valid(texts: Mapping[str, str | None]) -> tuple[dict[str, str | None], list[str]]:
    """The names that a manifest can hold, with what is said of each, and the others."""
    kept: dict[str, str | None] = {}
    left: list[str] = []
    for text, hint in texts.items():
        found = next((form for form in _forms(text) if _can_be_said(form)), None)
        if found is None or len(kept) >= _MOST_NAMES:
            left.append(text)
        else:
            kept[found] = hint
    return kept, left


def _unbound(names: Mapping[str, str | None], by_name: bool) -> Iterator[str]:
    """Names that stay names, each with the layers that it may mean."""
    lost = "" if by_name else " # bound to no class of this project"
    together = "" if any(names.values()) else lost
    yield f"    names:{together}"
    for name, hint in names.items():
        alone = "" if together else lost
        yield f"      - {scalar(name)}{f' # {comment(hint)}' if hint else alone}"


def _hint(near: Sequence[Near]) -> str | None:
    """``a layer `gate` is built by Decoder: bind it by hand?``"""
    if not near:
        return None
    return f"a layer {'; '.join(f'`{each.word}` is built by {few(each.classes)}' for each in near)}: bind it by hand?"


def _forms(text: str) -> Iterator[str]:
    """The ways in which a manifest may hold a name: as it is, else as a regular expression."""
    yield text
    if not text.startswith(REGEX_MARK):
        pieces = re.split(r"(\*\*?|\?)", text)
        wild = {"*": r"[^.]*", "**": ".*", "?": "[^.]"}
        yield REGEX_MARK + "".join(wild.get(piece) or re.escape(piece) for piece in pieces)


def _can_be_said(name: str) -> bool:
    return forms.NAME.problem(name) is None and not _UNSAYABLE.search(name)


def _listed(wanted: Sequence[Wanted]) -> Iterator[str]:
    for each in wanted[:_LISTED]:
        layers = f" ({ranges(each.layers)})" if each.layers else ""
        yield comment(each.text) + layers
    if len(wanted) > _LISTED:
        yield f"and {len(wanted) - _LISTED} more"


def ranges(numbers: Iterable[int]) -> str:
    """``layers 0-2, 4``, ``layer 3``"""
    spans: list[list[int]] = []
    for number in sorted(numbers):
        if spans and number == spans[-1][1] + 1:
            spans[-1][1] = number
        else:
            spans.append([number, number])
    shown = [str(first) if first == last else f"{first}-{last}" for first, last in spans[:6]]
    layers = "layer" if len(spans) == 1 and spans[0][0] == spans[0][1] else "layers"
    return f"{layers} {', '.join(shown)}{', ...' if len(spans) > 6 else ''}"


def scalar(text: str) -> str:
    """A text as YAML has it, in quotes where it would be taken for something else."""
    if _PLAIN.fullmatch(text) and text.lower() not in _WORDS:
        return text
    escaped = {'"': '\\"', "\\": "\\\\"}
    return '"' + "".join(escaped.get(each) or _visible(each) for each in text) + '"'


def comment(text: str) -> str:
    """A text on one line, with nothing in it that YAML does not allow."""
    cut = text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."
    return "".join(map(_visible, cut))


def _visible(character: str) -> str:
    return character if character.isprintable() else f"\\U{ord(character):08x}"
