"""QF008 fused-layer-split."""

from __future__ import annotations

from collections.abc import Iterator

from lint_rules.coverage import mirrors, split
from lint_rules.coverage.entries import Item
from lint_rules.diagnostic import Diagnostic, Position
from lint_rules.manifest.problems import listed, quoted
from lint_rules.rules.base import Example, Rule
from lint_rules.rules.context import Context
from lint_rules.rules.entry_spans import among, dash_line, item_span

_MANIFEST = """
version: 1
quantization:
  names: [quant_config]
exclusions:
  - id: attention
    names:
      - layers.*.attn.q_proj
      - layers.*.attn.k_proj
layers:
  classes: [LinearBase]
  prefix: prefix
  fused:
    qkv_proj: [q_proj, k_proj, v_proj]
"""

_MODEL = """
from torch import nn

class LinearBase(nn.Module):
    def __init__(self, size, quant_config=None, prefix=""):
        super().__init__()
        self.method = quant_config and quant_config.get_quant_method(self, prefix)

class Attention(nn.Module):
    def __init__(self, size, quant_config=None, prefix=""):
        super().__init__()
        self.qkv_proj = LinearBase(size, quant_config=quant_config, prefix=f"{prefix}.qkv_proj")

class Layer(nn.Module):
    def __init__(self, size, quant_config=None, prefix=""):
        super().__init__()
        self.attn = Attention(size, quant_config=quant_config, prefix=f"{prefix}.attn")

class Model(nn.Module):
    def __init__(self, size, quant_config=None):
        super().__init__()
        self.layers = nn.ModuleList([Layer(size, quant_config, prefix=f"layers.{i}") for i in range(8)])
"""


class FusedLayerSplit(Rule):
    """
    ## What it does

    Reports names that cover some parts of a fused layer and not all of them: of a `qkv_proj`, `q_proj` and `k_proj` without
    `v_proj`. All exclusions of the manifest count together; a recipe that an exclusion mirrors is judged by itself, as
    its engine reads it. Which layers are fused is said by `fused` in the manifest, by the profile, and by the models' own
    `packed_modules_mapping`.

    ## Why it is bad

    A fused layer is one weight and has one precision. Engines that notice stop when the model is loaded; others take the
    first part's answer for all, and a part that the checkpoint holds in BF16 is read as if it were quantized.

    ## How to fix it

    Name the parts that are missing, or the fused layer itself; or take out those that are there.

    ## When not to use it

    Where the list serves an engine that does not fuse these layers, take them out of `fused`.

    ## The report behind it

    vLLM and SGLang refuse such lists while they load a model, on the machine with the GPUs: "some but not all shards are
    quantized" is what a user reads there, and this rule says it of the list.
    """

    code = "QF008"
    name = "fused-layer-split"
    summary = "an exclusion covers some but not all parts of a fused layer"
    examples = (
        Example("a part is forgotten", {"quantfence.yaml": _MANIFEST, "model.py": _MODEL}, (("quantfence.yaml", 7),)),
        Example(
            "all parts, in a pattern",
            {
                "quantfence.yaml": _MANIFEST.replace("attn.k_proj", "attn.[kv]_proj").replace("[kv]", "*"),
                "model.py": _MODEL,
            },
        ),
    )

    def check(self, context: Context) -> Iterator[Diagnostic]:
        """A finding for the first item of each split, in the manifest and in the recipes that it mirrors."""
        yield from _of_manifest(context)
        yield from _of_recipes(context)


def _of_manifest(context: Context) -> Iterator[Diagnostic]:
    if not any(exclusion.names for exclusion in context.manifest.exclusions):
        return
    found: dict[Item, list[split.Split]] = {}
    for each in split.splits(context.entries):
        found.setdefault(each.items[0], []).append(each)
    for item, splits in found.items():
        start, end = item_span(context, item.entry.place)
        first = splits[0]
        others = [one.entry.text for one in first.items[1:]]
        what = quoted(item.entry.text) + (f" with {listed(others[:3])}" if others else "")
        verb = "cover" if others else "covers"
        message = (
            f"{what} {verb} {listed(first.named)}, but not {listed(first.missing)}, of {_fused(first.fqn, splits)}"
        )
        above = item.entry.text.rpartition(".")[0]
        missing = [f"{above}.{part}" if above else part for part in first.missing]
        help = f"exclude {listed(missing)}, too, or none of its parts: a fused layer has one precision"
        yield Diagnostic(
            "QF008",
            message,
            item.entry.place.path,
            start,
            end,
            layers=tuple(dict.fromkeys(each.fqn for each in splits)),
            help=help,
            statement_line=dash_line(context, item.exclusion),
        )


def _fused(fqn: str, splits: list[split.Split]) -> str:
    return f"the fused layer {quoted(fqn)}" + among(len({each.fqn for each in splits}))


def _of_recipes(context: Context) -> Iterator[Diagnostic]:
    if not any(exclusion.recipe for exclusion in context.manifest.exclusions):
        return
    for mirror in context.entries.mirrors:
        found: dict[tuple[str, ...], list[mirrors.Split]] = {}
        for each in mirror.splits():
            found.setdefault((each.fqn.rpartition(".")[2], *each.verdict.left_out), []).append(each)
        for (fused, *missing), splits in found.items():
            first = splits[0]
            place, end = first.item.place, first.item.end
            more = among(len({each.fqn for each in splits}))
            message = (
                f"the recipe lists {quoted(first.item.text)}, but not {listed(missing)}, "
                f"of the fused layer {quoted(first.fqn)}{more}"
            )
            yield Diagnostic(
                "QF008",
                message,
                place.path,
                Position(place.line, place.column),
                Position(end.line, end.column),
                layers=tuple(dict.fromkeys(each.fqn for each in splits)),
                help=f"list all parts of {quoted(fused)} or none: a fused layer has one precision",
            )
