"""What the benchmarks compute and change, without a tool, a wheel or a clock."""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from pathlib import Path
from xml.etree import ElementTree

import pytest

from benchmarks import options
from benchmarks.budgets import promises
from benchmarks.chart import chart
from benchmarks.edits import edited
from benchmarks.environments import Tool
from benchmarks.errors import BenchmarkError
from benchmarks.growth import Growth, grown
from benchmarks.hook import hook_words
from benchmarks.machine import Machine
from benchmarks.memory import Peak, session_use
from benchmarks.pins import REPOSITORY, Edit, Pin, pins
from benchmarks.process import Command, Run, run
from benchmarks.publish import replaced
from benchmarks.results import Results, TreeResult, from_json, to_json, together
from benchmarks.rounds import Series, measure
from benchmarks.subjects import CHANGED, COLD, RUFF, WARM, Subject, Tools, fixit_number, printed_number, subjects
from benchmarks.table import render, render_short
from benchmarks.trees import Tree, backup_of, tree
from benchmarks.verify import first_difference
from lint_rules.manifest.load import load_manifest
from lint_rules.project.files import project_files
from lint_rules.project.symbols import ModuleInfo, Project
from tests.command import write

EDIT = Edit("a value", "pkg/a.py", "value = 1\n", "value = {round}\n")
PIN = Pin("small", "small==1", "small-1-py3-none-any.whl", "0" * 64, "pkg", "pkg", (EDIT,))


def series(name: str, *seconds: float, findings: int = 0) -> Series:
    return Series(name, f"run {name}", seconds, seconds, findings)


def results() -> Results:
    changed = f"{CHANGED}a method's body"
    timed = [series(RUFF, 2.0, 1.0, 4.0), series(COLD, 1.5, findings=1234), series(WARM, 0.25), series(changed, 0.13)]
    small = TreeResult("small==1", 10, 2_000_000, timed, {COLD: Peak(301_000_000, "PSS", 3, 9)}, 12)
    growth = [Growth(COLD, (1, 2), (series(COLD, 1.0), series(COLD, 3.0)))]
    machine = Machine("A processor", 2, 2**34, "Linux", "CPython 3.11.7", 0.1)
    return Results("2030-01-02", machine, {"quantfence": "1.0", "ruff": "0.1"}, [small], growth)


@pytest.mark.parametrize("name", sorted(pins()))
def test_each_pin_has_a_valid_manifest(name: str, tmp_path: Path) -> None:
    assert load_manifest(write(tmp_path / "quantfence.yaml", pins()[name].manifest))
    assert pins()[name].wheel.startswith(pins()[name].requirement.replace("==", "-"))
    assert all("{round}" in edit.new and "{round}" not in edit.old for edit in pins()[name].edits)


def test_an_edit_is_taken_back_with_its_time_stamp(tmp_path: Path) -> None:
    path = write(tmp_path / "pkg/a.py", "value = 1\nother = 2\n")
    before = path.stat().st_mtime_ns
    with pytest.raises(ZeroDivisionError), edited(tmp_path, EDIT, 7):
        assert path.read_text() == "value = 7\nother = 2\n"
        raise ZeroDivisionError
    assert path.read_text() == "value = 1\nother = 2\n"
    assert path.stat().st_mtime_ns == before
    assert [each.name for each in path.parent.iterdir()] == ["a.py"]


def test_an_edit_that_does_not_fit_is_an_error(tmp_path: Path) -> None:
    write(tmp_path / "pkg/a.py", "value = 1\nvalue = 1\n")
    message = r"pkg/a.py has 2 times what 'a value' replaces, not once"
    with pytest.raises(BenchmarkError, match=message), edited(tmp_path, EDIT, 7):
        pass


def test_a_file_that_a_killed_run_left_changed_is_put_back(tmp_path: Path) -> None:
    path = write(tmp_path / "trees/sglang/pkg/a.py", "value = 9\n")
    write(backup_of(path), "value = 1\n")
    pin = pins()["sglang"]._replace(edits=(EDIT,))
    write(tmp_path / "trees/sglang.unpacked", pin.sha256)
    assert tree(pin, tmp_path, None).files == 1
    assert path.read_text() == "value = 1\n"


def test_a_wheel_that_is_not_the_pinned_one_is_not_unpacked(tmp_path: Path) -> None:
    write(tmp_path / "wheels" / PIN.wheel, "something else")
    with pytest.raises(BenchmarkError, match=r"is not the pinned one: its SHA-256 is [0-9a-f]{64}"):
        tree(PIN, tmp_path, tmp_path / "wheels")


def test_copies_differ_and_their_imports_stay_inside_them(tmp_path: Path) -> None:
    root = tmp_path.resolve() / "tree"
    write(root / "pkg/__init__.py", "")
    write(root / "pkg/a.py", "value = 1\n")
    write(root / "pkg/b.py", "from pkg.a import value\n")
    pin = pins()["sglang"]._replace(package="pkg", edits=())
    found = grown(Tree(pin, root, 3, 0), tmp_path.resolve() / "work", (1, 2))
    assert [found[size].files for size in (1, 2)] == [3, 6]
    two = found[2].root
    assert (two / "copy1/src/pkg/a.py").samefile(found[1].root / "copy1/src/pkg/a.py")
    assert len({path.read_bytes() for path in two.rglob("a.py")}) == 2
    project = Project(two, project_files(two).files)
    for copy in ("copy1", "copy2"):
        importer = two / copy / "src/pkg/b.py"
        target = project.find("pkg.a", importer)
        assert isinstance(target, ModuleInfo)
        assert (target.path, target.name) == (two / copy / "src/pkg/a.py", "pkg.a")


def test_growth_is_held_against_a_line() -> None:
    straight = Growth("x", (1, 2, 4), (series("x", 2.0), series("x", 4.0), series("x", 8.0)))
    assert (straight.from_line, straight.from_origin, straight.from_proportional) == (0, 0, 0)
    started = Growth("x", (1, 2, 4), (series("x", 3.0), series("x", 4.0), series("x", 6.0)))
    assert started.from_line == pytest.approx(0)
    square = Growth("x", (1, 2, 4), (series("x", 1.0), series("x", 4.0), series("x", 16.0)))
    # That line is 36 / 7 a copy, less 5.
    assert square.from_line == pytest.approx(6)
    bent = Growth("x", (1, 2), (series("x", 1.0), series("x", 3.0)))
    # The line through the origin with the least squares is 1.4 a copy.
    assert bent.from_origin == pytest.approx(0.4 / 1.4)
    assert bent.from_proportional == pytest.approx(0.5)


def test_the_hook_is_the_one_that_users_get() -> None:
    assert hook_words("/x/quantfence") == ("/x/quantfence", "check", "--force-exclude")


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("Found 3 errors.\n[*] 1 fixable\n", 3),
        ("Found 1 problem in 4 files.\n", 1),
        ("All checks passed!\n", 0),
        ("a line that says\nFound 9 errors.\n\nFound 2 problems in 3 files.\n", 2),
    ],
)
def test_findings_are_counted_by_the_last_line_that_says_so(text: str, number: int) -> None:
    assert printed_number(Run(1, 1, 1, text, "")) == number


def test_fixits_findings_are_its_lines() -> None:
    said = "pkg/a.py@31:24 UnnamedLayer: gets a config\npkg/a.py@33:1 UnnamedLayer: gets a config\n"
    assert fixit_number(Run(1, 1, 1, said, "2 files checked, 1 file with errors")) == 2


def test_commands_are_shown_without_folders_of_this_machine(tmp_path: Path) -> None:
    tools = Tools(*(Tool(name, "1", tmp_path / name) for name in ("quantfence", "ruff", "semgrep", "fixit")), limit=1)
    shown = {each.name: each.shown for each in subjects(Tree(PIN, tmp_path, 0, 0), tools)}
    assert str(tmp_path) not in " ".join(shown.values())
    assert str(REPOSITORY) not in " ".join(shown.values())
    assert shown[RUFF] == "ruff check --no-cache --isolated"
    assert shown["quantfence, no cache, serial"] == "QUANTFENCE_WORKERS=1 quantfence check --no-cache"
    assert shown[f"{CHANGED}a value"] == "quantfence check --force-exclude pkg/a.py"
    assert "--config benchmarks/peers/semgrep.yaml" in shown["semgrep, one pattern"]


def test_the_first_difference_is_shown() -> None:
    assert first_difference("a\nb\n", "a\nb\n") == ""
    assert first_difference("a\nb\n", "a\nc\n") == "line 2:\n- b\n+ c"
    assert first_difference("a\n", "a\nc\n") == "line 2:\n- (end)\n+ c"


def python(code: str, folder: Path, limit: float = 60) -> Command:
    return Command((sys.executable, "-c", code), folder, limit=limit)


def test_a_run_keeps_what_was_said_and_ends_what_takes_too_long(tmp_path: Path) -> None:
    finished = run(python("import sys; print('out'); print('err', file=sys.stderr); sys.exit(1)", tmp_path))
    assert (finished.code, finished.out, finished.err) == (1, "out\n", "err\n")
    with pytest.raises(BenchmarkError, match=r"ended with 3:\nbecause"):
        run(python("import sys; print('because', file=sys.stderr); sys.exit(3)", tmp_path))
    with pytest.raises(BenchmarkError, match=r"took longer than 0.2 s \(--limit\)"):
        run(python("import time; time.sleep(60)", tmp_path, limit=0.2))


@pytest.mark.skipif(not Path("/proc/self/smaps_rollup").exists(), reason="needs Linux")
def test_memory_is_that_of_all_processes(tmp_path: Path) -> None:
    inner = "block = bytearray(40_000_000); print('ready', flush=True); import time; time.sleep(60)"
    outer = (
        "import subprocess, sys\n"
        f"child = subprocess.Popen([sys.executable, '-c', {inner!r}], stdout=subprocess.PIPE)\n"
        "child.stdout.readline()\n"
        "import pathlib; pathlib.Path('ready').touch()\n"
        "import time; time.sleep(60)\n"
    )
    seen = []

    def watch(session: int) -> None:
        while not (tmp_path / "ready").exists():
            time.sleep(0.01)
        seen.append(session_use(session))
        os.killpg(session, signal.SIGKILL)

    run(python(outer, tmp_path)._replace(accepted=(-9,)), watch)
    (use,) = seen
    assert use.processes == 2
    assert use.size > 40_000_000


def test_rounds_go_in_turn_and_must_find_the_same(tmp_path: Path) -> None:
    log = tmp_path / "log"
    words = [python(f"open('log', 'a').write({name!r})", tmp_path) for name in "abc"]
    a, b, c = (Subject(name, command, lambda finished: 0) for name, command in zip("abc", words, strict=True))
    found = measure([a, b, c._replace(slow=True)], 3, 1)
    assert log.read_text() == "abcabab"
    assert [len(each.seconds) for each in found] == [3, 3, 1]
    numbers = iter((1, 2))
    with pytest.raises(BenchmarkError, match=r"a found different numbers in different rounds: \[1, 2\]"):
        measure([a._replace(count=lambda finished: next(numbers))], 2, 1)


def test_the_report() -> None:
    text = render(results())
    assert "2030-01-02. A processor, 2 cores, 16 GiB, Linux, CPython 3.11.7. quantfence 1.0, ruff 0.1." in text
    assert "10 Python files, 2.0 MB. 12 runs with cache and without" in text
    assert "| quantfence, cold | 1.50 s | 0.75 | 1.50 to 1.50 s | 1 | 1.50 s | 301 MB | 1,234 |" in text
    assert "| ruff | 2.00 s | 1 | 1.00 to 4.00 s | 3 | 2.00 s |  | 0 |" in text
    assert "| quantfence, cold | 1.00 s | 3.00 s | 0% | 29% | 50% |" in text
    assert "| small==1 | quantfence, warm | 0.25 s | 0.125 |  |" in render_short(results())


def test_promises_are_held_against_the_figures() -> None:
    assert [(each.about, each.measured, each.kept) for each in promises(results())] == [
        ("small==1: cold", "0.75", True),
        ("small==1: warm", "0.125", False),
        ("small==1: changed: a method's body", "130 ms", True),
        ("small==1: memory, cold", "301 MB", False),
        ("growth: quantfence, cold", "29%", False),
    ]


def test_the_figures_are_all_in_the_json() -> None:
    document = json.loads(to_json(results()))
    assert document["trees"][0]["runs"][0]["seconds"] == [2.0, 1.0, 4.0]
    assert document["trees"][0]["memory"][COLD] == {"size": 301_000_000, "kind": "PSS", "processes": 3, "samples": 9}
    assert document["growth"][0]["from_proportional"] == pytest.approx(0.5)


def test_results_come_back_from_json() -> None:
    assert to_json(from_json(to_json(results()))) == to_json(results())


def test_results_of_several_sittings_are_put_together() -> None:
    earlier, other = results(), results().trees[0]._replace(requirement="large==1", compared=0)
    now = earlier._replace(trees=[other], growth=[])
    both = together(now, earlier)
    assert [tree.requirement for tree in both.trees] == ["small==1", "large==1"]
    assert both.growth == earlier.growth
    verified = now._replace(trees=[other._replace(series=[], compared=5)])
    assert [(len(tree.series), tree.compared) for tree in together(verified, both).trees] == [(4, 12), (4, 5)]
    assert together(now._replace(versions={"ruff": "0.2"}), earlier).trees == [other]
    assert together(now._replace(machine=now.machine._replace(cores=4)), earlier).trees == [other]


def test_the_picture_is_xml_with_a_line_for_each_tool() -> None:
    picture = ElementTree.fromstring(chart(results().growth, "Time & size"))
    lines = [each for each in picture if each.tag.endswith("polyline")]
    assert len(lines) == 1
    assert [each.text for each in picture if each.text and "cold" in each.text] == ["quantfence, cold: 3 s"]


def test_readme_has_the_place_for_the_table() -> None:
    readme = (REPOSITORY / "README.md").read_text(encoding="utf-8")
    once = replaced(readme, "figures")
    assert "<!-- benchmarks: begin -->\n\nfigures\n\n<!-- benchmarks: end -->\n" in once
    assert replaced(once, "figures") == once
    with pytest.raises(BenchmarkError, match="once"):
        replaced("no marks", "figures")


def test_nothing_is_kept_in_the_repository(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        options.parse(["--work", str(REPOSITORY / "build")])
    assert "--work must lie outside the repository" in capsys.readouterr().err
