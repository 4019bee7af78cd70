"""The recipe that an exclusion mirrors, and whose reading of it counts."""

from __future__ import annotations

from pathlib import Path

import pytest

from lint_rules.manifest.load import load_manifest
from lint_rules.manifest.model import Manifest
from lint_rules.manifest.problems import ManifestError
from lint_rules.recipes.mirrored import engine_of, load_recipe, mirrored
from lint_rules.recipes.reading import FULL_NAMES
from tests.command import write

MANIFEST = """\
version: 1
{profile}
exclusions:
  - id: heads
    names: [lm_head]
    recipe: {recipe}
    {engine}
"""
RECIPE = '{"quantization_config": {"quant_method": "METHOD", "ignored_layers": ["mlp.gate"]}}'


def manifest(root: Path, recipe: str = "recipes/config.json", profile: str = "vllm", engine: str = "") -> Manifest:
    said = f"profile: {profile}" if profile else "quantization: {names: [fp8]}"
    text = MANIFEST.format(profile=said, recipe=recipe, engine=f"engine: {engine}" if engine else "reason: so")
    return load_manifest(write(root / "quantfence.yaml", text))


@pytest.mark.parametrize(
    ("profile", "engine", "expected"),
    [
        ("vllm", "", "vllm"),
        ("vllm", "sglang", "sglang"),
        ("", "transformers", "transformers"),
        ("", "", FULL_NAMES),
        ("xtuner", "", "xtuner"),
    ],
)
def test_whose_reading_counts(tmp_path: Path, profile: str, engine: str, expected: str) -> None:
    said = manifest(tmp_path, profile=profile, engine=engine)
    assert engine_of(said.exclusions[0], said) == expected


def test_a_recipe_is_relative_to_the_manifest(tmp_path: Path) -> None:
    write(tmp_path / "deep/recipes/config.json", RECIPE.replace("METHOD", "fp8"))
    said = manifest(tmp_path / "deep", engine="sglang")
    read = mirrored(said.exclusions[0], said, tmp_path)
    assert (read.engine, [item.text for item in read.items]) == ("sglang", ["mlp.gate"])
    assert read.recipe.path == tmp_path / "deep/recipes/config.json"


def test_what_stands_in_for_the_file_is_read(tmp_path: Path) -> None:
    said = manifest(tmp_path)
    recipe = load_recipe(said.exclusions[0], said, tmp_path, RECIPE.replace("METHOD", "awq").encode())
    assert recipe.method == "awq"


@pytest.mark.parametrize(
    ("text", "engine", "message"),
    [
        (None, "", "the recipe can't be used: {}/recipes/config.json does not exist; accepted: a recipe in JSON"),
        ("{", "", "the recipe can't be used: {}/recipes/config.json:1:2: not JSON: "),
        (
            RECIPE.replace("METHOD", "novel"),
            "",
            "the recipe has the unknown method `novel` in `quantization_config`; accepted here: ",
        ),
        (RECIPE.replace("METHOD", "hqq"), "", "the recipe has the method `hqq`, of which vllm reads no list of names"),
    ],
)
def test_what_is_wrong_is_said_at_its_place_in_the_manifest(
    tmp_path: Path, text: str | None, engine: str, message: str
) -> None:
    if text is not None:
        write(tmp_path / "recipes/config.json", text)
    said = manifest(tmp_path, engine=engine)
    with pytest.raises(ManifestError) as raised:
        mirrored(said.exclusions[0], said, tmp_path)
    (problem,) = raised.value.problems
    assert problem.place == (tmp_path / "quantfence.yaml", 6, 13)
    assert problem.message.startswith(message.format(tmp_path))


def test_without_an_engine_an_unknown_method_is_said_all_the_same(tmp_path: Path) -> None:
    write(tmp_path / "recipes/config.json", RECIPE.replace("METHOD", "novel"))
    said = manifest(tmp_path, profile="")
    with pytest.raises(ManifestError, match="the unknown method `novel`"):
        mirrored(said.exclusions[0], said, tmp_path)


def test_a_link_to_itself_is_no_recipe(tmp_path: Path) -> None:
    (tmp_path / "recipes").mkdir()
    link = tmp_path / "recipes" / "config.json"
    link.symlink_to(link)
    read = manifest(tmp_path)
    with pytest.raises(ManifestError) as raised:
        mirrored(read.exclusions[0], read, tmp_path)
    assert "the recipe can't be used: " in str(raised.value)


@pytest.mark.parametrize("name", ["config.json", "hf_quant_config.json"])
def test_no_link_leads_out_of_the_project(tmp_path: Path, name: str) -> None:
    outside = write(tmp_path / "outside/config.json", RECIPE.replace("METHOD", "fp8"))
    root = tmp_path / "project"
    (root / "recipes").mkdir(parents=True)
    (root / "recipes" / name).symlink_to(outside)
    said = manifest(root)
    with pytest.raises(ManifestError) as raised:
        load_recipe(said.exclusions[0], said, root)
    assert "`recipes/config.json` leads out of the project root; accepted: a file inside it" in str(raised.value)
