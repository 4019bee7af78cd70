from __future__ import annotations

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lint_rules.manifest.regex import MAX_NAME, regex_problem


@pytest.mark.parametrize(
    "pattern",
    [
        r"model\.layers\.\d+\.mlp\.gate(.\w+)?",
        r"(?:.*\.)?gate",
        r"(?:\w+\.)*gate",
        r"(?:[^.]+\.)*gate",
        r"(?:\.\d+)+",
        r"(?:ab|cd)*",
        r"(?:layers\.\d+|norm)(?:\.\w+)*",
        r".*\.(?:q|k|v)_proj",
        r".*layers.*self_attn.*q_proj.*",
        r".*(?:attention|attn)\.(?:q|k|v|o|kv_a|kv_b)_proj.*",
        r"a\.\d+\.b\.\d+\.c\.\d+\.d\.\d+\.e\.\d+",
        r"model\.layers\.(?:[0-9]|[1-5][0-9])\.mlp",
        r"(?i)model.*",
        r"(?!.*vision).*gate",
        r"(?P<kind>a|b)\.c",
        r"^model\.x$",
        r"a{1,3}b{2,}",
    ],
)
def test_ordinary_expressions(pattern: str) -> None:
    assert regex_problem(pattern) is None


@pytest.mark.parametrize(
    "pattern",
    [
        r"(a+)+",
        r"(a*)*b",
        r"(a|a)*",
        r"(a|aa)+b",
        r"(.*)*",
        r"(\w+)*gate",
        r"(?:\w+\.?)*x",
        r"(?:\w*\w*)*x",
        r"(x+x+)+y",
        r"([a-z]+[a-z0-9]+)+x",
        r"(?:layers|layers)*x",
        r"(α|\u03b1)*x",
        r".*.*.*.*.*x",
        r"(a?){60}a{60}",
        r"(?:a|a){50}",
        r"(?=(a+)+b)a",
        "a?" * 40 + "a" * 40,
    ],
)
def test_expressions_that_can_hang(pattern: str) -> None:
    assert "forever" in str(regex_problem(pattern))


@pytest.mark.parametrize(
    ("pattern", "words"),
    [
        ("(", "missing ), unterminated subpattern at position 0"),
        ("*a", "nothing to repeat at position 0"),
        ("[z-a]", "bad character range"),
        ("\\", "bad escape"),
        (r"\1", "invalid group reference"),
        ("a{99999999999999999999}", "too large"),
        ("(" * 250 + ")" * 250, None),
        ("x" * 501, "too large"),
        ("(a{400}){400}", "too large"),
        ("(?:a|b?){5000,}", "too large"),
    ],
)
def test_expressions_that_are_broken_or_too_large(pattern: str, words: str | None) -> None:
    if words:
        assert words in str(regex_problem(pattern))
    else:
        regex_problem(pattern)


PIECES = st.recursive(
    st.sampled_from(["a", "b", "[ab]", ".", r"\w", "ab"]),
    lambda inner: st.one_of(
        st.tuples(inner, inner).map("".join),
        st.tuples(inner, inner).map("(?:{0[0]}|{0[1]})".format),
        st.tuples(inner, st.sampled_from(["*", "+", "?", "{2}", "{1,3}"])).map("(?:{0[0]}){0[1]}".format),
    ),
    max_leaves=8,
)


@given(PIECES, st.lists(st.sampled_from(["a", "b", "ab", "aab"]), min_size=1, max_size=2))
def test_what_is_accepted_does_not_hang(pattern: str, words: list[str]) -> None:
    if regex_problem(pattern) is None:
        name = ("".join(words) * MAX_NAME)[: MAX_NAME - 1] + "!"
        start = time.perf_counter()
        re.fullmatch(pattern + "x", name)
        assert time.perf_counter() - start < 20
