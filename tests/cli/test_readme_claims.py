"""What the README says is so."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from lint_rules.cli import main
from lint_rules.manifest.load import load_manifest
from lint_rules.settings import load_settings
from tests.command import write

REPOSITORY = Path(__file__).resolve().parents[2]
README = (REPOSITORY / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def test_the_first_example_is_what_is_printed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (text,) = re.findall(r"^```\n\$ quantfence check\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    monkeypatch.chdir(REPOSITORY / "examples/trainer")
    assert main(["check"]) == 1
    assert capsys.readouterr().out == text


def test_the_manifest_is_valid(tmp_path: Path) -> None:
    text, by_name = (block for block in blocks("yaml") if block.startswith("version:"))
    assert load_manifest(write(tmp_path / "engine.yaml", by_name)).profile == "sglang"
    manifest = load_manifest(write(tmp_path / "quantfence.yaml", text))
    assert [exclusion.id for exclusion in manifest.exclusions] == ["kda"]
    assert [flag.field for flag in manifest.config_only] == ["balance_router"]


def test_the_settings_are_valid(tmp_path: Path) -> None:
    (text,) = blocks("toml")
    write(tmp_path / "pyproject.toml", text)
    assert load_settings(tmp_path).per_file_ignores == (("tests/", ("QF001",)),)


def test_the_options_exist(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--help"])
    main(["check", "--help"])
    main(["baseline", "--help"])
    main(["init", "--help"])
    main(["recipe", "show", "--help"])
    main(["match", "--help"])
    printed = capsys.readouterr().out
    options = set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", README))
    assert options
    assert [option for option in sorted(options) if option not in printed] == []


def test_engines_make_this_of_the_recipe(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (recipe,) = blocks("json")
    ((command, printed),) = re.findall(r"^\$ quantfence (match .*)\n((?:.*\n)*?)```$", README, re.MULTILINE)
    layers = ("mlp.gate", "mlp.gate_proj", "self_attn.q_proj", "self_attn.k_proj", "self_attn.v_proj")
    names = ["lm_head", *(f"model.layers.{at}.{layer}" for at in range(2) for layer in layers)]
    write(tmp_path / "config.json", recipe)
    write(tmp_path / "names.txt", "\n".join(names))
    monkeypatch.chdir(tmp_path)
    assert main(command.split()) == 1
    assert capsys.readouterr().out == printed


def test_the_rules_are_these() -> None:
    from lint_rules.rules import all_rules

    rows = re.findall(r"^\| (QF\d+) \| ([a-z-]+) \|", README, re.MULTILINE)
    assert rows == sorted((rule.code, rule.name) for rule in all_rules())


def test_the_hooks_are_valid() -> None:
    hooks = REPOSITORY / ".pre-commit-hooks.yaml"
    run = subprocess.run(
        [sys.executable, "-m", "pre_commit", "validate-manifest", str(hooks)], capture_output=True, text=True
    )
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "")
    assert {f"- id: {name}" for name in re.findall(r"- id: ([\w-]+)", hooks.read_text(encoding="utf-8"))} == set(
        re.findall(r"- id: quantfence[\w-]*", README)
    )
