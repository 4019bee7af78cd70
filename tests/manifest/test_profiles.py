from __future__ import annotations

import subprocess
import sys
from importlib.resources import files

import pytest

from lint_rules.manifest.keys import ENGINES, PROFILES
from lint_rules.manifest.profile import load_profile


def test_the_files_are_the_profiles() -> None:
    folder = files("lint_rules.manifest") / "profiles"
    assert sorted(file.name for file in folder.iterdir() if file.name.endswith(".yaml")) == [
        f"{name}.yaml" for name in PROFILES
    ]
    assert set(PROFILES) <= set(ENGINES)


@pytest.mark.parametrize("name", PROFILES)
def test_a_profile_says_what_carries_a_config_and_from_where_it_knows(name: str) -> None:
    quantization, _ = load_profile(name)
    assert quantization.types
    assert quantization.names
    text = (files("lint_rules.manifest") / "profiles" / f"{name}.yaml").read_text(encoding="utf-8")
    assert text.lower().startswith(f"# {name} 0.")


@pytest.mark.parametrize(
    ("name", "by_name"), [("lmdeploy", False), ("sglang", True), ("vllm", True), ("xtuner", False)]
)
def test_which_engines_exclude_by_name(name: str, by_name: bool) -> None:
    _, layers = load_profile(name)
    assert bool(layers.classes) is by_name


def test_the_helpers_of_sglang_take_their_arguments_in_different_orders() -> None:
    _, layers = load_profile("sglang")
    assert {name: template.format(*"ab") for name, template in layers.helpers} == {
        "add_prefix": "b.a",
        "maybe_prefix": "a.b",
    }


@pytest.mark.parametrize("module", ["model", "patterns"])
def test_what_is_imported_everywhere_does_not_import_yaml(module: str) -> None:
    code = f"import sys, lint_rules.manifest.{module}; print({{'yaml', 'importlib.resources'}} & set(sys.modules))"
    run = subprocess.run([sys.executable, "-S", "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "set()"


def test_a_manifest_without_profile_opens_no_resource() -> None:
    code = (
        "import sys; from pathlib import Path; from lint_rules.manifest.load import load_manifest;"
        "load_manifest(Path('q.yaml'), b'version: 1\\nconfig_only: [A.b]'); print('importlib.resources' in sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "False"
