"""Whether a regular expression from a manifest can be trusted: it compiles, and no name makes it hang.

Python's ``re`` backtracks, so what a match costs is the size of a search tree. Ordinary patterns are settled by a product of
counts; the others by ``search_cost``, which tells ``(?:\\w+\\.)*gate`` from ``(?:\\w+)*gate``.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable
from functools import lru_cache
from math import comb
from typing import Any

from lint_rules.manifest.automaton import CHARACTERS, REPEATS, TooLargeError, bodies, search_cost, sre

MAX_NAME = 200
"""Characters of a name. Patterns match no longer ones, which is what makes the bound below hold."""
MAX_STEPS = 100_000_000
"""Four times ``.*`` stays below it on a name of full length, five times does not."""
MAX_PATTERN = 500

_HANGS = (
    "can take practically forever on some names; accepted: up to four open-ended repetitions, "
    "none of which can match the same text in two ways, as `(a+)+` and `(a|a)*` do"
)
_TOO_LARGE = f"is too large a regular expression; accepted: up to {MAX_PATTERN} characters, repetitions written out"


@lru_cache(maxsize=1024)
def regex_problem(pattern: str) -> str | None:
    """Return what is wrong with a regular expression, to be read after the pattern itself, or ``None``."""
    if len(pattern) > MAX_PATTERN:
        return _TOO_LARGE
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            re.compile(pattern)
            parsed = sre.parse(pattern)
        if _product_bound(parsed) <= MAX_STEPS or search_cost(parsed, MAX_NAME, MAX_STEPS) <= MAX_STEPS:
            return None
    except TooLargeError:
        return _TOO_LARGE
    except RecursionError:
        return "is nested too deeply for a regular expression"
    except (re.error, OverflowError, ValueError) as error:
        return f"is not a regular expression: {error}"
    return _HANGS


def _product_bound(parsed: Iterable[Any]) -> int:
    """Bound the search tree by all ways to split a name among the loops, times all choices."""
    loops, choices = _loops_and_choices(parsed)
    return comb(MAX_NAME + loops + 1, loops) * choices


def _loops_and_choices(parsed: Iterable[Any]) -> tuple[int, int]:
    """Count the loops and multiply the choices; more choices than are accepted if a loop holds more than a character."""
    loops, choices = 0, 1
    for code, argument in parsed:
        if code in REPEATS:
            low, high, body = argument
            if high > 1 and not (len(body) == 1 and body[0][0] in CHARACTERS):
                return loops, MAX_STEPS + 1
            loops += high > 1
            choices *= 2 if (low, high) == (0, 1) else 1
        elif code is sre.BRANCH:
            choices *= len(argument[1])
        elif code in (sre.GROUPREF, sre.GROUPREF_EXISTS):
            return loops, MAX_STEPS + 1
        for body in bodies(code, argument):
            inner = _loops_and_choices(body)
            loops, choices = loops + inner[0], min(choices * inner[1], MAX_STEPS + 1)
    return loops, choices
