"""What of a change a run need not check: nobody asked, or the answer is the same. What it must check, it does.

``known`` runs with the cache and without, compares, and says whether the run with the cache did without a check.
"""

from __future__ import annotations

import json
import textwrap
from pathlib import Path

import pytest
from trees import Tree

MANIFEST = """
version: 1
quantization: {types: [QuantConfig], names: [quant_config]}
layers: {classes: [LinearBase], prefix: prefix, helpers: {add_prefix: "{1}.{0}"}}
"""
LAYERS = """
    import torch.nn as nn


    class QuantConfig:
        pass


    def add_prefix(name, prefix):
        return f"{prefix}.{name}" if prefix else name


    class LinearBase(nn.Module):
        def __init__(self, size, quant_config=None, prefix=""):
            super().__init__()
            self.size = size

        def forward(self, x):
            return x


    class Linear(LinearBase):
        def __init__(self, size, quant_config=None, prefix=""):
            super().__init__(size, quant_config, prefix)
"""
BLOCK = """
    import torch.nn as nn
    from acme.layers import Linear, add_prefix
    from acme.sizes import width


    class Block(nn.Module):
        def __init__(self, config, quant_config=None, prefix=""):
            super().__init__()
            self.up = Linear(width(config), quant_config=quant_config, prefix=add_prefix("up", prefix))
            self.down = self._down(config, quant_config, prefix)

        def _down(self, config, quant_config, prefix):
            return Linear(config.size, quant_config=quant_config, prefix=f"{prefix}.down")

        def forward(self, x):
            y = self.up(x)
            return self.down(y)

        def load_weights(self, weights):
            for name, weight in weights:
                name = name.replace("gate", "up")
"""
MODEL = """
    import torch.nn as nn
    from acme.block import Block


    class Model(nn.Module):
        def __init__(self, config, quant_config=None, prefix=""):
            super().__init__()
            self.block = Block(config, quant_config=quant_config, prefix=f"{prefix}.block")
"""
WRONG = """
    import torch.nn as nn
    from acme.layers import Linear


    class Wrong(nn.Module):
        def __init__(self, config, quant_config=None, prefix=""):
            super().__init__()
            self.a = Linear(1, quant_config=quant_config, prefix=f"{prefix}.b")

        def forward(self, x):
            return self.a(x)
"""
SIZES = """
    def width(config):
        return config.size
"""
FILES = {"layers": LAYERS, "block": BLOCK, "model": MODEL, "wrong": WRONG, "sizes": SIZES}


@pytest.fixture
def project(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], checks: list[int]
) -> Tree:
    root = tmp_path.resolve() / "project"
    (root / "acme").mkdir(parents=True)
    (root / "quantfence.yaml").write_text(MANIFEST)
    (root / "acme" / "__init__.py").touch()
    for name, text in FILES.items():
        (root / "acme" / f"{name}.py").write_text(textwrap.dedent(text).lstrip())
    monkeypatch.chdir(root)
    tree = Tree(root, capsys, checks)
    assert not tree.known()
    assert found(tree) == ["QF007"]
    return tree


def found(tree: Tree) -> list[str]:
    """The codes of all findings."""
    return [each["code"] for each in json.loads(tree.check().out)]


def change(tree: Tree, name: str, old: str, new: str) -> None:
    path = tree.root / "acme" / f"{name}.py"
    text = path.read_text()
    assert text.count(old) == 1, old
    path.write_text(text.replace(old, new))


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("block", "class Block", "# all of it\n\n\nclass Block"),
        ("block", "        y = self.up(x)", "        # twice\n        y = self.up(self.up(x))"),
        ("block", "    def forward(self, x):", "    def forward(self, x):  # so"),
        ("block", "        super().__init__()", "        # first of all\n        super().__init__()"),
        ("layers", "        return x", "        return x * 2"),
        ("layers", "class Linear(LinearBase)", "\n\nclass Linear(LinearBase)"),
        ("model", "import torch.nn as nn", '"""A model."""\n\nimport torch.nn as nn'),
        ("block", 'name.replace("gate", "up")', 'name.replace("gate", "down")'),
        ("block", "from acme.sizes import width", "from acme.sizes import width as width"),
        ("layers", 'f"{prefix}.{name}" if', 'f"{name}.{prefix}" if'),
        ("wrong", "class Wrong", "\nclass Wrong"),
    ],
)  # fmt: skip
def test_what_nobody_asked_for(project: Tree, name: str, old: str, new: str) -> None:
    change(project, name, old, new)
    assert project.known()
    assert project.known()


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("block", "Linear(width(config), ", "Linear(width(config) * 2, "),
        ("block", "Linear(config.size, ", "Linear(\n            config.size + 1, "),
        ("block", "self.down = self._down(", "self.kind = 1\n        self.down = self._down("),
        ("layers", "        self.size = size", "        self.size = size + 1"),
        ("model", "        super().__init__()", "        super().__init__()\n        self.norm = config.norm"),
    ],
)
def test_a_builder_that_builds_the_same(project: Tree, name: str, old: str, new: str) -> None:
    change(project, name, old, new)
    assert project.known()
    # And what the new text asks for is remembered, too.
    change(project, name, new, old)
    assert project.known()


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("block", 'add_prefix("up", prefix)', 'add_prefix("upper", prefix)'),
        ("block", ", prefix=f\"{prefix}.down\"", ""),
        ("block", "self.up = Linear", "self.top = Linear"),
        ("block", "quant_config=quant_config, prefix=add", "quant_config=None, prefix=add"),
        ("block", "def __init__(self, config, ", "def __init__(self, config, more=None, "),
        ("sizes", "config.size", "config.width"),
        ("layers", "class Linear(LinearBase)", "class Linear(nn.Module)"),
        ("wrong", 'f"{prefix}.b"', 'f"{prefix}.a"'),
        ("wrong", "        super().__init__()", "        # first of all\n        super().__init__()"),
        ("block", "    def forward(self, x):", "    def forward(self, x) -> None:\n        ("),
    ],
)  # fmt: skip
def test_what_may_matter_is_checked(project: Tree, name: str, old: str, new: str) -> None:
    change(project, name, old, new)
    assert not project.known()
    assert project.known()


def test_several_files_at_once(project: Tree) -> None:
    change(project, "block", "        y = self.up(x)", "        y = self.up(x + 1)")
    change(project, "layers", "        return x", "        return 2 * x")
    change(project, "model", "class Model", "# the whole\nclass Model")
    assert project.known()
    change(project, "block", "        y = self.up(x + 1)", "        y = self.up(x)")
    change(project, "sizes", "config.size", "config.width")
    assert not project.known()


def test_new_code_that_asks_for_more(project: Tree) -> None:
    """What a constructor comes to look into is watched from then on."""
    (project.root / "acme" / "more.py").write_text("def more(config):\n    return 1\n")
    project.check()
    change(
        project,
        "block",
        "        super().__init__()",
        "        super().__init__()\n        from acme.more import more\n        self.n = more(config)",
    )
    project.known()
    path = project.root / "acme" / "more.py"
    path.write_text(
        "from acme.layers import Linear\n\n\ndef more(config):\n    return Linear(1, quant_config=config.quant_config)\n"
    )
    project.known()
    assert len(found(project)) == 2


def test_a_file_that_new_code_looks_into_is_no_longer_one_that_was_searched(project: Tree) -> None:
    path = project.root / "acme" / "more.py"
    path.write_text('def more(config):\n    return "up"\n')
    project.check()
    new = "from acme.more import more\n        name = more(config)\n        self.up = Linear("
    change(project, "block", "self.up = Linear(", new)
    change(project, "block", 'add_prefix("up", prefix)', "add_prefix(name, prefix)")
    project.known()
    assert found(project) == ["QF007"]
    path.write_text('def more(config):\n    return "down"\n')
    project.known()
    path.write_text('def more(config):\n    return "up"\n')
    project.known()
    change(project, "block", "        y = self.up(x)", "        y = self.up(x + 1)")
    path.write_text('def more(config):\n    return "left"\n')
    project.known()
    assert found(project) == ["QF007", "QF007"]


def test_a_constructor_that_changes_what_stands_at_the_top_of_a_module(project: Tree) -> None:
    first = """
        import torch.nn as nn
        from acme.layers import Linear

        NAMES = {"a": "a"}


        class First(nn.Module):
            def __init__(self, config, quant_config=None, prefix=""):
                super().__init__()
                NAMES["a"] = "b"
    """
    user = """
        import torch.nn as nn
        from acme.first import NAMES
        from acme.layers import Linear


        class User(nn.Module):
            def __init__(self, config, quant_config=None, prefix=""):
                super().__init__()
                name = NAMES["a"]
                self.a = Linear(1, quant_config=quant_config, prefix=f"{prefix}.{name}")
    """
    for name, text in (("first", first), ("user", user)):
        (project.root / "acme" / f"{name}.py").write_text(textwrap.dedent(text).lstrip())
    project.check()
    change(project, "first", 'NAMES["a"] = "b"', 'NAMES["a"] = "a"')
    project.known()


def test_a_lone_carriage_return_ends_a_line_of_python_and_of_nothing_else(project: Tree) -> None:
    path = project.root / "acme" / "block.py"
    data = path.read_bytes()
    path.write_bytes(data.replace(b"        y = self.up(x)", b"        z = 1\r        y = self.up(x)"))
    assert not project.known()
    path.write_bytes(data.replace(b"class Block", b"# so\nclass Block"))
    assert not project.known()


def test_an_ignore_comment(project: Tree) -> None:
    change(project, "wrong", 'f"{prefix}.b")', 'f"{prefix}.b")  # quantfence: ignore[QF007]')
    project.known()
    assert found(project) == []


def test_the_record_is_damaged(project: Tree) -> None:
    for path in project.entries("asked"):
        path.write_bytes(path.read_bytes()[:-9])
    change(project, "layers", "        return x", "        return x * 2")
    assert not project.known()


@pytest.mark.parametrize("content", [b"", b"\x90", b"\x94\x90\x90\xc0\x80", b"\xff" * 90])
def test_a_record_that_holds_together_and_is_nonsense(project: Tree, content: bytes) -> None:
    from lint_rules.cache.store import Store

    store = Store(project.cache)
    for path in project.entries("asked"):
        store.write("asked", path.name, content)
    change(project, "layers", "        return x", "        return x * 2")
    assert not project.known()
