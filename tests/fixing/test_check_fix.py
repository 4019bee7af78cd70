"""``quantfence check --fix`` and ``--diff``, from the command line to the files."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from fake_rule import MANIFEST, FakeRule, Find, both, finding, listing, replacing

from lint_rules.diagnostic import Diagnostic, Edit, Fix
from lint_rules.fixing.rounds import LIMIT
from lint_rules.project.source import Source
from tests.command import Result, write

Run = Callable[..., Result]
SetRule = Callable[[Find], None]
A, B = "first = old\nsecond = 2\nthird = old\n", "only = old\n"
DIFF_A = "--- pkg/a.py\n+++ pkg/a.py\n@@ -1,3 +1,3 @@\n-first = old\n+first = new\n second = 2\n-third = old\n+third = new\n\n"
DIFF_B = "--- pkg/b.py\n+++ pkg/b.py\n@@ -1 +1 @@\n-only = old\n+only = new\n\n"


@pytest.fixture(autouse=True)
def old_words(rule: SetRule) -> None:
    rule(replacing(r"\bold\b", "new"))


def state(project: Path) -> dict[str, str]:
    return {name: (project / name).read_text() for name in listing(project) if name.endswith(".py")}


def written(project: Path) -> dict[Path, tuple[int, ...]]:
    """What tells whether files were written, which reading them does not change."""
    files = {path: path.stat() for path in (project / "pkg").iterdir()}
    return {path: (each.st_mtime_ns, each.st_ctime_ns, each.st_size, each.st_ino) for path, each in files.items()}


UNTOUCHED = {"pkg/a.py": A, "pkg/b.py": B}
HIDDEN = "No fixes available (1 hidden fix can be enabled with the `--unsafe-fixes` option).\n"
FIXED = {"pkg/a.py": A.replace("old", "new"), "pkg/b.py": B.replace("old", "new")}

# --- what is written and what is said


def test_fix_writes_and_says_how_many(run: Run, project: Path) -> None:
    assert run("--fix") == Result(0, "Found 3 problems (3 fixed, 0 remaining).\n", "")
    assert state(project) == FIXED
    assert listing(project) == ["pkg/a.py", "pkg/b.py", "quantfence.yaml"]


def test_a_second_fix_changes_nothing(run: Run, project: Path) -> None:
    run("--fix")
    before = written(project)
    assert run("--fix") == Result(0, "All clear: 2 files checked.\n", "")
    assert written(project) == before


def test_what_remains_is_reported_as_it_stands_after_the_fixes(run: Run, project: Path, rule: SetRule) -> None:
    unfixable = replacing("second", "2nd", safe=False)
    rule(both(replacing(r"first = old\n", ""), unfixable))
    assert run("--fix", "--output-format", "concise") == Result(
        1, "pkg/a.py:1:1: QF801 `second` is old\nFound 2 problems (1 fixed, 1 remaining).\n" + HIDDEN, ""
    )
    write(project / "pkg/a.py", A)
    assert run("--fix", "--output-format", "concise", "--exit-zero").code == 0
    write(project / "pkg/a.py", A)
    assert run("--fix").out == (
        "pkg/a.py:1:1: QF801 `second` is old\n  |\n1 | second = 2\n  | ^^^^^^\n  = fix: Use the new word (unsafe)\n"
        "Found 2 problems (1 fixed, 1 remaining).\n" + HIDDEN
    )


def test_with_nothing_to_fix_the_report_is_as_ever(run: Run, project: Path, rule: SetRule) -> None:
    rule(replacing("second", "2nd", safe=False))
    arguments = ["--output-format", "concise"]
    assert run("--fix", *arguments) == run(*arguments)
    assert run(*arguments).out == "pkg/a.py:2:1: QF801 `second` is old\nFound 1 problem in 2 files.\n" + HIDDEN


def test_without_fix_nothing_is_written(run: Run, project: Path) -> None:
    assert run().code == 1
    assert run("--unsafe-fixes").code == 1
    assert state(project) == UNTOUCHED


def test_quiet_and_json_print_findings_alone(run: Run, project: Path) -> None:
    assert run("--fix", "-q") == Result(0, "", "")
    write(project / "pkg/a.py", A)
    assert run("--fix", "--output-format", "json") == Result(0, "[]\n", "")


def test_statistics_count_what_remains(run: Run, project: Path, rule: SetRule) -> None:
    rule(both(replacing("old", "new"), replacing("second", "2nd", safe=False)))
    assert run("--fix", "--statistics").out == "1\tQF801\told-word\nFound 4 problems (3 fixed, 1 remaining).\n" + HIDDEN


# --- which fixes


def test_unsafe_fixes_are_applied_on_request(run: Run, project: Path, rule: SetRule) -> None:
    rule(both(replacing("old", "new"), replacing("second", "number", safe=False)))
    assert run("--fix", "--unsafe-fixes") == Result(0, "Found 4 problems (4 fixed, 0 remaining).\n", "")
    assert state(project)["pkg/a.py"] == "first = new\nnumber = 2\nthird = new\n"


def test_only_what_is_asked_for_is_fixed(run: Run, project: Path) -> None:
    assert run("--fix", "pkg/b.py").out == (
        "Found 1 problem (1 fixed, 0 remaining). (2 problems in other files of the project)\n"
    )
    assert state(project) == {"pkg/a.py": A, "pkg/b.py": "only = new\n"}


def test_only_selected_rules_fix(run: Run, project: Path) -> None:
    assert run("--fix", "--ignore", "QF801") == Result(0, "All clear: 2 files checked.\n", "")
    write(project / "pyproject.toml", '[tool.quantfence.per-file-ignores]\n"a.py" = ["QF8"]\n')
    assert run("--fix").code == 0
    assert state(project) == {"pkg/a.py": A, "pkg/b.py": "only = new\n"}


def test_what_a_comment_silences_is_not_fixed(run: Run, project: Path) -> None:
    text = "a = old  # quantfence: ignore[QF801]\nb = old\n"
    write(project / "pkg/a.py", text)
    assert run("--fix", "pkg/a.py").out.startswith("Found 1 problem (1 fixed, 0 remaining).")
    assert state(project)["pkg/a.py"] == "a = old  # quantfence: ignore[QF801]\nb = new\n"


def test_an_excluded_file_is_fixed_if_it_is_named(run: Run, project: Path) -> None:
    write(project / "pyproject.toml", '[tool.quantfence]\nexclude = ["b.py"]\n')
    run("--fix")
    assert state(project)["pkg/b.py"] == B
    run("--fix", "pkg/b.py")
    assert state(project)["pkg/b.py"] == "only = new\n"


def in_both_files(source: Source) -> Iterator[Diagnostic]:
    """One fix that edits both files."""
    if source.path.name == "b.py" and (source.text or "").startswith("only"):
        edits = (Edit(source.path, 0, 4, "one"), Edit(source.path.with_name("a.py"), 0, 5, "one"))
        yield finding(source, 0, 4, Fix("Rename it", edits))


def test_a_fix_may_edit_several_files_if_all_are_asked_for(run: Run, project: Path, rule: SetRule) -> None:
    rule(in_both_files)
    assert run("--fix", "pkg/b.py", "--output-format", "concise") == Result(
        1,
        "pkg/b.py:1:1: QF801 `only` is old\nFound 1 problem in 1 file.\n",
        "pkg/b.py:1:1: fix for QF801 was not applied: it edits pkg/a.py, too, which was not asked for\n",
    )
    assert state(project) == UNTOUCHED
    assert run("--fix", "pkg") == Result(0, "Found 1 problem (1 fixed, 0 remaining).\n", "")
    assert state(project) == {"pkg/a.py": A.replace("first", "one"), "pkg/b.py": B.replace("only", "one")}


def test_the_manifest_may_be_edited(run: Run, project: Path, rule: SetRule, monkeypatch: pytest.MonkeyPatch) -> None:
    manifest = project / "quantfence.yaml"
    at = MANIFEST.index("kda")

    def check(self: object, context: object) -> Iterator[Diagnostic]:
        if context.manifest.exclusions[0].id == "kda":  # type: ignore[attr-defined]
            source = Source(manifest, MANIFEST.encode())
            yield finding(source, at, at + 3, Fix("Rename it", (Edit(manifest, at, at + 3, "delta"),)))

    monkeypatch.setattr(FakeRule, "check", check)
    assert run("--fix") == Result(0, "Found 1 problem (1 fixed, 0 remaining).\n", "")
    assert manifest.read_text() == MANIFEST.replace("kda", "delta")


# --- rounds


def test_what_overlaps_is_fixed_in_rounds(run: Run, project: Path, rule: SetRule) -> None:
    def find(source: Source) -> Iterator[Diagnostic]:
        for each in replacing("old", "new")(source):
            # Together with the comma, so that neighbours clash.
            (edit,) = each.fix.edits if each.fix else ()
            before, after = (source.text or "")[edit.start - 1], (source.text or "")[edit.end]
            wider = edit._replace(start=edit.start - 1, end=edit.end + 1, content=f"{before}new{after}")
            yield each._replace(fix=Fix("Use the new word", (wider,)))

    write(project / "pkg/a.py", "call(old,old,old,old,old)\n")
    rule(find)
    assert run("--fix", "-q", "pkg/a.py").code == 0
    assert state(project)["pkg/a.py"] == "call(new,new,new,new,new)\n"
    # The first, third and fifth; the others; nothing is left.
    assert FakeRule.rounds == 3


def test_what_a_fix_uncovers_is_fixed_in_turn(run: Run, project: Path, rule: SetRule) -> None:
    rule(both(replacing(r"\bold\b", "older"), replacing(r"\bolder\b", "oldest")))
    assert run("--fix") == Result(0, "Found 6 problems (6 fixed, 0 remaining).\n", "")
    assert state(project) == {"pkg/a.py": A.replace("old", "oldest"), "pkg/b.py": B.replace("old", "oldest")}
    assert FakeRule.rounds == 3


def test_fixes_that_undo_each_other_end(run: Run, project: Path, rule: SetRule) -> None:
    rule(both(replacing(r"= old\b", "= new"), replacing(r"= new\b", "= old")))
    result = run("--fix", "pkg/b.py", "--output-format", "concise")
    assert result.code == 1
    assert result.out.startswith("pkg/b.py:1:6: QF801 [*] `= new` is old\nFound 2 problems (1 fixed, 1 remaining).")
    assert result.err == (
        "quantfence: warning: fixes undo each other: QF801\n"
        "This is a bug in quantfence, not in your code. Please report it.\n"
    )
    assert state(project)["pkg/b.py"] == "only = new\n"


def test_a_fix_without_end_ends(run: Run, project: Path, rule: SetRule) -> None:
    rule(replacing(r"\Aonly =", "only = only ="))
    result = run("--fix", "-q", "pkg/b.py")
    assert result.err == (
        f"quantfence: warning: after {LIMIT} rounds there is still something to fix: QF801\n"
        "This is a bug in quantfence, not in your code. Please report it.\n"
    )
    assert state(project)["pkg/b.py"] == "only = " * LIMIT + B


# --- what is not applied


def test_what_would_not_parse_is_not_applied_and_said_once(run: Run, project: Path, rule: SetRule) -> None:
    rule(both(replacing("third", "(third"), replacing(r"first = old\n", ""), replacing(r"second", "older")))
    assert run("--fix", "--output-format", "concise", "pkg/a.py") == Result(
        1,
        "pkg/a.py:2:1: QF801 `third` is old\nFound 3 problems (2 fixed, 1 remaining).\n",
        "pkg/a.py:2:1: fix for QF801 was not applied: the result would not parse\n",
    )
    assert state(project)["pkg/a.py"] == "older = 2\nthird = old\n"


def test_what_the_encoding_lacks_is_not_applied(run: Run, project: Path, rule: SetRule) -> None:
    data = b"# coding: latin-1\r\na = 'old' # \xe9\r\nb = 'bad'\r\n"
    write(project / "pkg/a.py", data)
    rule(both(replacing("old", "\xfc"), replacing("bad", "€")))
    result = run("--fix", "-q", "pkg/a.py")
    assert result.err == (
        "pkg/a.py:3:6: fix for QF801 was not applied: the file's encoding, iso-8859-1, has no '\\u20ac'\n"
    )
    assert (project / "pkg/a.py").read_bytes() == data.replace(b"old", b"\xfc")


def test_every_other_byte_stays(run: Run, project: Path, rule: SetRule) -> None:
    write(project / "pkg/a.py", "\ufeffa = old\r\n\x0cb = [\r    old,\n]\r\nc = 'é' + old")
    rule(replacing("old", "(\n)"))
    assert run("--fix", "pkg/a.py").code == 0
    assert (project / "pkg/a.py").read_bytes() == (
        "\ufeffa = (\r\n)\r\n\x0cb = [\r    (\n),\n]\r\nc = 'é' + (\r\n)".encode()
    )


# --- what can't be written


@pytest.mark.usefixtures("ordinary_user")
def test_a_read_only_file_ends_the_run(run: Run, project: Path) -> None:
    (project / "pkg/b.py").chmod(0o444)
    assert run("--fix") == Result(
        2, "", "quantfence: error: can't write pkg/b.py: it is read-only\nnothing was written\n"
    )
    assert state(project) == UNTOUCHED


def test_a_file_that_somebody_changed_is_left_alone(run: Run, project: Path, rule: SetRule) -> None:
    def find(source: Source) -> Iterator[Diagnostic]:
        yield from replacing("old", "new")(source)
        if "new" in (source.text or ""):
            write(project / "pkg/b.py", "somebody = 'at work'\n")

    rule(find)
    assert run("--fix") == Result(
        2, "", "quantfence: error: can't write pkg/b.py: it has changed since it was checked\nnothing was written\n"
    )
    assert state(project) == {"pkg/a.py": A, "pkg/b.py": "somebody = 'at work'\n"}


def test_what_fails_late_says_what_was_written(run: Run, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    replace = Path.replace

    def refuse(path: Path, target: Path) -> Path:
        if target.name == "b.py":
            raise OSError(5, "Input/output error")
        return replace(path, target)

    monkeypatch.setattr(Path, "replace", refuse)
    assert run("--fix") == Result(
        2,
        "",
        "quantfence: error: can't write pkg/b.py: Input/output error\nwritten: pkg/a.py; not written: pkg/b.py\n",
    )


def test_links_stay_links(run: Run, project: Path) -> None:
    (project / "link.py").symlink_to("pkg/a.py")
    assert run("--fix", "link.py").out.startswith("Found 2 problems (2 fixed, 0 remaining).")
    assert (project / "link.py").readlink() == Path("pkg/a.py")
    assert not (project / "pkg/a.py").is_symlink()
    assert (project / "pkg/a.py").read_text() == FIXED["pkg/a.py"]


# --- diff


def test_diff_shows_and_writes_nothing(run: Run, project: Path) -> None:
    assert run("--diff") == Result(1, DIFF_A + DIFF_B, "Would fix 3 problems.\n")
    assert run("--diff", "--fix", "--output-format", "json") == Result(1, DIFF_A + DIFF_B, "Would fix 3 problems.\n")
    assert run("--diff", "-q", "pkg/b.py") == Result(1, DIFF_B, "")
    assert run("--diff", "--exit-zero", "pkg/b.py") == Result(0, DIFF_B, "Would fix 1 problem.\n")
    assert state(project) == UNTOUCHED


def test_diff_counts_what_unsafe_fixes_would_add(run: Run, project: Path, rule: SetRule) -> None:
    rule(both(replacing(r"\bold\b", "new"), replacing("second", "2nd", safe=False)))
    more = "(1 additional fix available with `--unsafe-fixes`)"
    assert run("--diff") == Result(1, DIFF_A + DIFF_B, f"Would fix 3 problems {more}.\n")
    rule(both(replacing("second", "number", safe=False), replacing("third", "last", safe=False)))
    assert run("--diff") == Result(0, "", "No fixes available (2 fixes available with `--unsafe-fixes`).\n")
    assert run("--diff", "--unsafe-fixes").err == "Would fix 2 problems.\n"


def test_without_a_difference_nothing_is_printed(run: Run, project: Path) -> None:
    run("--fix")
    assert run("--diff") == Result(0, "", "")


def test_diff_paths_are_relative_to_the_current_folder(
    run: Run, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(project / "pkg")
    assert run("--diff", "b.py").out == DIFF_B.replace("pkg/", "")
    other = write(project / "other/c.py", "x = old\n")
    assert run("--diff", "../other").out.startswith(f"--- {other}\n+++ {other}\n")


def test_diff_prints_the_bytes_of_the_file(run: Run, project: Path) -> None:
    write(project / "pkg/b.py", b"# coding: latin-1\r\na = old  # \xe9")
    end = "\n\\ No newline at end of file\n"
    assert run("--diff", "pkg/b.py").out == (
        "--- pkg/b.py\n+++ pkg/b.py\n@@ -1,2 +1,2 @@\n # coding: latin-1\r\n"
        f"-a = old  # \udce9{end}+a = new  # \udce9{end}\n"
    )


# --- standard input


def test_fixed_standard_input_goes_to_standard_output(run: Run, project: Path, rule: SetRule) -> None:
    rule(both(replacing("old", "new"), replacing("third", "3rd", safe=False)))
    text = "third = old  # é\r\n".encode()
    assert run("--fix", "--stdin-filename", "pkg/a.py", "--output-format", "concise", stdin=text) == Result(
        1,
        text.decode().replace("old", "new"),
        "pkg/a.py:1:1: QF801 `third` is old\n"
        "Found 2 problems (1 fixed, 1 remaining). (1 problem in other files of the project)\n" + HIDDEN,
    )
    assert state(project) == UNTOUCHED


def test_clean_or_broken_standard_input_comes_out_as_it_is(run: Run, project: Path, rule: SetRule) -> None:
    rule(lambda source: ())
    for text in (b"a = 1", b"a = (\r\n", b"\xff", b""):
        assert run("--fix", "--stdin-filename", "pkg/a.py", stdin=text).out.encode("utf-8", "surrogateescape") == text


def test_a_diff_of_standard_input(run: Run, project: Path) -> None:
    assert run("--diff", "--stdin-filename", "pkg/b.py", stdin=b"only = old\n") == Result(
        1, DIFF_B, "Would fix 1 problem.\n"
    )
    assert run("--diff", "--stdin-filename", "pkg/b.py", stdin=b"only = new\n") == Result(0, "", "")
    assert run("--diff", "--stdin-filename", "pkg/new.py", stdin=b"only = old\n").out == DIFF_B.replace(
        "b.py", "new.py"
    )
    assert state(project) == UNTOUCHED


def test_from_standard_input_no_other_file_is_edited(run: Run, project: Path, rule: SetRule) -> None:
    rule(in_both_files)
    assert run("--fix", "-q", "--stdin-filename", "pkg/b.py", stdin=b"only = 1\n") == Result(
        1,
        "only = 1\n",
        "pkg/b.py:1:1: fix for QF801 was not applied: it edits pkg/a.py, too, which was not asked for\n"
        "pkg/b.py:1:1: QF801 `only` is old\n  |\n1 | only = 1\n  | ^^^^\n",
    )
    assert state(project) == UNTOUCHED


# --- cost


def test_a_plain_check_imports_nothing_of_fixing(project: Path) -> None:
    code = (
        "import sys; from lint_rules.cli import main; main(['check', '-q', '--ignore', 'QF009']); "
        "print([name for name in sys.modules if 'fixing' in name or name.endswith('commands.fix')])"
    )
    path = os.pathsep.join(sys.path)
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=os.environ | {"PYTHONPATH": path}
    )
    assert (run.stdout, run.stderr) == ("[]\n", "")
