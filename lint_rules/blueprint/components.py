"""What of a pattern of names surely stands in the code: a component that each name has which the pattern matches."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, NamedTuple

from lint_rules.manifest.automaton import sre
from lint_rules.manifest.patterns import REGEX_MARK

_ANY = r"\w*"
_CASELESS = re.IGNORECASE


def component(pattern: str) -> re.Pattern[str] | None:
    """A component of all names that a pattern of the manifest matches, the last that is no number.

    What the pattern covers stands at such a component, or below it. None where nothing is sure.
    """
    if pattern.startswith(REGEX_MARK):
        runs = _runs_of_regex(pattern.removeprefix(REGEX_MARK))
    else:
        runs = _runs_of_glob(pattern)
    found = next((each for run in reversed(runs) if (each := _last(run)) is not None), None)
    return re.compile(found) if found is not None else None


class _Run(NamedTuple):
    """A text that each name holds, and whether a component surely begins and ends with it."""

    text: str
    begins: bool
    ends: bool


def _last(run: _Run) -> str | None:
    """The last component in a run, as an expression for the whole of it."""
    parts = run.text.split(".")
    for number in range(len(parts) - 1, -1, -1):
        part = parts[number]
        whole = part.isidentifier() and (number > 0 or run.begins) and (number < len(parts) - 1 or run.ends)
        if whole:
            return re.escape(part)
        if re.search(r"[^\W\d]", part):
            left = "" if number > 0 or run.begins else _ANY
            right = "" if number < len(parts) - 1 or run.ends else _ANY
            return left + re.escape(part) + right
    return None


def _runs_of_glob(glob: str) -> list[_Run]:
    pieces = glob.split("*")
    return [_Run(text, number == 0, number == len(pieces) - 1) for number, text in enumerate(pieces) if text]


def _runs_of_regex(source: str) -> list[_Run]:
    parsed = sre.parse(source)
    if parsed.state.flags & _CASELESS:
        return []
    runs: list[_Run] = []
    text, begins = "", True
    for letter in _letters(parsed):
        if letter is not None:
            text += letter
            continue
        runs.append(_Run(text, begins, False))
        text, begins = "", False
    runs.append(_Run(text, begins, True))
    return [run for run in runs if run.text]


def _letters(parsed: Iterable[Any]) -> Iterable[str | None]:
    """The characters that a regular expression spells out, None for all else that may take up room."""
    for code, argument in parsed:
        if code is sre.LITERAL:
            yield chr(argument)
        elif code is sre.SUBPATTERN and not argument[1] and not argument[2]:
            yield from _letters(argument[3])
        elif not (code is sre.AT and argument in (sre.AT_BEGINNING, sre.AT_END)):
            yield None
