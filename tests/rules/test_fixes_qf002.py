"""What the fix of QF002 makes of a file, form by form: every other byte stays, the finding goes, none comes."""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.rules.fixing import apply, diagnose, repair
from tests.rules.trees import differences

MANIFEST = """\
version: 1
config_only:
  - Config.quantize
  - Model.quantize
  - Model.narrow
"""

HEADER = """\
from dataclasses import asdict, dataclass
from functools import partial
from pydantic import BaseModel
from torch import nn


class Net(nn.Module):
    def __init__(self, size=8, depth=1, quantize=False, **rest):
        super().__init__()


class Strict(nn.Module):
    def __init__(self, size, quantize):
        super().__init__()


class Keeps(nn.Module):
    def __init__(self, size, **rest):
        super().__init__()
        self.quantize = rest["quantize"]


class Base(BaseModel):
    size: int = 8
    depth: int = 1


"""

DATACLASS = "@dataclass\nclass Config:\n    size: int = 8\n    depth: int = 1\n    quantize: bool = False\n\n"
MODEL = "class Model(Base):\n    quantize: bool = False\n\n"
TWO = "class Model(Base):\n    quantize: bool = False\n    narrow: bool = False\n\n"

Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """A project with one file."""

    def write(data: bytes) -> Path:
        root = tmp_path.resolve() / "project"
        root.mkdir()
        (root / "quantfence.yaml").write_text(MANIFEST)
        (root / "model.py").write_bytes(data)
        return root

    return write


def code(config: str, body: str) -> str:
    """A file with a config class whose ``build`` has a body."""
    build = "def build(self, on=False, **kwargs):\n" + textwrap.indent(textwrap.dedent(body).strip("\n"), "    ")
    return HEADER + config + textwrap.indent(build, "    ") + "\n"


def check_repair(write: Write, before: str, after: str, message: str) -> None:
    root = write(before.encode())
    (finding,) = diagnose(root)
    assert finding.code == "QF002"
    assert finding.fix is not None
    assert finding.fix.safe
    assert finding.fix.message == message
    apply(root, finding.fix)
    text = (root / "model.py").read_text()
    assert text == after
    assert diagnose(root) == []
    changed = differences(before, text)
    assert changed
    assert all(isinstance(new, ast.expr | ast.comprehension if old is not None else ast.Expr) for old, new in changed)


EXCLUDED = {
    "dump": ("return Net(**self.model_dump())", 'return Net(**self.model_dump(exclude={"quantize"}))'),
    "dict": ("return Net(**self.dict())", 'return Net(**self.dict(exclude={"quantize"}))'),
    "merged set": (
        'return Net(**self.model_dump(exclude={"depth"}))',
        'return Net(**self.model_dump(exclude={"depth", "quantize"}))',
    ),
    "merged set on lines": (
        """
        return Net(
            **self.model_dump(
                exclude={
                    "depth",  # fixed
                },
            ),
            depth=2,
        )
        """,
        """
        return Net(
            **self.model_dump(
                exclude={
                    "depth",  # fixed
                    "quantize",
                },
            ),
            depth=2,
        )
        """,
    ),
    "merged dict": (
        'return Net(**self.model_dump(exclude={"depth": True}))',
        'return Net(**self.model_dump(exclude={"depth": True, "quantize": True}))',
    ),
    "nothing excluded": (
        "return Net(**self.model_dump(exclude=None))",
        'return Net(**self.model_dump(exclude={"quantize"}))',
    ),
    "union": (
        'return Net(**self.model_dump(exclude=HIDDEN | {"depth"}))',
        'return Net(**self.model_dump(exclude=HIDDEN | {"depth", "quantize"}))',
    ),
    "name": (
        "return Net(**self.model_dump(exclude=HIDDEN))",
        'return Net(**{key: value for key, value in self.model_dump(exclude=HIDDEN).items() if key != "quantize"})',
    ),
    "include": (
        'return Net(**self.model_dump(include={"size", "quantize", "depth"}))',
        'return Net(**self.model_dump(include={"size", "depth"}))',
    ),
    "include at the end": (
        'return Net(**self.model_dump(include={"size", "quantize"}))',
        'return Net(**self.model_dump(include={"size"}))',
    ),
    "other arguments": (
        'return Net(**self.model_dump(mode="python",))',
        'return Net(**self.model_dump(mode="python", exclude={"quantize"},))',
    ),
    "in parentheses": (
        "return Net(**(self.model_dump()))",
        'return Net(**(self.model_dump(exclude={"quantize"})))',
    ),
    "other arguments that begin behind the call": (
        """
        return Net(**self.model_dump(mode="python",
                                     # all
                                     ))
        """,
        """
        return Net(**self.model_dump(mode="python",
                                     exclude={"quantize"},
                                     # all
                                     ))
        """,
    ),
    "in a local": (
        "settings = self.model_dump()  # all\nreturn Net(**settings)",
        'settings = self.model_dump(exclude={"quantize"})  # all\nreturn Net(**settings)',
    ),
    "in a union": (
        'return Net(**(self.model_dump() | {"depth": 3}))',
        'return Net(**(self.model_dump(exclude={"quantize"}) | {"depth": 3}))',
    ),
    "in a literal": (
        'return Net(**{**self.model_dump(), "depth": 3})',
        'return Net(**{**self.model_dump(exclude={"quantize"}), "depth": 3})',
    ),
}

POPPED = {
    "asdict": (
        "settings = asdict(self)\nreturn Net(**settings)",
        'settings = asdict(self)\nsettings.pop("quantize")\nreturn Net(**settings)',
    ),
    "in a block": (
        "settings = asdict(self)\nif on:\n    # the last use\n    return Net(\n        **settings,\n    )\nreturn None",
        'settings = asdict(self)\nif on:\n    # the last use\n    settings.pop("quantize")\n'
        "    return Net(\n        **settings,\n    )\nreturn None",
    ),
    "what may have gone": (
        'settings = asdict(self)\nif on:\n    settings.pop("quantize")\nreturn Net(**settings)',
        'settings = asdict(self)\nif on:\n    settings.pop("quantize")\n'
        'settings.pop("quantize", None)\nreturn Net(**settings)',
    ),
    "a copy": (
        "settings = dict(vars(self))\nreturn Net(**settings)",
        'settings = dict(vars(self))\nsettings.pop("quantize", None)\nreturn Net(**settings)',
    ),
}

FILTERED = {
    "asdict": "asdict(self)",
    "vars": "vars(self)",
    "attribute": "self.__dict__",
    "union": '(vars(self) | {"depth": 2})',
}

FILTERED_NAMES = {
    "another's dict": ("settings = vars(self)", "return Net(**SETTINGS)"),
    "used again": ("settings = asdict(self)", "first = Net(**SETTINGS)\nreturn first, settings"),
    "in a loop": ("settings = asdict(self)", "for _ in range(2):\n    last = Net(**SETTINGS)\nreturn last"),
    "in a comprehension": ("settings = asdict(self)", "return [Net(**SETTINGS) for _ in range(2)]"),
    "on the line of an if": ("settings = asdict(self)", "if on: return Net(**SETTINGS)"),
    "not first on its line": ("settings = asdict(self)", "last = 1; return Net(**SETTINGS)"),
}

REMOVED = {
    "keyword": ("return Net(8, quantize=self.quantize)", "return Net(8)"),
    "keyword in between": ("return Net(8, quantize=self.quantize, depth=2)", "return Net(8, depth=2)"),
    "first keyword": ("return Net(quantize=self.quantize, depth=2)", "return Net(depth=2)"),
    "only keyword": ("return Net(quantize=self.quantize)", "return Net()"),
    "trailing comma": ("return Net(8, quantize=self.quantize,)", "return Net(8,)"),
    "line": (
        """
        return Net(
            8,  # wide
            quantize=self.quantize,  # as before
            depth=2,
        )
        """,
        """
        return Net(
            8,  # wide
            depth=2,
        )
        """,
    ),
    "last line": (
        """
        return Net(
            8,
            quantize=(
                self.quantize
            )
        )
        """,
        """
        return Net(
            8,
        )
        """,
    ),
    "end of a line": (
        """
        return Net(8, quantize=self.quantize,
                   depth=2)
        """,
        """
        return Net(8,
                   depth=2)
        """,
    ),
    "before the closing parenthesis": (
        """
        return Net(
            8,
            quantize=self.quantize)
        """,
        """
        return Net(
            8)
        """,
    ),
    "after a comment": (
        """
        return Net(
            8,  # wide
            quantize=self.quantize)
        """,
        """
        return Net(
            8,  # wide
            )
        """,
    ),
    "last position": ("return Net(8, 1, self.quantize)", "return Net(8, 1)"),
    "last position before keywords": ("return Net(8, 1, self.quantize, name=1)", "return Net(8, 1, name=1)"),
    "partial": (
        "make = partial(Net, 8, quantize=self.quantize)\nreturn make()",
        "make = partial(Net, 8)\nreturn make()",
    ),
}


@pytest.mark.parametrize(("before", "after"), EXCLUDED.values(), ids=EXCLUDED)
def test_excluded(before: str, after: str, write: Write) -> None:
    names = 'HIDDEN = {"depth"}\n\n\n' + MODEL
    check_repair(write, code(names, before), code(names, after), "Leave `quantize` out of the dump")


@pytest.mark.parametrize(("before", "after"), POPPED.values(), ids=POPPED)
def test_popped(before: str, after: str, write: Write) -> None:
    check_repair(write, code(DATACLASS, before), code(DATACLASS, after), "Leave `quantize` out of the dump")


@pytest.mark.parametrize("dump", FILTERED.values(), ids=FILTERED)
def test_filtered(dump: str, write: Write) -> None:
    before = f"return Net(**{dump})"
    after = f'return Net(**{{key: value for key, value in {dump}.items() if key != "quantize"}})'
    check_repair(write, code(DATACLASS, before), code(DATACLASS, after), "Leave `quantize` out of the dump")


@pytest.mark.parametrize(("made", "used"), FILTERED_NAMES.values(), ids=FILTERED_NAMES)
def test_a_dict_that_must_not_change(made: str, used: str, write: Write) -> None:
    filtered = '{key: value for key, value in settings.items() if key != "quantize"}'
    before, after = (f"{made}\n{used.replace('SETTINGS', name)}" for name in ("settings", filtered))
    check_repair(write, code(DATACLASS, before), code(DATACLASS, after), "Leave `quantize` out of the dump")


@pytest.mark.parametrize(
    ("condition", "wanted"),
    [
        ("", ' if name != "quantize"'),
        (' if name != "depth"', ' if name != "depth" and name != "quantize"'),
        (' if on or name != "depth"', ' if (on or name != "depth") and name != "quantize"'),
        (' if on if name != "depth"', ' if on if name != "depth" and name != "quantize"'),
    ],
)
def test_a_comprehension_that_is_there(condition: str, wanted: str, write: Write) -> None:
    before, after = (
        f"return Net(**{{name: each for name, each in vars(self).items(){text}}})" for text in (condition, wanted)
    )
    check_repair(write, code(DATACLASS, before), code(DATACLASS, after), "Leave `quantize` out of the dump")


def test_keywords_that_were_handed_on(write: Write) -> None:
    text = code(DATACLASS, "return make(2, **asdict(self))")
    make = "\n\ndef make(number, **given):\n    return Net(**given)\n"
    wanted = make.replace("    return", '    given.pop("quantize", None)\n    return')
    check_repair(write, text + make, text + wanted, "Leave `quantize` out of the dump")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("return Net(**self.model_dump())", 'return Net(**self.model_dump(exclude={"narrow", "quantize"}))'),
        (
            "return Net(**dict(self))",
            'return Net(**{key: value for key, value in dict(self).items() if key not in ("narrow", "quantize")})',
        ),
        (
            "settings = dict(self)\nreturn Net(**settings)",
            'settings = dict(self)\nsettings.pop("narrow", None)\nsettings.pop("quantize", None)\nreturn Net(**settings)',
        ),
    ],
    ids=["excluded", "filtered", "popped"],
)
def test_two_flags(before: str, after: str, write: Write) -> None:
    root = write(code(TWO, before).encode())
    (finding,) = diagnose(root)
    assert finding.fix is not None
    apply(root, finding.fix)
    lines = sorted((root / "model.py").read_text().replace('"narrow", "quantize"', '"quantize", "narrow"').splitlines())
    assert lines == sorted(code(TWO, after).replace('"narrow", "quantize"', '"quantize", "narrow"').splitlines())
    assert diagnose(root) == []


@pytest.mark.parametrize(("before", "after"), REMOVED.values(), ids=REMOVED)
def test_removed(before: str, after: str, write: Write) -> None:
    check_repair(write, code(DATACLASS, before), code(DATACLASS, after), "Remove the argument `quantize`")


def test_items_of_a_literal(write: Write) -> None:
    before = 'settings = {"size": 8, "quantize": self.quantize}\nreturn Net(**settings)'
    after = 'settings = {"size": 8}\nreturn Net(**settings)'
    check_repair(write, code(DATACLASS, before), code(DATACLASS, after), "Leave `quantize` out of the dump")


def test_an_overridden_dump_takes_no_exclude(write: Write) -> None:
    text = (
        code(MODEL, "return Net(**self.model_dump())")
        + "\n    def model_dump(self):\n        return {'size': 8, 'quantize': self.quantize}\n"
    )
    root = write(text.encode())
    assert repair(root) == []
    filtered = '{key: value for key, value in self.model_dump().items() if key != "quantize"}'
    assert (root / "model.py").read_text() == text.replace("**self.model_dump()", f"**{filtered}")


@pytest.mark.parametrize(
    "body",
    [
        "return Strict(8, self.quantize)",
        "return Strict(8, quantize=self.quantize)",
        "return Strict(size=8, **{'quantize': self.quantize})",
        "return Keeps(**asdict(self))",
        "return nn.Linear(8, 8, bias=self.quantize)",
    ],
)
def test_unsafe_where_the_constructor_needs_it(body: str, write: Write) -> None:
    (finding,) = diagnose(write(code(DATACLASS, body).encode()))
    assert finding.fix is not None
    assert not finding.fix.safe


OTHERS = {
    "class by a parameter": "def make(cls, quantize=None):\n    return cls(8, quantize=quantize)",
    "keywords by a parameter": "def make(cls, **given):\n    return cls(8, **given)",
    "class by a default": "def make(cls=Net, quantize=None):\n    return cls(8, quantize=quantize)",
}


@pytest.mark.parametrize("make", OTHERS.values(), ids=OTHERS)
def test_unsafe_where_other_classes_are_given_it(make: str, write: Write) -> None:
    text = code(DATACLASS, "return make(Net, quantize=self.quantize), make(Strict, quantize=4)") + f"\n\n{make}\n"
    (finding,) = diagnose(write(text.encode()))
    assert finding.fix is not None
    assert not finding.fix.safe


HANDED_ON = {
    "to a part": "self.part = Strict(8, **rest)",
    "to a method": "self.setup(**rest)",
    "to a function": "print(rest)",
    "in a dict": "self.part = Strict(**{**rest})",
}


@pytest.mark.parametrize("statement", HANDED_ON.values(), ids=HANDED_ON)
def test_unsafe_where_the_constructor_hands_it_on(statement: str, write: Write) -> None:
    outer = "\n\nclass Outer(nn.Module):\n    def __init__(self, size, **rest):\n        super().__init__()\n"
    text = code(DATACLASS, "return Outer(8, quantize=self.quantize)") + outer + f"        {statement}\n"
    found = [each for each in diagnose(write(text.encode())) if "Outer" in each.message]
    assert found
    assert not any(each.fix is not None and each.fix.safe for each in found)


@pytest.mark.parametrize(("base", "safe"), [("Net", True), ("Unknown", False)])
def test_what_is_handed_to_a_base(base: str, safe: bool, write: Write) -> None:
    outer = f"\n\nclass Outer({base}, nn.Module):\n    def __init__(self, size, **rest):\n"
    text = (
        code(DATACLASS, "return Outer(8, quantize=self.quantize)") + outer + "        super().__init__(size, **rest)\n"
    )
    found = [
        each for each in diagnose(write(f"from unknown import Unknown\n{text}".encode())) if "Outer" in each.message
    ]
    assert [each.fix is not None and each.fix.safe for each in found] == [safe]


POPS = {
    "one class": ("own: Config", '"quantize"'),
    "one of two classes": ("own: 'Config | Base'", '"quantize", None'),
    "any": ("own: object | Config", '"quantize", None'),
}


@pytest.mark.parametrize(("parameter", "popped"), POPS.values(), ids=POPS)
def test_what_may_not_be_there_is_popped_with_care(parameter: str, popped: str, write: Write) -> None:
    make = f"\n\ndef make({parameter}):\n    given = asdict(own)\n    return Net(**given)\n"
    text = code(DATACLASS, "return None") + make
    after = text.replace("    return Net", f"    given.pop({popped})\n    return Net")
    check_repair(write, text, after, "Leave `quantize` out of the dump")


@pytest.mark.parametrize(
    "reader", ["later = lambda: settings['quantize']", "def later():\n    return settings['quantize']"]
)
def test_what_is_read_later_is_not_popped(reader: str, write: Write) -> None:
    before = f"settings = self.model_dump()\n{reader}\nnet = Net(**settings)\nreturn net, later()"
    filtered = '{key: value for key, value in settings.items() if key != "quantize"}'
    after = before.replace("**settings", f"**{filtered}")
    message = "Leave `quantize` out of the dump"
    check_repair(write, code(MODEL, before), code(MODEL, after), message)


@pytest.mark.parametrize(
    "body",
    [
        "return Net(8, quantize=(kept := self.quantize))",
        "return Net(8, **dict(quantize=(kept := self.quantize)))",
        "return Net(**{'size': 8, 'quantize': (kept := self.quantize)})",
        "return Net(8, quantize=(\n    # as the checkpoint has it\n    self.quantize\n))",
        "return Net(8, **{'quantize': (\n    # as the checkpoint has it\n    self.quantize\n)})",
    ],
)
def test_unsafe_where_more_than_the_value_goes(body: str, write: Write) -> None:
    (finding,) = diagnose(write(code(DATACLASS, body).encode()))
    assert finding.fix is not None
    assert not finding.fix.safe


@pytest.mark.parametrize(
    "body",
    ["return Net(self.quantize, 2)", "return Net(*(1, 2, self.quantize))", "return partial(Net, self.quantize)(2)"],
    ids=["another moves into its place", "star", "another comes behind"],
)
def test_no_fix(body: str, write: Write) -> None:
    (finding,) = diagnose(write(code(DATACLASS, body).encode()))
    assert finding.fix is None


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["plain", "marked"])
def test_bytes_stay(mark: bytes, write: Write) -> None:
    body = """
    settings = asdict(self)
    text = '''é
    ü'''
    first = Net(
        8,
        quantize=self.quantize,
    )
    return first, Net(**settings)
    """
    wanted = """
    settings = asdict(self)
    text = '''é
    ü'''
    first = Net(
        8,
    )
    settings.pop("quantize")
    return first, Net(**settings)
    """
    before, after = (code(DATACLASS, text).rstrip("\n").replace("\n", "\r\n").encode() for text in (body, wanted))
    root = write(mark + before)
    assert repair(root) == []
    assert (root / "model.py").read_bytes() == mark + after


MIXED = {
    "lone ends before": (
        "Net(\n            size=2,\r            quantize=self.quantize,\n            depth=3,\n        )",
        "Net(\n            size=2,\r            depth=3,\n        )",
    ),
    "lone end behind": (
        "Net(\n            quantize=self.quantize,\r            depth=3,\n        )",
        "Net(\n            depth=3,\n        )",
    ),
    "lone end in between": (
        "Net(size=3, quantize=self.quantize,\r            depth=3)",
        "Net(size=3,\r            depth=3)",
    ),
    "lone ends in a dict": (
        'Net(**{\n            "size": 2,\r            "quantize": self.quantize,\r            "depth": 3,\r\n        })',
        'Net(**{\n            "size": 2,\r            "depth": 3,\r\n        })',
    ),
    "several in a dump": (
        "Net(**dict(\r            vars(self),\n            depth=3,\r\n        ))",
        "Net(**{key: value for key, value in dict(\r            vars(self),\n            depth=3,\r\n        ).items()"
        ' if key != "quantize"})',
    ),
}


@pytest.mark.parametrize(("before", "after"), MIXED.values(), ids=MIXED)
def test_lines_that_end_in_different_ways(before: str, after: str, write: Write) -> None:
    text = code(DATACLASS, "return NET")
    root = write(text.replace("NET", before).encode())
    assert repair(root) == []
    assert (root / "model.py").read_bytes() == text.replace("NET", after).encode()


@pytest.mark.parametrize(
    "body",
    [
        "if on:\n    kwargs = self.model_dump()\nreturn Net(**kwargs)",
        'rest = {"quantize": self.quantize}\nrest.update(self.model_dump(exclude={"quantize"}))\nreturn Net(**rest)',
        'return Net(**({"quantize": self.quantize} | self.model_dump(exclude={"quantize"})))',
    ],
    ids=["callers may bring it", "put in elsewhere", "on another side"],
)
def test_what_comes_from_elsewhere_too(body: str, write: Write) -> None:
    text = code(MODEL, body) + "\n\ndef make(own: Model):\n    return own.build(**own.model_dump())\n"
    root = write(text.encode())
    assert [each.code for each in diagnose(root)] == ["QF002"]
    assert repair(root) == []
