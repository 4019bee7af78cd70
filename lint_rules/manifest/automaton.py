"""What it can cost to match a regular expression by backtracking: the size of the largest search tree, bounded above.

The expression becomes Glushkov's automaton: a position for each character of the pattern (repetitions written out), and
from each position an edge to those that may follow. An edge that comes about in two ways counts twice: that is the
ambiguity that makes backtracking explode. The largest tree below a position is then a recurrence over the length of the name.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

try:
    from re import _parser as sre  # type: ignore[attr-defined]  # private, so unknown to the stubs
except ImportError:  # Python 3.10
    import sre_parse as sre

__all__ = ["CHARACTERS", "REPEATS", "TooLargeError", "bodies", "search_cost", "sre"]

MAX_POSITIONS = 500
MAX_EDGES = 4_000

# By name, since atomic groups and possessive repetitions came with Python 3.11.
REPEATS = frozenset(
    getattr(sre, name) for name in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT") if hasattr(sre, name)
)
CHARACTERS = frozenset({sre.LITERAL, sre.NOT_LITERAL, sre.ANY, sre.IN})
_CATEGORIES = {
    sre.CATEGORY_DIGIT: re.compile(r"\d"),
    sre.CATEGORY_NOT_DIGIT: re.compile(r"\D"),
    sre.CATEGORY_SPACE: re.compile(r"\s"),
    sre.CATEGORY_NOT_SPACE: re.compile(r"\S"),
    sre.CATEGORY_WORD: re.compile(r"\w"),
    sre.CATEGORY_NOT_WORD: re.compile(r"\W"),
}
# Case is ignored throughout, which can only add to the cost.
_SAMPLE = {chr(code).lower() for code in range(32, 127)} | {"é", "日"}


class TooLargeError(Exception):
    """The pattern has more positions or edges than are looked at."""


class _Fragment(NamedTuple):
    """A part of the pattern: in how many ways it is empty, and in how many it begins and ends with each position."""

    empty: int
    first: Counter[int]
    last: Counter[int]


_EMPTY = _Fragment(1, Counter(), Counter())


def search_cost(parsed: Iterable[Any], length: int, limit: int) -> int:
    """Return an upper bound of the steps that matching a name of ``length`` characters takes.

    Stops at the first bound above ``limit``. Raises ``TooLargeError`` where the pattern is too large to tell.
    """
    automaton = _Automaton()
    whole = automaton.sequence(parsed)
    start = automaton.choices(whole.first)
    follow = [automaton.choices(edges) for edges in automaton.follow]
    costs = [1] * len(follow)
    for _ in range(length):
        costs = [1 + _largest(groups, costs) for groups in follow]
        if _largest(start, costs) > limit:
            break
    return 1 + _largest(start, costs)


def bodies(code: Any, argument: Any) -> list[Any]:
    """Return the parts that an operation of a parsed pattern holds."""
    if code in REPEATS:
        return [argument[2]]
    if code is sre.BRANCH:
        return list(argument[1])
    if code is sre.SUBPATTERN:
        return [argument[3]]
    if code in (sre.ASSERT, sre.ASSERT_NOT):
        return [argument[1]]
    if code is sre.GROUPREF_EXISTS:
        return [body for body in argument[1:] if body is not None]
    return [argument] if code is getattr(sre, "ATOMIC_GROUP", None) else []


def _largest(groups: list[list[tuple[int, int]]], costs: list[int]) -> int:
    return max((sum(ways * costs[position] for position, ways in group) for group in groups), default=0)


class _Automaton:
    """Positions, what follows them, and which characters they accept."""

    def __init__(self) -> None:
        self.nodes: list[tuple[Any, Any]] = []
        self.follow: list[Counter[int]] = []
        self.alphabet = set(_SAMPLE)
        self.edges = 0

    def sequence(self, parsed: Iterable[Any]) -> _Fragment:
        """Return the fragment of several operations after one another."""
        whole = _EMPTY
        for code, argument in parsed:
            whole = self._concatenate(whole, self._operation(code, argument))
        return whole

    def choices(self, edges: Counter[int]) -> list[list[tuple[int, int]]]:
        """Return, for the characters that make a difference, the positions that accept it, with their ways."""
        groups = {tuple(edge for edge in edges.items() if self._accepts(edge[0], sign)) for sign in self.alphabet}
        return [list(group) for group in groups if group]

    def _operation(self, code: Any, argument: Any) -> _Fragment:
        if code in CHARACTERS:
            return self._position(code, argument)
        if code in REPEATS:
            return self._repeat(*argument)
        parts = bodies(code, argument)
        if code is sre.BRANCH:
            return self._either(self.sequence(part) for part in parts)
        if code in (sre.ASSERT, sre.ASSERT_NOT):
            # Searched on the spot, then the rest goes on from where it was.
            return self.sequence(parts[0])._replace(empty=1, last=Counter())
        if code is sre.GROUPREF_EXISTS:
            return self._either([*(self.sequence(part) for part in parts), _EMPTY])
        if code is sre.GROUPREF:
            return self._repeat(0, sre.MAXREPEAT, [(sre.ANY, None)])
        return self.sequence(parts[0]) if parts else _EMPTY

    def _position(self, code: Any, argument: Any) -> _Fragment:
        if len(self.nodes) >= MAX_POSITIONS:
            raise TooLargeError
        self.alphabet.update(chr(point).lower() for point in _code_points(code, argument))
        self.nodes.append((code, argument))
        self.follow.append(Counter())
        only = Counter([len(self.nodes) - 1])
        return _Fragment(0, only, only)

    def _repeat(self, low: int, high: int, body: Iterable[Any]) -> _Fragment:
        body = list(body)
        if low > MAX_POSITIONS:
            raise TooLargeError
        tail = _EMPTY
        if high is sre.MAXREPEAT or high > MAX_POSITIONS:
            tail = self._loop(self.sequence(body))
        else:
            for _ in range(high - low):
                copy = self._concatenate(self.sequence(body), tail)
                tail = copy._replace(empty=copy.empty + 1)
        for _ in range(low):
            tail = self._concatenate(self.sequence(body), tail)
        return tail

    def _loop(self, body: _Fragment) -> _Fragment:
        self._connect(body.last, body.first)
        return body._replace(empty=body.empty + 1)

    def _either(self, arms: Iterable[_Fragment]) -> _Fragment:
        empty, first, last = 0, Counter[int](), Counter[int]()
        for arm in arms:
            empty += arm.empty
            first.update(arm.first)
            last.update(arm.last)
        return _Fragment(empty, first, last)

    def _concatenate(self, one: _Fragment, two: _Fragment) -> _Fragment:
        self._connect(one.last, two.first)
        first, last = Counter(one.first), Counter(two.last)
        first.update({position: ways * one.empty for position, ways in two.first.items()} if one.empty else {})
        last.update({position: ways * two.empty for position, ways in one.last.items()} if two.empty else {})
        return _Fragment(one.empty * two.empty, first, last)

    def _connect(self, ends: Counter[int], starts: Counter[int]) -> None:
        self.edges += len(ends) * len(starts)
        if self.edges > MAX_EDGES:
            raise TooLargeError
        for end, ways in ends.items():
            self.follow[end].update({start: ways * more for start, more in starts.items()})

    def _accepts(self, position: int, sign: str) -> bool:
        code, argument = self.nodes[position]
        return any(_matches(code, argument, variant) for variant in {sign, sign.upper()})


def _code_points(code: Any, argument: Any) -> Iterator[int]:
    """Yield the characters that a pattern names, so that the sample holds them."""
    if code is sre.LITERAL:
        yield argument
    elif code is sre.RANGE:
        yield from argument
    elif code is sre.IN:
        for item in argument:
            yield from _code_points(*item)


def _matches(code: Any, argument: Any, sign: str) -> bool:
    if code is sre.LITERAL:
        return bool(chr(argument) == sign)
    if code is sre.NOT_LITERAL:
        return bool(chr(argument) != sign)
    if code is sre.RANGE:
        return len(sign) == 1 and argument[0] <= ord(sign) <= argument[1]
    if code is sre.CATEGORY and argument in _CATEGORIES:
        return _CATEGORIES[argument].match(sign) is not None
    if code is sre.IN:
        negated = argument[0][0] is sre.NEGATE
        return any(_matches(item[0], item[1], sign) for item in argument[negated:]) is not negated
    return True
