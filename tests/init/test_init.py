"""``quantfence init``, from the user's side: a project and a recipe go in, a manifest and what it says come out."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest
import yaml

from lint_rules.cli import main
from lint_rules.project.files import Found, Problem

MODEL = """
from dataclasses import dataclass
from pydantic import BaseModel
from torch import nn


class Fp8Settings(BaseModel):
    block: int = 128


class Fp8Linear(nn.Linear):
    pass


def linear(size: int, fp8: Fp8Settings | None = None) -> nn.Module:
    return nn.Linear(size, size) if fp8 is None else Fp8Linear(size, size)


class RetentionConfig(BaseModel):
    heads: int = 8
    quantize_retention: bool = False

    def build(self, size: int, fp8: Fp8Settings | None = None):
        if self.quantize_retention:
            return Retention(size, fp8)
        return Retention(size, fp8)


class AttentionConfig(BaseModel):
    heads: int = 8

    def build(self, size: int, fp8: Fp8Settings | None = None):
        return Attention(size, fp8)


class Retention(nn.Module):
    def __init__(self, size: int, fp8: Fp8Settings | None = None):
        super().__init__()
        self.key = linear(size, fp8)
        self.value = linear(size, fp8)


class Attention(nn.Module):
    def __init__(self, size: int, fp8: Fp8Settings | None = None):
        super().__init__()
        self.qkv_proj = linear(size, fp8)
        self.o_proj = linear(size, fp8)


class ModelConfig(BaseModel):
    depth: int = 4
    attention: AttentionConfig = AttentionConfig()
    retention: RetentionConfig = RetentionConfig()
    fp8: Fp8Settings | None = None


class Block(nn.Module):
    def __init__(self, mixer: AttentionConfig | RetentionConfig, fp8: Fp8Settings | None = None):
        super().__init__()
        self.mixer = mixer.build(8, fp8)
        self.up = linear(8, fp8)


class Model(nn.Module):
    def __init__(self, config: ModelConfig):
        super().__init__()
        self.blocks = nn.ModuleList()
        for index in range(config.depth):
            mixer = config.attention if index % 2 else config.retention
            self.blocks.append(Block(mixer, fp8=config.fp8))
        self.lm_head = linear(8, config.fp8)
"""


class Ran(NamedTuple):
    code: int
    out: str
    err: str


Init = Callable[..., Ran]


@pytest.fixture
def init(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Init:
    """Write files and a recipe's names into a new project, and run the command there."""
    root = tmp_path.resolve() / "project"
    root.mkdir()
    monkeypatch.chdir(root)

    def run(
        files: dict[str, str] | None = None, *arguments: str, names: list[str] | None = None, **about: object
    ) -> Ran:
        for name, text in (files or {}).items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(textwrap.dedent(text).lstrip("\n"), encoding="utf-8")
        if names is not None:
            table = {"quant_method": "fp8", "modules_to_not_convert": names}
            (root / "config.json").write_text(json.dumps({**about, "quantization_config": table}))
            arguments = (*arguments, "--recipe", "config.json")
        code = main(["init", *arguments])
        return Ran(code, *capsys.readouterr())

    return run


def written() -> dict[str, object]:
    """The manifest, which `manifest check` accepts."""
    assert main(["manifest", "check", "-q"]) == 0
    found = yaml.safe_load(Path("quantfence.yaml").read_text(encoding="utf-8"))
    assert isinstance(found, dict)
    return found


def excluded() -> list[dict[str, object]]:
    """The exclusions with their modules and names."""
    exclusions = written()["exclusions"]
    assert isinstance(exclusions, list)
    return [{key: each[key] for key in ("modules", "names") if key in each} for each in exclusions]


def test_a_projects_own_names_and_a_whole_class(init: Init) -> None:
    names = [f"model.blocks.{n}.mixer.{layer}" for n in (0, 2) for layer in ("key", "value")]
    ran = init({"model.py": MODEL}, names=names, num_hidden_layers=4)
    assert (ran.code, ran.err) == (0, "")
    manifest = written()
    assert manifest["quantization"] == {"types": ["Fp8Settings"], "names": ["fp8"]}
    assert excluded() == [{"modules": ["Retention"]}]
    assert "QF001 [*] `fp8` is forwarded into Retention" in ran.out
    assert "\nFound 2 problems in 1 file.\n" in ran.out
    assert "  Retention: 4 names\n" in ran.out
    text = Path("quantfence.yaml").read_bytes()
    assert text.endswith(b".\n") and b"\r" not in text
    assert b"#   model.blocks.*.mixer.key (layers 0, 2)\n" in text


def test_the_flag_that_looks_like_a_policy_and_its_entrypoint_are_suggested(init: Init) -> None:
    init({"model.py": MODEL}, names=["model.blocks.0.mixer.key", "model.blocks.0.mixer.value"])
    lines = [line.strip() for line in Path("quantfence.yaml").read_text().splitlines()]
    policy = "# policy: RetentionConfig.quantize_retention # read in RetentionConfig.build; "
    assert policy + "if it decides whether the module is quantized" in lines
    assert "# entrypoints: [ModelConfig] # where the policy must be false" in lines


def test_one_layer_of_a_class(init: Init) -> None:
    init(
        {"model.py": MODEL},
        names=["language_model.blocks.1.mixer.o_proj", "blocks.3.mixer.o_proj"],
        num_hidden_layers=4,
    )
    assert excluded() == [{"modules": ["Attention.o_proj"]}]


def test_what_the_model_itself_holds_is_said_by_name(init: Init) -> None:
    init({"model.py": MODEL}, names=["lm_head"])
    assert excluded() == [{"names": ["lm_head"]}]


def test_what_the_project_does_not_have_stays_a_name(init: Init) -> None:
    ran = init({"model.py": MODEL}, names=["model.vision.0.patch", "blocks.1.mixer.gate"])
    assert excluded() == [{"names": ["model.vision.*.patch", "blocks.*.mixer.gate"]}]
    assert "    names: # bound to no class of this project\n" in Path("quantfence.yaml").read_text()
    assert "  bound to no class of this project: 2 names\n" in ran.out


def test_patterns_of_a_recipe(init: Init) -> None:
    init({"model.py": MODEL}, names=["re:.*mixer\\.o_proj", "*.up"])
    assert excluded() == [{"modules": ["Attention.o_proj"]}, {"modules": ["Block.up"]}]


def test_a_few_layers_are_no_class(init: Init) -> None:
    init({"model.py": MODEL}, names=["model.blocks.0.up"], num_hidden_layers=32)
    assert excluded() == [{"names": ["blocks.0.up"]}]


GUESS = "# The recipe speaks of layers 0-1 only and does not say how many there are: what it says there is taken to"


def test_where_nobody_knows_how_many_layers_there_are_a_gap_means_some_only(init: Init) -> None:
    init({"model.py": MODEL}, names=["blocks.1.up", "blocks.3.up", "blocks.1.x"])
    assert excluded() == [{"names": ["blocks.1.up", "blocks.3.up"]}, {"names": ["blocks.1.x"]}]
    assert "# at some layers only, so that no class says it" in lines()
    assert GUESS[:20] not in Path("quantfence.yaml").read_text()


def test_where_nobody_knows_how_many_layers_there_are_a_guess_is_said(init: Init) -> None:
    init({"model.py": MODEL}, names=["blocks.0.up", "blocks.1.up"])
    assert excluded() == [{"modules": ["Block.up"]}]
    assert GUESS in lines()
    init(None, "--force", names=["blocks.0.up", "blocks.1.up"], num_hidden_layers=2)
    assert GUESS not in lines()


def test_a_component_that_the_code_renames(init: Init) -> None:
    names = ["model.blocks.0.linear_attn.key", "model.blocks.0.linear_attn.value"]
    renaming = MODEL + '\n\ndef to_checkpoint(key):\n    return key.replace("mixer", "linear_attn")\n'
    init({"model.py": renaming}, names=names)
    assert excluded() == [{"modules": ["Retention"]}]
    assert "    # `linear_attn` of the checkpoint is `mixer` here\n" in Path("quantfence.yaml").read_text()


def test_a_component_that_nothing_renames_is_not_guessed(init: Init) -> None:
    init({"model.py": MODEL}, names=["model.blocks.0.cross.key", "model.blocks.0.cross.value"])
    assert excluded() == [{"names": ["model.blocks.*.cross.key", "model.blocks.*.cross.value"]}]


def lines() -> list[str]:
    return [line.strip() for line in Path("quantfence.yaml").read_text(encoding="utf-8").splitlines()]


def test_a_level_that_the_code_does_not_have(init: Init) -> None:
    init({"model.py": MODEL}, names=["model.blocks.0.ffn.up", "model.blocks.1.ffn.up"], num_hidden_layers=4)
    assert excluded() == [{"modules": ["Block.up"]}]
    assert "# the checkpoint's `ffn` is no level of this code" in lines()


def test_a_level_that_the_code_has_is_not_left_out(init: Init) -> None:
    ran = init({"model.py": MODEL}, names=["blocks.0.mixer.up", "x.y"], num_hidden_layers=4)
    assert excluded() == [{"names": ["blocks.*.mixer.up", "x.y"]}]
    hint = "a layer `up` is built by Block; `mixer` is built by Block: bind it by hand?"
    assert f"- blocks.*.mixer.up # {hint}" in lines()
    assert "- x.y # bound to no class of this project" in lines()
    assert "  bound to no class for sure: 2 names, 1 with classes to choose from in the manifest\n" in ran.out


EXTRA = """

class Extra(nn.Module):
    def __init__(self, fp8: Fp8Settings | None = None):
        super().__init__()
        self.eh_proj = linear(8, fp8)
        self.down = linear(8, fp8)
"""


@pytest.mark.parametrize("use", ["", "\n\ndef extras(fp8: Fp8Settings):\n    return [Extra(fp8) for _ in range(2)]\n"])
@pytest.mark.parametrize("name", ["model.blocks.4.eh_proj", "mtp.layers.0.eh_proj", "model.blocks.61.eh_proj"])
def test_a_class_of_which_nobody_knows_the_place(init: Init, use: str, name: str) -> None:
    init({"model.py": MODEL + EXTRA + use}, names=[name], num_hidden_layers=61)
    assert excluded() == [{"modules": ["Extra.eh_proj"]}]
    note = "# by `eh_proj` alone, which no other class has: what builds this one could not be told"
    assert note in lines()


def test_a_name_that_tells_little_is_not_bound_by_itself(init: Init) -> None:
    init({"model.py": MODEL + EXTRA}, names=["model.blocks.4.down"], num_hidden_layers=61)
    assert "- model.blocks.4.down # a layer `down` is built by Extra: bind it by hand?" in lines()


def test_classes_that_share_a_name_are_candidates(init: Init) -> None:
    init({"model.py": MODEL + EXTRA + EXTRA.replace("Extra", "Other")}, names=["mtp.layers.0.eh_proj"])
    assert excluded() == [{"names": ["mtp.layers.*.eh_proj"]}]
    hint = "a layer `eh_proj` is built by Extra, Other: bind it by hand?"
    assert f"- mtp.layers.*.eh_proj # {hint}" in lines()


PLAIN = """

class PlainFfn(nn.Module):
    def __init__(self):
        super().__init__()
        self.up = nn.Linear(8, 8)
        self.lone = nn.Linear(8, 8)


class PlainLayer(nn.Module):
    def __init__(self):
        super().__init__()
        self.ffn = PlainFfn()


class PlainModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = nn.ModuleList([PlainLayer() for _ in range(4)])
"""


def test_models_that_get_no_config_come_second(init: Init) -> None:
    init({"model.py": MODEL, "plain.py": "from torch import nn\n" + PLAIN}, names=["blocks.0.ffn.up"])
    assert excluded() == [{"modules": ["Block.up"]}]


def test_an_attribute_of_a_model_that_could_not_be_followed(init: Init) -> None:
    embedding = "self.lm_head = linear(8, config.fp8)\n        self.embed_tokens = self.embeddings(config)"
    model = MODEL.replace("self.lm_head = linear(8, config.fp8)", embedding)
    init({"model.py": model}, names=["model.embed_tokens"])
    assert excluded() == [{"names": ["embed_tokens"]}]


TWO_MODELS = """
from torch import nn

class Layer(nn.Module):
    def __init__(self, size, quant_config=None):
        super().__init__()
        self.linear = nn.Linear(size, size)

class OldAttention(nn.Module):
    def __init__(self, quant_config=None):
        super().__init__()
        self.kv_b_proj = Layer(8, quant_config=quant_config)
        self.q_proj = Layer(8, quant_config=quant_config)

class NewAttention(OldAttention):
    def __init__(self, quant_config=None):
        super().__init__(quant_config)
        self.indexer = Layer(8, quant_config=quant_config)

ATTENTION = {"old": OldAttention, "new": NewAttention}

class OldDecoder(nn.Module):
    def __init__(self, quant_config=None):
        super().__init__()
        self.self_attn = ATTENTION["old"](quant_config=quant_config)

class NewDecoder(nn.Module):
    def __init__(self, quant_config=None):
        super().__init__()
        self.self_attn = NewAttention(quant_config=quant_config)
"""
MODELS = """
from torch import nn
from parts import {0}Decoder, {0}Attention

class {0}ForCausalLM(nn.Module):
    def __init__(self, quant_config=None):
        super().__init__()
        self.layers = nn.ModuleList([{0}Decoder(quant_config=quant_config) for _ in range(4)])
"""
TREE = {"parts.py": TWO_MODELS, "old.py": MODELS.format("Old"), "new.py": MODELS.format("New")}


def test_the_recipes_model_decides_between_classes(init: Init) -> None:
    names = ["model.layers.0.self_attn.kv_b_proj"]
    init(TREE, names=names, architectures=["NewForCausalLM"])
    assert excluded() == [{"modules": ["NewAttention.kv_b_proj"]}]


def test_models_of_which_the_recipe_says_nothing_are_named(init: Init) -> None:
    shared = MODELS.format("New").replace("NewForCausalLM", "SameForCausalLM")
    names = ["model.layers.0.self_attn.kv_b_proj"]
    init({**TREE, "same.py": shared}, names=names, architectures=["OldForCausalLM"])
    assert excluded() == [{"modules": ["OldAttention.kv_b_proj"]}]
    note = (
        "# also built by NewForCausalLM, SameForCausalLM, of which the recipe says nothing: there it is excluded, too"
    )
    assert note in lines()
    init(TREE, "--force", names=names, architectures=["NewForCausalLM"])
    assert note.replace("NewForCausalLM, ", "") in lines()
    init(None, "--force", names=names)
    assert "also built by" not in Path("quantfence.yaml").read_text()


def test_a_base_class_speaks_for_its_subclass_where_no_model_is_named(init: Init) -> None:
    init(TREE, names=["model.layers.0.self_attn.kv_b_proj"])
    assert excluded() == [{"modules": ["OldAttention.kv_b_proj"]}]


def test_an_engine_by_its_imports(init: Init) -> None:
    model = "from xtuner.v1.float8 import Float8Config\n" + MODEL.replace("Fp8Settings", "Float8Config").replace(
        "fp8:", "float8_cfg:"
    )
    ran = init({"model.py": model})
    assert written()["profile"] == "xtuner"
    assert "quantization" not in written()
    assert ran.out.startswith(
        "Saw 1 Python file: profile xtuner (xtuner is imported where its config is named, in 1 file).\n"
    )


def test_an_engine_that_a_person_names(init: Init) -> None:
    init(TREE, "--profile", "lmdeploy", names=["model.layers.0.self_attn.kv_b_proj"])
    assert written()["profile"] == "lmdeploy"


def test_an_engine_that_the_project_is_not(init: Init) -> None:
    ran = init({"model.py": MODEL}, "--profile", "vllm")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == (
        "quantfence: error: none of the names of profile vllm occurs here (`QuantizationConfig`, `quant_config`), "
        "so that nothing was written\n"
        "  without --profile, this was found: no known engine (by the names of classes, parameters and fields)\n"
        "    Fp8Settings: 1 file (model.py:53)\n"
        "    fp8: 1 file (model.py:53)\n"
    )


def test_an_engine_that_excludes_by_name_keeps_the_names(init: Init) -> None:
    names = [f"model.layers.{n}.mlp.gate" for n in range(4)] + ["model.layers.3.eh_proj"]
    init(TREE, "--profile", "sglang", names=names, num_hidden_layers=4)
    assert excluded() == [{"names": ["model.layers.*.mlp.gate", "model.layers.3.eh_proj"]}]


def test_without_a_recipe_the_code_says_what_it_keeps_out(init: Init) -> None:
    model = MODEL.replace("self.up = linear(8, fp8)", "self.up = linear(8, fp8=None)")
    ran = init({"model.py": model})
    assert excluded() == [{"modules": ["Block.up"]}]
    assert "All clear: 1 file checked.\n" in ran.out


def test_without_a_recipe_and_without_a_sign_there_is_an_example(init: Init) -> None:
    ran = init({"model.py": MODEL})
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.endswith(
        "\nWrote quantfence.yaml.\n\n"
        "Nothing is excluded yet, so that nothing was checked: replace `YourModule` in quantfence.yaml, or run\n"
        "`quantfence init --force --recipe FILE` with a checkpoint's config.json. Then `quantfence check` has its say.\n"
    )
    assert excluded() == [{"modules": ["YourModule"]}]
    assert "# Modules that take a config: Retention, Attention, Block\n" in Path("quantfence.yaml").read_text()


def test_the_manifest_is_the_same_each_time(init: Init) -> None:
    names = ["lm_head", "blocks.0.mixer.key", "blocks.0.mixer.o_proj", "x.y"]
    init({"model.py": MODEL}, names=names)
    first = Path("quantfence.yaml").read_bytes()
    assert init(None, "--force", names=names).code == 0
    assert Path("quantfence.yaml").read_bytes() == first


# --- what is refused


@pytest.mark.parametrize("name", ["quantfence.yaml", "quantfence.yml"])
def test_a_manifest_is_never_overwritten_unasked(init: Init, name: str) -> None:
    Path(name).write_text("mine")
    ran = init({"model.py": MODEL})
    assert ran == (
        2,
        "",
        f"quantfence: error: there is a manifest already: {name}; --force replaces it\n",
    )
    assert Path(name).read_text() == "mine"
    assert init(None, "--force").code == 0
    assert [path.name for path in Path.cwd().glob("*.y*ml")] == [name]


def test_a_manifest_elsewhere_does_not_slip_past_the_one_that_is_there(init: Init) -> None:
    Path("quantfence.yml").write_text("mine")
    ran = init({"model.py": MODEL}, "--output", "other.yaml")
    said = "there is a manifest already: quantfence.yml; --force writes other.yaml all the same\n"
    assert ran == (2, "", f"quantfence: error: {said}")
    assert not Path("other.yaml").exists()


NAMED = '[tool.quantfence]\nmanifest = "conf/quantfence.yaml"\n'


def test_the_settings_say_where_it_goes(init: Init) -> None:
    Path("conf").mkdir()
    ran = init({"model.py": MODEL, "pyproject.toml": NAMED})
    assert (ran.code, ran.err) == (0, "")
    assert "\nWrote conf/quantfence.yaml.\n" in ran.out
    assert "Then `quantfence check` has its say." in ran.out
    # What is to be filled in names no class yet, and that is said.
    assert main(["check", "-q"]) == 1
    assert init(None).err == (
        "quantfence: error: there is a manifest already: conf/quantfence.yaml; --force replaces it\n"
    )


def test_the_settings_name_a_folder_that_is_not_there(init: Init) -> None:
    ran = init({"model.py": MODEL, "pyproject.toml": NAMED})
    assert ran.code == 2
    assert (
        ran.err == 'quantfence: error: "manifest" in [tool.quantfence] of pyproject.toml: conf/quantfence.yaml: '
        "there is no folder conf\n"
    )


def test_another_place_than_the_settings_say(init: Init) -> None:
    ran = init({"model.py": MODEL, "pyproject.toml": NAMED}, "--output", "quantfence.yaml")
    assert ran.code == 0
    assert ran.err == (
        "quantfence: warning: `quantfence check` reads conf/quantfence.yaml, which pyproject.toml names, "
        "unless --manifest says otherwise\n"
    )
    assert "`quantfence check --manifest quantfence.yaml`" in ran.out


@pytest.mark.parametrize(
    ("settings", "name"), [("", "quantfence.yaml"), (NAMED.replace("conf/quantfence", "mine"), "mine.yaml")]
)
def test_a_manifest_above_is_not_shadowed(
    init: Init, monkeypatch: pytest.MonkeyPatch, settings: str, name: str
) -> None:
    above = Path("quantfence.yaml").absolute()
    above.write_text("version: 1\nprofile: xtuner\nexclusions: [{id: a, modules: [A]}]\n")
    Path("sub").mkdir()
    monkeypatch.chdir("sub")
    Path("model.py").write_text(MODEL)
    Path("pyproject.toml").write_text(settings)
    ran = init(None)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == (
        f"quantfence: error: {above} covers this folder already, and a manifest in it would take its place here: add the "
        f"exclusions\nthere; --force writes {name} all the same\n"
    )
    assert not Path(name).exists()
    assert init(None, "--force").code == 0
    assert Path(name).exists()


def test_force_keeps_the_mode(init: Init) -> None:
    path = Path("quantfence.yaml")
    path.write_text("mine")
    path.chmod(0o640)
    assert init({"model.py": MODEL}, "--force").code == 0
    assert path.stat().st_mode & 0o777 == 0o640
    assert sorted(each.name for each in Path.cwd().iterdir()) == ["model.py", "quantfence.yaml"]


def test_standard_output(init: Init) -> None:
    ran = init({"model.py": MODEL}, "--output", "-")
    assert (ran.code, ran.err) == (0, "")
    assert yaml.safe_load(ran.out)["version"] == 1
    assert not Path("quantfence.yaml").exists()


def test_another_file_and_another_root(init: Init) -> None:
    ran = init({"sub/model.py": MODEL}, "--root", "sub", "--output", "conf.yaml")
    assert ran.code == 0
    assert "`quantfence check --manifest conf.yaml --root sub`" in ran.out
    assert "  Fp8Settings: 1 file (sub/model.py:53)\n" in ran.out
    assert "replace `YourModule` in conf.yaml" in ran.out
    assert Path("conf.yaml").exists()


@pytest.mark.parametrize(
    ("arguments", "written", "flags"),
    [
        (("--root", "sub"), "sub/quantfence.yaml", " --root sub"),
        (("--root", "."), "quantfence.yaml", ""),
        (("--output", "my conf.yaml"), "my conf.yaml", " --manifest 'my conf.yaml'"),
    ],
)
def test_the_next_step_finds_what_was_written(init: Init, arguments: tuple[str, ...], written: str, flags: str) -> None:
    ran = init({"sub/model.py": MODEL}, *arguments)
    assert ran.code == 0
    assert f"\nWrote {written}.\n" in ran.out
    assert f" Then `quantfence check{flags}` has its say.\n" in ran.out


def test_nothing_is_written_without_python(init: Init) -> None:
    ran = init({"readme.md": "hello"})
    assert (ran.code, ran.out) == (2, "")
    assert f"no Python files below {Path.cwd()}, so that nothing was written" in ran.err
    assert not Path("quantfence.yaml").exists()


def test_nothing_is_written_where_nothing_carries_a_config(init: Init) -> None:
    ran = init({"a.py": "x = 1\n", "b.py": "quantity = 'quantum'\n", "c.py": "def broken(:\n"})
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("quantfence: error: found nothing that carries a quantization config")
    assert f"  saw: 3 Python files below {Path.cwd()}, 1 with a word such as quant or fp8\n" in ran.err
    assert "  could not read: 1 file\n    c.py: can't be parsed: " in ran.err
    assert not Path("quantfence.yaml").exists()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "config.json:1:2: not JSON: "),
        ('{\n "a": }', "config.json:2:7: not JSON: "),
        ("[]", "config.json: found a list; accepted: an object"),
        ("{}", "config.json: this checkpoint says nothing of its quantization; looked for `quantization_config`"),
        (
            '{"quantization_config": {"quant_method": "fp8"}}',
            "(method `fp8`) excludes nothing; looked for `ignored_layers`",
        ),
        (
            '{"quantization_config": {"ignore": "x"}}',
            "`quantization_config.ignore` is a text; accepted: a list of names",
        ),
        ('{"quantization_config": {"ignore": [1]}}', "`quantization_config.ignore` holds a number; accepted: names"),
        ('{"quantization_config": {"ignore": [" "]}}', "holds empty names only"),
        (
            '{"quantization_config": {"dynamic": {"+:x": {}}}}',
            "no entry of `quantization_config.dynamic` begins with `-:`",
        ),
        ("[" * 100_000, "config.json: can't be read as JSON: nested too deeply"),
    ],
)
def test_a_recipe_that_is_of_no_use(init: Init, text: str, message: str) -> None:
    Path("config.json").write_text(text)
    ran = init({"model.py": MODEL}, "--recipe", "config.json")
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err
    assert not Path("quantfence.yaml").exists()


def test_a_recipe_that_is_not_there(init: Init) -> None:
    ran = init({"model.py": MODEL}, "--recipe", "nope.json")
    assert ran.err == "quantfence: error: nope.json does not exist; accepted: a recipe in JSON\n"


def test_a_profile_that_is_unknown(init: Init) -> None:
    ran = init({"model.py": MODEL}, "--profile", "vlm")
    assert ran.code == 2
    assert "unknown profile `vlm`; did you mean `vllm`?" in ran.err


def test_the_exit_codes_are_those_of_init(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["init", "--help"]) == 0
    out = capsys.readouterr().out
    assert "  0  the manifest was written, whatever the check finds with it\n  2  quantfence could not " in out
    assert "findings" not in out


def test_a_folder_that_is_read_only(init: Init, monkeypatch: pytest.MonkeyPatch) -> None:
    here = Path.cwd()
    monkeypatch.setattr("lint_rules.files.os.access", lambda path, mode: Path(path) != here)
    ran = init({"model.py": MODEL})
    assert ran == (2, "", "quantfence: error: can't write quantfence.yaml: its folder is read-only\n")


def test_a_person_at_a_terminal_sees_how_far_it_is(init: Init, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lint_rules.reports.progress.PATIENCE", 0.0)
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    ran = init({"model.py": MODEL, "other.py": "x = 1\n"})
    assert ran.err == "\r\x1b[2KChecking: 1 of 2 files\r\x1b[2K"


def test_one_name_is_no_list(init: Init) -> None:
    ran = init({"model.py": MODEL}, names=["lm_head"])
    assert "Read 1 name of `quantization_config.modules_to_not_convert` in config.json.\n" in ran.out
    head = "# The name of `quantization_config.modules_to_not_convert` in config.json, method fp8."
    assert head in lines()


def test_what_could_not_be_read_is_called_what_it_is(init: Init, monkeypatch: pytest.MonkeyPatch) -> None:
    found = Found([str(Path.cwd() / "broken.py")], [Problem(Path.cwd() / name, "no") for name in "abcd"])
    for name in "abcd":
        Path(name).mkdir()
    monkeypatch.setattr("lint_rules.commands.init.project_files", lambda root, exclude: found)
    ran = init({"broken.py": "def broken(:\n"})
    assert "  could not read: 1 file and 4 folders\n" in ran.err
    assert ran.err.count(": no\n") == 2 and "    and 2 more\n" in ran.err
