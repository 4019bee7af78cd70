"""Nobody's reading in particular: an entry is the full name of a layer. What is no name is said and means nothing."""

from __future__ import annotations

from lint_rules.recipes.fused import whole_then_parts
from lint_rules.recipes.keys import EXCLUDING_LISTS
from lint_rules.recipes.matching import Entries, equal
from lint_rules.recipes.method import Method, filled
from lint_rules.recipes.verdict import Judge

RELEASE = "full names"
FUSES = False


def full_names(entries: Entries) -> Judge:
    """The entry is the name. A fused layer: its own name, else all parts."""
    return whole_then_parts(equal(entries))


METHODS = (Method((), filled(*EXCLUDING_LISTS), full_names),)
