"""The words that a check will look for in all files: each file is read once for all of them."""

from __future__ import annotations

from lint_rules.blueprint.vocabulary import Vocabulary
from lint_rules.outline.filters.handing import LOOPS
from lint_rules.outline.universe import words_of
from lint_rules.project.suppressions import MARK


def expected(vocabulary: Vocabulary) -> list[bytes]:
    """The words for which all files are searched."""
    return [MARK, *words_of(vocabulary, everything=True), *LOOPS]
