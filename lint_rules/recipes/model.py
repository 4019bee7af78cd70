"""What a recipe says, in its own words and with the places where it says so; no engine's meaning is in it."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from lint_rules.manifest.model import Place


class Item(NamedTuple):
    """One item of a list: a name or a pattern, as it is written."""

    text: str
    place: Place
    """Where it begins, with its quote."""
    end: Place
    """One past its last character."""


class NameList(NamedTuple):
    """A list of names in a recipe, whatever they say of the layers."""

    key: str
    """``ignored_layers``"""
    items: tuple[Item, ...]
    """In their order, each as often as it stands there."""
    place: Place
    """Where the key begins."""
    is_null: bool = False
    """Whether the recipe says ``null`` instead of a list, which some engines take for none at all."""


class Recipe(NamedTuple):
    """What a checkpoint says of its quantization."""

    path: Path
    """The file that says it: ``hf_quant_config.json`` where ``config.json`` says nothing."""
    method: str
    """``fp8``, as the recipe spells it but in small letters; empty where it names none and none can be told."""
    table: str
    """Where the lists stand, ``text_config.quantization_config``."""
    place: Place
    """Where that table's key begins."""
    lists: tuple[NameList, ...]
    """Every list under a key that some engine knows, in the order of the file."""
    algorithm: str
    """ModelOpt's ``quant_algo``, in capitals; empty where there is none."""
    models: tuple[str, ...]
    """The names that it gives its model: architectures, and model types."""
    depth: int | None
    """How many layers its model has."""

    def names(self, key: str) -> NameList | None:
        """The list under a key."""
        return next((each for each in self.lists if each.key == key), None)
