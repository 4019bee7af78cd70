"""The names of a recipe that a first manifest is to hold: those of its one list that excludes, whoever reads it."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from lint_rules.errors import UsageError
from lint_rules.manifest.problems import listed, quoted
from lint_rules.recipes import read
from lint_rules.recipes.keys import DYNAMIC, EXCLUDING, EXCLUDING_LISTS, REGEX_MARK
from lint_rules.recipes.model import NameList

_KEYS = {
    "fp8": ("ignored_layers", "modules_to_not_convert"),
    "fbgemm_fp8": ("modules_to_not_convert",),
    "compressed-tensors": ("ignore",),
    "quark": ("exclude",),
    "awq": ("modules_to_not_convert",),
    "gptq": ("dynamic",),
    "modelopt": ("exclude_modules", "ignore"),
    "bitsandbytes": ("llm_int8_skip_modules",),
    "eetq": ("modules_to_not_convert", "skip_modules"),
    "hqq": ("skip_modules",),
}
"""The keys that hold a method's names, in the order in which it asks for them."""
_ALL_KEYS = (*EXCLUDING_LISTS, DYNAMIC)


class Recipe(NamedTuple):
    """What a recipe excludes, in its own words."""

    path: Path
    method: str
    key: str
    """Where its names stand, ``quantization_config.ignored_layers``."""
    names: tuple[str, ...]
    """Each once, in its order; a regular expression begins with ``re:``."""
    models: tuple[str, ...]
    """The names that it gives its model: architectures, and model types."""
    depth: int | None
    """How many layers its model has."""


def read_recipe(path: Path) -> Recipe:
    """Read a recipe.

    Raises UsageError where it can't be read, is not JSON, or excludes nothing.
    """
    recipe = read.read_recipe(path)
    method = recipe.method
    own = next((keys for name, keys in _KEYS.items() if method == name or method.startswith(f"{name}_")), ())
    found = [each for key in dict.fromkeys((*own, *_ALL_KEYS)) if (each := recipe.names(key)) and each.items]
    if not found:
        named = f" (method {quoted(method)})" if method else ""
        raise UsageError(f"{path}: `{recipe.table}`{named} excludes nothing; looked for {listed(own or _ALL_KEYS)}")
    where = f"{recipe.table}.{found[0].key}"
    return Recipe(recipe.path, method, where, _names(path, where, found[0]), recipe.models, recipe.depth)


def _names(path: Path, where: str, found: NameList) -> tuple[str, ...]:
    names = [item.text for item in found.items]
    if found.key == DYNAMIC:
        # GPTQ's `dynamic`: what is excluded, and what is quantized in another way.
        names = [f"{REGEX_MARK}{name.removeprefix(EXCLUDING)}" for name in names if name.startswith(EXCLUDING)]
        if not names:
            raise UsageError(f"{path}: no entry of `{where}` begins with `{EXCLUDING}`, so that nothing is excluded")
    kept = tuple(dict.fromkeys(name for name in names if name.strip()))
    if not kept:
        raise UsageError(f"{path}: `{where}` holds empty names only")
    return kept
