"""Names while they are put together."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lint_rules.outline.texts import (
    INDEX,
    PREFIX,
    UNTOLD,
    Cut,
    Text,
    concatenated,
    cut,
    from_template,
    hole,
    literal,
)

OWN = hole(PREFIX)


def parts(text: Text) -> list[str] | None:
    components = text.components()
    return None if components is None else [component.text for component in components]


@pytest.mark.parametrize(
    ("template", "arguments", "told"),
    [
        ("{0}.{1}", [OWN, literal("mlp")], "{prefix}.mlp"),
        ("{1}.{0}", [literal("mlp"), OWN], "{prefix}.mlp"),
        ("{0}.{1}", [literal("mlp"), OWN], "mlp.{prefix}"),
        ("{0}.{1}", [Text(()), literal("mlp")], "mlp"),
        ("{0}.{1}", [OWN, Text(())], "{prefix}"),
        ("{0}.{1}", [literal("layers"), hole(INDEX)], "layers.*"),
        ("{0}/{1}", [OWN, literal("mlp")], "{prefix}/mlp"),
    ],
)
def test_helpers_join_what_is_there(template: str, arguments: list[Text], told: str) -> None:
    assert from_template(template, arguments).told() == told


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (concatenated([OWN, literal(".layers."), hole(INDEX)]), ["layers", "*"]),
        (concatenated([literal("layers."), hole(INDEX), literal(".mlp")]), ["layers", "*", "mlp"]),
        (concatenated([OWN, literal(".layer_"), hole(INDEX)]), ["layer_*"]),
        (concatenated([OWN, literal("..mlp.")]), ["mlp"]),
        (concatenated([OWN, literal("."), hole(UNTOLD)]), ["?"]),
        (OWN, []),
        (concatenated([OWN, literal("_mlp")]), None),
        (concatenated([literal("mlp."), OWN]), None),
    ],
)
def test_components_are_what_follows_the_prefix(text: Text, wanted: list[str] | None) -> None:
    assert parts(text) == wanted


@pytest.mark.parametrize(
    ("text", "how", "told"),
    [
        (literal("a.b.c"), Cut("replace", ".b", ""), "a.c"),
        (literal("a.b"), Cut("parent"), "a"),
        (concatenated([OWN, literal(".attn")]), Cut("removesuffix", ".attn"), "{prefix}"),
        (concatenated([OWN, literal(".attn.q")]), Cut("parent"), "{prefix}.attn"),
    ],
)
def test_cuts_that_are_in_view(text: Text, how: Cut, told: str) -> None:
    found = cut(text, how)
    assert found is not None and found.told() == told


def test_a_cut_of_the_prefix_is_kept_until_its_end_is_known() -> None:
    found = cut(OWN, Cut("removesuffix", ".attn"))
    assert found is not None and found.prefix is not None
    assert found.prefix.cuts == (Cut("removesuffix", ".attn"),)
    assert not found.is_own


_WORDS = st.text("abc", min_size=1, max_size=3)


@given(st.lists(_WORDS, min_size=1, max_size=5))
def test_joining_by_any_means_gives_the_same_components(words: list[str]) -> None:
    joined = literal(words[0])
    for word in words[1:]:
        joined = from_template("{0}.{1}", [joined, literal(word)])
    assert parts(joined) == parts(literal(".".join(words))) == words


@given(st.lists(_WORDS, min_size=1, max_size=5))
def test_what_follows_the_prefix_does_not_depend_on_it(words: list[str]) -> None:
    name = literal("." + ".".join(words))
    assert parts(concatenated([OWN, name])) == parts(name) == words
