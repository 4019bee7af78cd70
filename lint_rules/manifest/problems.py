"""What is wrong with a manifest, in words that say where, what was found, what is accepted and what was meant."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from lint_rules.manifest.model import Place

SHOWN_LENGTH = 60
"""Longer texts are cut in messages."""


class Problem(NamedTuple):
    """One thing that is wrong, and where it stands."""

    place: Place
    message: str

    def __str__(self) -> str:
        """Return ``quantfence.yaml:9:7: message``, the path relative to the current directory where it lies below it."""
        return f"{_displayed(self.place.path)}:{self.place.line}:{self.place.column}: {self.message}"


class ManifestError(Exception):
    """A manifest that can't be used, with all that is wrong with it; as text, one line for each problem."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems: list[Problem] = sorted(problems, key=lambda problem: problem.place[1:])
        super().__init__(self.problems)

    def __str__(self) -> str:
        return "\n".join(map(str, self.problems))


def suggest(word: str, accepted: Iterable[str]) -> str | None:
    """Return the accepted word that ``word`` most likely means, ignoring case, or ``None`` if none is near.

    Another number, as that of another rule, is no misspelling.
    """
    digits = _digits(word)
    by_folded = {each.casefold(): each for each in accepted if _digits(each) in (digits, set())}
    near = difflib.get_close_matches(word.casefold()[:SHOWN_LENGTH], by_folded, n=1)
    return by_folded[near[0]] if near else None


def _digits(word: str) -> set[str]:
    return set(filter(str.isdigit, word))


def quoted(text: str) -> str:
    """Return ``text`` in backticks, on one line, cut where it is long."""
    cut = text if len(text) <= SHOWN_LENGTH else f"{text[:SHOWN_LENGTH]}..."
    return f"`{''.join(character if character.isprintable() else ascii(character)[1:-1] for character in cut)}`"


def listed(words: Iterable[str]) -> str:
    """Return the words in backticks with commas between them."""
    return ", ".join(map(quoted, words))


def unknown(what: str, word: str, accepted: Sequence[str]) -> str:
    """Return the message for a word that is none of the accepted ones; ``what`` is a noun such as ``key``."""
    near = suggest(word, accepted)
    meant = f" did you mean {quoted(near)}?" if near else ""
    return f"unknown {what} {quoted(word)};{meant} accepted here: {listed(accepted)}"


def _displayed(path: Path) -> str:
    try:
        return path.relative_to(Path.cwd()).as_posix()
    except (ValueError, OSError):
        return str(path)
