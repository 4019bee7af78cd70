"""What the fix of QF006 makes of a file, form by form: every other byte stays, the finding goes, none comes."""

from __future__ import annotations

from pathlib import Path

import pytest

from lint_rules.diagnostic import Diagnostic
from tests.rules.engine import IMPORTS, PLAIN, SIGNATURE, block, write_engine
from tests.rules.fixing import apply, diagnose, is_safe, repair

Form = tuple[str, str]

NAMED = {
    "with the helper that the builder uses": (
        """
        self.a = Linear(size, quant_config=quant_config, prefix=maybe_prefix(prefix, "a"))
        self.b = Linear(size, quant_config=quant_config)
        """,
        """
        self.a = Linear(size, quant_config=quant_config, prefix=maybe_prefix(prefix, "a"))
        self.b = Linear(size, quant_config=quant_config, prefix=maybe_prefix(prefix, "b"))
        """,
    ),
    "with the helper that takes them the other way round": (
        """
        self.a = Linear(size, quant_config=quant_config, prefix=add_prefix("a", prefix))
        self.b = Linear(size, quant_config=quant_config)
        """,
        """
        self.a = Linear(size, quant_config=quant_config, prefix=add_prefix("a", prefix))
        self.b = Linear(size, quant_config=quant_config, prefix=add_prefix("b", prefix))
        """,
    ),
    "with an f-string": (
        """
        self.a = Linear(size, quant_config=quant_config, prefix=f"{prefix}.a")
        self.b = Linear(size, quant_config=quant_config)
        """,
        """
        self.a = Linear(size, quant_config=quant_config, prefix=f"{prefix}.a")
        self.b = Linear(size, quant_config=quant_config, prefix=f"{prefix}.b")
        """,
    ),
    "with a plus": (
        """
        self.a = Linear(size, quant_config=quant_config, prefix=prefix + ".a")
        self.b = Linear(size, quant_config=quant_config)
        """,
        """
        self.a = Linear(size, quant_config=quant_config, prefix=prefix + ".a")
        self.b = Linear(size, quant_config=quant_config, prefix=prefix + ".b")
        """,
    ),
    "with a helper that the file imports and does not use": (
        "self.b = Linear(1, quant_config=quant_config)",
        'self.b = Linear(1, quant_config=quant_config, prefix=maybe_prefix(prefix, "b"))',
    ),
    "by position": (
        "self.b = Linear(size, quant_config)",
        'self.b = Linear(size, quant_config, prefix=maybe_prefix(prefix, "b"))',
    ),
    "one argument a line": (
        """
        self.b = Linear(
            size,
            quant_config=quant_config,  # eight bits
        )
        """,
        """
        self.b = Linear(
            size,
            quant_config=quant_config,  # eight bits
            prefix=maybe_prefix(prefix, "b"),
        )
        """,
    ),
    "one argument a line, and no comma": (
        """
        self.b = Linear(
            size,
            quant_config=quant_config  # eight bits
        )
        """,
        """
        self.b = Linear(
            size,
            quant_config=quant_config,  # eight bits
            prefix=maybe_prefix(prefix, "b"),
        )
        """,
    ),
    "below the call": (
        """
        self.b = Linear(
            size, quant_config=quant_config
        )
        """,
        """
        self.b = Linear(
            size, quant_config=quant_config, prefix=maybe_prefix(prefix, "b")
        )
        """,
    ),
    "below the call, where it gets too long": (
        """
        self.b = Linear(
            size * size * size * size + size * size, quant_config=quant_config
        )
        """,
        """
        self.b = Linear(
            size * size * size * size + size * size,
            quant_config=quant_config,
            prefix=maybe_prefix(prefix, "b"),
        )
        """,
    ),
    "on a line that gets too long": (
        "self.gate_proj = Linear(size, quant_config=quant_config)",
        """
        self.gate_proj = Linear(
            size, quant_config=quant_config, prefix=maybe_prefix(prefix, "gate_proj")
        )
        """,
    ),
    "on a line that gets much too long": (
        "self.gate_proj = Linear(size * size * size, quant_config=quant_config)",
        """
        self.gate_proj = Linear(
            size * size * size,
            quant_config=quant_config,
            prefix=maybe_prefix(prefix, "gate_proj"),
        )
        """,
    ),
    "in a sequence": (
        """
        self.up = nn.Sequential(
            nn.ReLU(),
            Linear(1, quant_config=quant_config),
        )
        """,
        """
        self.up = nn.Sequential(
            nn.ReLU(),
            Linear(1, quant_config=quant_config, prefix=maybe_prefix(prefix, "up.1")),
        )
        """,
    ),
    "inside brackets, where nothing is moved": (
        "self.up = nn.Sequential(nn.ReLU(), Linear(size, quant_config=quant_config))",
        "self.up = nn.Sequential(nn.ReLU(), "
        'Linear(size, quant_config=quant_config, prefix=maybe_prefix(prefix, "up.1")))',
    ),
    "in a comprehension": (
        """
        self.up = nn.ModuleList(
            [
                Linear(size * size, quant_config=quant_config)
                for i in range(depth)
            ]
        )
        """,
        """
        self.up = nn.ModuleList(
            [
                Linear(
                    size * size,
                    quant_config=quant_config,
                    prefix=maybe_prefix(prefix, f"up.{i}"),
                )
                for i in range(depth)
            ]
        )
        """,
    ),
    "in a comprehension that counts": (
        """
        self.up = nn.ModuleList(
            Linear(each, quant_config, prefix=f"{prefix}.up.{n}")
            for n, each in enumerate(size)
        )
        self.down = nn.ModuleList(
            Linear(each, quant_config) for n, each in enumerate(size)
        )
        """,
        """
        self.up = nn.ModuleList(
            Linear(each, quant_config, prefix=f"{prefix}.up.{n}")
            for n, each in enumerate(size)
        )
        self.down = nn.ModuleList(
            Linear(each, quant_config, prefix=f"{prefix}.down.{n}") for n, each in enumerate(size)
        )
        """,
    ),
    "in a loop": (
        """
        self.up = nn.ModuleList()
        for i in range(depth):
            self.up.append(Linear(size, quant_config))
        """,
        """
        self.up = nn.ModuleList()
        for i in range(depth):
            self.up.append(Linear(size, quant_config, prefix=maybe_prefix(prefix, f"up.{i}")))
        """,
    ),
    "under a key": (
        """
        self.up = nn.ModuleDict()
        for i in range(1, depth):
            self.up[str(i)] = Linear(1, quant_config)
        """,
        """
        self.up = nn.ModuleDict()
        for i in range(1, depth):
            self.up[str(i)] = Linear(
                1, quant_config, prefix=maybe_prefix(prefix, f"up.{i}")
            )
        """,
    ),
    "before a splat": (
        """
        extra = {"bias": True}
        self.b = Linear(size, quant_config=quant_config, **extra)
        """,
        """
        extra = {"bias": True}
        self.b = Linear(size, quant_config=quant_config, prefix=maybe_prefix(prefix, "b"), **extra)
        """,
    ),
    "before a splat on a line of its own": (
        """
        extra = {"bias": True}
        self.b = Linear(
            size,
            quant_config=quant_config,
            **extra,
        )
        """,
        """
        extra = {"bias": True}
        self.b = Linear(
            size,
            quant_config=quant_config,
            prefix=maybe_prefix(prefix, "b"),
            **extra,
        )
        """,
    ),
    "where a maker of lists was given no name": (
        """
        self.up = make_layers(
            depth,
            lambda i, prefix: Linear(size, quant_config=quant_config, prefix=prefix),
        )
        """,
        """
        self.up = make_layers(
            depth,
            lambda i, prefix: Linear(size, quant_config=quant_config, prefix=prefix),
            prefix=maybe_prefix(prefix, "up"),
        )
        """,
    ),
}

NAMED_UNSAFELY = {
    "in a lambda that a maker of lists hands the name": (
        """
        self.up = make_layers(
            depth,
            lambda i, prefix: Linear(size, quant_config),
            prefix=maybe_prefix(prefix, "up"),
        )
        """,
        """
        self.up = make_layers(
            depth,
            lambda i, prefix: Linear(size, quant_config, prefix=prefix),
            prefix=maybe_prefix(prefix, "up"),
        )
        """,
    ),
    "in an inner function that a maker of lists hands the name": (
        """
        def make(i, prefix):
            return Linear(size, quant_config)

        self.up = make_layers(depth, make, prefix=maybe_prefix(prefix, "up"))
        """,
        """
        def make(i, prefix):
            return Linear(size, quant_config, prefix=prefix)

        self.up = make_layers(depth, make, prefix=maybe_prefix(prefix, "up"))
        """,
    ),
    "in a loop that may leave a number out": (
        """
        self.up = nn.ModuleList()
        for i in range(depth):
            if i not in size:
                continue
            self.up.append(Linear(size, quant_config))
        """,
        """
        self.up = nn.ModuleList()
        for i in range(depth):
            if i not in size:
                continue
            self.up.append(Linear(size, quant_config, prefix=maybe_prefix(prefix, f"up.{i}")))
        """,
    ),
    "where the parameter is assigned later": (
        """
        self.b = Linear(size, quant_config)
        prefix = "other"
        """,
        """
        self.b = Linear(size, quant_config, prefix=maybe_prefix(prefix, "b"))
        prefix = "other"
        """,
    ),
}

LEFT_ALONE = {
    "a loop without a number": "self.up = nn.ModuleList([Linear(size, quant_config) for _ in range(depth)])",
    "a loop that begins elsewhere": "self.up = nn.ModuleList([Linear(size, quant_config) for i in range(1, depth)])",
    "a loop that leaves some out": "self.up = nn.ModuleList([Linear(size, quant_config) for i in range(depth) if i])",
    "two loops": "self.up = nn.ModuleList([Linear(i, quant_config) for i in range(depth) for j in range(depth)])",
    "a lambda whose maker hands on no name": "self.up = make_layers(depth, lambda i, prefix: Linear(i, quant_config))",
    "a prefix that may be another one": """
        prefix = prefix or "other"
        self.b = Linear(size, quant_config)
    """,
    "a function that builds several modules": """
        def make(n):
            return Linear(n, quant_config)

        self.a = make(size)
        self.b = make(size)
    """,
    "a class that may be one from elsewhere": """
        made_of = Linear if depth else nn.Linear
        self.b = made_of(size, quant_config)
    """,
    "a class that may take no name": """
        made_of = Linear if depth else Plain
        self.b = made_of(size, quant_config)
    """,
    "an attribute with a number in its name": """
        for i in range(depth):
            setattr(self, f"up_{i}", Linear(size, quant_config))
    """,
}


PLAIN_CLASS = """

class Plain(nn.Module):
    def __init__(self, size, quant_config):
        super().__init__()
"""


def the_finding(root: Path) -> Diagnostic:
    (finding,) = diagnose(root)
    assert finding.code == "QF006"
    return finding


def check(root: Path, form: Form, imports: str, safe: bool) -> None:
    before, after = (block(body, imports) for body in form)
    path = write_engine(root, before)
    finding = the_finding(root)
    assert finding.fix is not None
    assert finding.fix.safe is safe
    apply(root, finding.fix)
    assert path.read_text("utf-8") == after
    assert diagnose(root) == []


@pytest.mark.parametrize("form", NAMED.values(), ids=NAMED.keys())
def test_the_name_is_added(form: Form, tmp_path: Path) -> None:
    check(tmp_path.resolve(), form, IMPORTS, safe=True)


@pytest.mark.parametrize("form", NAMED_UNSAFELY.values(), ids=NAMED_UNSAFELY.keys())
def test_what_is_unsafe(form: Form, tmp_path: Path) -> None:
    check(tmp_path.resolve(), form, IMPORTS, safe=False)


def test_where_an_attribute_has_the_prefix(tmp_path: Path) -> None:
    root = tmp_path.resolve()
    before = (
        block(
            """
            self.above = prefix
            self.build(size, quant_config)

        def build(self, size, quant_config):
            self.b = Linear(size, quant_config)
        """,
            signature=f"# one\n    {SIGNATURE}",
        )
        .replace("            self", "        self")
        .replace("        def", "    def")
    )
    path = write_engine(root, before)
    finding = the_finding(root)
    assert finding.fix is not None
    assert not finding.fix.safe
    apply(root, finding.fix)
    assert path.read_text("utf-8") == before.replace(
        "Linear(size, quant_config)", 'Linear(size, quant_config, prefix=maybe_prefix(self.above, "b"))'
    )
    assert diagnose(root) == []


@pytest.mark.parametrize("body", LEFT_ALONE.values(), ids=LEFT_ALONE.keys())
def test_what_is_left_alone(body: str, tmp_path: Path) -> None:
    root = tmp_path.resolve()
    write_engine(root, block(body, IMPORTS + PLAIN_CLASS))
    assert the_finding(root).fix is None


def test_a_builder_without_a_prefix_is_left_alone(tmp_path: Path) -> None:
    root = tmp_path.resolve()
    signature = "def __init__(self, size, quant_config=None):"
    write_engine(
        root,
        block("self.b = Linear(size, quant_config)", signature=signature),
        {"engine/root.py": ROOT_WITHOUT},
    )
    finding = the_finding(root)
    assert finding.fix is None
    assert finding.help == "give Block a `prefix`, fill it where Block is built, and pass it on here with `b` behind it"


ROOT_WITHOUT = """\
from torch import nn
from engine.blocks.block import Block


class Model(nn.Module):
    def __init__(self, size, quant_config=None, prefix=""):
        super().__init__()
        self.block = Block(size, quant_config=quant_config)
"""


# --- models, and layer classes


def test_in_a_model_the_prefix_may_be_empty(tmp_path: Path) -> None:
    root = tmp_path.resolve()
    path = write_engine(root, block("self.b = Linear(size, quant_config)", PLAIN), {"engine/root.py": ""})
    assert repair(root) == []
    assert path.read_text("utf-8") == block(
        """
        self.b = Linear(size, quant_config, prefix=f"{prefix}.b" if prefix else "b")
        """,
        PLAIN,
    )


def test_a_layer_class_hands_its_name_on(tmp_path: Path) -> None:
    root = tmp_path.resolve()
    before = PLAIN + (
        "\n\nclass Scaled(Linear):\n"
        '    def __init__(self, size, quant_config=None, prefix=""):\n'
        "        super().__init__(\n"
        "            size,\n"
        "            quant_config=quant_config,\n"
        "        )\n"
    )
    path = write_engine(root, before, {"engine/root.py": ""})
    finding = the_finding(root)
    assert finding.fix is not None
    assert (finding.fix.message, finding.fix.safe) == ("Pass `prefix=prefix`", True)
    assert (finding.start.line, finding.start.column) == (7, 9)
    assert repair(root) == []
    assert path.read_text("utf-8") == before.replace(
        "quant_config=quant_config,\n", "quant_config=quant_config,\n            prefix=prefix,\n"
    )


# --- helpers that the file does not import

NEIGHBOUR = """\
from torch import nn
from engine.layers import Linear, add_prefix


class Other(nn.Module):
    def __init__(self, size, quant_config=None, prefix=""):
        super().__init__()
        self.x = Linear(size, quant_config=quant_config, prefix=add_prefix("x", prefix))
"""

IMPORTED = {
    "in an import of the module": (
        "from torch import nn\nfrom engine.layers import Linear\n",
        "from torch import nn\nfrom engine.layers import Linear, add_prefix\n",
    ),
    "where it sorts": (
        "from torch import nn\nfrom engine.layers import Linear, make_layers\n",
        "from torch import nn\nfrom engine.layers import Linear, add_prefix, make_layers\n",
    ),
    "one name a line": (
        "from torch import nn\nfrom engine.layers import (\n    Linear,\n    make_layers,\n)\n",
        "from torch import nn\nfrom engine.layers import (\n    Linear,\n    add_prefix,\n    make_layers,\n)\n",
    ),
    "one name a line, at the end": (
        "from torch import nn\nfrom engine.layers import (\n    Linear,  # all\n)\n",
        "from torch import nn\nfrom engine.layers import (\n    Linear,\n    add_prefix,  # all\n)\n",
    ),
    "several names a line": (
        "from torch import nn\nfrom engine.layers import (\n    Linear, make_layers\n)\n",
        "from torch import nn\nfrom engine.layers import (\n    Linear, add_prefix, make_layers\n)\n",
    ),
    "in an import that gets too long": (
        "from torch import nn\nfrom engine.layers import Linear, make_layers as make_the_layers_of_the_model_in_a_list\n",
        "from torch import nn\nfrom engine.layers import (\n    Linear,\n    add_prefix,\n"
        "    make_layers as make_the_layers_of_the_model_in_a_list,\n)\n",
    ),
    "in a line behind one of the same package": (
        "import os\nfrom engine import layers\nfrom torch import nn\n\nLinear = layers.Linear\n",
        "import os\nfrom engine import layers\nfrom engine.layers import add_prefix\nfrom torch import nn\n\n"
        "Linear = layers.Linear\n",
    ),
    "in a line behind all others": (
        "from torch import nn\nimport engine.layers as layers\n\nLinear = layers.Linear\n",
        "from torch import nn\nimport engine.layers as layers\nfrom engine.layers import add_prefix\n\n"
        "Linear = layers.Linear\n",
    ),
    "not where only types are checked, nor in a try": (
        "from typing import TYPE_CHECKING\nfrom torch import nn\n\ntry:\n    from engine.layers import Linear\n"
        "except ImportError:\n    raise\nif TYPE_CHECKING:\n    from engine.layers import add_prefix\n",
        "from typing import TYPE_CHECKING\nfrom torch import nn\nfrom engine.layers import add_prefix\n\ntry:\n"
        "    from engine.layers import Linear\nexcept ImportError:\n    raise\nif TYPE_CHECKING:\n"
        "    from engine.layers import add_prefix\n",
    ),
}

TWO = "self.a = Linear(size, quant_config)\nself.b = Linear(size, quant_config)"
TWO_NAMED = (
    'self.a = Linear(size, quant_config, prefix=add_prefix("a", prefix))\n'
    'self.b = Linear(size, quant_config, prefix=add_prefix("b", prefix))'
)


@pytest.mark.parametrize("imports", IMPORTED.values(), ids=IMPORTED.keys())
def test_the_import_of_the_neighbours_helper_is_added_once(imports: tuple[str, str], tmp_path: Path) -> None:
    root = tmp_path.resolve()
    path = write_engine(root, block(TWO, imports[0]), {"engine/blocks/other.py": NEIGHBOUR})
    assert repair(root) == []
    assert path.read_text("utf-8") == block(TWO_NAMED, imports[1])


def test_each_of_the_fixes_brings_the_import(tmp_path: Path) -> None:
    root = tmp_path.resolve()
    path = write_engine(root, block(TWO, PLAIN), {"engine/blocks/other.py": NEIGHBOUR})
    first, second = diagnose(root)
    assert first.fix is not None
    assert second.fix is not None
    assert first.fix.edits[-1] == second.fix.edits[-1]
    assert first.fix.edits[-1].shared
    apply(root, second.fix)
    assert path.read_text("utf-8") == block(
        'self.a = Linear(size, quant_config)\nself.b = Linear(size, quant_config, prefix=add_prefix("b", prefix))',
        PLAIN.replace("Linear", "Linear, add_prefix"),
    )


def test_a_file_without_imports(tmp_path: Path) -> None:
    root = tmp_path.resolve()
    before = '"""A block."""\n\n\ndef build(size, quant_config, prefix):\n    return size\n'
    path = write_engine(root, before, {"engine/blocks/other.py": NEIGHBOUR})
    from lint_rules.project.source import Source
    from lint_rules.rules.imports import Imports

    edit = Imports(Source(path)).adding("engine.layers", "add_prefix")
    assert before[: edit.start] + edit.content + before[edit.end :] == before.replace(
        '"""A block."""\n', '"""A block."""\n\nfrom engine.layers import add_prefix\n'
    )


# --- bytes


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_line_ends_and_marks_stay(mark: bytes, tmp_path: Path) -> None:
    root = tmp_path.resolve()
    before, after = (
        mark + block(body, imports).replace("\n", "\r\n").encode()
        for body, imports in (
            ("self.a = Linear(\n    size,\n    quant_config,\n)", "# é\n" + PLAIN),
            (
                'self.a = Linear(\n    size,\n    quant_config,\n    prefix=add_prefix("a", prefix),\n)',
                "# é\n" + PLAIN.replace("Linear", "Linear, add_prefix"),
            ),
        )
    )
    path = write_engine(root, before, {"engine/blocks/other.py": NEIGHBOUR})
    assert repair(root) == []
    assert path.read_bytes() == after


def test_only_safe_ones_are_safe(tmp_path: Path) -> None:
    root = tmp_path.resolve()
    write_engine(root, block("self.b = Linear(size, quant_config)"))
    assert is_safe(the_finding(root))
