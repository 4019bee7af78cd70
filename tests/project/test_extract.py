"""From text to facts: each form of statement and expression."""

from __future__ import annotations

import ast
import subprocess
import sys
import textwrap
from pathlib import Path

import msgspec
import pytest

from lint_rules.project import facts
from lint_rules.project.extract import Extractor
from lint_rules.project.facts import (
    Argument,
    Assert,
    Assign,
    Attribute,
    Augment,
    Binary,
    Call,
    Compare,
    Comprehension,
    Conditional,
    Constant,
    Delete,
    DictLiteral,
    Evaluate,
    For,
    If,
    Import,
    ImportFrom,
    Item,
    Lambda,
    Leave,
    Logic,
    Loop,
    Module,
    Name,
    Not,
    Opaque,
    Parameter,
    Return,
    SequenceLiteral,
    Starred,
    Subscript,
    Text,
    Try,
    Walrus,
    While,
    With,
    WithItem,
    Yield,
)
from lint_rules.project.source import Source

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
a, b, c, f, x, y = map(Name, "abcfxy")
one, two, true = Constant(1), Constant(2), Constant(True)


def module(text: str) -> Module:
    found = Source(Path("/nowhere/a.py"), textwrap.dedent(text).strip("\n").encode()).module
    assert found is not None
    return found


def statements(text: str) -> list[facts.Statement]:
    return module(text).body


def expression(text: str) -> facts.Expression:
    """The facts of an expression at the beginning of a line."""
    return Extractor().expression(ast.parse(text, mode="eval").body)


def function(text: str) -> facts.Function:
    (found,) = statements(text)
    assert isinstance(found, facts.Define)
    return found.function


def klass(text: str) -> facts.Class:
    (found,) = statements(text)
    assert isinstance(found, facts.DefineClass)
    return found.klass


def body(text: str) -> list[facts.Statement]:
    """The statements of the first function of a file."""
    source = Source(Path("/nowhere/a.py"), textwrap.dedent(text).strip("\n").encode())
    assert source.module is not None
    first = source.module.body[0]
    assert isinstance(first, facts.Define)
    return source.body(first.function)


def positional(value: facts.Expression, column: int, stars: int = 0) -> Argument:
    return Argument(None, stars, value, 1, column)


# --- expressions


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("x", x),
        ("None", Constant(None)),
        ("True", true),
        ("1", one),
        ("1.5", Constant(1.5)),
        ("-1", Constant(-1)),
        ("'a' 'b'", Constant("ab")),
        ("x.a", Attribute(x, "a", 1, 0)),
        ("x.a.b", Attribute(Attribute(x, "a", 1, 0), "b", 1, 0)),
        ("x[a]", Subscript(x, a)),
        ("x[a, b]", Subscript(x, SequenceLiteral("tuple", [a, b]))),
        ("[a, *b]", SequenceLiteral("list", [a, Starred(b)])),
        ("(a,)", SequenceLiteral("tuple", [a])),
        ("{a, b}", SequenceLiteral("set", [a, b])),
        ("{'k': a, **b}", DictLiteral([Item(Constant("k"), a), Item(None, b)])),
        ("{}", DictLiteral([])),
        ("a if b else c", Conditional(b, a, c)),
        ("a and b and c", Logic("and", [a, b, c])),
        ("a or b", Logic("or", [a, b])),
        ("a or b and c", Logic("or", [a, Logic("and", [b, c])])),
        ("not a", Not(a)),
        ("a is None", Compare("is", a, Constant(None))),
        ("a is not b", Compare("is not", a, b)),
        ("a in b", Compare("in", a, b)),
        ("a not in b", Compare("not in", a, b)),
        ("a < b <= c", Logic("and", [Compare("<", a, b), Compare("<=", b, c)])),
        ("a | b", Binary("|", a, b)),
        ("a + b * c", Binary("+", a, Binary("*", b, c))),
        ("f'{a}.{b!r:>{c}}'", Text([a, Constant("."), b])),
        ("(x := a)", Walrus("x", a)),
        ("[a for x in b]", Comprehension("list", None, a, [Loop(x, b, [])])),
        ("{a for x in b if c}", Comprehension("set", None, a, [Loop(x, b, [c])])),
        ("{x: y for x, y in b}", Comprehension("dict", x, y, [Loop(SequenceLiteral("tuple", [x, y]), b, [])])),
        ("(a for x in b for y in x)", Comprehension("generator", None, a, [Loop(x, b, []), Loop(y, x, [])])),
        ("lambda: a", Lambda([], a, 1)),
        ("lambda x, *a, y=1, **b: x", Lambda(
            [
                Parameter("x", "", None, None, 1), Parameter("a", "*", None, None, 1),
                Parameter("y", "k", None, one, 1), Parameter("b", "**", None, None, 1),
            ], x, 1)),
        ("(yield)", Yield(None)),
        ("(yield a)", Yield(a)),
        ("(yield from a)", Yield(a)),
        ("await_", Name("await_")),
        ("f()", Call(f, [], 1, 0)),
        ("f(a, x=b)", Call(f, [positional(a, 2), Argument("x", 0, b, 1, 5)], 1, 0)),
        ("f(*a, **b)", Call(f, [positional(a, 2, 1), Argument(None, 2, b, 1, 6)], 1, 0)),
        ("f(x=a, *b)", Call(f, [Argument("x", 0, a, 1, 2), positional(b, 7, 1)], 1, 0)),
    ],
)  # fmt: skip
def test_an_expression(text: str, wanted: facts.Expression) -> None:
    assert expression(text) == wanted


@pytest.mark.parametrize("text", ["...", "b'x'", "1j", "x[1:2].a if 0 else ...", "-x", "+x", "~x", "x[1:2]"])
def test_what_can_carry_nothing_is_opaque(text: str) -> None:
    def holds(found: object) -> bool:
        if isinstance(found, Opaque):
            return True
        if isinstance(found, msgspec.Struct):
            return any(holds(getattr(found, name)) for name in found.__struct_fields__)
        return isinstance(found, list) and any(map(holds, found))

    assert holds(expression(text))


def test_calls_inside_something_opaque_are_kept() -> None:
    assert expression("x[f(a):]") == Subscript(x, Opaque([Call(f, [positional(a, 4)], 1, 2)], "…"))
    assert expression("-f(a)") == Opaque([Call(f, [positional(a, 3)], 1, 1)], "-f(a)")


def test_awaited_values_are_the_values() -> None:
    assert body("async def g():\n    return await f(a)") == [Return(Call(f, [Argument(None, 0, a, 2, 19)], 2, 17), 2)]


def test_positions_are_lines_and_bytes() -> None:
    (made,) = statements("é = f(\n    '日本', a,\n    x=b, **c)")
    assert isinstance(made, Assign)
    call = made.value
    assert isinstance(call, Call)
    assert (call.line, call.column) == (1, 5)
    assert [(each.line, each.column) for each in call.arguments] == [(2, 4), (2, 14), (3, 4), (3, 9)]


def test_a_table_of_constants_is_left_out() -> None:
    numbers = ", ".join(map(str, range(600)))
    assert expression(f"[{numbers}]") == Opaque([], "[…]")
    assert expression("{" + ", ".join(f"{n}: 0" for n in range(600)) + "}") == Opaque([], "{…}")
    assert isinstance(expression(f"[{numbers}, a]"), SequenceLiteral)
    assert isinstance(expression("[1, 2, 3]"), SequenceLiteral)


# --- statements


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("x = a", [Assign([x], a, None, 1, 0)]),
        ("x = y = a", [Assign([x, y], a, None, 1, 0)]),
        ("x, y = a", [Assign([SequenceLiteral("tuple", [x, y])], a, None, 1, 0)]),
        ("x[a] = b", [Assign([Subscript(x, a)], b, None, 1, 0)]),
        ("x: a = b", [Assign([x], b, a, 1, 0)]),
        ("x: a", [Assign([x], None, a, 1, 0)]),
        ("x: 'a | None'", [Assign([x], None, Binary("|", a, Constant(None)), 1, 0)]),
        ("x: 'no code here'", [Assign([x], None, None, 1, 0)]),
        ("x += a", [Augment(x, "+", a, 1, 0)]),
        ("x |= a", [Augment(x, "|", a, 1, 0)]),
        ("f()", [Evaluate(Call(f, [], 1, 0), 1, 0)]),
        ("'a docstring'", []),
        ("...", []),
        ("pass", []),
        ("global x", []),
        ("if a: x\nelse: y", [If(a, [Evaluate(x, 1, 6)], [Evaluate(y, 2, 6)])]),
        ("if a: x\nelif b: y", [If(a, [Evaluate(x, 1, 6)], [If(b, [Evaluate(y, 2, 8)], [])])]),
        ("for x in a: y\nelse: b", [For(x, a, [Evaluate(y, 1, 12)], [Evaluate(b, 2, 6)])]),
        ("while a: break\nelse: b", [While(a, [Leave("break")], [Evaluate(b, 2, 6)])]),
        ("while a: continue", [While(a, [Leave("continue")], [])]),
        ("raise a", [Leave("raise")]),
        ("with a as x, b: y", [With([WithItem(a, x), WithItem(b, None)], [Evaluate(y, 1, 16)])]),
        ("del x, a.b", [Delete([x, Attribute(a, "b", 1, 7)], 1, 0)]),
        ("assert a, b", [Assert(a)]),
        ("import a", [Import("a", "a", False)]),
        ("import a.b", [Import("a.b", "a", False)]),
        ("import a.b as x", [Import("a.b", "x", True)]),
        ("import a, b as x", [Import("a", "a", False), Import("b", "x", True)]),
        ("from a import b", [ImportFrom("a", 0, "b", "b")]),
        ("from a.b import x as y, c", [ImportFrom("a.b", 0, "x", "y"), ImportFrom("a.b", 0, "c", "c")]),
        ("from . import a", [ImportFrom("", 1, "a", "a")]),
        ("from ..a import *", [ImportFrom("a", 2, "*", "*")]),
    ],
)  # fmt: skip
def test_a_statement(text: str, wanted: list[facts.Statement]) -> None:
    assert statements(text) == wanted


@pytest.mark.parametrize(
    ("caught", "lost"),
    [
        ("ImportError", True),
        ("ModuleNotFoundError", True),
        ("(ImportError, ModuleNotFoundError)", True),
        ("(ImportError, OSError)", False),
        ("Exception", False),
        ("ImportError as error", True),
        ("", False),
    ],
)
def test_a_try(caught: str, lost: bool) -> None:
    text = f"try: x\nexcept {caught}: y\nelse: a\nfinally: b"
    assert statements(text) == [
        Try([Evaluate(x, 1, 5)], [[Evaluate(y, 2, 9 + len(caught))]], [Evaluate(a, 3, 6)], [Evaluate(b, 4, 9)], lost)
    ]


def test_a_try_without_handlers_loses_nothing() -> None:
    assert statements("try: x\nfinally: y") == [Try([Evaluate(x, 1, 5)], [], [], [Evaluate(y, 2, 9)], False)]


@pytest.mark.skipif(sys.version_info < (3, 11), reason="syntax of Python 3.11")
def test_a_try_with_groups() -> None:
    assert statements("try: x\nexcept* OSError: y") == [Try([Evaluate(x, 1, 5)], [[Evaluate(y, 2, 17)]], [], [], False)]


def test_async_statements_are_the_plain_ones() -> None:
    text = "async def g():\n    async with a as x: x\n    async for y in b: y"
    assert body(text) == [With([WithItem(a, x)], [Evaluate(x, 2, 23)]), For(y, b, [Evaluate(y, 3, 22)], [])]


# --- match


def chain(cases: str, subject: str = "x") -> list[facts.Statement]:
    return statements(f"match {subject}:\n" + textwrap.indent(cases, " "))


def test_a_match_is_a_chain_of_tests() -> None:
    found = chain("case 1: a\ncase None: b\ncase _: c")
    assert found == [
        If(
            Compare("==", x, one),
            [Evaluate(a, 2, 9)],
            [If(Compare("is", x, Constant(None)), [Evaluate(b, 3, 12)], [If(true, [Evaluate(c, 4, 9)], [])])],
        )
    ]


def test_alternatives_guards_and_names() -> None:
    assert chain("case 1 | 2: a") == [
        If(Logic("or", [Compare("==", x, one), Compare("==", x, two)]), [Evaluate(a, 2, 13)], [])
    ]
    assert chain("case 1 if b: a") == [If(Logic("and", [Compare("==", x, one), b]), [Evaluate(a, 2, 14)], [])]
    assert chain("case y: a") == [If(true, [Assign([y], x, None, 2, 6), Evaluate(a, 2, 9)], [])]
    assert chain("case 1 as y: a") == [If(Compare("==", x, one), [Assign([y], x, None, 2, 6), Evaluate(a, 2, 14)], [])]


def test_a_guard_sees_the_name_that_its_pattern_binds() -> None:
    """The binding has to come before the test: as a walrus, say."""
    (found,) = chain("case y if y: a")
    assert isinstance(found, If)
    text = facts.render(found.test)
    assert "x" in text, f"the guard tests a `y` that nothing has bound: {text}"


def test_a_class_pattern() -> None:
    (found,) = chain("case A(n=1, m=y): a")
    assert isinstance(found, If)
    assert isinstance(found.test, Logic)
    kind, first, second = found.test.operands
    assert facts.render(kind) == "isinstance(x, A)"
    assert facts.render(first) == "x.n == 1"
    assert second == true
    assert [type(each) for each in found.body] == [Assign, Evaluate]
    assert found.body[1] == Evaluate(a, 2, 19)


def test_a_class_pattern_with_positional_parts_is_no_plain_isinstance() -> None:
    (found,) = chain("case A(1): a")
    assert isinstance(found, If)
    assert facts.render(found.test) != "isinstance(x, A)"


def test_other_patterns_are_opaque() -> None:
    for pattern in ("[1, 2]", "{'k': 1}", "[y, *b]"):
        (found,) = chain(f"case {pattern}: a")
        assert isinstance(found, If)
        assert isinstance(found.test, Opaque)


def test_a_subject_is_evaluated_once() -> None:
    first, second = chain("case 1: a", subject="f()")
    assert isinstance(first, Assign)
    assert isinstance(second, If)
    assert isinstance(second.test, Compare)
    assert first.targets == [second.test.left]
    assert first.value == Call(f, [], 1, 6)


# --- definitions


def test_a_function() -> None:
    found = function(
        """
        def g(a, /, b: int, c: 'C' = 1, *x: X, y, z=2, **kw) -> 'list[A]':
            return a
        """
    )
    assert (found.name, found.qualname, found.line, found.end_line, found.body) == ("g", "g", 1, 2, None)
    assert found.parameters == [
        Parameter("a", "/", None, None, 1),
        Parameter("b", "", Name("int"), None, 1),
        Parameter("c", "", Name("C"), one, 1),
        Parameter("x", "*", Name("X"), None, 1),
        Parameter("y", "k", None, None, 1),
        Parameter("z", "k", None, two, 1),
        Parameter("kw", "**", None, None, 1),
    ]
    assert found.returns == Subscript(Name("list"), Name("A"))


def test_defaults_belong_to_the_last_parameters() -> None:
    found = function("def g(a, b=1, /, c=2): ...")
    assert [(p.name, p.default) for p in found.parameters] == [("a", None), ("b", one), ("c", two)]


def test_decorators_and_lines() -> None:
    found = function("@a\n@b.c(1)\ndef g():\n    pass\n    pass\n")
    assert [facts.render(each) for each in found.decorators] == ["a", "b.c(1)"]
    assert (found.line, found.end_line) == (3, 5)


def test_a_body_is_lowered_when_it_is_asked_for() -> None:
    source = Source(Path("/nowhere/a.py"), b"def g():\n    def inner():\n        return a\n    return inner\n")
    assert source.module is not None
    (define,) = source.module.body
    assert isinstance(define, facts.Define)
    assert define.function.body is None
    inner, last = source.body(define.function)
    assert isinstance(inner, facts.Define)
    assert (inner.function.qualname, inner.function.body) == ("g.inner", [Return(a, 3)])
    assert last == Return(Name("inner"), 4)
    assert source.body(define.function) == [inner, last]
    assert source.body(inner.function) == inner.function.body


def test_a_class() -> None:
    found = klass(
        """
        @frozen
        class A(B, C[int], metaclass=M):
            x: int = 1
            class Inner:
                def g(self):
                    def deep(): ...
            def h(self): ...
        """
    )
    assert (found.name, found.qualname, found.line, found.end_line) == ("A", "A", 2, 7)
    assert [facts.render(base) for base in found.bases] == ["B", "C[int]"]
    assert found.decorators == [Name("frozen")]
    field, inner, method = found.body
    assert isinstance(field, Assign)
    assert isinstance(inner, facts.DefineClass)
    assert isinstance(method, facts.Define)
    assert inner.klass.qualname == "A.Inner"
    assert method.function.qualname == "A.h"
    (deeper,) = inner.klass.body
    assert isinstance(deeper, facts.Define)
    assert deeper.function.qualname == "A.Inner.g"


def test_names_inside_a_method_are_qualified() -> None:
    source = Source(
        Path("/nowhere/a.py"), b"class A:\n    def g(self):\n        class B:\n            def h(self): ...\n"
    )
    assert source.module is not None
    (outer,) = source.module.body
    assert isinstance(outer, facts.DefineClass)
    (method,) = outer.klass.body
    assert isinstance(method, facts.Define)
    (local,) = source.body(method.function)
    assert isinstance(local, facts.DefineClass)
    assert local.klass.qualname == "A.g.B"
    (inner,) = local.klass.body
    assert isinstance(inner, facts.Define)
    assert inner.function.qualname == "A.g.B.h"
    assert inner.function.body == []


def test_each_method_has_its_own_body() -> None:
    source = Source(Path("/nowhere/a.py"), b"class A:\n    def g(self): return a\n    def h(self): return b\n")
    assert source.module is not None
    (outer,) = source.module.body
    assert isinstance(outer, facts.DefineClass)
    bodies = [source.body(each.function) for each in outer.klass.body if isinstance(each, facts.Define)]
    assert bodies == [[Return(a, 2)], [Return(b, 3)]]


# --- the whole

SAMPLES = [
    *sorted((ROOT / "lint_rules").rglob("*.py")),
    *sorted((ROOT / "tests/cases").glob("[a-k]*/*/*.py")),
    *(HERE / name for name in ("test_extract.py",)),
]


def test_facts_survive_msgpack() -> None:
    decoder = msgspec.msgpack.Decoder(Module)
    read = 0
    for path in SAMPLES:
        source = Source(path)
        if source.module is None:
            continue
        read += 1
        for each in (source.module, *_bodies(source)):
            assert decoder.decode(msgspec.msgpack.encode(each)) == each, path
    assert read > 100


def _bodies(source: Source) -> list[Module]:
    out = []
    stack = list(source.module.body) if source.module is not None else []
    while stack:
        statement = stack.pop()
        if isinstance(statement, facts.Define):
            out.append(Module(source.body(statement.function)))
        elif isinstance(statement, facts.DefineClass):
            stack.extend(statement.klass.body)
    return out


def test_facts_can_be_hashed_or_compared_and_not_changed() -> None:
    with pytest.raises(AttributeError):
        Name("a").id = "b"  # type: ignore[misc]


def test_facts_depend_on_the_file_alone(tmp_path: Path) -> None:
    text = b"from other import B\nclass A(B):\n    def g(self): return B()\n"
    alone = tmp_path / "alone/a.py"
    among = tmp_path / "among/a.py"
    for path in (alone, among):
        path.parent.mkdir()
        path.write_bytes(text)
    (among.parent / "other.py").write_text("class B: ...\n")
    first, second = Source(alone), Source(among)
    assert first.module == second.module
    assert _bodies(first) == _bodies(second)


def test_facts_are_the_same_in_every_process() -> None:
    program = (
        "import sys, msgspec, hashlib; from pathlib import Path; from lint_rules.project.source import Source\n"
        "print(hashlib.sha256(msgspec.msgpack.encode(Source(Path(sys.argv[1])).module)).hexdigest())"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", program, str(HERE / "test_extract.py")],
            check=True,
            capture_output=True,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
        ).stdout
        for seed in ("1", "2")
    }
    assert len(outputs) == 1


def test_nothing_of_a_file_is_run(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text(f"open({str(tmp_path / 'made')!r}, 'w')\nx: \"open({str(tmp_path / 'made')!r}, 'w')\" = 1\n")
    assert Source(path).module is not None
    assert [each.name for each in tmp_path.iterdir()] == ["a.py"]


@pytest.mark.parametrize(
    "text",
    [
        "a.b[c](x, y=1, *z, **w)",
        "not a",
        "a is not None and b",
        "(a + b) % c",
        "a * (b + c)",
        "not (a or b)",
        "(a or b) and c",
        "(a if b else c).d",
        "(a, b)",
        "(a,)",
        "[a, b]",
        "-(a + b)",
        "f'{a}.b'",
        "(lambda: a)()",
        "{'a': b}",
        "(a or b)[c]",
    ],
)
def test_rendered_expressions_mean_what_was_written(text: str) -> None:
    """Messages show conditions so; one that reads as another condition would be wrong."""
    rendered = facts.render(expression(text))
    if "…" not in rendered:
        assert ast.unparse(ast.parse(rendered)) == ast.unparse(ast.parse(text))
