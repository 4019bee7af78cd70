"""The repairs of QF004: the question put in where the builders forward the config."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.rules.fixing import diagnose, repair

MANIFEST = """\
version: 1
quantization:
  names: [float8_cfg]
exclusions:
  - id: kda
    modules: [KDA]
    policy: {policy}
"""

HEAD = """\
from pydantic import BaseModel
from torch import nn

class KDA(nn.Module):
    def __init__(self, heads, float8_cfg=None):
        super().__init__()
        self.proj = linear(heads, float8_cfg=float8_cfg)

class Config(BaseModel):
    heads: int = 4
    quantize: bool = False
"""

FORMS = {
    "a keyword": (
        "    def build(self, float8_cfg):\n        return KDA(self.heads, float8_cfg=float8_cfg)  # all\n",
        "    def build(self, float8_cfg):\n        return KDA(self.heads, float8_cfg=float8_cfg if self.quantize else None)  # all\n",
    ),
    "a position": (
        "    def build(self, float8_cfg):\n        return KDA(self.heads, float8_cfg)\n",
        "    def build(self, float8_cfg):\n        return KDA(self.heads, float8_cfg if self.quantize else None)\n",
    ),
    "a function": (
        "def build(config: Config, float8_cfg):\n    return KDA(\n        config.heads,\n        float8_cfg=float8_cfg,\n    )\n",
        "def build(config: Config, float8_cfg):\n    return KDA(\n        config.heads,\n"
        "        float8_cfg=float8_cfg if config.quantize else None,\n    )\n",
    ),
}


@pytest.mark.parametrize("negated", [False, True])
@pytest.mark.parametrize("form", FORMS)
def test_forms(form: str, negated: bool, tmp_path: Path) -> None:
    root = tmp_path.resolve()
    before, after = FORMS[form]
    policy = "not Config.quantize" if negated else "Config.quantize"
    (root / "quantfence.yaml").write_text(MANIFEST.format(policy=policy))
    (root / "model.py").write_text(HEAD + before)
    assert sorted(each.code for each in diagnose(root)) == ["QF001", "QF004"]
    left = repair(root, lambda each: each.code == "QF004" and each.fix is not None and each.fix.safe)
    assert left == []
    want = after.replace("if self.", "if not self.").replace("if config.", "if not config.") if negated else after
    assert (root / "model.py").read_text() == HEAD + want
