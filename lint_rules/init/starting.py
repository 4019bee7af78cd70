"""The first manifest of a project, from what its code and a recipe say."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from lint_rules.blueprint.survey import Progress
from lint_rules.depth import in_the_large
from lint_rules.init.binding import Binding, bind
from lint_rules.init.detect import Detected, detect, unreadable_files
from lint_rules.init.hints import kept_out, policies, receivers
from lint_rules.init.names import gather
from lint_rules.init.recipe import Recipe, read_recipe
from lint_rules.init.trees import grow_trees
from lint_rules.init.writing import EXAMPLE, Content, render
from lint_rules.manifest.load import load_manifest
from lint_rules.manifest.model import Layers, Manifest
from lint_rules.manifest.profile import load_profile, merge_profile
from lint_rules.project.symbols import Project


class Wish(NamedTuple):
    """What a manifest is wanted for."""

    root: Path
    files: Sequence[Path]
    output: Path
    """Where it will lie."""
    recipe: Path | None = None
    profile: str | None = None
    """The engine, where a person named it."""
    progress: Progress | None = None


class Start(NamedTuple):
    """A manifest, and how it came about. The text is empty where the project says nothing to begin with."""

    text: str
    detected: Detected
    recipe: Recipe | None
    binding: Binding
    by_name: bool
    unreadable: tuple[tuple[Path, str], ...]
    instead: Detected | None = None
    """What was found without the engine that a person named, where the names of that one do not occur."""
    is_example: bool = False
    """Whether nothing is excluded until a person fills it in."""


def start(wish: Wish) -> Start:
    """Look at a project and return its first manifest, not yet written. Raises UsageError where the recipe is of no use."""
    recipe = read_recipe(wish.recipe) if wish.recipe is not None else None
    return in_the_large(lambda: _start(wish, recipe))


def _start(wish: Wish, recipe: Recipe | None) -> Start:
    project = Project(wish.root, wish.files)
    detected = detect(project, wish.profile, wish.progress)
    nothing = Binding((), ())
    if not any(carrier.files for carrier in (*detected.types, *detected.names)):
        unreadable = tuple((path, trouble.message) for path, trouble in unreadable_files(project))
        other = detect(project) if wish.profile is not None else None
        instead = other if other is not None and (other.types or other.names) else None
        return Start("", detected, recipe, nothing, False, unreadable, instead)
    manifest = _manifest(wish, detected)
    by_name = bool(manifest.layers.classes)
    content = Content(detected, by_name=by_name)
    if recipe is None:
        if not by_name:
            content = content._replace(
                kept_out=kept_out(project, manifest.quantization), receivers=receivers(project, manifest.quantization)
            )
    elif by_name:
        content = content._replace(recipe=recipe, binding=Binding((), tuple(gather(recipe.names))))
    else:
        binding = bind(recipe, grow_trees(project, manifest, wish.progress), project, manifest)
        suggested = tuple(tuple(policies(bound.owners, project)) for bound in binding.bound)
        content = content._replace(recipe=recipe, binding=binding, policies=suggested)
    text = render(content._replace(recipe_path=_inside(wish)))
    # What is written has to be valid, whatever the recipe holds: this raises where it is not.
    load_manifest(wish.output, text.encode())
    unreadable = tuple((path, trouble.message) for path, trouble in detected.unreadable)
    example = EXAMPLE in text.splitlines()
    return Start(text, detected, recipe, content.binding, by_name, unreadable, is_example=example)


def _manifest(wish: Wish, detected: Detected) -> Manifest:
    """What was detected, as the manifest will say it."""
    if detected.profile is None:
        return Manifest(wish.output, detected.quantization)
    return merge_profile(Manifest(wish.output, detected.quantization, layers=Layers()), *load_profile(detected.profile))


def _inside(wish: Wish) -> str | None:
    """The recipe's path from the manifest, if it lies in its folder."""
    folder, recipe = wish.output.parent.resolve(), wish.recipe.resolve() if wish.recipe is not None else None
    return recipe.relative_to(folder).as_posix() if recipe is not None and recipe.is_relative_to(folder) else None
