"""What the outline of a class says: which modules there are, where, and how they are called."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from lint_rules.blueprint.vocabulary import Vocabulary
from lint_rules.manifest.model import Layers, Manifest, Quantization
from lint_rules.outline.drawer import Drawer
from lint_rules.outline.given import given
from lint_rules.outline.placing import path_of
from lint_rules.project.symbols import ClassInfo, Project

BEFORE = """
import functools
from collections import OrderedDict
from torch import nn


def add_prefix(name, prefix):
    return f"{prefix}.{name}" if prefix else name


def make_layers(count, build, prefix=""):
    made = nn.ModuleList([build(idx=i, prefix=add_prefix(i, prefix)) for i in range(count)])
    return made, 0, count


class LinearBase(nn.Module):
    def __init__(self, size, bias=False, quant_config=None, prefix=""):
        super().__init__()


class Linear(LinearBase):
    pass


class Block(nn.Module):
    def __init__(self, size, quant_config=None, prefix=""):
        super().__init__()
        self.linear = Linear(size, quant_config=quant_config, prefix=f"{prefix}.linear")


class Loose:
    pass


TABLE = {"block": Block, "linear": Linear}
"""


def outline(tmp_path: Path, body: str, inside: str = "", after: str = "") -> list[tuple[str, str, str | None]]:
    """Class, path and name of each module that a constructor with this body builds."""
    text = BEFORE + "\n\nclass Model(nn.Module):\n" + textwrap.indent(textwrap.dedent(inside), "    ")
    text += "\n    def __init__(self, config, quant_config=None, prefix='', count=2, **kwargs):\n"
    text += "        super().__init__()\n" + textwrap.indent(textwrap.dedent(body).strip("\n"), " " * 8)
    text += "\n" + textwrap.dedent(after)
    path = tmp_path / "model.py"
    path.write_text(text, encoding="utf-8")
    project = Project(tmp_path, [path])
    layers = Layers(classes=("LinearBase",), prefix="prefix", helpers=(("add_prefix", "{1}.{0}"),))
    manifest = Manifest(tmp_path / "quantfence.yaml", Quantization(names=("quant_config",)), layers=layers)
    drawer = Drawer(project, Vocabulary(manifest, project))
    cls = next(each for each in project.module(path).classes if each.name == "Model")
    found = drawer.draw(cls)
    out: list[tuple[str, str, str | None]] = []
    for call in found.calls:
        where = path_of(call.result, found.itself) if call.result is not None else None
        names = " or ".join(each.told() for each in given(drawer, call).texts) or None
        callee = call.callee.name if isinstance(call.callee, ClassInfo) else call.callee.rpartition(".")[2]
        out.append((callee, ".".join(where) if where is not None else "nowhere", names))
    return out


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        ('self.a = Linear(1, prefix=f"{prefix}.a")', [("Linear", "a", "{prefix}.a")]),
        ('self.a = Linear(1, prefix=prefix + ".a")', [("Linear", "a", "{prefix}.a")]),
        ('self.a = Linear(1, prefix="%s.a" % prefix)', [("Linear", "a", "{prefix}.a")]),
        ('self.a = Linear(1, prefix="{}.{}".format(prefix, "a"))', [("Linear", "a", "{prefix}.a")]),
        ('self.a = Linear(1, prefix=".".join([prefix, "a"]))', [("Linear", "a", "{prefix}.a")]),
        ('self.a = Linear(1, False, quant_config, add_prefix("a", prefix))', [("Linear", "a", "{prefix}.a")]),
        ('name = f"{prefix}.a"\nself.a = Linear(1, prefix=name)', [("Linear", "a", "{prefix}.a")]),
        ('prefix += ".x"\nself.a = Linear(1, prefix=prefix)', [("Linear", "a", "{prefix}.x")]),
        ('common = dict(prefix=prefix)\nself.a = Linear(1, **common)', [("Linear", "a", "{prefix}")]),
        ('common = {}\ncommon["prefix"] = prefix\nself.a = Linear(1, **common)', [("Linear", "a", "{prefix}")]),
        ('common = {}\nself.a = Linear(1, **common)\ncommon["prefix"] = prefix', [("Linear", "a", None)]),
        ('self.a = Linear(1, prefix=kwargs["prefix"])', [("Linear", "a", "{prefix}")]),
        ('self.a = Linear(1)', [("Linear", "a", None)]),
        ('self.a = layer = Linear(1)\nself.b = layer', [("Linear", "a", None)]),
        ('a = Linear(1)\nself.b = a', [("Linear", "b", None)]),
        ('Linear(1)', [("Linear", "nowhere", None)]),
        ('setattr(self, "a", Linear(1))', [("Linear", "a", None)]),
        ('self.add_module("a", Linear(1))', [("Linear", "a", None)]),
        ('for i in range(2):\n    setattr(self, f"a_{i}", Linear(1, prefix=f"{prefix}.a_{i}"))',
         [("Linear", "a_*", "{prefix}.a_*")]),
        ('for n in ("q", "k"):\n    setattr(self, n, Linear(1, prefix=f"{prefix}.{n}"))',
         [("Linear", "q", "{prefix}.q"), ("Linear", "k", "{prefix}.k")]),
        ('self.a = nn.ModuleList([Linear(1, prefix=f"{prefix}.a.{i}") for i in range(2)])',
         [("Linear", "a.*", "{prefix}.a.*")]),
        ('self.a = nn.ModuleList()\nfor i in range(2):\n    self.a.append(Linear(1, prefix=f"{prefix}.a.{i}"))',
         [("Linear", "a.*", "{prefix}.a.*")]),
        ('self.a = nn.ModuleList([Linear(1), Block(1)])', [("Linear", "a.0", None), ("Block", "a.1", None)]),
        ('self.a = nn.Sequential(nn.SiLU(), Linear(1))', [("SiLU", "a.0", None), ("Linear", "a.1", None)]),
        ('self.a = nn.Sequential(OrderedDict([("fc", Linear(1))]))', [("Linear", "a.fc", None)]),
        ('self.a = nn.ModuleDict({"fc": Linear(1)})', [("Linear", "a.fc", None)]),
        ('self.a = nn.ModuleDict()\nself.a["fc"] = Linear(1)', [("Linear", "a.fc", None)]),
        ('self.a = nn.ModuleDict({str(i): Linear(1, prefix=f"{prefix}.a.{i}") for i in range(2)})',
         [("Linear", "a.*", "{prefix}.a.*")]),
        ('blocks = []\nfor i in range(2):\n    blocks.append(Block(1, prefix=f"{prefix}.a.{i}"))\n'
         'self.a = nn.ModuleList(blocks)', [("Block", "a.*", "{prefix}.a.*")]),
        ('self.a, self.start, self.end = make_layers(2, lambda idx, prefix: Block(1, prefix=prefix), f"{prefix}.a")',
         [("Block", "a.*", "{prefix}.a.*")]),
        ('def build(idx, prefix):\n    return Block(1, prefix=prefix)\nself.a = make_layers(2, build, f"{prefix}.a")[0]',
         [("Block", "a.*", "{prefix}.a.*")]),
        ('make = functools.partial(Linear, 1, quant_config=quant_config)\nself.a = make(prefix=f"{prefix}.a")',
         [("Linear", "a", "{prefix}.a")]),
        ('self.a = TABLE["linear"](1)', [("Linear", "a", None)]),
        ('self.a = TABLE[config.kind](1)', [("Block", "a", None), ("Linear", "a", None)]),
        ('kind = Linear if config.x else Block\nself.a = kind(1)', [("Linear", "a", None), ("Block", "a", None)]),
        ('self.a = Block(1)\nself.a.linear = Linear(1, prefix=f"{prefix}.linear")',
         [("Block", "a", None), ("Linear", "a.linear", "{prefix}.linear")]),
        ('self.a = Linear(1, prefix=f"{prefix}.a" if prefix else "a")', [("Linear", "a", "{prefix}.a or a")]),
        ('if config.x:\n    name = "a"\nelse:\n    name = "b"\nself.a = Linear(1, prefix=f"{prefix}.{name}")',
         [("Linear", "a", "{prefix}.a or {prefix}.b")]),
        ('self.a = nn.ModuleList([Linear(1, prefix=f"{prefix}.{i + 1}") for i in range(2)])',
         [("Linear", "a.*", "{prefix}.*+1")]),
        ('self.a = nn.ModuleList([Linear(1, prefix=f"{prefix}.{i}") for i, _ in enumerate(config.x, start=1)])',
         [("Linear", "a.*", "{prefix}.*+1")]),
        ('self.a = Linear(1).to("cuda").eval()', [("Linear", "a", None)]),
        ('self.a = nn.Module()\nself.a.b = Linear(1)', [("Linear", "a.b", None)]),
        ('self.a = nn.ModuleList([Linear(1, prefix=f"{prefix}.{i - 1}") for i in range(1, 3)])',
         [("Linear", "a.*", "{prefix}.*")]),
        ('self.a = Loose()', []),
    ],
)  # fmt: skip
def test_forms(tmp_path: Path, body: str, wanted: list[tuple[str, str, str | None]]) -> None:
    assert outline(tmp_path, body) == wanted


def test_methods_that_the_constructor_calls(tmp_path: Path) -> None:
    inside = """
        def build(self, quant_config, prefix):
            return Linear(1, quant_config=quant_config, prefix=add_prefix("a", prefix))
    """
    assert outline(tmp_path, "self.a = self.build(quant_config, prefix)", inside) == [("Linear", "a", "{prefix}.a")]


def test_a_method_that_is_not_given_the_name_it_takes(tmp_path: Path) -> None:
    inside = """
        def build(self, quant_config, prefix=""):
            return Linear(1, quant_config=quant_config, prefix=prefix)
    """
    assert outline(tmp_path, "self.a = self.build(quant_config)", inside) == [("Linear", "a", None)]


def test_a_method_that_only_another_class_calls(tmp_path: Path) -> None:
    path = tmp_path / "model.py"
    path.write_text(
        BEFORE
        + textwrap.dedent(
            """
            class Base(nn.Module):
                def build(self, quant_config):
                    self.a = Linear(1, quant_config=quant_config)

            class Eager(Base):
                def __init__(self, quant_config=None):
                    super().__init__()
                    self.build(quant_config)

            class Late(Base):
                def __init__(self, quant_config=None):
                    super().__init__()
            """
        ),
        encoding="utf-8",
    )
    project = Project(tmp_path, [path])
    manifest = Manifest(tmp_path / "quantfence.yaml", Quantization(names=("quant_config",)))
    drawer = Drawer(project, Vocabulary(manifest, project))
    classes = {each.name: each for each in project.module(path).classes}
    for name in ("Eager", "Late"):
        # Whatever was drawn before, each has the layer once.
        assert len(drawer.draw(classes[name]).calls) == 1


def test_attributes_of_the_class(tmp_path: Path) -> None:
    assert outline(tmp_path, "self.a = self.kind(1)", "kind = Block") == [("Block", "a", None)]


def test_a_function_that_calls_itself_ends(tmp_path: Path) -> None:
    body = """
        def walk(module, prefix):
            for name in ("a", "b"):
                if config.deep:
                    walk(module, f"{prefix}.{name}")
                else:
                    walk(module, prefix)
                setattr(module, name, Linear(1, prefix=f"{prefix}.{name}"))
        walk(self, prefix)
    """
    found = outline(tmp_path, body)
    assert ("Linear", "a", "{prefix}.a") in found
    assert len(found) < 200


def test_a_call_that_takes_long_hides_nothing_that_follows(tmp_path: Path) -> None:
    # Twice as many calls with each of them, though nothing is ever made.
    doubling = "\n".join(f"def f{n}(made):\n    f{n + 1}(made)\n    f{n + 1}(made)\n" for n in range(16))
    body = 'f0(lambda: None)\nself.a = Linear(1, prefix=f"{prefix}.a")'
    assert outline(tmp_path, body, after=doubling + "def f16(made):\n    return made()\n") == [
        ("Linear", "a", "{prefix}.a")
    ]


@pytest.mark.parametrize(
    ("name", "builds"), [("build_late", True), ("post_load_weights", False), ("forward_fused", False)]
)
def test_methods_that_someone_else_calls(tmp_path: Path, name: str, builds: bool) -> None:
    inside = f"""
        def {name}(self, quant_config):
            self.late = Linear(1, quant_config=quant_config)
    """
    assert outline(tmp_path, "pass", inside) == ([("Linear", "late", None)] if builds else [])


def test_a_record_that_holds_a_name_is_looked_into(tmp_path: Path) -> None:
    after = """
        class Settings:
            def __init__(self, held):
                self.held = held

        def make(settings):
            {filler}
            return Linear(1, prefix=settings.held)
    """.replace("{filler}", "\n            ".join(f"x{n} = {n}" for n in range(60)))
    named = outline(tmp_path, 'self.a = make(Settings(f"{prefix}.a"))', after=after)
    assert named == [("Linear", "a", "{prefix}.a")]
