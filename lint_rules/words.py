"""The words that a check will look for in all files: each file is read once for all of them."""

from __future__ import annotations

from lint_rules.blueprint.vocabulary import Vocabulary
from lint_rules.outline.filters.asked import NAMED
from lint_rules.project.suppressions import MARK

_MODULE = b"Module"


def expected(vocabulary: Vocabulary) -> list[bytes]:
    """The words for which all files are searched."""
    return [MARK, *words_of_trees(vocabulary, everything=True), *(name.encode() for name in NAMED)]


def words_of_trees(vocabulary: Vocabulary, everything: bool) -> list[bytes]:
    """What stands in each file that has a part in the tree of all modules, or of those that get a config."""
    return [word.encode() for word in sorted(vocabulary.own_words)] + ([_MODULE] if everything else [])
