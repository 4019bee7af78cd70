"""What names stand for on their way to a layer: counted, handed over in an object, put together from lists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from lint_rules.outline.tree import Tree
from tests.rules.engine import IMPORTS, SIGNATURE, block, write_engine
from tests.rules.fixing import diagnose, repair

FORMS = {
    "a counter of a while loop": """
        self.layers = nn.ModuleList()
        self.others = nn.ModuleList()
        i = 0
        while i < depth:
            self.layers.append(Linear(size, quant_config=quant_config, prefix=f"{prefix}.layers.{i}"))
            self.others.append(Linear(size, quant_config=quant_config, prefix=f"{prefix}.layers.{i}"))  # QF007
            i += 1
        """,
    "a counter beside a loop": """
        self.layers = nn.ModuleList()
        number = 0
        for _ in range(depth):
            self.layers.append(Linear(size, quant_config=quant_config, prefix=f"{prefix}.layers.{number}"))
            number += 1
        """,
    "a counter that goes on now and then": """
        self.layers = nn.ModuleList()
        number = 0
        for each in range(depth):
            if each % 2:
                self.layers.append(Linear(size, quant_config=quant_config, prefix=f"{prefix}.layers.{number}"))
                number += 1
        """,
    "a list whose beginning can't be told": """
        parts = prefix.split(".")
        self.a = Linear(size, quant_config=quant_config, prefix=".".join(parts[:-1] + ["block", "a"]))
        """,
    "members of an enum": """
        self.q = Linear(size, quant_config=quant_config, prefix=f"{prefix}.{Part.Q.value}")
        self.k = Linear(size, quant_config=quant_config, prefix=f"{prefix}.{Part.Q.value}")  # QF007
        """,
    "the first of some": """
        self.a = next(iter([Linear(size, quant_config=quant_config, prefix=f"{prefix}.a")]))
        self.b = next(iter([Linear(size, quant_config=quant_config, prefix=f"{prefix}.a")]))  # QF007
        """,
}

ENUM = IMPORTS + 'from enum import Enum\n\n\nclass Part(Enum):\n    Q = "q"\n'


def marked(text: str) -> list[tuple[int, str]]:
    """The lines that say what is found there."""
    lines = enumerate(text.splitlines(), 1)
    return [(number, code) for number, line in lines for code in re.findall(r"# (QF00[67])", line)]


def found(root: Path) -> list[tuple[int, str]]:
    return [(each.start.line, each.code) for each in diagnose(root)]


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_names_of_a_block(form: str, tmp_path: Path) -> None:
    root = tmp_path.resolve()
    text = block(form, ENUM)
    write_engine(root, text)
    assert found(root) == marked(text)


def test_an_object_that_carries_the_name(tmp_path: Path) -> None:
    root = tmp_path.resolve()
    imports = IMPORTS + (
        "from dataclasses import dataclass\n\n\n"
        "@dataclass\nclass Shape:\n    size: int\n    quant_config: object = None\n    prefix: str = ''\n"
    )
    text = block(
        """
        self.a = Linear(shape.size, quant_config=shape.quant_config, prefix=f"{shape.prefix}.a")
        self.c = Linear(shape.size, quant_config=shape.quant_config, prefix=f"{shape.prefix}.a")  # QF007
        self.b = Linear(shape.size, quant_config=shape.quant_config)  # QF006
        """,
        imports,
        "def __init__(self, shape: Shape):",
    )
    write_engine(root, text, {"engine/root.py": ""})
    assert found(root) == marked(text)


def test_a_default_that_is_the_name(tmp_path: Path) -> None:
    root = tmp_path.resolve()
    signature = SIGNATURE.replace('prefix=""', 'prefix="block"')
    write_engine(
        root,
        block('self.a = Linear(size, quant_config=quant_config, prefix=f"{prefix}.a")', signature=signature),
        {
            "engine/root.py": """\
from torch import nn
from engine.blocks.block import Block


class Model(nn.Module):
    def __init__(self, size, quant_config=None, prefix=""):
        super().__init__()
        self.block = Block(size, quant_config=quant_config)
        self.other = Block(size, quant_config=quant_config)
"""
        },
    )
    assert [(each.path.name, each.start.line, each.code) for each in diagnose(root)] == [("root.py", 9, "QF006")]


def test_a_class_that_a_call_gives(tmp_path: Path) -> None:
    root = tmp_path.resolve()
    before = block(
        """
        self.a = Linear(size, quant_config=quant_config, prefix=maybe_prefix(prefix, "a"))
        self.b = getattr(self, "linear_cls")(size, quant_config)
        """
    ).replace("    def __init__", "    linear_cls = Linear\n\n    def __init__")
    path = write_engine(root, before)
    assert repair(root) == []
    assert path.read_text("utf-8") == before.replace(
        "(size, quant_config)\n", '(size, quant_config, prefix=maybe_prefix(prefix, "b"))\n'
    )


def test_a_file_whose_last_line_has_no_end(tmp_path: Path) -> None:
    root = tmp_path.resolve()
    before = block(
        """
        self.a = Linear(size, quant_config=quant_config, prefix=maybe_prefix(prefix, "a"))
        self.b = Linear(size, quant_config=quant_config)
        """
    ).rstrip("\n")
    path = write_engine(root, before)
    assert repair(root) == []
    assert path.read_text("utf-8") == before[:-1] + ', prefix=maybe_prefix(prefix, "b"))'


def test_wrong_names_do_not_multiply(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Many models call a shared tower wrongly, and each of its storeys is reached in four ways from the one above."""
    root = tmp_path.resolve()
    storeys, models = 10, 20
    text = block('self.a = Linear(size, quant_config=quant_config, prefix=f"{prefix}.a")').replace("Block", "Storey0")
    for number in range(1, storeys):
        below = "\n".join(
            f'self.l{way} = Storey{number - 1}(size, quant_config=quant_config, prefix=f"{{prefix}}.l{way}")'
            for way in range(4)
        )
        text += block(below, imports="").replace("Block", f"Storey{number}")
    for number in range(models):
        wrong = (
            f'self.top = Storey{storeys - 1}(size, quant_config=quant_config, prefix=maybe_prefix(prefix, "x{number}"))'
        )
        text += block(wrong, imports="").replace("Block", f"Model{number}")
    write_engine(root, text, {"engine/root.py": ""})
    steps: list[int] = []
    step = Tree._step
    monkeypatch.setattr(Tree, "_step", lambda *arguments: steps.append(1) or step(*arguments))
    assert len(diagnose(root, "QF007")) == models
    assert len(steps) < 4 * (storeys + 1) * (models + 3)
