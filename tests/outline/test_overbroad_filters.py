"""Patterns of filters, held against the names of a model and what a recipe or a manifest says of them."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from pathlib import Path

import pytest

from lint_rules.outline.filters.overbroad import Overbroad, Told, overbroad
from lint_rules.outline.known import KnownModule
from tests.outline.filter_trees import found

ROUTED = ("lm_head", "model.layers.*.self_attn.q_proj", "model.layers.*.mlp.gate", "model.layers.*.mlp.gate_proj")
EXPERT = "model.layers.*.mlp.experts.*.gate_proj"


def module(fqn: str, cls: str = "Linear", root: str = "pkg.Model") -> KnownModule:
    return KnownModule(fqn, None, cls, True, root, None)


def judged(
    root: Path,
    text: str,
    listed: Sequence[str] | None,
    named: Sequence[str] = (),
    modules: Sequence[KnownModule] = tuple(map(module, (*ROUTED, EXPERT))),
) -> list[Overbroad]:
    filters = found(root, "import re\nfrom train import convert\n" + textwrap.dedent(text))
    told = Told(
        lambda each: None if listed is None or each.root != "pkg.Model" else each.fqn in listed,
        lambda each: each.fqn in named,
        lambda each: each.cls == "Linear",
    )
    return overbroad(filters, modules, told)


def kept(*patterns: str, how: str = "re.search(each, name)") -> str:
    return f"""
KEPT = [{", ".join(map(repr, patterns))}]

def wanted(module, fqn):
    return not any({how} for each in KEPT for name in (fqn, fqn + ".weight"))

convert(model, float8_cfg, wanted)
"""


LISTED = ("lm_head", "model.layers.*.mlp.gate")


@pytest.mark.parametrize(
    ("pattern", "how", "wrong"),
    [
        ("mlp.gate.", "re.search(each, name)", ("model.layers.*.mlp.gate_proj",)),
        ("mlp.gate", "each in name", ("model.layers.*.mlp.gate_proj",)),
        ("gate", "each in name", ("model.layers.*.mlp.gate_proj", EXPERT)),
        (r"model\.layers\.\d+\.mlp.gate", "re.match(each, name)", ("model.layers.*.mlp.gate_proj",)),
        ("mlp", "each in name", ("model.layers.*.mlp.gate_proj", EXPERT)),
    ],
)
def test_what_a_recipe_quantizes(tmp_path: Path, pattern: str, how: str, wrong: tuple[str, ...]) -> None:
    [verdict] = judged(tmp_path, kept("^lm_head$", pattern, how=how), LISTED)
    assert (verdict.pattern.text, verdict.right, verdict.wrong) == (pattern, ("model.layers.*.mlp.gate",), wrong)
    assert verdict.by_dot is (pattern == "mlp.gate.")


@pytest.mark.parametrize(
    ("patterns", "how"),
    [
        ((r"\.mlp\.gate\.", "lm_head"), "re.search(each, name)"),
        ((r"mlp\.gate$", "^lm_head$"), "re.search(each, name)"),
        (("mlp.gate.", "lm_head"), "each in name"),
        (("gate", "lm_head"), "each in name.split('.')"),
        (("q_proj",), "each in name"),
        (("mlp.gate", "gate_proj"), "each in name"),
    ],
)
def test_what_is_right_by_a_recipe(tmp_path: Path, patterns: tuple[str, ...], how: str) -> None:
    assert judged(tmp_path, kept(*patterns, how=how), LISTED) == []


def test_two_patterns_that_catch_the_same_are_both_reported(tmp_path: Path) -> None:
    found = judged(tmp_path, kept("mlp.gate", "gate", how="each in name"), LISTED)
    assert [each.pattern.text for each in found] == ["mlp.gate", "gate"]


def test_of_patterns_that_must_match_together_one_speaks(tmp_path: Path) -> None:
    text = """convert(model, float8_cfg, lambda m, fqn: not ("mlp" in fqn and "gate" in fqn))"""
    assert [each.pattern.text for each in judged(tmp_path, text, LISTED)] == ["gate"]


def test_another_model_is_not_judged_by_the_recipe(tmp_path: Path) -> None:
    dense = [module(each, root="pkg.Dense") for each in ("lm_head", "model.layers.*.mlp.gate_proj")]
    routed = [module(each) for each in ROUTED if not each.endswith("gate_proj")]
    assert judged(tmp_path, kept("mlp.gate", how="each in name"), LISTED, modules=[*dense, *routed]) == []


def test_a_layer_that_nobody_quantizes(tmp_path: Path) -> None:
    modules = [module("mlp.gate"), module("mlp.gate_norm", "RMSNorm"), module("mlp.gate_bias", "Scale")]
    assert judged(tmp_path, kept("gate", how="each in name"), ["mlp.gate"], modules=modules) == []


def test_without_a_recipe_a_dot_that_stands_for_another_character(tmp_path: Path) -> None:
    [verdict] = judged(tmp_path, kept("^lm_head$", "mlp.gate."), None)
    assert (verdict.pattern.text, verdict.right, verdict.wrong, verdict.by_dot) == (
        "mlp.gate.",
        ("model.layers.*.mlp.gate",),
        ("model.layers.*.mlp.gate_proj",),
        True,
    )


@pytest.mark.parametrize(
    ("pattern", "how"),
    [
        (r"mlp\.gate\.", "re.search(each, name)"),
        (r"mlp.*gate", "re.search(each, name)"),
        (r"mlp.gate", "re.search(each, name)"),
        ("gate", "each in name"),
        ("mlp", "each in name"),
        ("mlp.gate.", "each in name"),
    ],
)
def test_without_a_recipe_nothing_is_said_of_what_may_be_meant(tmp_path: Path, pattern: str, how: str) -> None:
    assert judged(tmp_path, kept(pattern, how=how), None) == []


def test_without_a_recipe_a_word_that_ends_inside_a_component_beside_what_the_manifest_names(tmp_path: Path) -> None:
    [verdict] = judged(tmp_path, kept("mlp.gate", how="each in name"), None, ["model.layers.*.mlp.gate"])
    assert (verdict.wrong, verdict.by_dot) == (("model.layers.*.mlp.gate_proj",), False)
    both = ["model.layers.*.mlp.gate", "model.layers.*.mlp.gate_proj"]
    assert judged(tmp_path, kept("mlp.gate", how="each in name"), None, both) == []
    assert judged(tmp_path, kept("mlp", how="each in name"), None, ["model.layers.*.mlp.gate"]) == []


@pytest.mark.parametrize("listed", [LISTED, None])
def test_a_pattern_that_misses_what_it_means_and_catches_another(tmp_path: Path, listed: Sequence[str] | None) -> None:
    text = """convert(model, float8_cfg, lambda module, fqn: not re.search("mlp.gate.", fqn))"""
    [verdict] = judged(tmp_path, text, listed)
    assert (verdict.right, verdict.wrong) == (("model.layers.*.mlp.gate",), ("model.layers.*.mlp.gate_proj",))
    assert judged(tmp_path, text.replace('"mlp.gate."', r'r"mlp\.gate\."'), listed) == []


def test_nothing_is_known_of_any_model(tmp_path: Path) -> None:
    assert judged(tmp_path, kept("gate"), LISTED, modules=()) == []
