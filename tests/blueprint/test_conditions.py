"""Logic, against truth tables."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from models import ATOMS, EVERYTHING, FLAGS, TEXTS, conditions, conjunctions, literal_sets, models

from lint_rules.blueprint.conditions import (
    TRUE,
    Condition,
    beyond,
    both,
    clause,
    forbid,
    implies,
    literal,
    negation,
    opposite,
)

A, B, C = map(literal, FLAGS)


@given(conditions(ATOMS), conditions(ATOMS))
def test_both_holds_where_both_hold(one: Condition, other: Condition) -> None:
    wanted = models(one) & models(other)
    assert models(both(one, other)) == wanted
    assert models(both(other, one)) == wanted


@given(conditions(ATOMS, 9), conditions(ATOMS, 9))
def test_of_many_clauses_some_may_be_dropped_but_no_case_is_lost(one: Condition, other: Condition) -> None:
    assert models(both(one, other)) >= models(one) & models(other)


@given(conditions(FLAGS, 9), conditions(FLAGS, 9))
def test_what_a_verdict_depends_on_is_never_dropped(one: Condition, other: Condition) -> None:
    assert models(both(one, other)) == models(one) & models(other)


@given(conjunctions(ATOMS), conjunctions(ATOMS))
def test_contradictions_of_literals_are_always_seen(one: Condition, other: Condition) -> None:
    assert (both(one, other) is None) is (not models(one) & models(other))


@given(conditions(ATOMS))
def test_both_with_nothing_or_itself_says_the_same(one: Condition) -> None:
    assert both(TRUE, one) == both(one, TRUE) == one
    assert models(both(one, one)) == models(one)


@given(conjunctions(ATOMS), conditions(ATOMS), conditions(ATOMS))
def test_the_order_of_conjunctions_does_not_matter(one: Condition, two: Condition, three: Condition) -> None:
    def chain(first: Condition, second: Condition, third: Condition) -> Condition | None:
        inner = both(first, second)
        return both(inner, third) if inner is not None else None

    assert models(chain(one, two, three)) == models(chain(three, one, two))


@given(conjunctions(ATOMS))
def test_the_negation_of_a_conjunction(one: Condition) -> None:
    wanted = EVERYTHING - models(one) if one.literals else EVERYTHING
    assert models(negation(one)) == wanted


@given(literal_sets(FLAGS, 2))
def test_the_negation_of_a_clause(literals: frozenset[tuple[tuple[object, ...], bool]]) -> None:
    one = clause(literals)
    assert models(one) == EVERYTHING - models(Condition(literals))
    assert models(negation(one)) == models(Condition(literals))
    assert negation(negation(Condition(literals))) == Condition(literals)


@given(conditions(ATOMS))
def test_a_negation_never_excludes_a_case_in_which_it_holds(one: Condition) -> None:
    assert models(negation(one)) >= EVERYTHING - models(one)


def test_a_long_clause_of_mere_text_is_an_atom_of_its_own() -> None:
    four = frozenset((("text", str(number)), True) for number in range(4))
    assert clause(four) == literal(("several", four))
    assert negation(Condition(four)) == clause(four)
    assert both(clause(four), negation(clause(four))) is None
    weighty = frozenset([*four, (FLAGS[0], True)])
    assert clause(weighty).clauses == {weighty}


@given(st.lists(conditions(ATOMS), max_size=4))
def test_forbid_never_excludes_a_case_in_which_none_holds(some: list[Condition]) -> None:
    wanted = EVERYTHING - set().union(*map(models, some))
    assert models(forbid(some)) >= wanted


@given(st.lists(literal_sets(FLAGS, 1, 2).map(Condition), max_size=4))
def test_forbid_says_it_exactly_where_it_can(some: list[Condition]) -> None:
    wanted = EVERYTHING - set().union(*map(models, some))
    if wanted:
        assert models(forbid(some)) == wanted


@given(conditions(ATOMS), conditions(ATOMS))
def test_what_is_implied_holds(one: Condition, other: Condition) -> None:
    if implies(one, other):
        assert models(one) <= models(other)


@given(conjunctions(ATOMS), conjunctions(ATOMS))
def test_implication_between_conjunctions_is_always_seen(one: Condition, other: Condition) -> None:
    assert implies(one, other) is (models(one) <= models(other))


@given(conditions(ATOMS), conditions(ATOMS))
def test_beyond_and_what_is_known_make_the_whole(one: Condition, known: Condition) -> None:
    rest = beyond(one, known)
    assert models(rest) & models(known) == models(one) & models(known)
    assert rest.literals <= one.literals
    assert rest.clauses <= one.clauses


@pytest.mark.parametrize("atom", ATOMS)
def test_a_literal_and_its_opposite(atom: tuple[object, ...]) -> None:
    assert opposite((atom, True)) == (atom, False)
    assert negation(literal(atom)) == literal(atom, False)
    assert both(literal(atom), literal(atom, False)) is None
    assert models(literal(atom)) | models(literal(atom, False)) == EVERYTHING


def test_units_are_drawn_from_clauses() -> None:
    """``not (a and b)``, ``a``: so ``not b``."""
    forbidden = clause(frozenset({(FLAGS[0], True), (FLAGS[1], True)}))
    assert both(forbidden, A) == Condition(frozenset({(FLAGS[0], True), (FLAGS[1], False)}))
    found = both(A, B)
    assert found is not None
    assert both(forbidden, found) is None


def test_units_go_on_from_clause_to_clause() -> None:
    chain = both(
        clause(frozenset({(FLAGS[0], True), (TEXTS[0], True)})),
        clause(frozenset({(TEXTS[0], False), (FLAGS[1], True)})),
    )
    assert chain is not None
    assert both(chain, A) == Condition(frozenset({(FLAGS[0], True), (TEXTS[0], False), (FLAGS[1], False)}))


def test_the_negation_of_nothing_says_nothing() -> None:
    assert negation(TRUE) == TRUE
    assert forbid([]) == TRUE
    assert forbid([C]) == literal(FLAGS[2], False)
