"""The compressed-tensors library 0.20.1, which Transformers and llm-compressor use."""

from __future__ import annotations

from lint_rules.recipes.fused import any_part
from lint_rules.recipes.keys import REGEX_MARK
from lint_rules.recipes.matching import Entries, earliest, equal, expressions, only
from lint_rules.recipes.method import Method, after, present
from lint_rules.recipes.verdict import Judge

RELEASE = "compressed-tensors 0.20.1"
FUSES = False

_regex = after(REGEX_MARK)


def ignore(entries: Entries) -> Judge:
    """The entry is the name, or ``re:`` and an expression that matches its beginning. A fused layer, of which a mapping has to
    be passed in: any of its parts.

    ``utils/match.py``: ``is_match``, ``match_name``. An entry may name a class, too, which no name shows.
    """
    by_name = only(entries, lambda entry: not entry.startswith(REGEX_MARK), equal)
    return any_part(earliest(by_name, expressions(entries, _regex)))


METHODS = (Method(("compressed-tensors",), present("ignore"), ignore, _regex),)
