from __future__ import annotations

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lint_rules.manifest.patterns import compile_name, glob_problem, match_path


@pytest.mark.parametrize(
    ("pattern", "name", "expected"),
    [
        ("lm_head", "lm_head", True),
        ("lm_head", "model.lm_head", False),
        ("lm_head", "lm_heads", False),
        ("a.b", "a_b", False),
        ("model.layers.*.mlp", "model.layers.3.mlp", True),
        ("model.layers.*.mlp", "model.layers.*.mlp", True),
        ("model.layers.*.mlp", "model.layers.3.4.mlp", False),
        ("model.*.mlp", "model..mlp", True),
        ("model.**.gate", "model.layers.3.mlp.gate", True),
        ("model.**.gate", "model.gate", False),
        ("**gate", "model.layers.*.mlp.gate", True),
        ("**", "anything.at.all", True),
        ("*_proj", "q_proj", True),
        ("*_proj", "a.q_proj", False),
        ("model.layers.3.mlp", "model.layers.*.mlp", True),
        ("model.layers.1*.mlp", "model.layers.*.mlp", True),
        ("model.layers.4711.mlp", "model.layers.*.mlp", True),
        ("model.layers.first.mlp", "model.layers.*.mlp", False),
        ("model.layers.3.mlp", "model.layers.4.mlp", False),
        ("a.3.b.7.c", "a.*.b.*.c", True),
        (r"re:model\.layers\.\d+\.x", "model.layers.*.x", True),
        (r"re:model\.layers\.37\.x", "model.layers.*.x", True),
        (r"re:model\.layers\.[12]\d\.x", "model.layers.*.x", True),
        (r"re:model\.layers\.\d+\.x", "model.layers.12.x", True),
        (r"re:model\.layers\.\d+\.x", "model.layers.*.xy", False),
        (r"re:model\.layers", "model.layers.0", False),
        (r"re:layers", "model.layers", False),
        (r"re:.*\.\d+\.experts\.\d+\.w1", "model.layers.*.experts.*.w1", True),
        (r"re:.*\.3\.experts\.7\.w1", "model.layers.*.experts.*.w1", True),
        (r"re:(?i)LM_HEAD", "lm_head", True),
        (r"re:a|b", "b", True),
        (r"re:model\.layers\.\d+\.mlp\.gate(.\w+)?", "model.layers.0.mlp.gate_proj", True),
    ],
)
def test_a_pattern_matches_the_whole_name(pattern: str, name: str, expected: bool) -> None:
    assert compile_name(pattern).matches(name) is expected


@pytest.mark.parametrize(
    ("pattern", "name", "expected"),
    [
        ("visual", "visual", True),
        ("visual", "visual.blocks.*.attn", True),
        ("visual", "visually.blocks", False),
        ("visual", "model.visual", False),
        ("model.layers.*", "model.layers.*.mlp.gate", True),
        ("model.layers.*", "model.layers", False),
        ("model.layers.0", "model.layers.*.mlp", True),
        (r"re:model\.layers\.\d+", "model.layers.*.mlp.gate", True),
        (r"re:model\.lay", "model.layers.0", False),
        (r"re:a|b", "b.c", True),
        (r"re:a$", "a.b", True),
    ],
)
def test_a_pattern_covers_what_lies_below(pattern: str, name: str, expected: bool) -> None:
    assert compile_name(pattern).covers(name) is expected


@pytest.mark.parametrize(
    ("pattern", "path", "expected"),
    [
        ("kv_b_proj", "kv_b_proj", True),
        ("kv_b_proj", "kv_b_proj.weight", True),
        ("kv_b_proj", "kv_b", False),
        ("indexer.weights_proj", "indexer.weights_proj", True),
        ("indexer.weights_proj", "indexer", False),
        ("*_gate", "out_gate", True),
        ("*_gate", "a.out_gate", False),
        ("*_gate_*", "out_gate_a", True),
        ("**.gate", "a.b.gate", True),
        ("q?_proj", "qa_proj", True),
        ("q?_proj", "q._proj", False),
        ("[qk]_proj", "k_proj", True),
        ("[!qk]_proj", "k_proj", False),
        ("[!qk]_proj", "v_proj", True),
        ("[a-c]_proj", "b_proj", True),
        ("[c-a]_proj", "b_proj", False),
        ("layers.0.gate", "layers.*.gate", True),
        ("layers.[0-3].gate", "layers.*.gate", True),
        ("layers.?.gate", "layers.*.gate", True),
        ("layers.a.gate", "layers.*.gate", False),
        ("a+b", "aab", False),
        ("Gate.*_proj", "Gate.q_proj", True),
        ("[", "[", True),
    ],
)
def test_paths(pattern: str, path: str, expected: bool) -> None:
    assert match_path(pattern, path) is expected


def slow_match(glob: str, name: str) -> bool:
    """Match a glob as its definition says, without any cleverness."""
    if not glob:
        return not name
    if glob.startswith("**"):
        rest = glob.lstrip("*")
        return any(slow_match(rest, name[end:]) for end in range(len(name) + 1))
    if glob.startswith("*"):
        limit = name.find(".") if "." in name else len(name)
        return any(slow_match(glob[1:], name[end:]) for end in range(limit + 1))
    return name.startswith(glob[0]) and slow_match(glob[1:], name[1:])


GLOBS = st.lists(st.sampled_from(["a", "b", ".", "*", "**"]), max_size=8).map("".join)
NAMES = st.text("ab.", max_size=8)


@given(GLOBS, NAMES)
def test_globs_mean_what_they_say(glob: str, name: str) -> None:
    if glob_problem(glob) is None:
        assert compile_name(glob).matches(name) is slow_match(glob, name)


@given(GLOBS, NAMES)
def test_covering_is_matching_an_ancestor(glob: str, name: str) -> None:
    if glob_problem(glob) is None:
        parts = name.split(".")
        ancestors = [".".join(parts[:end]) for end in range(1, len(parts) + 1)]
        assert compile_name(glob).covers(name) is any(compile_name(glob).matches(above) for above in ancestors)


@given(st.text(max_size=12), st.text(max_size=12))
def test_any_text_is_a_path_pattern_or_a_value_error(pattern: str, path: str) -> None:
    try:
        assert isinstance(match_path(pattern, path), bool)
    except ValueError as error:
        assert not isinstance(error, re.error)


@pytest.mark.parametrize("pattern", ["re:(", "re:(a+)+", "**a**a**a**a**a", "*a*a*a*a*"])
def test_patterns_that_can_not_be_trusted(pattern: str) -> None:
    with pytest.raises(ValueError, match=re.escape(pattern.removeprefix("re:"))):
        compile_name(pattern)


def test_stars_are_collapsed_and_fast() -> None:
    start = time.perf_counter()
    assert not compile_name("*" * 400 + "b").matches("a" * 200)
    assert not compile_name(".".join(["*"] * 60) + ".b").covers(".".join(["a"] * 60))
    assert not compile_name("**a**a**b").matches("a" * 200)
    assert time.perf_counter() - start < 5
