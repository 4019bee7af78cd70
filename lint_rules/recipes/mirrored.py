"""The recipe that an exclusion of the manifest mirrors, and whose reading of it counts."""

from __future__ import annotations

from pathlib import Path

from lint_rules.manifest.keys import ENGINES
from lint_rules.manifest.model import Entry, Exclusion, Manifest
from lint_rules.manifest.problems import ManifestError, Problem, listed, quoted
from lint_rules.recipes.model import Recipe
from lint_rules.recipes.read import RecipeError, beside, read_recipe
from lint_rules.recipes.reading import FULL_NAMES, Reading, known_methods, reading


def load_recipe(exclusion: Exclusion, manifest: Manifest, root: Path, text: bytes | None = None) -> Recipe:
    """The recipe that an exclusion names, relative to the manifest; it has to lie in the project root.

    ``text`` stands for its content where it is given. Raises ManifestError, at the place where the manifest names it, where it
    can't be read.
    """
    entry = exclusion.recipe
    assert entry is not None, "only an exclusion that names a recipe has one"
    path = manifest.path.parent / entry.text
    # A recipe may be told in the file beside it.
    if not all(_lies_in(root, each) for each in (path, *beside(path))):
        raise _error(
            entry, f"the recipe {quoted(entry.text)} leads out of the project root; accepted: a file inside it"
        )
    try:
        return read_recipe(path, text)
    except RecipeError as error:
        raise _error(entry, f"the recipe can't be used: {error}") from None


def recipe_files(manifest: Manifest) -> set[Path]:
    """All files that are read for the sake of the manifest's recipes, if they are there."""
    named = {manifest.path.parent / each.recipe.text for each in manifest.exclusions if each.recipe is not None}
    return {file for path in named for file in (path, *beside(path))}


def _lies_in(root: Path, path: Path) -> bool:
    """Whether a file is one of the project's. Links are followed first, so that none leads out."""
    try:
        return path.resolve().is_relative_to(root.resolve())
    except (OSError, RuntimeError):
        # A link that leads to itself: Python before 3.13 says so, later ones leave it to whoever reads.
        return True


def engine_of(exclusion: Exclusion, manifest: Manifest) -> str:
    """Whose reading of the recipe counts: the exclusion's engine, else the profile's; without either, full names."""
    return exclusion.engine or (manifest.profile if manifest.profile in ENGINES else None) or FULL_NAMES


def mirrored(exclusion: Exclusion, manifest: Manifest, root: Path, text: bytes | None = None) -> Reading:
    """The recipe that an exclusion names, as its engine reads it.

    Raises ManifestError where it can't be read, or where the engine does not know its method.
    """
    recipe = load_recipe(exclusion, manifest, root, text)
    read = reading(engine_of(exclusion, manifest), recipe)
    if not read.is_known and exclusion.recipe is not None:
        raise _error(exclusion.recipe, unread(read))
    return read


def unread(read: Reading) -> str:
    """Why an engine does not read a recipe, to be read after the recipe's place."""
    recipe, engine = read.recipe, read.engine
    if recipe.method in known_methods():
        return f"the recipe has the method {quoted(recipe.method)}, of which {engine} reads no list of names"
    found = f"the unknown method {quoted(recipe.method)}" if recipe.method else "no `quant_method`"
    return f"the recipe has {found} in `{recipe.table}`; accepted here: {listed(known_methods())}"


def _error(entry: Entry, message: str) -> ManifestError:
    return ManifestError([Problem(entry.place, message)])
