"""What a gate must let through: each text passes by one clause alone; and what it may hold back."""

from __future__ import annotations

import pytest

from lint_rules.outline.filters.gates import own_may_hand_filters, own_may_name
from lint_rules.outline.filters.handing import may_hand, may_hand_filters
from lint_rules.project.looks import may_name


@pytest.mark.parametrize(
    ("text", "handed", "passes"),
    [
        ("def f(m):\n    quantize_(m, lambda m, n: n)", (), True),
        ("def f(m):\n    quantize_(m, skip_filter)", (), True),
        ("def f(m):\n    quantize_(m, Predicate())", (), True),
        ("def f(m):\n    quantize_(m, keeps)", ("keeps",), True),
        ("def f(m):\n    quantize_(m, keeps)", (), False),
        ("def f(m):\n    quantize_(m, ﬁlter_fn)", (), True),
    ],
)
def test_a_function(text: str, handed: tuple[str, ...], passes: bool) -> None:
    assert may_hand(text, handed) is passes
    assert may_hand_filters.answer(text, " ".join(handed), "cfg") is passes


@pytest.mark.parametrize(
    ("text", "passes"),
    [
        ("quantize_(m, lambda m, n: n)", True),
        ("def f():\n    pass\n\nquantize_(m, lambda m, n: n)", True),
        ("if a:\n    quantize_(m, lambda m, n: n)", True),
        ("try:\n    import a\nexcept ImportError:\n    f = lambda n: n", True),
        ("import a; quantize_(m, lambda m, n: n)", True),
        ("quantize_(\n    m,\n    lambda m, n: n,\n)", True),
        ("def f():\n    a = '''\nx'''\nquantize_(m, lambda m, n: n)", True),
        ("def f():\n    return lambda n: n", False),
        ("class A:\n    f = lambda n: n", False),
        ("async def f():\n# a comment\n    return lambda n: n", False),
        ("@wraps(lambda n: n)\ndef f(): ...", False),
        ("from a import filter_fn\nimport predicates", False),
        ("from a import (\n    filter_fn,\n)\nx = 1", False),
    ],
)
def test_own_statements(text: str, passes: bool) -> None:
    assert own_may_hand_filters.answer(text.encode()) is passes


def test_names() -> None:
    assert may_name.answer("for n, m in model.named_modules():", "named_modules")
    assert not may_name.answer("for n, m in model.modules():", "named_modules")
    assert may_name.answer("for n, m in model.named_modules():  # \xe9", "x")
    assert own_may_name.answer(b"for n, m in model.named_modules(): f(m)", "named_modules")
    assert not own_may_name.answer(b"def f():\n    model.named_modules()", "named_modules")
