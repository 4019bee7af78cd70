"""QF011 overbroad-exclusion."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from lint_rules.coverage.drift import Caught, Overbroad
from lint_rules.coverage.patterns import compiled_name
from lint_rules.coverage.spelling import is_regex
from lint_rules.diagnostic import Diagnostic
from lint_rules.manifest.problems import quoted
from lint_rules.reports.summary import count
from lint_rules.rules.base import Example, Rule
from lint_rules.rules.context import Context
from lint_rules.rules.entry_spans import dash_line, first_few, item_span
from lint_rules.rules.filter_patterns import filter_findings

_MANIFEST = r"""
version: 1
quantization:
  types: [Float8Config]
  names: [float8_cfg]
exclusions:
  - id: release
    names:
      - 're:blocks\.\d+\.gate.*'
    recipe: config.json
"""

_RECIPE = json.dumps(
    {
        "num_hidden_layers": 2,
        "quantization_config": {"quant_method": "fp8", "ignored_layers": ["blocks.0.gate", "blocks.1.gate"]},
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
        self.gate_proj = nn.Linear(size, size)

class Model(nn.Module):
    def __init__(self, size, float8_cfg: Float8Config = None):
        super().__init__()
        self.blocks = nn.ModuleList([Block(size) for _ in range(2)])
"""

_EXACT = _MANIFEST.replace("gate.*", "gate")

_CONVERT = """
from swapping import convert_to_float8

KEPT = ["gate"]

def wanted(module, fqn):
    return not any(each in fqn for each in KEPT)

def prepare(model, float8_cfg):
    return convert_to_float8(model, config=float8_cfg, module_filter_fn=wanted)
"""

_BARE_DOT = re.compile(r"(?<!\\)((?:\\\\)*)\.")


class OverbroadExclusion(Rule):
    """
    ## What it does

    Reports an item of an exclusion that covers layers which its recipe leaves unquantized, and with them layers which that
    recipe quantizes: a pattern in which a dot stands for any character, a pattern that is open at its end, a class of which
    the recipe lists some layers only. A name with an index, of which the recipe lists a few layers, is reported where every
    layer surely has such a module.

    In code it looks at the strings that decide a conversion: those that a filter function tries on a module's name, be it by
    `re.search`, by `in` or otherwise, if that function is given to a call together with a quantization config, or that a loop
    over `named_modules()` tries before it converts a module. They are held against the recipes of the manifest. Where no
    recipe speaks of the model, a pattern is reported only if it catches a layer by accident, beside the one that it means: by
    a dot that stands for another character, or by a word that ends in the middle of a name that the manifest does not list.

    ## Why it is bad

    What is caught by accident stays unquantized in training although the checkpoint quantizes it: memory and speed are lost,
    and the two disagree about its precision.

    ## How to fix it

    Escape the dots of a regular expression, end it where the name ends, or name the layers one by one. Instead of a class,
    name the paths below it: `Class.path`.

    ## When not to use it

    Where an exclusion goes beyond its recipe on purpose, put it into an entry without `recipe`.

    ## The report behind it

    PrimeIntellect-ai/prime-rl#2442: `mlp.gate.` as a regular expression meant the router and also matched `mlp.gate_proj`.
    """

    code = "QF011"
    name = "overbroad-exclusion"
    summary = "a pattern catches modules that the recipe quantizes"
    examples = (
        Example(
            "a pattern with an open end",
            {"quantfence.yaml": _MANIFEST, "config.json": _RECIPE, "model.py": _MODEL},
            (("quantfence.yaml", 8),),
        ),
        Example(
            "a pattern that ends where the name does",
            {"quantfence.yaml": _EXACT, "config.json": _RECIPE, "model.py": _MODEL},
        ),
        Example(
            "a substring in the filter of a conversion",
            {"quantfence.yaml": _EXACT, "config.json": _RECIPE, "model.py": _MODEL, "convert.py": _CONVERT},
            (("convert.py", 3),),
        ),
        Example(
            "a filter that compares whole components",
            {
                "quantfence.yaml": _EXACT,
                "config.json": _RECIPE,
                "model.py": _MODEL,
                "convert.py": _CONVERT.replace("each in fqn", 'each in fqn.split(".")'),
            },
        ),
    )

    def check(self, context: Context) -> Iterator[Diagnostic]:
        """A finding for each item, and each pattern in code, that covers too much."""
        for comparison in context.comparisons:
            for each in comparison.overbroad:
                yield _diagnostic(each, context)
        yield from filter_findings(context)

    def stands_alone(self, context: Context) -> bool:
        """What filters do in code is found without anything that other rules ask for."""
        return not any(each.recipe for each in context.manifest.exclusions)


def _diagnostic(each: Overbroad, context: Context) -> Diagnostic:
    item = each.item
    start, end = item_span(context, item.entry.place)
    caught = tuple(map(_told, each.caught))
    what = "class" if item.target is not None else "pattern" if _is_pattern(item.entry.text) else "name"
    message = (
        f"{what} {quoted(item.entry.text)} covers {count(len(each.listed), 'layer')} that the recipe lists, and "
        f"{len(caught)} that it quantizes ({first_few(caught)})"
    )
    return Diagnostic(
        "QF011",
        message,
        item.entry.place.path,
        start,
        end,
        layers=caught,
        help=_help(each),
        statement_line=dash_line(context, item.exclusion),
    )


def _is_pattern(text: str) -> bool:
    return is_regex(text) or "*" in text


def _told(caught: Caught) -> str:
    """The module, with the layers of which it is true."""
    if not caught.numbers:
        return caught.fqn
    numbers = sorted(caught.numbers, key=int)
    shown = ", ".join(numbers[:5]) + (" and more" if len(numbers) > 5 else "")
    return f"{caught.fqn} in {'layer' if len(numbers) == 1 else 'layers'} {shown}"


def _help(each: Overbroad) -> str:
    item = each.item
    if item.target is not None:
        return f"name the layers instead of the class, as {quoted(f'{item.target.name}.path')}"
    escaped = _escaped(each)
    if escaped is not None:
        return f"a dot stands for any character here; write {quoted(escaped)}"
    if any(caught.numbers for caught in each.caught):
        return "name the layers of which it is meant by their numbers"
    return f"narrow it down to {first_few(each.listed)}"


def _escaped(each: Overbroad) -> str | None:
    """The pattern with its dots escaped, if that is all that is wrong with it."""
    text = each.item.entry.text
    if not is_regex(text):
        return None
    escaped = _BARE_DOT.sub(r"\1\\.", text)
    pattern = compiled_name(escaped) if escaped != text else None
    if pattern is None or not all(map(pattern.covers, each.listed)):
        return None
    return None if any(pattern.covers(caught.fqn) for caught in each.caught) else escaped
