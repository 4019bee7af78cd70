"""Names that differ in numbers only."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lint_rules.recipes.grouping import group


@pytest.mark.parametrize(
    ("names", "told"),
    [
        ([], []),
        (["lm_head"], ["lm_head"]),
        (["a.1.b", "a.0.b", "c"], ["a.{0,1}.b", "c"]),
        ([f"a.{at}" for at in (0, 1, 2, 5, 7, 8)], ["a.{0..2,5,7,8}"]),
        ([f"{at}.a" for at in range(0, 20, 2)], ["{0,2,4,6,8,10,...}.a"]),
        ([f"a.{one}.b.{two}.c" for one in range(3) for two in range(4)], ["a.{0..2}.b.{0..3}.c"]),
        (["a.3.b.0", "a.3.b.1"], ["a.3.b.{0,1}"]),
        (["a1.b", "a2.b"], ["a1.b", "a2.b"]),
        (["0.1.2", "0.1.3"], ["0.1.{2,3}"]),
        (["a.0.b", "a.0.b"], ["a.0.b"]),
    ],
)
def test_groups(names: list[str], told: list[str]) -> None:
    assert [each.text for each in group(names)] == told


def test_what_differs_otherwise_is_kept_apart() -> None:
    assert [each.members for each in group(["a.0", "a.1", "a.2"], ["x", "y", "x"])] == [(0, 2), (1,)]


@given(st.lists(st.lists(st.sampled_from(["a", "b", "0", "1", "07", "23"]), min_size=1, max_size=4).map(".".join)))
def test_every_name_is_in_one_group(names: list[str]) -> None:
    members = [at for each in group(names) for at in each.members]
    assert sorted(members) == list(range(len(names)))
