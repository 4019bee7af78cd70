"""``recipe show`` and ``match``, from the user's side."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.command import Result, write

Run = Callable[..., Result]

RECIPE = """\
{
  "architectures": ["SparseForCausalLM"],
  "num_hidden_layers": 2,
  "quantization_config": {
    "quant_method": "fp8",
    "modules_to_not_convert": [
      "lm_head",
      "mlp.gate",
      "model.layers.0.self_attn.q_proj",
      "model.layers.1.self_attn.q_proj"
    ]
  }
}
"""


@pytest.fixture
def checkpoint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a recipe; the current directory."""
    root = tmp_path.resolve() / "checkpoint"
    write(root / "config.json", RECIPE)
    monkeypatch.chdir(root)
    return root


def config(**table: Any) -> str:
    return json.dumps({"quantization_config": table})


def test_show(run: Run, checkpoint: Path) -> None:
    result = run("recipe", "show", "config.json", "--engine", "sglang", "--engine", "vllm")
    assert (result.code, result.err) == (0, "")
    assert result.out == (
        "config.json:4:3: method `fp8` in `quantization_config`\n"
        "model SparseForCausalLM; 2 layers\n"
        "\n"
        "`quantization_config.modules_to_not_convert` (line 6): 4 names\n"
        "  lm_head\n"
        "  mlp.gate\n"
        "  model.layers.{0,1}.self_attn.q_proj  2\n"
        "\n"
        "How engines read it:\n"
        "  sglang (SGLang 0.5.23)\n"
        "    reads `modules_to_not_convert`\n"
        "    The entry, with or without `model.` before it, is a run of the name's components. A fused layer: all parts;"
        " q, k, v and gate, up are known. Of a name with `experts` in it also: the name is inside an entry that holds"
        " `experts`.\n"
        "  vllm (vLLM 0.33.0)\n"
        "    reads `modules_to_not_convert`\n"
        "    The entry is the name. A fused layer: its own name, else all parts. Of a name with `experts` in it that is not"
        " fused: the name is inside an entry that holds `experts`, too.\n"
        "\n"
        "Layers of these names, where engines differ:\n"
        "  name                     sglang     vllm\n"
        "! model.layers.0.mlp.gate  excluded   quantized\n"
    )


def test_show_takes_all_engines_that_know_the_method(run: Run, checkpoint: Path) -> None:
    document = json.loads(run("recipe", "show", ".", "--output-format", "json").out)
    assert [each["engine"] for each in document["engines"]] == ["lmdeploy", "sglang", "transformers", "vllm"]
    assert (document["method"], document["models"], document["layers"]) == ("fp8", ["SparseForCausalLM"], 2)
    assert document["lists"][0]["key"] == "modules_to_not_convert"
    assert document["lists"][0]["items"][1] == {"text": "mlp.gate", "line": 8, "column": 7}


def test_show_says_what_an_engine_does_not_read(run: Run, checkpoint: Path) -> None:
    write(
        checkpoint / "config.json", config(quant_method="fp8", ignored_layers=None, modules_to_not_convert=["lm_head"])
    )
    out = run("recipe", "show", "config.json", "--engine", "sglang,vllm,compressed-tensors").out
    assert "sglang (SGLang 0.5.23)\n    reads `ignored_layers`, which is empty: nothing is excluded\n" in out
    assert "vllm (vLLM 0.33.0)\n    reads `modules_to_not_convert`\n" in out
    assert "compressed-tensors (compressed-tensors 0.20.1)\n    reads nothing of this method\n" in out


def test_show_without_a_list(run: Run, checkpoint: Path) -> None:
    write(checkpoint / "config.json", config(quant_method="fp8"))
    out = run("recipe", "show", "config.json").out
    assert "It holds no list of names: nothing is excluded.\n" in out
    assert "    reads none of its lists: nothing is excluded\n" in out


def test_show_says_what_it_would_not_run(run: Run, checkpoint: Path) -> None:
    write(checkpoint / "config.json", config(quant_method="compressed-tensors", ignore=["re:(a+)+$"]))
    out = run("recipe", "show", "config.json", "--engine", "vllm").out
    assert "    not run: config.json:1:75 `re:(a+)+$` can take practically forever on some names; accepted: " in out


@pytest.mark.parametrize(
    ("text", "engines", "message"),
    [
        (
            config(quant_method="novel", skip_modules=["a"]),
            (),
            "config.json:1:2: the recipe has the unknown method `novel` in ",
        ),
        (
            config(skip_modules=["a"]),
            (),
            "config.json:1:2: the recipe has no `quant_method` in `quantization_config`; accepted ",
        ),
        (
            config(quant_method="hqq", skip_modules=["a"]),
            ("vllm",),
            "the method `hqq`, of which vllm reads no list of names",
        ),
        (config(quant_method="fp8"), ("vlm",), "--engine: unknown engine `vlm`; did you mean `vllm`?"),
        ("{", (), "config.json:1:2: not JSON: "),
        ("{}", (), "config.json: this checkpoint says nothing of its quantization; looked for "),
    ],
)
@pytest.mark.parametrize(
    "command", [("recipe", "show", "config.json"), ("match", "--recipe", "config.json", "lm_head")]
)
def test_a_recipe_that_is_of_no_use(
    run: Run, checkpoint: Path, command: tuple[str, ...], text: str, engines: tuple[str, ...], message: str
) -> None:
    write(checkpoint / "config.json", text)
    result = run(*command, *(f"--engine={engine}" for engine in engines))
    assert (result.code, result.out) == (2, "")
    assert message in result.err


def test_a_recipe_that_is_not_there(run: Run, checkpoint: Path) -> None:
    result = run("match", "--recipe", "nope.json", "lm_head")
    assert result == Result(2, "", "quantfence: error: nope.json does not exist; accepted: a recipe in JSON\n")


def test_match(run: Run, checkpoint: Path) -> None:
    names = ["lm_head", *(f"model.layers.{at}.mlp.gate" for at in range(3)), "model.layers.0.mlp.gate_proj"]
    result = run("match", "--recipe", "config.json", "--engine", "sglang", "--engine", "vllm", *names)
    assert (result.code, result.err) == (1, "")
    assert result.out == (
        "  name                             sglang     vllm\n"
        "  lm_head                          excluded   excluded\n"
        "! model.layers.{0..2}.mlp.gate  3  excluded   quantized\n"
        "  model.layers.0.mlp.gate_proj     quantized  quantized\n"
        "\n"
        "5 names, 2 engines: they disagree on 3 names, marked with !.\n"
        "  model.layers.{0..2}.mlp.gate\n"
        "    sglang: excluded: config.json:8:7 `mlp.gate`\n"
        "    vllm: quantized: no item means it\n"
    )


def test_match_lists_each_name(run: Run, checkpoint: Path) -> None:
    out = run("match", "--all", "--recipe", ".", "--engine=vllm", "a.0.b", "a.1.b").out
    assert out == "  name   vllm\n  a.0.b  quantized\n  a.1.b  quantized\n\n2 names, 1 engine.\n"


def test_match_agrees(run: Run, checkpoint: Path) -> None:
    result = run("match", "--recipe", ".", "lm_head", "lm_head.weight", "model.layers.7.mlp.down_proj.weight_scale_inv")
    assert result.code == 0
    assert result.out == (
        "  name                          lmdeploy   sglang     transformers  vllm\n"
        "  lm_head                       excluded   excluded   excluded      excluded\n"
        "  model.layers.7.mlp.down_proj  quantized  quantized  quantized     quantized\n"
        "\n"
        "2 names, 4 engines: they agree.\n"
    )


FUSED = [f"model.layers.{layer}.self_attn.{part}" for layer in (0, 1) for part in ("q_proj", "k_proj", "v_proj")]


def test_match_shows_a_fused_layer_that_can_not_be_built(run: Run, checkpoint: Path) -> None:
    result = run("match", "--recipe", ".", *FUSED)
    assert result.code == 1
    table, _, reasons = result.out.partition("\n\n")
    assert table == (
        "  name                                      lmdeploy   sglang     transformers  vllm\n"
        "  model.layers.{0,1}.self_attn.q_proj    2  excluded   excluded   excluded      excluded\n"
        "  model.layers.{0,1}.self_attn.k_proj    2  quantized  quantized  quantized     quantized\n"
        "  model.layers.{0,1}.self_attn.v_proj    2  quantized  quantized  quantized     quantized\n"
        "! model.layers.{0,1}.self_attn.qkv_proj  2  excluded   error      -             error"
    )
    assert (
        "    vllm: error: `q_proj` is excluded, `k_proj`, `v_proj` are not;"
        " config.json:9:7 `model.layers.0.self_attn.q_proj` for `q_proj`\n"
    ) in reasons
    assert "    transformers: takes the parts for themselves\n" in reasons


def test_match_takes_other_fused_layers(run: Run, checkpoint: Path) -> None:
    arguments = ("match", "--recipe", ".", "--engine=vllm", "model.layers.0.self_attn.in_proj")
    assert "in_proj  quantized\n" in run(*arguments).out
    assert "in_proj  error\n" in run(*arguments, "--fused", "in_proj=q_proj,z_proj").out
    result = run(*arguments, "--fused", "in_proj")
    assert result.code == 2
    assert "--fused: found `in_proj`; accepted: a layer and its parts, `qkv_proj=q_proj,k_proj,v_proj`" in result.err


INDEX = {"weight_map": {"lm_head.weight": "1", "a.0.mlp.gate.e_score_correction_bias": "1", "a.0.mlp.gate.weight": "1"}}


def test_names_of_the_checkpoint_beside_the_recipe(run: Run, checkpoint: Path) -> None:
    write(checkpoint / "model.safetensors.index.json", json.dumps(INDEX))
    document = json.loads(run("match", "--recipe", ".", "--engine=vllm", "--output-format=json").out)
    assert [each["name"] for each in document["names"]] == ["lm_head", "a.0.mlp.gate"]


@pytest.mark.parametrize("option", ["--names", "--index"])
def test_names_of_an_index(run: Run, checkpoint: Path, option: str) -> None:
    write(checkpoint / "other.json", json.dumps(INDEX))
    document = json.loads(
        run("match", "--recipe", ".", "--engine=vllm,sglang", "--output-format=json", option, "other.json").out
    )
    assert document["disagreements"] == 1
    assert document["names"][1] == {
        "name": "a.0.mlp.gate",
        "agree": False,
        "verdicts": {
            "vllm": {"outcome": "quantized", "item": None, "part": None, "left_out": [], "message": None},
            "sglang": {
                "outcome": "excluded",
                "item": {"text": "mlp.gate", "line": 8, "column": 7},
                "part": None,
                "left_out": [],
                "message": None,
            },
        },
    }


def test_names_of_a_file_and_of_standard_input(run: Run, checkpoint: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = b"\xef\xbb\xbflm_head\r\n\r\n  lm_head.bias \r\na.qkv\r\n"
    write(checkpoint / "names.txt", text)
    arguments = ("match", "--recipe", ".", "--engine=vllm")
    expected = (
        "  name     vllm\n  x        quantized\n  lm_head  excluded\n  a.qkv    quantized\n\n3 names, 1 engine.\n"
    )
    assert run(*arguments, "x", "--names", "names.txt").out == expected
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text)))
    assert run(*arguments, "--names", "-", "x").out == expected


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            (),
            "no names to match: there is no model.safetensors.index.json beside it; accepted: NAME, --names FILE or --index FILE",
        ),
        (("--names", "empty.txt"), "no names to match: there are none in what was given; accepted: "),
        (("--names", "gone.txt"), "gone.txt can't be read: No such file or directory"),
        (("--names", "."), ". is no file; accepted: names, one a line, or a model.safetensors.index.json"),
        (("--names", "latin.txt"), "latin.txt:2: the byte 0xe9 is not UTF-8; accepted: names, one a line"),
        (("--index", "config.json"), "config.json: there is no `weight_map`; accepted: a model.safetensors.index.json"),
        (("--index", "empty.txt"), "empty.txt: not JSON: "),
    ],
)
def test_names_that_can_not_be_had(run: Run, checkpoint: Path, arguments: tuple[str, ...], message: str) -> None:
    write(checkpoint / "empty.txt", "\n")
    write(checkpoint / "latin.txt", b"a\nb\xe9\n")
    result = run("match", "--recipe", ".", *arguments)
    assert (result.code, result.out) == (2, "")
    assert message in result.err


def test_an_engine_that_can_not_judge_is_no_party(run: Run, checkpoint: Path) -> None:
    write(checkpoint / "config.json", config(quant_method="fp8", ignored_layers=["lm_head", "(a+)+(b+)+$"]))
    result = run("match", "--recipe", ".", "lm_head", "aaa")
    assert result.code == 0
    assert "  aaa      quantized  quantized  not read      quantized\n" in result.out
    assert "quantfence: note: transformers did not run config.json:1:79 `(a+)+(b+)+$`, which can take" in result.err


def test_what_a_terminal_would_obey_is_shown(run: Run, checkpoint: Path) -> None:
    write(checkpoint / "config.json", config(quant_method="fp8", ignored_layers=["a\u001b[31m"]))
    for command in (("recipe", "show", "."), ("match", "--recipe", ".", "a\x1b[31m")):
        out = run(*command).out
        assert "\x1b" not in out and "a\u241b[31m" in out


def test_colour(run: Run, checkpoint: Path) -> None:
    out = run("match", "--recipe", ".", "--engine=vllm", "lm_head", "--color", "always").out
    assert "\x1b[36mexcluded\x1b[0m" in out


@pytest.mark.parametrize(
    ("command", "codes"),
    [
        (("recipe", "show"), ["0  done"]),
        (("match",), ["0  the engines agree", "1  they disagree on a name"]),
    ],
)
def test_help_names_the_exit_codes(run: Run, command: tuple[str, ...], codes: list[str]) -> None:
    _, _, said = run(*command, "--help").out.partition("exit codes:\n")
    lines = [line.strip() for line in said.splitlines()]
    assert lines == [*codes, "2  quantfence could not do its job: bad usage, bad manifest, bad settings"]


def test_a_name_may_follow_an_option_and_a_misspelt_option_is_named(run: Run, checkpoint: Path) -> None:
    assert run("match", "x", "--recipe", ".", "--engine=vllm", "a//b/.").out.startswith(
        "  name    vllm\n  x       quantized\n  a//b/.  quantized\n"
    )
    assert "did you mean --engine?" in run("match", "x", "--recipe", ".", "--engin=vllm").err
