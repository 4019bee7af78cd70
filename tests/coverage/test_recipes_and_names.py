"""What is said of the manifest where names, recipes and fused layers disagree: from files to findings."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from lint_rules.manifest.problems import ManifestError

Judge = Callable[..., Any]

MODEL = """\
from torch import nn

class Float8Config: ...

class Norm(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.weight = nn.Parameter(size)

class Attention(nn.Module):
    def __init__(self, size, float8_cfg=None):
        super().__init__()
        self.q_proj = nn.Linear(size, size)
        self.o_proj = nn.Linear(size, size)
        self.q_norm = Norm(size)

class Dense(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.gate_proj = nn.Linear(size, size)

class Sparse(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.gate = nn.Linear(size, 8)
        self.experts = nn.ModuleList([Dense(size) for _ in range(8)])

class Layer(nn.Module):
    def __init__(self, size, dense):
        super().__init__()
        self.attn = Attention(size)
        self.mlp = Dense(size) if dense else Sparse(size)

class Model(nn.Module):
    def __init__(self, size, float8_cfg: Float8Config = None):
        super().__init__()
        self.layers = nn.ModuleList([Layer(size, i == 0) for i in range(4)])
        self.head = nn.Linear(size, size)
"""
ATTENTION = [f"layers.{number}.attn.q_proj" for number in range(4)]
OUT = [f"layers.{number}.attn.o_proj" for number in range(4)]


def manifest(*items: str, more: str = "") -> str:
    lines = "".join(f"      - {item}\n" for item in items)
    return f"""\
version: 1
quantization: {{types: [Float8Config], names: [float8_cfg]}}
exclusions:
  - id: release
    names:
{lines}    recipe: config.json
{more}"""


def recipe(listed: Sequence[str], key: str = "ignored_layers", method: str = "fp8", depth: int = 4) -> str:
    return json.dumps(
        {"num_hidden_layers": depth, "quantization_config": {"quant_method": method, key: listed}}, indent=1
    )


@pytest.fixture
def said(judge: Judge) -> Callable[..., list[str]]:
    def said(text: str, listed: Sequence[str], **about: Any) -> list[str]:
        judged = judge({"model.py": MODEL, "config.json": recipe(listed, **about)}, manifest=text, dead=True)
        return [f"{each.start.line} {each.code} {each.message}" for each in judged.diagnostics]

    return said


Said = Callable[..., list[str]]


@pytest.mark.parametrize(
    ("items", "listed"),
    [
        (["layers.*.attn.q_proj"], ATTENTION),
        (["layers.0.attn.q_proj", "layers.1.attn.q_proj"], ATTENTION[:2]),
        (["layers.*.attn"], ATTENTION + OUT),  # the norm is nothing that a recipe quantizes
        (["layers.*.mlp.gate"], [f"layers.{number}.mlp.gate" for number in (1, 2, 3)]),
        (["head"], ["head", "vision.proj"]),  # a name of which the code has no layer
        (["layers.*.mlp.experts"], [f"layers.{n}.mlp.experts.0.gate_proj" for n in (1, 2, 3)]),
    ],
)
def test_what_mirrors_its_recipe(said: Said, items: list[str], listed: list[str]) -> None:
    assert said(manifest(*items), listed) == []


def test_what_is_lacking_and_what_is_too_much(said: Said) -> None:
    assert said(manifest("layers.*.attn.q_proj", "head"), ATTENTION + OUT) == [
        "4 QF010 exclusion `release` does not mirror `config.json`: it lacks 1 layer (`layers.*.attn.o_proj`), "
        "which the recipe lists; it has 1 layer (`head`), which the recipe quantizes"
    ]


def test_one_number_is_lacking(said: Said) -> None:
    found = said(manifest("layers.0.attn.q_proj"), ATTENTION[:2])
    assert found == [
        "4 QF010 exclusion `release` does not mirror `config.json`: it lacks 1 layer (`layers.1.attn.q_proj`), "
        "which the recipe lists"
    ]


def test_entries_of_one_recipe_count_together(said: Said) -> None:
    more = "  - id: other\n    names: [head]\n    recipe: config.json\n"
    text = manifest("layers.*.attn.q_proj", more=more)
    assert said(text, [*ATTENTION, "head"]) == []
    (found,) = said(text, ATTENTION)
    assert found.startswith("8 QF010 exclusion `other` does not mirror")


def test_a_recipe_that_is_spelled_in_two_ways_is_one(said: Said) -> None:
    more = "  - id: other\n    names: [head]\n    recipe: ./config.json\n"
    assert said(manifest("layers.*.attn.q_proj", more=more), [*ATTENTION, "head"]) == []


KEYED = """\
from torch import nn

class Float8Config: ...

class Tower(nn.Module):
    def __init__(self, size, float8_cfg=None):
        super().__init__()
        self.q_proj = nn.Linear(size, size)

class Model(nn.Module):
    def __init__(self, config, float8_cfg: Float8Config = None):
        super().__init__()
        self.towers = nn.ModuleDict({kind: Tower(8, float8_cfg) for kind in config.kinds})
        self.heads = nn.ModuleDict()
        self.heads.update({f"head_{i}": nn.Linear(8, 8) for i in range(config.heads)})
        self.blocks = nn.ModuleList([Tower(8, float8_cfg) for _ in range(4)])
"""


def test_keys_that_are_made_at_run_time_may_be_any(judge: Judge) -> None:
    names = ["towers.audio.q_proj", "heads.head_3", "towers.audio.k_proj", "heads.tail_3", "blocks.0.k_proj"]
    text = manifest(*names).replace("    recipe: config.json\n", "")
    judged = judge(KEYED, manifest=text, dead=True)
    assert [(each.start.line, each.code) for each in judged.diagnostics] == [(8, "QF009"), (9, "QF009"), (10, "QF009")]
    assert [each.line for each in judged.outcome.unresolved if each.path.name == "quantfence.yaml"] == [6, 7]


@pytest.mark.parametrize(
    ("listed", "codes"),
    [
        (["towers.audio.q_proj", "towers.text.q_proj"], []),
        (["towers.audio.k_proj", "blocks.0.q_proj"], ["QF010"]),
    ],
)
def test_a_recipe_with_words_where_the_code_has_numbers(judge: Judge, listed: list[str], codes: list[str]) -> None:
    judged = judge({"model.py": KEYED, "config.json": recipe(listed)}, manifest=manifest("towers.*.q_proj"))
    assert [each.code for each in judged.diagnostics] == codes


def test_a_recipe_of_some_layers_only(said: Said) -> None:
    (found,) = said(manifest("layers.*.attn.q_proj"), [ATTENTION[0], ATTENTION[3]])
    assert found == (
        "6 QF011 pattern `layers.*.attn.q_proj` covers 1 layer that the recipe lists, "
        "and 1 that it quantizes (`layers.*.attn.q_proj in layers 1, 2`)"
    )


def test_a_class_of_which_the_recipe_lists_a_part(judge: Judge) -> None:
    text = manifest("head").replace("names:\n      - head", "modules:\n      - Attention")
    judged = judge({"model.py": MODEL, "config.json": recipe(ATTENTION)}, manifest=text, dead=True)
    (found,) = [each for each in judged.diagnostics if each.code in ("QF010", "QF011")]
    assert (found.code, found.start.line, judged.text(found)) == ("QF011", 6, "Attention")
    assert found.layers == ("layers.*.attn.o_proj",)


def test_the_engine_decides(said: Said) -> None:
    text = manifest("layers.*.attn.q_proj")
    assert said(text.replace("    recipe", "    engine: sglang\n    recipe"), ["attn.q_proj"]) == []
    # Full names alone: the recipe lists no layer of the code.
    (found,) = said(text, ["attn.q_proj"])
    assert "it has 1 layer (`layers.*.attn.q_proj`), which the recipe quantizes" in found


def test_a_pattern_that_nobody_explains_says_nothing(said: Said) -> None:
    assert said(manifest("layers.*.attn.q_proj"), ["re:.*q_proj"]) == []


@pytest.mark.parametrize(
    ("text", "message"),
    [("{", "config.json:2:1: not JSON"), ('{"a": 1}', "this checkpoint says nothing of its quantization")],
)
def test_a_recipe_that_is_none(judge: Judge, text: str, message: str) -> None:
    with pytest.raises(ManifestError, match=r"quantfence\.yaml:7:13: the recipe can't be used") as error:
        judge({"model.py": MODEL, "config.json": text}, manifest=manifest("head"), dead=True)
    assert message in str(error.value)


# --- names that name nothing


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("layers.*.attn.qq_proj", "layers.*.attn.q_proj"),
        ("layers.*.q_proj", "layers.*.attn.q_proj"),
        ("layers.*.attn.q_proj.weight", "layers.*.attn.q_proj"),
        ("'re:layers\\.\\d+\\.attn\\.qq_proj'", "layers.*.attn.q_proj"),
        ("model.layers.*.attn.q_proj", "layers.*.attn.q_proj"),
    ],
)
def test_a_dead_name(judge: Judge, name: str, near: str) -> None:
    text = manifest(name, "head").replace("    recipe: config.json\n", "")
    (found,) = judge(MODEL, manifest=text, dead=True).diagnostics
    assert (found.code, tuple(found.start)) == ("QF009", (6, 9))
    assert found.help == f"did you mean `{near}` (in 1 model)? Otherwise remove the entry if it is gone"


@pytest.mark.parametrize(
    "model",
    [
        MODEL.replace("self.head = nn.Linear(size, size)", "self.tail = somewhere(size)"),
        MODEL.replace("self.head = nn.Linear(size, size)", "self.add_module(size.name, somewhere(size))"),
        MODEL.replace("from torch import nn", "from torch import nn\nfrom other import Outer").replace(
            "class Model(nn.Module)", "class Model(Outer, nn.Module)"
        ),
    ],
)
def test_a_name_of_which_nobody_can_tell(judge: Judge, model: str) -> None:
    text = manifest("tail").replace("    recipe: config.json\n", "")
    judged = judge(model, manifest=text, dead=True)
    assert [each.code for each in judged.diagnostics] == []
    message = "`tail` of `release` names no module that is known, but not all are"
    assert [(each.line, each.message) for each in judged.outcome.unresolved if each.path.name == "quantfence.yaml"] == [
        (6, message)
    ]


def test_what_one_model_holds_says_nothing_of_another(judge: Judge) -> None:
    model = (
        MODEL
        + """
class Other(nn.Module):
    def __init__(self, config, float8_cfg: Float8Config = None):
        super().__init__()
        self.head = config.head.build()
        self.tail = nn.Linear(8, 8)
"""
    )
    text = manifest("head.inner", "tail.inner").replace("    recipe: config.json\n", "")
    judged = judge(model, manifest=text, dead=True)
    assert [(each.start.line, each.code) for each in judged.diagnostics] == [(7, "QF009")]


def test_what_an_unreadable_file_speaks_of_is_not_dead(judge: Judge) -> None:
    text = "version: 1\nquantization: {names: [float8_cfg]}\nexclusions:\n  - {id: a, modules: [Gone]}\n"
    judged = judge({"a.py": "class Gone(:\n", "b.py": "x = 1\n"}, manifest=text, dead=True)
    assert [each.code for each in judged.diagnostics] == ["QF900"]
