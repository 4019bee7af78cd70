"""How an engine reads the recipes of one method."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from lint_rules.recipes.model import NameList, Recipe
from lint_rules.recipes.verdict import Judge

Keys: TypeAlias = Callable[[Recipe], "Sequence[NameList | None]"]
"""The lists that an engine reads in a recipe; None for one that is not there."""


class Method(NamedTuple):
    """How an engine reads the recipes of one method."""

    names: tuple[str, ...]
    """The ``quant_method`` of such recipes."""
    keys: Keys
    judge: Callable[..., Judge]
    """Takes the texts of each list that ``keys`` gives; its docstring says what was read where."""
    expression: Callable[[str], str | None] = lambda entry: None
    """The regular expression that an entry is run as, None where it is none."""
    is_ordered: bool = False
    """Whether the first item that speaks of a name decides, whatever later ones say."""
    accepts: Callable[[Recipe], bool] = lambda recipe: True
    """Which recipes of that method, where there are several kinds."""


def filled(*keys: str) -> Keys:
    """The first list that holds anything."""
    return lambda recipe: [next((found for key in keys if (found := recipe.names(key)) and found.items), None)]


def present(*keys: str) -> Keys:
    """The first list whose key is there, be it empty or ``null``."""
    return lambda recipe: [next((found for key in keys if (found := recipe.names(key))), None)]


def each(*keys: str) -> Keys:
    """All of these lists."""
    return lambda recipe: [recipe.names(key) for key in keys]


def after(mark: str) -> Callable[[str], str | None]:
    """The expression of an entry that begins with a mark."""
    return lambda entry: entry.removeprefix(mark) if entry.startswith(mark) else None
