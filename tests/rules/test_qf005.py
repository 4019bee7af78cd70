"""QF005: which changes of a shared object are reported, and where."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from typing import Any

import pytest

Judge = Callable[..., Any]

MANIFEST = """\
version: 1
quantization:
  types: [QuantConfig]
  names: [quant_config, quantization_config]
exclusions:
  - id: router
    modules: [Router]
  - id: gates
    modules: [Gated.gate]
"""

LAYERS = """\
import copy
import dataclasses
from contextlib import ExitStack, contextmanager
from unittest import mock
from unittest.mock import patch

import torch
from torch import nn


class QuantConfig: ...


@dataclasses.dataclass
class Text:
    size: int = 8
    quant_config: QuantConfig | None = None
    precision: QuantConfig | None = None


@dataclasses.dataclass
class Config:
    text_config: Text
    size: int = 8
    quant_config: QuantConfig | None = None
    precision: QuantConfig | None = None


def linear(size, quant_config=None):
    return nn.Linear(size, size) if quant_config is None else Quantized(size, quant_config)


class Quantized(nn.Linear):
    def __init__(self, size, quant_config):
        super().__init__(size, size)


class Router(nn.Module):
    def __init__(self, size, quant_config=None):
        super().__init__()
        self.out = linear(size, quant_config=quant_config)


class Head(nn.Module):
    def __init__(self, config: Config):
        super().__init__()
        self.out = linear(config.size, quant_config=config.quant_config)
"""


def lines(judge: Judge, text: str, **options: Any) -> list[tuple[str, str]]:
    """Code and source line of each finding; both ways to check must agree."""
    files = {"layers.py": LAYERS, "model.py": IMPORT + textwrap.dedent(text).strip("\n") + "\n"}
    options = {"manifest": MANIFEST, **options}
    judged, exhaustive = judge(files, **options), judge(files, **options, exhaustive=True)
    assert exhaustive.diagnostics == judged.diagnostics
    return [
        (each.code, each.path.read_text("utf-8").splitlines()[each.start.line - 1].split("#")[0].strip())
        for each in judged.diagnostics
    ]


IMPORT = "from layers import *\nimport copy\nimport dataclasses\nfrom contextlib import ExitStack, contextmanager\nfrom unittest import mock\nfrom unittest.mock import patch\nfrom torch import nn\n\n"


def block(body: str) -> str:
    """A module that builds a router, with these statements in its constructor."""
    head = "class Block(nn.Module):\n    def __init__(self, config: Config):\n        super().__init__()\n"
    return head + textwrap.indent(textwrap.dedent(body).strip("\n"), " " * 8) + "\n"


ROUTER = "self.router = Router(config.size, quant_config=config.quant_config)"


@pytest.mark.parametrize(
    "change",
    [
        "config.quant_config = None",
        "config.quant_config = False",
        "config.quant_config = {}",
        'setattr(config, "quant_config", None)',
        'object.__setattr__(config, "quant_config", None)',
        'config.__setattr__("quant_config", None)',
        "del config.quant_config",
        'delattr(config, "quant_config")',
        'config.__dict__["quant_config"] = None',
        'vars(config)["quant_config"] = None',
        'del config.__dict__["quant_config"]',
        "config.__dict__.update(quant_config=None)",
        'config.__dict__.update({"quant_config": None})',
        'config.__dict__ |= {"quant_config": None}',
        'config.__dict__.pop("quant_config")',
        'config.update({"quant_config": None})',
        "config.update(quant_config=None)",
        "saved, config.quant_config = config.quant_config, None",
        "config.quant_config, saved = None, config.quant_config",
        "config.quant_config = self.quant_config = None",
        "config.quant_config: QuantConfig | None = None",
        "config.quant_config = None if config.size > 4 else config.quant_config",
    ],
)
def test_each_way_to_take_it(change: str, judge: Judge) -> None:
    found = lines(judge, block(f"{change}\nself.router = Router(8)\nself.head = Head(config)"))
    assert found == [("QF005", change)]


@pytest.mark.parametrize(
    "change",
    ['config["quant_config"] = None', 'del config["quant_config"]', 'config.pop("quant_config")',
     'config.pop("quant_config", None)', 'config |= {"quant_config": None}', 'config.update(quant_config=None)'],
)  # fmt: skip
def test_a_config_that_is_a_dict(change: str, judge: Judge) -> None:
    text = block(f'{change}\nself.router = Router(8, config.get("quant_config"))').replace(": Config", "")
    assert lines(judge, text) == [("QF005", change)]


def test_an_empty_dict_that_stands_for_none(judge: Judge) -> None:
    text = "config.quantization_config = {}\nself.router = Router(8, quant_config=config.quantization_config)"
    assert lines(judge, block(text)) == [("QF005", "config.quantization_config = {}")]


@pytest.mark.parametrize(
    "body",
    [
        "c = config\nc.quant_config = None  # here\n" + ROUTER,
        "config.text_config.quant_config = None  # here\nself.router = Router(8, config.text_config.quant_config)",
        "self.config = config\nself.config.text_config.quant_config = None  # here\n"
        "self.router = Router(8, self.config.text_config.quant_config)",
        "text = config.text_config\ntext.quant_config = None  # here\nself.router = Router(8, text.quant_config)",
        "if config.size > 4:\n    config.quant_config = None  # here\nself.router = Router(8)",
        "config.precision = None  # here\nself.router = Router(8, quant_config=config.precision)",
        "for number in range(4):\n    config.quant_config = None  # here\n    self.router = Router(8)",
        "with torch.device('meta'):\n    config.quant_config = None  # here\n    self.router = Router(8)",
        "config.quant_config = None  # here\nself.routers = nn.ModuleList(Router(8) for _ in range(4))",
        "config.quant_config = None  # here\nmake = lambda: Router(8)\nself.router = make()",
    ],
)
def test_whose_object_it_is(body: str, judge: Judge) -> None:
    (line,) = [each.split("#")[0].strip() for each in body.splitlines() if "# here" in each]
    assert lines(judge, block(body)) == [("QF005", line)]


@pytest.mark.parametrize(
    "body",
    [
        "own = copy.copy(config)\nown.quant_config = None\nself.router = Router(8, own.quant_config)",
        "own = copy.deepcopy(config)\nown.text_config.quant_config = None\nself.router = Router(8, own.text_config.quant_config)",
        "own = dataclasses.replace(config, quant_config=None)\nself.router = Router(8, own.quant_config)",
        "own = config.model_copy(update={'quant_config': None})\nself.router = Router(8, own.quant_config)",
        "own = config.copy()\nown.quant_config = None\nself.router = Router(8, own.quant_config)",
        "own = dict(config)\nown['quant_config'] = None\nself.router = Router(8, own['quant_config'])",
        "own = dict(vars(config))\nown['quant_config'] = None\nself.router = Router(8, own['quant_config'])",
        "own = {**vars(config)}\ndel own['quant_config']\nself.router = Router(8, own.get('quant_config'))",
        "own = dataclasses.asdict(config)\nown.pop('quant_config')\nself.router = Router(8, own.get('quant_config'))",
        "own = Config(Text())\nown.quant_config = None\nself.router = Router(8, own.quant_config)",
        "self.quant_config = None\nself.router = Router(8, self.quant_config)",
        "self.quant_config = config.quant_config\nself.quant_config = None\nself.router = Router(8, self.quant_config)",
        "quant_config = config.quant_config\nquant_config = None\nself.router = Router(8, quant_config)",
        "self.router = Router(8)\nself.router.quant_config = None",
        "config.size = None\nself.router = Router(8)",
    ],
)
def test_an_object_of_its_own(body: str, judge: Judge) -> None:
    assert lines(judge, block(body)) == []


@pytest.mark.parametrize(
    "body",
    [
        "saved = config.quant_config\nconfig.quant_config = None\ntry:\n    ROUTER\nfinally:\n    config.quant_config = saved",
        "saved = config.quant_config\ntry:\n    config.quant_config = None\n    ROUTER\nfinally:\n    config.quant_config = saved",
        "saved = config.quant_config\nconfig.quant_config = None\ntry:\n    ROUTER\nfinally:\n"
        "    if saved is not None:\n        config.quant_config = saved",
        "saved = config.quant_config\nif config.size > 4:\n    config.quant_config = None\ntry:\n    self.router = Router(8)\n"
        "finally:\n    if config.size > 4:\n        config.quant_config = saved",
        "saved = config.quant_config\nconfig.quant_config = None\ntry:\n    ROUTER\nexcept BaseException:\n"
        "    config.quant_config = saved\n    raise\nconfig.quant_config = saved",
        "saved = config.quant_config\nconfig.quant_config = None\ntry:\n    if config.size > 4:\n        return\n    ROUTER\n"
        "finally:\n    config.quant_config = saved",
        "saved = config.__dict__.pop('quant_config')\ntry:\n    self.router = Router(8)\nfinally:\n"
        "    config.quant_config = saved",
        "with switched_off(config):\n    ROUTER",
        "with Off(config):\n    ROUTER",
        "with patch.object(config, 'quant_config', None):\n    ROUTER",
        "with mock.patch.object(config, 'quant_config', new=None):\n    ROUTER",
        "with patch.multiple(config, quant_config=None):\n    ROUTER",
        "with ExitStack() as stack:\n    stack.callback(setattr, config, 'quant_config', config.quant_config)\n"
        "    config.quant_config = None\n    ROUTER",
        "with ExitStack() as stack:\n    stack.enter_context(switched_off(config))\n    ROUTER",
        "saved = config.quant_config\nswitch_off(config)\ntry:\n    ROUTER\nfinally:\n    switch_on(config, saved)",
    ],
)
def test_put_back_for_sure(body: str, judge: Judge) -> None:
    body = body.replace("ROUTER", ROUTER)
    assert lines(judge, MANAGERS + block(body)) == []


MANAGERS = """
@contextmanager
def switched_off(config):
    saved = config.quant_config
    config.quant_config = None
    try:
        yield
    finally:
        config.quant_config = saved

class Off:
    def __init__(self, config):
        self.config = config
    def __enter__(self):
        self.saved = self.config.quant_config
        self.config.quant_config = None
    def __exit__(self, *error):
        self.config.quant_config = self.saved

def switch_off(config):
    config.quant_config = None

def switch_on(config, quant_config):
    config.quant_config = quant_config

"""


@pytest.mark.parametrize(
    "body",
    [
        "saved = config.quant_config\nconfig.quant_config = None  # here\nROUTER\nconfig.quant_config = saved",
        "saved = config.quant_config\nconfig.quant_config = None  # here\nROUTER\ntry:\n    self.head = Head(config)\n"
        "finally:\n    config.quant_config = saved",
        "saved = config.quant_config\nconfig.quant_config = None  # here\ntry:\n    ROUTER\nfinally:\n"
        "    if config.size > 4:\n        config.quant_config = saved",
        "saved = config.quant_config\nconfig.quant_config = None  # here\ntry:\n    ROUTER\nexcept ValueError:\n    raise\n"
        "config.quant_config = saved",
        "saved = config.quant_config\nconfig.quant_config = None  # here\ntry:\n    ROUTER\nfinally:\n    self.saved = saved",
        "saved = config.quant_config\nconfig.quant_config = None  # here\ntry:\n    ROUTER\nexcept Exception:\n"
        "    config.quant_config = saved",
        "saved = config.__dict__.pop('quant_config')  # here\nself.router = Router(8)\nconfig.quant_config = saved",
    ],
)
def test_not_put_back_for_sure(body: str, judge: Judge) -> None:
    (line,) = [each.split("#")[0].strip() for each in body.splitlines() if "# here" in each]
    assert lines(judge, block(body.replace("ROUTER", ROUTER))) == [("QF005", line)]


def test_a_manager_without_a_finally(judge: Judge) -> None:
    text = MANAGERS.replace("    try:\n        yield\n    finally:\n        config", "    yield\n    config")
    assert text != MANAGERS
    assert lines(judge, text + block(f"with switched_off(config):\n    {ROUTER}")) == [
        ("QF005", "config.quant_config = None")
    ]


def test_a_helper_is_reported_once(judge: Judge) -> None:
    text = (
        MANAGERS
        + block(f"switch_off(config)\n{ROUTER}")
        + block(f"switch_off(config)\n{ROUTER}").replace("Block", "Other")
    )
    assert lines(judge, text) == [("QF005", "config.quant_config = None")]


@pytest.mark.parametrize(
    "text",
    [
        # A config's own business.
        "class Plain:\n    def __init__(self, quant_config):\n        self.quant_config = quant_config\n"
        "    def check(self):\n        if self.size > 4:\n            self.quant_config = None\n",
        "def prepare(config: Config):\n    config.quant_config = None\n    return config\n",
        # Nothing excluded is built without it.
        "def build(config: Config):\n    config.quant_config = None\n    return Head(config)\n",
        "def build(config: Config):\n    router = Router(8)\n    config.quant_config = None\n    return router\n",
        "def build(config: Config):\n    if config.size > 4:\n        config.quant_config = None\n    else:\n"
        "        return Router(8)\n",
        # The config is installed, not taken.
        "def build(config: Config):\n    config.quant_config = QuantConfig()\n    return Router(8)\n",
        "def build(config: Config):\n    if config.quant_config is None:\n        config.quant_config = None\n    return Router(8)\n",
        # It is taken out to be handed on.
        "def build(settings):\n    quant_config = settings.pop('quant_config')\n    return Router(8), Head(settings, quant_config)\n",
        # A setting of the whole model.
        "class Block(nn.Module):\n    def __init__(self, config: Config):\n        super().__init__()\n"
        "        self.router = Router(8)\n        self.head = Head(config)\n"
        "def load(config: Config, plain: bool):\n    if plain:\n        config.quant_config = None\n    return Block(config)\n",
        # A script's own config.
        "config = Config(Text())\nconfig.quant_config = None\nmodel = Router(8, config.quant_config)\n",
    ],
)
def test_no_exclusion(text: str, judge: Judge) -> None:
    assert [each for each in lines(judge, text) if each[0] == "QF005"] == []


@pytest.mark.parametrize(
    "text",
    [
        "def build(config: Config):\n    config.quant_config = None  # here\n    return Router(8)\n",
        "CONFIG = Config(Text(), quant_config=QuantConfig())\ndef build():\n    CONFIG.quant_config = None  # here\n"
        "    return Router(8, CONFIG.quant_config)\n",
        "@dataclasses.dataclass\nclass Mine:\n    quant_config: QuantConfig | None = None\n    def build(self):\n"
        "        self.quant_config = None  # here\n        return Router(8, self.quant_config)\n",
        # In the excluded module itself, whatever it builds.
        "class MyRouter(Router):\n    def __init__(self, config: Config):\n        config.quant_config = None  # here\n"
        "        super().__init__(8, config.quant_config)\n",
        # Deeper, but only a part of the model.
        "class Block(nn.Module):\n    def __init__(self, config: Config):\n        super().__init__()\n"
        "        self.router = Router(8)\n        self.head = Head(config)\n"
        "class Model(nn.Module):\n    def __init__(self, config: Config):\n        super().__init__()\n"
        "        self.head = Head(config)\n        config.quant_config = None  # here\n        self.block = Block(config)\n",
        # A single layer of a class.
        "class Gated(nn.Module):\n    def __init__(self, config: Config):\n        super().__init__()\n"
        "        config.quant_config = None  # here\n        self.gate = linear(8, quant_config=config.quant_config)\n",
    ],
)
def test_an_exclusion(text: str, judge: Judge) -> None:
    (line,) = [each.split("#")[0].strip() for each in text.splitlines() if "# here" in each]
    assert lines(judge, text) == [("QF005", line)]


BLOCK = """
class Block(nn.Module):
    def __init__(self, config: Config):
        super().__init__()
        config.quant_config = None
        self.router = Router(8)
"""

MODEL = """
class Model(nn.Module):
    def __init__(self, config: Config):
        super().__init__()
        self.block = Block(CONFIG)
"""


@pytest.mark.parametrize(
    ("given", "reported"),
    [("config", True), ("copy.copy(config)", True), ("Config(Text())", True)],
)
def test_a_module_that_is_not_excluded_changes_what_it_is_given(given: str, reported: bool, judge: Judge) -> None:
    found = lines(judge, BLOCK + MODEL.replace("CONFIG", given))
    assert found == [("QF005", "config.quant_config = None")] * reported


ROUTER_ONLY = """
class OwnRouter(Router):
    def __init__(self, config: Config):
        config.quant_config = None
        super().__init__(8, config.quant_config)

class Model(nn.Module):
    def __init__(self, config: Config):
        super().__init__()
        self.router = OwnRouter(CONFIG)
        self.head = Head(config)
"""


@pytest.mark.parametrize(("given", "reported"), [("config", True), ("copy.copy(config)", False)])
def test_an_excluded_module_may_change_a_copy_that_is_its_own(given: str, reported: bool, judge: Judge) -> None:
    found = lines(judge, ROUTER_ONLY.replace("CONFIG", given))
    assert found == [("QF005", "config.quant_config = None")] * reported


def test_callers_in_files_that_hold_no_name_that_matters(judge: Judge) -> None:
    files = {
        "layers.py": LAYERS,
        "model.py": IMPORT + ROUTER_ONLY.split("class Model")[0],
        "main.py": "import copy\nfrom model import OwnRouter\n\ndef main(config):\n    return OwnRouter(copy.copy(config))\n",
    }
    for exhaustive in (False, True):
        assert judge(files, manifest=MANIFEST, exhaustive=exhaustive).diagnostics == []


def test_a_layer_that_a_name_excludes(judge: Judge) -> None:
    manifest = MANIFEST.split("exclusions")[0] + "exclusions:\n  - id: heads\n    names: ['blocks.*.score']\n"
    text = """
        class Block(nn.Module):
            def __init__(self, config: Config):
                super().__init__()
                self.mix = linear(8, quant_config=config.quant_config)
                config.quant_config = None
                self.score = linear(8, quant_config=config.quant_config)

        class Model(nn.Module):
            def __init__(self, config: Config):
                super().__init__()
                self.blocks = nn.ModuleList(Block(config) for _ in range(4))
        """
    assert lines(judge, text, manifest=manifest) == [("QF005", "config.quant_config = None")]


# --- what is said


def only(judge: Judge, text: str) -> Any:
    files = {"layers.py": LAYERS, "model.py": IMPORT + textwrap.dedent(text).strip("\n") + "\n"}
    judged = judge(files, manifest=MANIFEST)
    (diagnostic,) = judged.diagnostics
    return diagnostic, judged.text(diagnostic)


def test_what_is_said_where_it_is_never_put_back(judge: Judge) -> None:
    diagnostic, text = only(
        judge, block("config.quant_config = None\nself.router = Router(8)\nself.head = Head(config)")
    )
    assert text == "config.quant_config = None"
    assert diagnostic.message == (
        "`config.quant_config = None` takes the quantization config from an object that others share, to keep Router "
        "unquantized (exclusion `router`); Head is built without it, too, and all that is built later loses it"
    )
    assert diagnostic.help == "pass None to Router, or give it a private copy of the object without the config"
    assert [step.label for step in diagnostic.flow] == ["Config.quant_config", "Block"]
    assert diagnostic.fix is None


def test_what_is_said_names_only_what_would_have_had_a_config(judge: Judge) -> None:
    body = "config.quant_config = None\nself.router = Router(8)\nself.norm = Norm(8)\nself.two = Two(config)\nself.head = Head(config)"
    more = (
        "class Norm(nn.Module):\n    def __init__(self, size):\n        super().__init__()\n\n"
        "class Two(nn.Module):\n    def __init__(self, config):\n        super().__init__()\n"
        "        self.head = Head(config)\n        self.deep = Quantized(8, config.quant_config)\n\n"
    )
    diagnostic, _ = only(judge, more + block(body))
    assert "; Two, Head are built without it, too, and" in diagnostic.message


def test_what_is_said_where_it_is_put_back_too_late(judge: Judge) -> None:
    body = (
        "saved = config.quant_config\nconfig.quant_config = None\nself.router = Router(8)\nconfig.quant_config = saved"
    )
    diagnostic, _ = only(judge, block(body))
    assert diagnostic.message.endswith(
        "(exclusion `router`); an error before it is put back leaves the whole model without it"
    )
    assert diagnostic.help == "put it back in a `finally`, or change a private copy of the object"


@pytest.mark.parametrize(
    ("statement", "span"),
    [
        ("    del config.quant_config", "del config.quant_config"),
        ("    saved = config.__dict__.pop('quant_config')", "config.__dict__.pop('quant_config')"),
        (
            "    config.update(\n        quant_config=None,\n    )",
            "config.update(\n            quant_config=None,\n        )",
        ),
        ("    x = 1; config.quant_config = None; y = 2", "config.quant_config = None"),
    ],
)
def test_the_span(statement: str, span: str, judge: Judge) -> None:
    put_back = "\nconfig.quant_config = saved" if "saved" in statement else ""
    body = textwrap.dedent(statement) + "\nself.router = Router(8)" + put_back
    diagnostic, text = only(judge, block(body))
    assert text.split() == span.split()
    assert diagnostic.statement_line == diagnostic.start.line
