"""vLLM 0.33.0. What is named below was read in ``model_executor/layers/quantization``.

A model's mapper is applied to the list first; names and entries are taken as they are here. Layers that a method never looks
up (embeddings, norms, a head in most of them) are nobody's business here either: a name does not tell.
"""

from __future__ import annotations

from lint_rules.recipes.fused import as_it_is, last, of_parts, whole_then_parts
from lint_rules.recipes.keys import ALLOWING, DYNAMIC, REGEX_MARK
from lint_rules.recipes.matching import (
    Entries,
    Find,
    earliest,
    ending,
    equal,
    expressions,
    globs,
    holding,
    inside,
    only,
    run_of_components,
)
from lint_rules.recipes.method import Keys, Method, after, each, filled, present
from lint_rules.recipes.model import NameList, Recipe
from lint_rules.recipes.rules import dynamic, dynamic_expression, or_below_experts
from lint_rules.recipes.verdict import QUANTIZED, Fused, Judge, Outcome, Verdict

RELEASE = "vLLM 0.33.0"
FUSES = True

_regex = after(REGEX_MARK)


def fp8(entries: Entries) -> Judge:
    """The entry is the name. A fused layer: its own name, else all parts. Of a name with ``experts`` in it that is not fused:
    the name is inside an entry that holds ``experts``, too.

    ``utils/quant_utils.py``: ``is_layer_skipped`` in its default mode. A model may choose another one: ``BailingMoeV3`` takes an
    entry for the last components of a name.
    """
    exact = equal(entries)
    return whole_then_parts(exact, otherwise=_experts_else(entries, exact))


def compressed_tensors(entries: Entries) -> Judge:
    """The entry is the name, or ``re:`` and an expression that matches its beginning. A fused layer: its own name (by either),
    else all parts.

    ``compressed_tensors/utils.py``: ``should_ignore_layer``; ``utils/config_utils.py``: ``find_matching_patterns``.
    """
    return whole_then_parts(_equal_or_expression(entries))


def quark(entries: Entries) -> Judge:
    """As compressed-tensors; of the experts as a whole, an entry below them is enough.

    ``quark/utils.py``: ``should_ignore_layer``. It can take shell patterns, but the list of a Quark recipe is read without
    them; online quantization alone asks for them.
    """
    by_name = _equal_or_expression(entries)
    return whole_then_parts(by_name, or_below_experts(entries, by_name))


def awq(entries: Entries) -> Judge:
    """The entry is inside the name. A fused layer: its own name, else all parts.

    ``auto_awq.py`` with ``is_layer_skipped`` in the mode ``substring``. Without a list, the checkpoint's tensors decide.
    """
    return whole_then_parts(inside(entries))


def gptq(rules: Entries, allowed: Entries) -> Judge:
    """``dynamic``: the first expression that matches the name's beginning decides, ``-:`` excludes.
    ``modules_in_block_to_quantize``: what no entry is inside of is excluded; all parts of a fused layer, or none.

    ``utils/gptq_utils.py``: ``get_dynamic_override``, ``is_layer_gptq_quantized``. Without the second list, the checkpoint's
    tensors decide. The experts as a whole are only looked up in ``dynamic``.
    """
    by_rule, by_list = dynamic(rules), _allowed(allowed, len(rules))

    def judge(name: str, fused: Fused) -> Verdict:
        listed = by_list(name, fused)
        if listed.outcome is Outcome.ERROR:
            return listed
        ruled = by_rule(name, fused)
        return ruled if ruled.outcome is Outcome.EXCLUDED or not allowed else listed

    return judge


def modelopt(entries: Entries) -> Judge:
    """First as fp8; then the entry is inside the name, or a glob of all of it.

    ``modelopt.py``: ``is_layer_excluded``. It looks inside the name without ``language_model.`` before it, too, which adds
    nothing. Vision towers are left alone whatever the list says.
    """
    first = fp8(entries)
    then = earliest(inside(entries), globs(entries))

    def judge(name: str, fused: Fused) -> Verdict:
        verdict = first(name, fused)
        if verdict.outcome is not Outcome.QUANTIZED:
            return verdict
        at = then(name)
        if at is not None:
            return Verdict(Outcome.EXCLUDED, at)
        if any(tower in name for tower in ("vision_tower", "vision_model", "vit_large_projector")):
            return Verdict(Outcome.EXCLUDED, message="vLLM never quantizes this part of a ModelOpt checkpoint")
        return QUANTIZED

    return judge


def fp_quant(entries: Entries) -> Judge:
    """The name ends with the entry. ``fp_quant.py``: ``get_quant_method``."""
    return as_it_is(ending(entries))


def torchao(entries: Entries) -> Judge:
    """The entry is a run of components. ``torchao.py``: ``should_skip``. Its own table of layers is not read here."""
    return as_it_is(run_of_components(entries))


def _experts_else(entries: Entries, exact: Find) -> Find:
    experts = only(entries, lambda entry: "experts" in entry, holding)
    return lambda name: experts(name) if "experts" in name else exact(name)


def _equal_or_expression(entries: Entries) -> Find:
    return earliest(only(entries, lambda entry: not entry.startswith(REGEX_MARK), equal), expressions(entries, _regex))


def _allowed(entries: Entries, before: int) -> Judge:
    """What an allow-list makes of a name; ``before`` items stand before its own."""
    find = inside(entries)

    def judge(name: str, fused: Fused) -> Verdict:
        if not entries:
            return QUANTIZED
        parts = fused.get(last(name), ())
        met = of_parts(name, parts, find) if parts else Verdict(Outcome.EXCLUDED, find(name))
        if met.outcome is Outcome.QUANTIZED or met.item is None:
            return Verdict(Outcome.EXCLUDED, message=f"no entry of `{ALLOWING}` names it")
        if met.outcome is Outcome.ERROR:
            said = f"`{ALLOWING}` does not name {', '.join(f'`{part}`' for part in met.left_out)} of it"
            return met._replace(item=met.item + before, message=said)
        return met._replace(outcome=Outcome.QUANTIZED, item=met.item + before)

    return judge


def _modelopt_keys(recipe: Recipe) -> list[NameList | None]:
    keys: Keys = present("exclude_modules") if recipe.table == "quantization" else present("ignore", "exclude_modules")
    return [*keys(recipe)]


METHODS = (
    Method(("fp8",), filled("ignored_layers", "modules_to_not_convert"), fp8),
    Method(("fbgemm_fp8",), present("modules_to_not_convert"), fp8),
    Method(("compressed-tensors",), present("ignore"), compressed_tensors, _regex),
    Method(("quark",), present("exclude"), quark, _regex),
    Method(("awq", "awq_marlin", "auto_awq"), present("modules_to_not_convert"), awq),
    Method(("gptq", "gptq_marlin", "auto_gptq"), each(DYNAMIC, ALLOWING), gptq, dynamic_expression, is_ordered=True),
    Method(("modelopt", "modelopt_fp4", "modelopt_mxfp8", "modelopt_mixed"), _modelopt_keys, modelopt),
    Method(("mxfp8",), present("ignored_layers"), modelopt),
    Method(("fp_quant",), present("modules_to_not_convert"), fp_quant),
    Method(("torchao",), present("modules_to_not_convert"), torchao),
)
