"""torchtitan 0.3.0: ``components/quantization/utils.py``, ``module_filter_fn``.

It reads no recipe: its list is ``filter_fqns`` of its own config. This is how it would read the list that a recipe holds.
"""

from __future__ import annotations

from lint_rules.recipes.fused import as_it_is
from lint_rules.recipes.keys import EXCLUDING_LISTS, FILTERED
from lint_rules.recipes.matching import Entries, inside
from lint_rules.recipes.method import Method, filled
from lint_rules.recipes.verdict import Judge

RELEASE = "torchtitan 0.3.0"
FUSES = False


def filter_fqns(entries: Entries) -> Judge:
    """The entry is inside the name. A layer whose sizes are not multiples of 16 stays as it is, too."""
    return as_it_is(inside(entries))


METHODS = (Method((), filled(FILTERED, *EXCLUDING_LISTS), filter_fqns),)
