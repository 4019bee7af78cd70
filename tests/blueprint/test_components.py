"""What of a pattern surely stands in the code: wrong here means findings that are never looked for."""

from __future__ import annotations

import re

import pytest

from lint_rules.blueprint.components import component
from lint_rules.manifest.patterns import compile_name

SURE = {
    "lm_head": "lm_head",
    "model.layers.*.self_attn.q_proj": "q_proj",
    "model.layers.*.mlp.gate": "gate",
    "model.layers.3": "layers",
    "visual.**": "visual",
    "**.gate": "gate",
    "model.layers.*_proj": r"\w*_proj",
    "model.vision*": r"vision\w*",
    r"re:.*\.gate": "gate",
    r"re:model\.layers\.\d+\.kv_b_proj": "kv_b_proj",
    r"re:.*gate_proj": r"\w*gate_proj",
}
UNSURE = [r"re:.*", "**", r"re:(?i).*\.gate", r"re:.*\.(?:q|k)"]


@pytest.mark.parametrize(("pattern", "expected"), SURE.items())
def test_the_last_component_that_is_sure(pattern: str, expected: str) -> None:
    found = component(pattern)
    assert found is not None
    assert found.pattern == expected


@pytest.mark.parametrize("pattern", UNSURE)
def test_nothing_is_sure(pattern: str) -> None:
    assert component(pattern) is None


NAMES = ["lm_head", "model.layers.3.self_attn.q_proj", "model.layers.0.mlp.gate", "visual.blocks.1", "x.up_gate_proj"]


@pytest.mark.parametrize("pattern", SURE)
def test_each_name_that_a_pattern_covers_has_the_component(pattern: str) -> None:
    found = component(pattern)
    assert found is not None
    for name in [*NAMES, pattern.replace("**", "a.b").replace("*", "7")]:
        if compile_name(pattern).covers(name):
            assert any(re.fullmatch(found, part) for part in name.split(".")), name
