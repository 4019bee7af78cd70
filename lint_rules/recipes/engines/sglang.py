"""SGLang 0.5.18 and 0.5.23. What is named below was read in ``srt/layers/quantization``.

A model's mapper is applied to the list first; names and entries are taken as they are here. The environment may add to the
list of fp8 (``SGLANG_FP8_IGNORED_LAYERS``), which no recipe shows.
"""

from __future__ import annotations

from lint_rules.recipes.fused import as_it_is, last, parts_alone, whole_then_parts
from lint_rules.recipes.keys import DYNAMIC, REGEX_MARK
from lint_rules.recipes.matching import (
    PLAIN,
    Entries,
    earliest,
    equal,
    expressions,
    first_components,
    holding,
    inside,
    last_components,
    one_component,
    only,
    run_of_components,
)
from lint_rules.recipes.method import Method, after, each, present
from lint_rules.recipes.model import NameList, Recipe
from lint_rules.recipes.rules import dynamic, dynamic_expression, or_below_experts
from lint_rules.recipes.verdict import Fused, Judge, Outcome, Verdict

RELEASE = "SGLang 0.5.23"
FUSES = True

KNOWN_FUSED: Fused = {"qkv_proj": ("q_proj", "k_proj", "v_proj"), "gate_up_proj": ("gate_proj", "up_proj")}
"""Taken for fused where a model declares nothing of them."""
_LANGUAGE = "language_model."
_JOINED = frozenset({"q_a_proj", "q_b_proj", "kv_a_proj_with_mqa", "kv_b_proj"})
"""Parts of attention that ModelOpt's reader looks for inside the last component of a name."""

_regex = after(REGEX_MARK)


def fp8(entries: Entries) -> Judge:
    """The entry, with or without ``model.`` before it, is a run of the name's components. A fused layer: all parts; q, k, v and
    gate, up are known. Of a name with ``experts`` in it also: the name is inside an entry that holds ``experts``.

    ``fp8.py``: ``from_config``; ``utils.py``: ``is_layer_skipped``. The first key that is there is read, be it ``null``.
    """
    bare = [entry.removeprefix("model.") for entry in entries]
    both = [*bare, *(f"model.{entry}" for entry in bare)]
    return _folded(_skipped(both), len(entries))


def blockwise_int8(entries: Entries) -> Judge:
    """As fp8, the entries as they are. ``blockwise_int8.py``."""
    return _skipped(entries)


def modelopt(entries: Entries) -> Judge:
    """First as fp8, the entries as they are. Then the entry, in which ``*`` stands for anything, is the name (with or without
    ``language_model.`` before it) or one of its components; or its last component is one of four parts of attention, and is
    inside the name's last.

    ``modelopt_quant.py``: ``is_layer_excluded``. All but dots and ``*`` in an entry is run as a regular expression.
    """
    first = _skipped(entries)
    others = only(
        entries, lambda entry: not _is_plain(entry), lambda kept: expressions(kept, modelopt_expression, True)
    )
    pattern = earliest(only(entries, _is_plain, equal), others)

    def by_pattern(name: str) -> int | None:
        pieces = [name, *name.split(".")]
        if name.startswith(_LANGUAGE):
            pieces.append(name.removeprefix(_LANGUAGE))
        return min((at for piece in pieces if (at := pattern(piece)) is not None), default=None)

    joined = only(entries, lambda entry: last(entry) in _JOINED, lambda kept: inside([last(entry) for entry in kept]))

    def judge(name: str, fused: Fused) -> Verdict:
        verdict = first(name, fused)
        if verdict.outcome is not Outcome.QUANTIZED:
            return verdict
        found = [at for at in (by_pattern(name), joined(last(name))) if at is not None]
        return Verdict(Outcome.EXCLUDED, min(found)) if found else verdict

    return judge


def modelopt_expression(entry: str) -> str:
    """The regular expression as which an entry is run."""
    return entry.replace(".", r"\.").replace("*", ".*")


def compressed_tensors(entries: Entries) -> Judge:
    """The entry is the name or its last components, or ``re:`` and an expression that matches its beginning. A fused layer: its
    own name, if that is an entry; else all parts.

    ``compressed_tensors/utils.py``: ``should_ignore_layer``, ``check_equal_or_regex_match``.
    """
    find = earliest(only(entries, _no_expression, last_components), expressions(entries, _regex))
    itself, parts = equal(entries), parts_alone(find)

    def judge(name: str, fused: Fused) -> Verdict:
        at = itself(name)
        return parts(name, fused) if at is None else Verdict(Outcome.EXCLUDED, at)

    return judge


def quark(entries: Entries) -> Judge:
    """The entry is the name, or ``re:`` and an expression that matches its beginning. A fused layer: its own name (by either),
    else all parts; of the experts as a whole, an entry below them is enough.

    ``quark/utils.py``: ``should_ignore_layer`` of 0.5.23; 0.5.18 asks for the parts alone. An entry that begins with
    ``language_model.`` counts without it, too, where the model has a mapper.
    """
    by_name = earliest(only(entries, _no_expression, equal), expressions(entries, _regex))
    return whole_then_parts(by_name, or_below_experts(entries, by_name))


def awq(entries: Entries) -> Judge:
    """The entry is inside the name; fused layers are not taken apart. ``awq/awq.py``: ``is_layer_skipped_awq``."""
    return as_it_is(inside(entries))


def gptq(rules: Entries) -> Judge:
    """The first expression of ``dynamic`` that matches the name's beginning decides, ``-:`` excludes; fused layers are not taken
    apart. ``utils.py``: ``get_dynamic_override``.
    """
    return dynamic(rules)


def bitsandbytes(entries: Entries) -> Judge:
    """The entry is one component of the name, or its first ones. ``bitsandbytes.py``: ``is_layer_skipped_bnb``."""
    return as_it_is(earliest(one_component(entries), first_components(entries)))


def _skipped(entries: Entries) -> Judge:
    """``is_layer_skipped`` of ``utils.py``."""
    runs = run_of_components([entry.rstrip(".") for entry in entries])
    itself, experts = equal(entries), only(entries, lambda entry: "experts" in entry, holding)

    def find(name: str) -> int | None:
        return runs(name.rstrip("."))

    def otherwise(name: str) -> int | None:
        at = find(name)
        if "gate_up_proj" in name:
            # Inside a name, not at its end, where the parts are known.
            both = [itself(name.replace("gate_up_proj", part)) for part in KNOWN_FUSED["gate_up_proj"]]
            return at if at is not None or None in both else both[0]
        return at if at is not None or "experts" not in name else experts(name)

    return parts_alone(find, otherwise, KNOWN_FUSED)


def _folded(judge: Judge, count: int) -> Judge:
    """The verdict of a list that was written down twice, with indices in the list itself."""

    def folded(name: str, fused: Fused) -> Verdict:
        verdict = judge(name, fused)
        return verdict if verdict.item is None else verdict._replace(item=verdict.item % count)

    return folded


def _no_expression(entry: str) -> bool:
    return not entry.startswith(REGEX_MARK)


def _is_plain(entry: str) -> bool:
    return PLAIN.fullmatch(entry) is not None


def _modelopt_keys(recipe: Recipe) -> list[NameList | None]:
    """Each kind of checkpoint has a reader of its own; those before 0.5.23 read ``ignore`` alone of NVFP4, too."""
    keys: tuple[str, ...] = ("ignore",)
    if recipe.table == "quantization":
        keys = ("exclude_modules",)
    elif recipe.method == "modelopt_mixed" or recipe.algorithm == "MIXED_PRECISION":
        keys = ("ignore", "exclude_modules")
    elif recipe.method == "modelopt_fp4" or "FP4" in recipe.algorithm:
        keys = ("ignore", "modules_to_not_convert", "exclude_modules")
    return [*present(*keys)(recipe)]


def _is_mxfp8(recipe: Recipe) -> bool:
    return recipe.algorithm == "MXFP8"


METHODS = (
    Method(("fp8", "mxfp8"), present("ignored_layers", "modules_to_not_convert"), fp8),
    # ModelOpt's MXFP8 is turned into an fp8 recipe before it is read (configs/model_config.py).
    Method(("modelopt",), present("exclude_modules", "ignore"), fp8, accepts=_is_mxfp8),
    Method(
        ("modelopt", "modelopt_fp8", "modelopt_fp4", "modelopt_mixed"), _modelopt_keys, modelopt, modelopt_expression
    ),
    Method(("compressed-tensors",), present("ignore"), compressed_tensors, _regex),
    Method(("w8a8_int8",), present("ignore"), compressed_tensors, _regex),
    Method(("quark",), present("exclude"), quark, _regex),
    Method(("awq", "awq_marlin"), present("modules_to_not_convert"), awq),
    Method(("gptq", "gptq_marlin"), each(DYNAMIC), gptq, dynamic_expression, is_ordered=True),
    Method(("bitsandbytes",), present("llm_int8_skip_modules"), bitsandbytes),
    Method(("blockwise_int8",), present("ignored_layers"), blockwise_int8),
)
