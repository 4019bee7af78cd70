"""Some fixes at once: all or nothing of each, and one that is no good spoils none of the others."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable
from pathlib import Path

import pytest
from fake_rule import MANIFEST

from lint_rules.diagnostic import Edit, Fix
from lint_rules.fixing.batch import Batch, apply
from lint_rules.fixing.workspace import Change, Workspace
from tests.command import write

Make = Callable[..., Workspace]


@pytest.fixture
def make(tmp_path: Path) -> Make:
    """Write files and make a workspace of them."""
    root = tmp_path.resolve() / "project"

    def make(asked_for: Callable[[Path], bool] = lambda path: True, **files: str | bytes) -> Workspace:
        paths = [write(root / f"{name}.py", text) for name, text in files.items()]
        return Workspace(root, paths, write(root / "quantfence.yaml", MANIFEST), asked_for, {})

    return make


def fix(workspace: Workspace, *edits: tuple[str, int, int, str]) -> Fix:
    named = (Edit(workspace.root / f"{name}.py", start, end, content) for name, start, end, content in edits)
    return Fix("Do it", tuple(named))


def contents(workspace: Workspace, batch: Batch) -> dict[str, bytes]:
    return {path.relative_to(workspace.root).as_posix(): data for path, data in batch.contents.items()}


def test_fixes_that_go_together_are_applied_together(make: Make) -> None:
    workspace = make(a="abc = 1\n", b="b\n")
    batch = apply([fix(workspace, ("a", 0, 1, "x"), ("b", 0, 1, "y")), fix(workspace, ("a", 6, 7, "2"))], workspace)
    assert batch.applied == [0, 1]
    assert batch.refused == {}
    assert contents(workspace, batch) == {"a.py": b"xbc = 2\n", "b.py": b"y\n"}


def test_of_two_that_clash_the_first_is_applied_and_the_other_waits_whole(make: Make) -> None:
    workspace = make(a="abc = 1\n", b="b\n")
    batch = apply([fix(workspace, ("a", 0, 2, "x")), fix(workspace, ("b", 0, 1, "y"), ("a", 1, 3, "z"))], workspace)
    assert (batch.applied, batch.refused) == ([0], {})
    assert contents(workspace, batch) == {"a.py": b"xc = 1\n"}


def test_what_waits_makes_nobody_wait(make: Make) -> None:
    workspace = make(a="abc = 1\n")
    fixes = [("a", 0, 2, "x"), ("a", 1, 5, "y"), ("a", 4, 5, "+=")]
    batch = apply([fix(workspace, each) for each in fixes], workspace)
    assert batch.applied == [0, 2]
    assert contents(workspace, batch) == {"a.py": b"xc += 1\n"}


def test_an_edit_that_two_fixes_share_is_made_once_and_counts_for_both(make: Make) -> None:
    workspace = make(a="x = f()\n")
    shared = ("a", 0, 0, "import f\n")
    batch = apply([fix(workspace, shared, ("a", 0, 1, "y")), fix(workspace, shared, ("a", 7, 7, "()"))], workspace)
    assert batch.applied == [0, 1]
    assert contents(workspace, batch) == {"a.py": b"import f\ny = f()()\n"}


def test_a_fix_that_would_break_a_file_is_refused_and_the_others_are_applied(make: Make) -> None:
    workspace = make(a="a = 1\nb = 2\n", b="c = 3\n")
    fixes = [
        fix(workspace, ("a", 0, 1, "x")),
        fix(workspace, ("b", 0, 1, "z"), ("a", 6, 7, "(")),
        fix(workspace, ("b", 4, 5, "4")),
        fix(workspace, ("a", 10, 11, "3")),
    ]
    batch = apply(fixes, workspace)
    assert (batch.applied, batch.refused) == ([0, 2, 3], {1: "the result would not parse"})
    assert contents(workspace, batch) == {"a.py": b"x = 1\nb = 3\n", "b.py": b"c = 4\n"}


def test_fixes_that_are_good_only_together_are_applied_together(make: Make) -> None:
    workspace = make(a="def f(a=1, b=2): ...\n")
    batch = apply([fix(workspace, ("a", 7, 9, "")), fix(workspace, ("a", 12, 14, ""))], workspace)
    assert (batch.applied, batch.refused) == ([0, 1], {})
    assert contents(workspace, batch) == {"a.py": b"def f(a, b): ...\n"}


def test_of_fixes_that_are_good_only_alone_the_first_is_applied_and_the_other_waits(make: Make) -> None:
    workspace = make(a="def f(a, b): ...\n")
    fixes = [("a", 6, 6, "*"), ("a", 9, 9, "*"), ("a", 0, 0, "#\n")]
    batch = apply([fix(workspace, each) for each in fixes], workspace)
    assert (batch.applied, batch.refused) == ([0, 2], {})
    assert contents(workspace, batch) == {"a.py": b"#\ndef f(*a, b): ...\n"}
    workspace.overrides |= batch.contents
    batch = apply([fix(workspace, ("a", 12, 12, "*"))], workspace)
    assert (batch.applied, batch.refused) == ([], {0: "the result would not parse"})


def test_a_file_with_a_warning_is_no_broken_file(make: Make) -> None:
    workspace = make(a="a = '\\d'\nb = 1 is 1\n")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        batch = apply([fix(workspace, ("a", 0, 1, "x"))], workspace)
    assert (batch.applied, batch.refused) == ([0], {})


@pytest.mark.parametrize(
    ("edits", "reason"),
    [
        ([("a", 0, 1, "a")], "it changes nothing"),
        ([], "it changes nothing"),
        ([("a", 6, 9, "")], "it edits what is beyond the end of the file"),
        ([("a", -1, 1, "")], "it edits what is beyond the end of the file"),
        ([("a", 2, 1, "")], "it edits what is beyond the end of the file"),
        ([("a", 0, 3, "x"), ("a", 2, 5, "y")], "its edits overlap"),
        ([("a", 0, 1, "x"), ("c", 0, 0, "x")], "it edits c.py, which is none of the project's files"),
        ([("a", 0, 1, "x"), ("b", 0, 0, "x")], "it edits b.py, too, which was not asked for"),
        ([("a", 0, 1, "x"), ("gone", 0, 0, "x")], "gone.py can't be read: No such file or directory"),
        ([("a", 0, 1, "x"), ("odd", 0, 0, "x")], "the file can't be decoded as utf-8"),
        ([("a", 0, 1, "x"), ("broken", 0, 0, "x")], "the result would not parse"),
        pytest.param(
            [("a", 0, 1, "x"), ("deep", 0, 0, "x\n")],
            "the result is nested too deeply to be checked",
            marks=pytest.mark.skipif(sys.version_info < (3, 11), reason="Python 3.10 parses it"),
        ),
    ],
)
def test_what_no_fix_may_do_is_said(
    make: Make, edits: list[tuple[str, int, int, str]], reason: str, request: pytest.FixtureRequest
) -> None:
    deep = "a" + ".a" * 20_000
    # A check that another test has interrupted may still be at work beside this one, with room for more.
    limit = sys.getrecursionlimit()
    request.addfinalizer(lambda: sys.setrecursionlimit(limit))
    sys.setrecursionlimit(1000)
    workspace = make(
        lambda path: path.name != "b.py", a="a = 1\n", b="", gone="", odd=b"#\n#\n\xff", broken="(", deep=deep
    )
    (workspace.root / "gone.py").unlink()
    write(workspace.root / "c.py")
    batch = apply([fix(workspace, *edits), fix(workspace, ("a", 5, 5, "  # kept"))], workspace)
    assert (batch.applied, batch.refused) == ([1], {0: reason})
    assert contents(workspace, batch) == {"a.py": b"a = 1  # kept\n"}


def test_nothing_outside_the_root_is_edited(make: Make, tmp_path: Path) -> None:
    outside = write(tmp_path.resolve() / "other.py", "a = 1\n")
    batch = apply([Fix("Do it", (Edit(outside, 0, 1, "b"),))], make())
    assert batch == Batch([], {0: f"it edits {outside}, which is outside the project root"}, {})


def test_a_file_that_changes_after_the_check_began_is_not_edited(make: Make) -> None:
    workspace = make(a="a = 1\n", b="b = 1\n")
    write(workspace.root / "a.py", "b = 1\n#")
    batch = apply([fix(workspace, ("a", 0, 1, "x")), fix(workspace, ("b", 0, 1, "x"))], workspace)
    assert (batch.applied, batch.refused) == ([1], {0: "a.py has changed since the check began"})


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("kda\n", "[kda\n", "the manifest would not be valid: "),
        ("modules", "module", "the manifest would not be valid: unknown key `module`"),
        ("kda", "other", None),
    ],
)
def test_the_manifest_must_stay_a_manifest(make: Make, old: str, new: str, reason: str | None) -> None:
    workspace = make()
    path, at = workspace.root / "quantfence.yaml", MANIFEST.index(old)
    batch = apply([Fix("Do it", (Edit(path, at, at + len(old), new),))], workspace)
    if reason is None:
        assert batch == Batch([0], {}, {path: MANIFEST.replace(old, new).encode()})
    else:
        assert batch.applied == []
        assert batch.refused[0].startswith(reason)


def test_changes_are_what_differs_in_the_end(make: Make) -> None:
    workspace = make(b="b\n", a="a\n")
    before = workspace.state()
    for new in ("x", "a"):
        fixes = [fix(workspace, ("a", 0, 1, new)), fix(workspace, ("b", 0, 1, new))]
        workspace.overrides |= apply(fixes, workspace).contents
        assert workspace.state() != before
    assert workspace.overrides == {workspace.root / "a.py": b"a\n", workspace.root / "b.py": b"a\n"}
    assert workspace.changes() == [Change(workspace.root / "b.py", b"b\n", b"a\n")]
