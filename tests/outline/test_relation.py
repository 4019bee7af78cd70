"""How a name that is given stands to the one that a module has."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lint_rules.outline.relation import ROOT, SAME, Relation, Verdict, compare, step
from lint_rules.outline.texts import PREFIX, Cut, Text, concatenated, cut, hole, literal

OWN = hole(PREFIX)


def below(name: str) -> Text:
    return concatenated([OWN, literal(f".{name}")])


def verdict(relation: Relation, path: str, text: Text) -> Verdict:
    found = step(relation, tuple(part for part in path.split(".") if part), text)
    assert found is not None
    return found[1]


@pytest.mark.parametrize(
    ("true", "given", "wanted"),
    [
        ("layers.*.mlp", "layers.*.mlp", Verdict.RIGHT),
        ("layers.*.mlp", "layers.?.mlp", Verdict.RIGHT),
        ("layers.*.mlp", "layers.0.mlp", Verdict.WRONG),
        ("layers.?.mlp", "layers.0.mlp", Verdict.RIGHT),
        ("layers.*", "layers.*+1", Verdict.WRONG),
        ("layers.0", "layers.*", Verdict.RIGHT),
        ("layers.*", "layers", Verdict.WRONG),
        ("mlp", "?", Verdict.UNTOLD),
        ("model.mlp", "?.mlp", Verdict.UNTOLD),
        ("mlp", "?.mlp", Verdict.UNTOLD),
        ("mlp", "attn", Verdict.WRONG),
        ("self_attn.qkv", "qkv", Verdict.WRONG),
    ],
)
def test_names_are_compared_by_components(true: str, given: str, wanted: Verdict) -> None:
    assert compare(tuple(true.split(".")), tuple(given.split("."))) is wanted


def test_a_constant_is_right_at_a_root_alone() -> None:
    assert verdict(ROOT, "model", literal("model")) is Verdict.RIGHT
    assert verdict(ROOT, "model", literal("language_model")) is Verdict.WRONG
    assert verdict(SAME, "model", literal("model")) is Verdict.WRONG


def test_what_holds_for_an_empty_prefix_is_said_of_roots_alone() -> None:
    bare = Text(literal("model").pieces, at_root=True)
    assert verdict(ROOT, "model", bare) is Verdict.RIGHT
    assert step(SAME, ("model",), bare) is None


def test_a_component_that_comes_early_and_is_left_out_later_is_right() -> None:
    outer = step(SAME, ("layers", "*"), concatenated([OWN, literal(".layers."), literal("7.attn")]))
    assert outer is not None and outer[1] is Verdict.WRONG
    relation = step(SAME, (), below("attn"))
    assert relation is not None
    assert verdict(relation[0], "attn", OWN) is Verdict.RIGHT
    removed = cut(OWN, Cut("removesuffix", ".attn"))
    assert removed is not None
    assert verdict(relation[0], "mlp", concatenated([removed, literal(".mlp")])) is Verdict.RIGHT
    assert verdict(relation[0], "mlp", below("mlp")) is Verdict.WRONG


def test_what_is_cut_off_above_the_part_that_is_known_can_not_be_told() -> None:
    relation = Relation((), ("attn",))
    once = cut(OWN, Cut("parent"))
    assert once is not None and verdict(relation, "mlp", concatenated([once, literal(".mlp")])) is Verdict.RIGHT
    twice = cut(once, Cut("parent"))
    assert twice is not None
    found = step(relation, ("mlp",), concatenated([twice, literal(".mlp")]))
    assert found is not None and found[0].given is None


_PATHS = st.lists(st.sampled_from(["a", "b", "*"]), min_size=1, max_size=4)


@given(_PATHS)
def test_a_module_that_is_given_its_own_name_has_it(path: list[str]) -> None:
    for relation in (SAME, ROOT):
        found = step(relation, tuple(path), below(".".join(path)))
        assert found is not None and found == (SAME, Verdict.RIGHT)


@given(_PATHS, _PATHS)
def test_a_name_is_right_only_if_it_is_the_path(path: list[str], other: list[str]) -> None:
    found = compare(tuple(path), tuple(other))
    if path == other:
        assert found is Verdict.RIGHT
    elif "*" not in path and "*" not in other:
        assert found is Verdict.WRONG
