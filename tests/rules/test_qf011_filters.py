"""QF011 in code: where a pattern of a filter is reported, and what is said of it."""

from __future__ import annotations

import json

import pytest

from tests.conftest import Judge, Judged

MANIFEST = """\
version: 1
quantization:
  types: [Float8Config]
  names: [float8_cfg]
exclusions:
  - id: release
    names:
      - lm_head
      - model.layers.*.mlp.gate
    recipe: config.json
"""

RECIPE = json.dumps(
    {
        "architectures": ["Routed"],
        "num_hidden_layers": 3,
        "quantization_config": {
            "quant_method": "fp8",
            "modules_to_not_convert": ["lm_head", "model.layers.1.mlp.gate", "model.layers.2.mlp.gate"],
        },
    }
)

MODEL = """
from torch import nn
from fp8 import Float8Config


class Dense(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.gate_proj = nn.Linear(size, size)


class Sparse(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.gate = nn.Linear(size, 4)
        self.gate_norm = nn.LayerNorm(size)
        self.experts = nn.ModuleList([Dense(size) for _ in range(4)])


class Layer(nn.Module):
    def __init__(self, size, dense):
        super().__init__()
        self.q_proj = nn.Linear(size, size)
        self.mlp = Dense(size) if dense else Sparse(size)


class Decoder(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.layers = nn.ModuleList([Layer(size, number < 1) for number in range(3)])


class Routed(nn.Module):
    def __init__(self, size, float8_cfg: Float8Config | None = None):
        super().__init__()
        self.model = Decoder(size)
        self.lm_head = nn.Linear(size, 100)
"""

FP8 = """
from dataclasses import dataclass


@dataclass
class Float8Config:
    limit: float = 448.0
"""

CONVERT = """
import re

# é 日 🎉
KEPT = [
    "lm_head", r"é日|{pattern}",
]


def wanted(module, fqn):
    return not any(re.search(pattern, name) for pattern in KEPT for name in (fqn, fqn + ".weight"))


def prepare(model, float8_cfg):
    return convert(model, config=float8_cfg, module_filter_fn=wanted)
"""


def project(judge: Judge, pattern: str, manifest: str = MANIFEST, exhaustive: bool = False, ends: str = "\n") -> Judged:
    convert = CONVERT.replace("{pattern}", pattern).strip("\n").replace("\n", ends).encode()
    files = {"model.py": MODEL, "fp8.py": FP8, "config.json": RECIPE, "convert.py": convert}
    return judge(files, manifest, exhaustive)


@pytest.mark.parametrize("exhaustive", [False, True])
@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_the_pattern_is_reported_where_it_stands(judge: Judge, exhaustive: bool, ends: str) -> None:
    judged = project(judge, "mlp.gate.", exhaustive=exhaustive, ends=ends)
    [found] = judged.diagnostics
    assert (found.code, found.path.name, found.start, found.end) == ("QF011", "convert.py", (5, 16), (5, 31))
    assert found.statement_line == 4
    assert found.message == (
        "pattern `é日|mlp.gate.`, tried with `re.search`, is meant for `model.layers.*.mlp.gate`, and also catches "
        "`model.layers.*.mlp.gate_proj`, which the recipe quantizes"
    )
    assert found.help == r"a dot stands for any character here; write `é日|mlp\.gate\.`"
    assert [(step.label, step.line) for step in found.flow] == [("convert", 14), ("wanted", None)]
    assert found.layers == ("model.layers.*.mlp.gate_proj",)


@pytest.mark.parametrize(
    "pattern", [r"mlp\.gate\.", r"mlp\.gate$", r"\.gate(\.|$)", "q_proj", r"layers\.\d+\.mlp\.gate\b"]
)
def test_a_pattern_that_is_right(judge: Judge, pattern: str) -> None:
    assert project(judge, pattern).diagnostics == []


def test_a_pattern_that_is_open_at_its_end(judge: Judge) -> None:
    [found] = project(judge, r"mlp\.gate").diagnostics
    assert found.help == "let the pattern begin and end where components of the name do"


def test_without_a_recipe(judge: Judge) -> None:
    manifest = MANIFEST.replace("    recipe: config.json\n", "")
    [found] = project(judge, "mlp.gate.", manifest).diagnostics
    assert found.message.endswith("and also catches `model.layers.*.mlp.gate_proj`, which it hardly means")
    assert project(judge, r"mlp\.gate\.", manifest).diagnostics == []


def test_the_same_list_elsewhere_is_none_of_a_conversion(judge: Judge) -> None:
    convert = CONVERT.replace("{pattern}", "mlp.gate.").replace(", module_filter_fn=wanted", "")
    assert (
        judge({"model.py": MODEL, "fp8.py": FP8, "config.json": RECIPE, "convert.py": convert}, MANIFEST).diagnostics
        == []
    )
