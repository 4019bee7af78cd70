"""What the fix of QF007 makes of a file, form by form: every other byte stays, the finding goes, none comes."""

from __future__ import annotations

from pathlib import Path

import pytest

from lint_rules.diagnostic import Diagnostic
from tests.rules.engine import IMPORTS, PLAIN, block, write_engine
from tests.rules.fixing import apply, diagnose, repair

Form = tuple[str, str]

SWAPPED = {
    "a name that comes first": ('add_prefix(prefix, "a")', 'add_prefix("a", prefix)'),
    "a prefix that comes first": ('maybe_prefix("a", prefix)', 'maybe_prefix(prefix, "a")'),
    "with white space": ("add_prefix( prefix , 'a')", "add_prefix( 'a' , prefix)"),
    "with parentheses": ('add_prefix((prefix), "a")', 'add_prefix("a", (prefix))'),
    "on lines": (
        'add_prefix(\n    prefix,  # ours\n    "a",  # its\n)',
        'add_prefix(\n    "a",  # ours\n    prefix,  # its\n)',
    ),
}

RENAMED = {
    "a helper's name": ('maybe_prefix(prefix, "b")', 'maybe_prefix(prefix, "a")'),
    "the other helper's name": ("add_prefix('b', prefix)", "add_prefix('a', prefix)"),
    "a component too many": ('maybe_prefix(prefix, "b.a")', 'maybe_prefix(prefix, "a")'),
    "an f-string's": ('f"{prefix}.b"', 'f"{prefix}.a"'),
    "an f-string's, in other quotes": ("f'{prefix}.b'", "f'{prefix}.a'"),
    "behind a plus": ("prefix + '.b'", "prefix + '.a'"),
    "on both sides of a condition": ('f"{prefix}.b" if prefix else "b"', 'f"{prefix}.a" if prefix else "a"'),
    "the prefix itself": ("prefix", 'maybe_prefix(prefix, "a")'),
    "a constant": ('"b"', 'maybe_prefix(prefix, "a")'),
    "no name": ('""', 'maybe_prefix(prefix, "a")'),
    "with comments": (
        'maybe_prefix(\n    prefix,\n    "b",  # for now\n)',
        'maybe_prefix(\n    prefix,\n    "a",  # for now\n)',
    ),
    "an f-string the wrong way round": ('f"a.{prefix}"', 'maybe_prefix(prefix, "a")'),
    "swapped, and another name": ('add_prefix(prefix, "b")', 'add_prefix("a", prefix)'),
}

BUILT = {
    "a sibling's name": (
        """
        self.gate_proj = Linear(size, quant_config, prefix=f"{prefix}.gate_proj")
        self.up_proj = Linear(size, quant_config, prefix=f"{prefix}.gate_proj")
        """,
        """
        self.gate_proj = Linear(size, quant_config, prefix=f"{prefix}.gate_proj")
        self.up_proj = Linear(size, quant_config, prefix=f"{prefix}.up_proj")
        """,
    ),
    "by position": (
        'self.a = Linear(size, quant_config, add_prefix("b", prefix))',
        'self.a = Linear(size, quant_config, add_prefix("a", prefix))',
    ),
    "the prefix itself, by position": (
        """
        self.b = Linear(size, quant_config, f"{prefix}.b")
        self.a = Linear(size, quant_config, prefix)
        """,
        """
        self.b = Linear(size, quant_config, f"{prefix}.b")
        self.a = Linear(size, quant_config, f"{prefix}.a")
        """,
    ),
    "a line that gets too long": (
        "self.projection = Linear(size * size, quant_config=quant_config, prefix=prefix)",
        """
        self.projection = Linear(
            size * size,
            quant_config=quant_config,
            prefix=maybe_prefix(prefix, "projection"),
        )
        """,
    ),
    "one name for a list": (
        """
        self.up = nn.ModuleList(
            Linear(1, quant_config, prefix=add_prefix("up", prefix)) for i in range(depth)
        )
        """,
        """
        self.up = nn.ModuleList(
            Linear(1, quant_config, prefix=add_prefix(f"up.{i}", prefix)) for i in range(depth)
        )
        """,
    ),
    "an index in the wrong place": (
        """
        self.up = nn.ModuleList(
            Linear(1, quant_config, prefix=add_prefix(f"{i}.up", prefix)) for i in range(depth)
        )
        """,
        """
        self.up = nn.ModuleList(
            Linear(1, quant_config, prefix=add_prefix(f"up.{i}", prefix)) for i in range(depth)
        )
        """,
    ),
    "another name beside an index": (
        """
        self.up = nn.ModuleList(
            Linear(1, quant_config, prefix=f"{prefix}.down.{i}") for i in range(depth)
        )
        """,
        """
        self.up = nn.ModuleList(
            Linear(1, quant_config, prefix=f"{prefix}.up.{i}") for i in range(depth)
        )
        """,
    ),
    "no index in a sequence": (
        """
        self.up = nn.Sequential(
            nn.ReLU(),
            Linear(1, quant_config, prefix=f"{prefix}.up"),
        )
        """,
        """
        self.up = nn.Sequential(
            nn.ReLU(),
            Linear(1, quant_config, prefix=f"{prefix}.up.1"),
        )
        """,
    ),
    "what a maker of lists is given": (
        """
        self.up = make_layers(
            depth,
            lambda i, prefix: Linear(size, quant_config, prefix=prefix),
            prefix="up",
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
    "what a maker of lists is given by position": (
        """
        self.up = make_layers(
            depth,
            lambda i, prefix: Linear(size, quant_config, prefix=prefix),
            f"{prefix}.down",
        )
        """,
        """
        self.up = make_layers(
            depth,
            lambda i, prefix: Linear(size, quant_config, prefix=prefix),
            f"{prefix}.up",
        )
        """,
    ),
    "what stands below the prefix that a lambda is handed": (
        """
        self.up = make_layers(
            depth,
            lambda i, prefix: nn.Sequential(
                Linear(size, quant_config, prefix=f"{prefix}.1"),
            ),
            prefix=f"{prefix}.up",
        )
        """,
        """
        self.up = make_layers(
            depth,
            lambda i, prefix: nn.Sequential(
                Linear(size, quant_config, prefix=f"{prefix}.0"),
            ),
            prefix=f"{prefix}.up",
        )
        """,
    ),
}

LEFT_ALONE = {
    "a local": 'name = maybe_prefix(prefix, "b")\nself.a = Linear(size, quant_config, prefix=name)',
    "a function that builds several modules": """
        def make(n):
            return Linear(n, quant_config, prefix=f"{prefix}.c")

        self.a = make(size)
        self.b = make(size)
    """,
    "a shared dict": 'common = dict(prefix=f"{prefix}.b")\nself.a = Linear(size, quant_config, **common)',
    "a call": 'self.a = Linear(size, quant_config, prefix=str(prefix) + ".b")',
    "a format": 'self.a = Linear(size, quant_config, prefix="{}.b".format(prefix))',
    "a conversion": 'self.a = Linear(size, quant_config, prefix=f"{prefix!s}.b")',
    "a raw literal": 'self.a = Linear(size, quant_config, prefix=maybe_prefix(prefix, r"b"))',
    "one name for a list that has no number": """
        self.up = nn.ModuleList(
            [Linear(1, quant_config, prefix=f"{prefix}.up") for _ in range(depth)]
        )
    """,
    "a component too many below a prefix that was handed over": """
        self.up = make_layers(
            depth,
            lambda i, prefix: Linear(1, quant_config, prefix=f"{prefix}.x"),
            prefix=f"{prefix}.up",
        )
    """,
}


def the_finding(root: Path) -> Diagnostic:
    (finding,) = diagnose(root)
    assert finding.code == "QF007"
    return finding


def check(root: Path, form: Form, safe: bool) -> None:
    before, after = (block(body, IMPORTS) for body in form)
    path = write_engine(root, before)
    finding = the_finding(root)
    assert finding.fix is not None
    assert finding.fix.safe is safe
    apply(root, finding.fix)
    assert path.read_text("utf-8") == after
    assert diagnose(root) == []


@pytest.mark.parametrize("form", SWAPPED.values(), ids=SWAPPED.keys())
def test_swapped_arguments_are_put_back(form: Form, tmp_path: Path) -> None:
    before, after = (f"self.a = Linear(1, quant_config, prefix={name})" for name in form)
    check(tmp_path.resolve(), (before, after), safe=True)


@pytest.mark.parametrize("form", RENAMED.values(), ids=RENAMED.keys())
def test_the_name_is_mended_in_the_way_that_it_is_written(form: Form, tmp_path: Path) -> None:
    before, after = (f"self.a = Linear(1, quant_config, prefix={name})" for name in form)
    check(tmp_path.resolve(), (before, after), safe=False)


@pytest.mark.parametrize("form", BUILT.values(), ids=BUILT.keys())
def test_the_name_is_mended(form: Form, tmp_path: Path) -> None:
    check(tmp_path.resolve(), form, safe=False)


@pytest.mark.parametrize("body", LEFT_ALONE.values(), ids=LEFT_ALONE.keys())
def test_what_is_left_alone(body: str, tmp_path: Path) -> None:
    root = tmp_path.resolve()
    write_engine(root, block(body))
    assert the_finding(root).fix is None


# --- what needs more than one file to be told

NEIGHBOUR = """\
from torch import nn
from engine.layers import Linear, add_prefix


class Other(nn.Module):
    def __init__(self, size, quant_config=None, prefix=""):
        super().__init__()
        self.x = Linear(size, quant_config=quant_config, prefix=add_prefix("x", prefix))
"""


def test_a_constant_becomes_what_the_neighbours_write(tmp_path: Path) -> None:
    root = tmp_path.resolve()
    body = 'self.a = Linear(1, quant_config, prefix="a")\nself.b = Linear(1, quant_config, prefix="c")'
    path = write_engine(root, block(body, PLAIN), {"engine/blocks/other.py": NEIGHBOUR})
    assert repair(root, unsafe=True) == []
    assert path.read_text("utf-8") == block(
        'self.a = Linear(1, quant_config, prefix=add_prefix("a", prefix))\n'
        'self.b = Linear(1, quant_config, prefix=add_prefix("b", prefix))',
        PLAIN.replace("Linear", "Linear, add_prefix"),
    )


def test_nothing_is_renamed_without_being_asked(tmp_path: Path) -> None:
    root = tmp_path.resolve()
    path = write_engine(root, before := block('self.a = Linear(1, quant_config, prefix=f"{prefix}.b")'))
    assert [each.code for each in repair(root)] == ["QF007"]
    assert path.read_text("utf-8") == before


def test_two_that_have_each_others_names(tmp_path: Path) -> None:
    root = tmp_path.resolve()
    body = 'self.{} = Linear(1, quant_config, prefix=f"{{prefix}}.{}")\n'
    path = write_engine(root, block(body.format("a", "b") + body.format("b", "a")))
    assert repair(root, unsafe=True) == []
    assert path.read_text("utf-8") == block(body.format("a", "a") + body.format("b", "b"))


# --- what is said


def said(root: Path, body: str) -> tuple[str, str | None]:
    write_engine(root, block(body))
    finding = the_finding(root)
    return finding.message, finding.help


@pytest.mark.parametrize(
    ("body", "message", "help"),
    [
        (
            'self.a = Linear(1, quant_config, prefix=add_prefix(prefix, "a"))',
            'the parts of `prefix=add_prefix(prefix, "a")` stand in each other\'s place: Linear is `block.a`, not `a.<prefix>`',
            "swap the arguments",
        ),
        (
            "self.a = Linear(1, quant_config, prefix=prefix)",
            "`prefix=prefix` gives Linear the name of Block, but it is `block.a`",
            'pass `maybe_prefix(prefix, "a")`',
        ),
        (
            'self.a = Linear(1, quant_config, prefix="")',
            '`prefix=""` gives Linear no name, but it is `block.a`',
            'pass `maybe_prefix(prefix, "a")`',
        ),
        (
            'self.a = Linear(1, quant_config, prefix="a")',
            '`prefix="a"` calls Linear `a`, but it is `block.a`: the builder\'s own prefix is missing',
            'pass `maybe_prefix(prefix, "a")`',
        ),
        (
            'self.a = nn.ModuleList([Linear(1, quant_config, f"{prefix}.a") for i in range(2)])',
            '`f"{prefix}.a"` calls Linear `block.a`, but it is `block.a.*`: all of the list have that name',
            'pass `f"{prefix}.a.{i}"`',
        ),
        (
            'self.a = Linear(1, quant_config, f"{prefix}.a")\nself.b = Linear(1, quant_config, f"{prefix}.a")',
            '`f"{prefix}.a"` calls Linear `block.a`, but it is `block.b`: that is the name of what line 8 builds',
            'pass `f"{prefix}.b"`',
        ),
        (
            'self.a = Linear(1, quant_config, str(prefix) + ".b")',
            '`str(prefix) + ".b"` calls Linear `block.b`, but it is `block.a`',
            "its name is `<prefix>.a`",
        ),
    ],
)
def test_messages(body: str, message: str, help: str, tmp_path: Path) -> None:
    assert said(tmp_path.resolve(), body) == (message, help)


def test_the_span_begins_at_the_keyword(tmp_path: Path) -> None:
    root = tmp_path.resolve()
    path = write_engine(root, block('self.a = Linear(1, quant_config, prefix=f"{prefix}.b")'))
    finding = the_finding(root)
    line = path.read_text("utf-8").splitlines()[finding.start.line - 1]
    assert line[finding.start.column - 1 : finding.end.column - 1] == 'prefix=f"{prefix}.b"'
