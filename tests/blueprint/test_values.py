"""Choices among values, against all assignments of truth."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from models import ASSIGNMENTS, ATOMS, CONSTANTS, FLAGS, TEXTS, choices, conditions, conjunctions, holds, value_at

from lint_rules.blueprint.conditions import TRUE, Condition, both, literal
from lint_rules.blueprint.values import (
    NONE,
    UNKNOWN,
    Choice,
    Config,
    Const,
    Hop,
    Site,
    Value,
    choose,
    configs,
    handed,
    options,
    overwrite,
    transform,
)

FLOAT8 = Config(("arg", 1))
SITE = Site(Path("/nowhere/a.py"), 1, 0)


@given(choices(ATOMS, 2), conditions(ATOMS))
def test_options_lose_no_case(value: Value, known: Condition) -> None:
    found = list(options(value, known))
    for assignment in ASSIGNMENTS:
        if holds(known, assignment):
            wanted = value_at(value, assignment)
            assert any(holds(condition, assignment) and option == wanted for condition, option in found)


@given(choices(FLAGS, 2), conditions(FLAGS, 1))
def test_options_exclude_each_other(value: Value, known: Condition) -> None:
    for condition, option in options(value, known):
        assert not isinstance(option, Choice)
        for assignment in ASSIGNMENTS:
            if holds(condition, assignment):
                assert holds(known, assignment)
                assert value_at(value, assignment) == option


def test_options_of_a_plain_value() -> None:
    assert list(options(NONE)) == [(TRUE, NONE)]
    known = literal(FLAGS[0])
    assert list(options(FLOAT8, known)) == [(known, FLOAT8)]


def test_options_that_contradict_what_is_known_are_gone() -> None:
    value = Choice(((literal(FLAGS[0]), Const(1)), (TRUE, Const(2))))
    assert [option for _, option in options(value, literal(FLAGS[0]))] == [Const(1)]
    assert [option for _, option in options(value, literal(FLAGS[0], False))] == [Const(2)]


@given(st.lists(st.tuples(conjunctions(ATOMS), choices(ATOMS)), min_size=1, max_size=5), conjunctions(ATOMS))
def test_choose_takes_the_first_that_holds(pairs: list[tuple[Condition, Value]], known: Condition) -> None:
    full = [(joined, value) for condition, value in pairs if (joined := both(known, condition)) is not None]
    made = choose(full, known)
    for assignment in ASSIGNMENTS:
        first = next((value for condition, value in full if holds(condition, assignment)), None)
        if first is not None:
            assert value_at(made, assignment) == value_at(first, assignment)


def test_choose_of_one_or_equal_values_is_no_choice() -> None:
    assert choose([]) == UNKNOWN
    assert choose([(literal(FLAGS[0]), NONE)]) == NONE
    assert choose([(literal(FLAGS[0]), NONE), (TRUE, NONE)]) == NONE


def test_of_very_many_options_those_that_matter_stay() -> None:
    pairs = [(literal(("text", str(number))), Const(number)) for number in range(100)]
    made = choose([*pairs, (literal(FLAGS[0]), FLOAT8), (TRUE, NONE)])
    assert isinstance(made, Choice)
    assert len(made.options) <= 64
    assert FLOAT8 in [value for _, value in made.options]


@given(choices(ATOMS), conjunctions(ATOMS), CONSTANTS)
def test_overwrite_writes_where_the_condition_holds(old: Value, condition: Condition, new: Value) -> None:
    made = overwrite(old, condition, new)
    for assignment in ASSIGNMENTS:
        wanted = new if holds(condition, assignment) else value_at(old, assignment)
        assert value_at(made, assignment) == wanted


@given(st.lists(st.tuples(conjunctions(ATOMS), CONSTANTS), max_size=6), CONSTANTS)
def test_writes_follow_one_another(writes: Sequence[tuple[Condition, Value]], start: Value) -> None:
    made = start
    for condition, value in writes:
        made = overwrite(made, condition, value)
    for assignment in ASSIGNMENTS:
        wanted = start
        for condition, value in writes:
            if holds(condition, assignment):
                wanted = value
        assert value_at(made, assignment) == wanted


@given(choices(ATOMS), conditions(ATOMS), CONSTANTS)
def test_a_conditional_write_under_clauses(old: Value, condition: Condition, new: Value) -> None:
    made = overwrite(old, condition, new)
    for assignment in ASSIGNMENTS:
        wanted = new if holds(condition, assignment) else value_at(old, assignment)
        assert value_at(made, assignment) == wanted


@given(choices(ATOMS))
def test_transform_changes_each_option(value: Value) -> None:
    def double(option: Value) -> Value:
        return Const(option.value * 2) if isinstance(option, Const) and isinstance(option.value, int) else option

    def halve(option: Value) -> Value:
        return Choice(((literal(TEXTS[0]), Const(0)), (TRUE, option)))

    doubled, halved = transform(value, double), transform(value, halve)
    for assignment in ASSIGNMENTS:
        plain = value_at(value, assignment)
        assert plain is not None
        assert value_at(doubled, assignment) == double(plain)
        assert value_at(halved, assignment) == value_at(halve(plain), assignment)


def test_configs_remember_their_steps() -> None:
    hop = Hop("argument", SITE, SITE, "build", "build")
    made = handed(Choice(((literal(FLAGS[0]), FLOAT8), (TRUE, NONE))), hop)
    assert isinstance(made, Choice)
    first, second = (value for _, value in made.options)
    assert first == FLOAT8
    assert isinstance(first, Config)
    assert first.trace == (hop,)
    assert second == NONE


def test_a_config_counts_where_it_is_not_none() -> None:
    value = Choice(((literal(FLAGS[0]), FLOAT8), (TRUE, NONE)))
    ((condition, config),) = configs(value)
    assert config == FLOAT8
    assert condition.literals == {(FLAGS[0], True), (("none", FLOAT8.id), False)}
    assert list(configs(value, literal(("none", FLOAT8.id)))) == []
    assert list(configs(value, literal(FLAGS[0], False))) == []
