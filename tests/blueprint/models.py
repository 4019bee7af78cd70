"""Conditions and values, judged by trying all assignments of truth to a few atoms."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

from hypothesis import strategies as st

from lint_rules.blueprint.conditions import Atom, Condition, Literal
from lint_rules.blueprint.values import Choice, Const, Value

FLAGS: list[Atom] = [("flag", "A.a", ("arg", 0)), ("flag", "A.b", ("arg", 0)), ("none", ("arg", 1))]
"""Atoms that a verdict may depend on: what is known of them is never dropped."""
TEXTS: list[Atom] = [("text", "x > 1"), ("text", "x > 2"), ("loop", "x")]
"""Atoms that only words depend on."""
ATOMS = [*FLAGS, *TEXTS]

Assignment = Mapping[Atom, bool]
ASSIGNMENTS: list[Assignment] = [
    dict(zip(ATOMS, signs, strict=True)) for signs in product((True, False), repeat=len(ATOMS))
]


def holds(condition: Condition, assignment: Assignment) -> bool:
    """Whether a condition holds: its literals do, and of each clause not all do."""
    return all(assignment[atom] is sign for atom, sign in condition.literals) and not any(
        all(assignment[atom] is sign for atom, sign in clause) for clause in condition.clauses
    )


def models(condition: Condition | None) -> set[int]:
    """The numbers of the assignments under which a condition holds."""
    if condition is None:
        return set()
    return {number for number, assignment in enumerate(ASSIGNMENTS) if holds(condition, assignment)}


EVERYTHING = set(range(len(ASSIGNMENTS)))


def value_at(value: Value, assignment: Assignment) -> Value | None:
    """The plain value under one assignment: of a choice, the first whose condition holds."""
    if not isinstance(value, Choice):
        return value
    for condition, option in value.options:
        if holds(condition, assignment):
            return value_at(option, assignment)
    return None


def literal_sets(atoms: list[Atom], least: int = 0, most: int = 3) -> st.SearchStrategy[frozenset[Literal]]:
    """Literals that do not contradict each other."""
    return st.dictionaries(st.sampled_from(atoms), st.booleans(), min_size=least, max_size=most).map(
        lambda found: frozenset(found.items())
    )


def conditions(atoms: list[Atom], clauses: int = 3) -> st.SearchStrategy[Condition]:
    """Conditions of literals and clauses."""
    return st.builds(Condition, literal_sets(atoms), st.frozensets(literal_sets(atoms, 2), max_size=clauses))


def conjunctions(atoms: list[Atom]) -> st.SearchStrategy[Condition]:
    """Conditions whose negation can be said."""
    return literal_sets(atoms).map(Condition)


CONSTANTS: st.SearchStrategy[Value] = st.integers(0, 3).map(Const)


def choices(atoms: list[Atom], depth: int = 1) -> st.SearchStrategy[Value]:
    """Values that are something under each assignment."""
    if depth == 0:
        return CONSTANTS
    inner = choices(atoms, depth - 1)
    pairs = st.lists(st.tuples(conjunctions(atoms), inner), min_size=1, max_size=3)
    made = st.builds(lambda some, last: Choice((*some, (Condition(), last))), pairs, inner)
    return st.one_of(CONSTANTS, made)
