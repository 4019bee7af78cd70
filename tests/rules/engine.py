"""A small engine whose layers look themselves up by name, for the tests of the rules about names."""

from __future__ import annotations

import textwrap
from pathlib import Path

MANIFEST = """\
version: 1
quantization:
  names: [quant_config]
layers:
  classes: [LinearBase]
  prefix: prefix
  helpers: {maybe_prefix: "{0}.{1}", add_prefix: "{1}.{0}"}
"""

LAYERS = """\
from torch import nn


class LinearBase(nn.Module):
    def __init__(self, size, quant_config=None, prefix=""):
        super().__init__()
        self.method = quant_config.method_for(prefix) if quant_config else None


class Linear(LinearBase):
    pass


def maybe_prefix(prefix, name):
    return f"{prefix}.{name}" if prefix else name


def add_prefix(name, prefix):
    return f"{prefix}.{name}" if prefix else name


def make_layers(count, make, prefix=""):
    return nn.ModuleList([make(i, maybe_prefix(prefix, str(i))) for i in range(count)])
"""

ROOT = """\
from torch import nn
from engine.blocks.block import Block
from engine.layers import maybe_prefix


class Model(nn.Module):
    def __init__(self, size, quant_config=None, prefix=""):
        super().__init__()
        self.block = Block(size, quant_config=quant_config, prefix=maybe_prefix(prefix, "block"))
"""

IMPORTS = "from torch import nn\nfrom engine.layers import Linear, add_prefix, make_layers, maybe_prefix\n"
PLAIN = "from torch import nn\nfrom engine.layers import Linear\n"

SIGNATURE = 'def __init__(self, size, depth=2, quant_config=None, prefix=""):'


def block(body: str, imports: str = IMPORTS, signature: str = SIGNATURE) -> str:
    """A file with one builder."""
    inner = textwrap.indent(textwrap.dedent(body).strip("\n"), " " * 8)
    return f"{imports}\n\nclass Block(nn.Module):\n    {signature}\n        super().__init__()\n{inner}\n"


def write_engine(root: Path, text: str | bytes, others: dict[str, str] | None = None) -> Path:
    """Write the engine with ``text`` as its file ``engine/blocks/block.py``, which is returned."""
    files = {
        "quantfence.yaml": MANIFEST,
        "engine/__init__.py": "",
        "engine/layers.py": LAYERS,
        "engine/root.py": ROOT,
        "engine/blocks/__init__.py": "",
        **(others or {}),
    }
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8", newline="")
    path = root / "engine/blocks/block.py"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path
