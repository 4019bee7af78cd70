"""QF010 recipe-drift."""

from __future__ import annotations

import json
from collections.abc import Iterator

from lint_rules.coverage.drift import Drift
from lint_rules.diagnostic import Diagnostic
from lint_rules.manifest.problems import listed, quoted
from lint_rules.reports.summary import count
from lint_rules.rules.base import Example, Rule
from lint_rules.rules.context import Context
from lint_rules.rules.entry_spans import first_few, line_span

_MANIFEST = """
version: 1
quantization:
  types: [Float8Config]
  names: [float8_cfg]
exclusions:
  - id: release
    names:
      - blocks.*.gate
      - blocks.*.down
    recipe: config.json
"""

_RECIPE = json.dumps(
    {
        "num_hidden_layers": 2,
        "quantization_config": {
            "quant_method": "fp8",
            "ignored_layers": ["blocks.0.gate", "blocks.1.gate", "blocks.0.up", "blocks.1.up"],
        },
    },
    indent=2,
)

_MODEL = """
from torch import nn

class Float8Config: ...

class Block(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.gate = nn.Linear(size, 8)
        self.up = nn.Linear(size, size)
        self.down = nn.Linear(size, size)

class Model(nn.Module):
    def __init__(self, size, float8_cfg: Float8Config = None):
        super().__init__()
        self.blocks = nn.ModuleList([Block(size) for _ in range(2)])
"""


class RecipeDrift(Rule):
    """
    ## What it does

    Compares each exclusion that has a `recipe` with what that recipe leaves unquantized, layer by layer in the models that
    the recipe speaks of. Exclusions that mirror one recipe count together. Layers that the recipe lists and none of them
    has are told once, of the first; layers that an exclusion has and the recipe quantizes, of that exclusion. The recipe is
    read as its `engine` (else the profile's) reads it; without either, its full names alone count.

    An item that covers both layers that the recipe lists and layers that it quantizes is QF011. Nothing is said of names in
    the recipe of which the code has no layer.

    ## Why it is bad

    The checkpoint is what is served. A layer that only the recipe leaves alone is quantized in training, one that only the
    manifest leaves alone is quantized in serving: either way the two compute different numbers.

    ## How to fix it

    Bring the exclusion in line with the recipe; the finding says which names are missing and which are too many.

    ## When not to use it

    Where an exclusion goes beyond its recipe on purpose, put the rest into an exclusion of its own, without a `recipe`.

    ## The report behind it

    XTuner, GLM-5.3-Flash: the recipe excluded nine projections of the attention, and the training code knew of none of them.
    """

    code = "QF010"
    name = "recipe-drift"
    summary = "the manifest and the recipe that it mirrors name different modules"
    examples = (
        Example(
            "a name is missing, another is too many",
            {"quantfence.yaml": _MANIFEST, "config.json": _RECIPE, "model.py": _MODEL},
            (("quantfence.yaml", 6),),
        ),
        Example(
            "the recipe's names",
            {"quantfence.yaml": _MANIFEST.replace("down", "up"), "config.json": _RECIPE, "model.py": _MODEL},
        ),
    )

    def check(self, context: Context) -> Iterator[Diagnostic]:
        """A finding for each exclusion that differs from its recipe."""
        for comparison in context.comparisons:
            for drift in comparison.drifts:
                yield _diagnostic(drift, context)


def _diagnostic(drift: Drift, context: Context) -> Diagnostic:
    start, end = line_span(context, drift.exclusion)
    recipe = drift.exclusion.recipe
    parts: list[str] = []
    if drift.lacking:
        parts.append(f"lacks {_layers(drift.lacking)}, which the recipe lists")
    if drift.extra:
        fqns = tuple(dict.fromkeys(fqn for _, each in drift.extra for fqn in each))
        parts.append(f"has {_layers(fqns)}, which the recipe quantizes")
    where = quoted(recipe.text) if recipe is not None else "its recipe"
    message = f"exclusion {quoted(drift.exclusion.id)} does not mirror {where}: it {'; it '.join(parts)}"
    return Diagnostic(
        "QF010",
        message,
        drift.exclusion.place.path,
        start,
        end,
        layers=drift.lacking,
        help=_help(drift),
        statement_line=start.line,
    )


def _layers(fqns: tuple[str, ...]) -> str:
    return f"{count(len(fqns), 'layer')} ({first_few(fqns)})"


def _help(drift: Drift) -> str:
    steps: list[str] = []
    if drift.lacking:
        steps.append(f"add the layers that are lacking to {quoted('names')}")
    if drift.extra:
        steps.append(f"remove {listed(item.entry.text for item, _ in drift.extra[:3])}")
    return " and ".join(steps) + ", or put what goes beyond the recipe into an exclusion without one"
