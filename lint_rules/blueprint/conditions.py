"""Under which conditions something holds: sets of literals, and the few lines of logic that blueprints need.

A literal is an atom with a sign. An atom says of one thing that a flag is true, that a value is ``None``, or, for all
else, that a text of the source holds. A condition is a conjunction: of its ``literals``, and of its ``clauses``, each of
which forbids that certain literals hold together (so a disjunction is a clause, too).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from functools import lru_cache
from typing import NamedTuple

Atom = tuple[Hashable, ...]
Literal = tuple[Atom, bool]


class Condition(NamedTuple):
    """A conjunction of literals and of forbidden combinations."""

    literals: frozenset[Literal] = frozenset()
    clauses: frozenset[frozenset[Literal]] = frozenset()


TRUE = Condition()

_OPAQUE = frozenset({"text", "any", "loop", "exception", "several"})
"""The kinds of atoms that no rule asks about."""
_MOST_CLAUSES = 8


def clause(literals: frozenset[Literal]) -> Condition:
    """The condition that these do not hold together."""
    if len(literals) == 1:
        return Condition(frozenset({opposite(next(iter(literals)))}))
    if len(literals) > 3 and all(atom[0] in _OPAQUE for atom, _ in literals):
        # Nothing will be concluded from so many at once: the whole is an atom of its own.
        return literal(("several", literals))
    return Condition(frozenset(), frozenset({literals}))


def _fewer(clauses: frozenset[frozenset[Literal]]) -> frozenset[frozenset[Literal]]:
    """Of many clauses those on which a verdict may depend; to know less is never wrong."""
    if len(clauses) <= _MOST_CLAUSES:
        return clauses
    return frozenset(each for each in clauses if any(atom[0] not in _OPAQUE for atom, _ in each))


def literal(atom: Atom, sign: bool = True) -> Condition:
    """The condition that an atom is true, or false."""
    return Condition(frozenset({(atom, sign)}))


def opposite(one: Literal) -> Literal:
    """The same atom with the other sign."""
    return one[0], not one[1]


@lru_cache(maxsize=65536)
def both(one: Condition, other: Condition) -> Condition | None:
    """The conjunction of two conditions; None where they contradict each other."""
    if not other.literals and not other.clauses:
        return one
    if not one.literals and not one.clauses:
        return other
    literals = one.literals | other.literals
    if len({atom for atom, _ in literals}) != len(literals):
        return None
    clauses = _fewer(one.clauses | other.clauses)
    return _propagate(literals, clauses) if clauses else Condition(literals)


def _propagate(literals: frozenset[Literal], clauses: frozenset[frozenset[Literal]]) -> Condition | None:
    """Draw what follows from clauses of which all but one literal are known."""
    known = set(literals)
    left = set(clauses)
    changed = True
    while changed:
        changed = False
        for clause in tuple(left):
            if any(opposite(one) in known for one in clause):
                left.discard(clause)
                continue
            open_literals = [one for one in clause if one not in known]
            if not open_literals:
                return None
            if len(open_literals) == 1:
                known.add(opposite(open_literals[0]))
                left.discard(clause)
                changed = True
    return Condition(frozenset(known), frozenset(left))


def forbid(conditions: Iterable[Condition]) -> Condition:
    """The condition that none of these holds; what can't be said so is left out."""
    out: Condition | None = TRUE
    for one in conditions:
        if out is None:
            break
        out = both(out, negation(one)) or out
    return out or TRUE


def negation(one: Condition) -> Condition:
    """The condition that ``one`` does not hold; TRUE (nothing known) where that is no conjunction."""
    if not one.clauses:
        return clause(one.literals) if one.literals else TRUE
    if not one.literals and len(one.clauses) == 1:
        return Condition(next(iter(one.clauses)))
    return TRUE


def implies(one: Condition, other: Condition) -> bool:
    """Whether ``other`` is known to hold wherever ``one`` does."""
    if not other.literals <= one.literals:
        return False
    return all(
        clause in one.clauses or any(opposite(each) in one.literals for each in clause) for clause in other.clauses
    )


def beyond(one: Condition, known: Condition) -> Condition:
    """What ``one`` says that ``known`` does not."""
    if known is TRUE or not (known.literals or known.clauses):
        return one
    return Condition(one.literals - known.literals, one.clauses - known.clauses)
