"""``quantfence baseline``, and what ``check`` makes of the file."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from old_tree import BAD, FIRST, GOOD, HEAD

from lint_rules.settings import BASELINE as NAME
from tests.command import Result, write

Run = Callable[..., Result]

CLEAN = "All clear: 1 file checked.\n"
KNOWN = "All clear: 1 file checked. (1 in the baseline)\n"


@pytest.fixture
def model(project: Path) -> Path:
    """A file with one finding."""
    return write(project / "model.py", f"{HEAD}{BAD}\n")


def entries(project: Path, name: str = NAME) -> list[dict[str, Any]]:
    findings: list[dict[str, Any]] = json.loads((project / name).read_bytes())["findings"]
    return findings


# --- writing it


def test_what_is_in_it(run: Run, project: Path, model: Path) -> None:
    write(project / "a/other.py", "x = 1  # quantfence: ignore\n")
    result = run("baseline")
    assert result == Result(0, f"Wrote 2 findings to {NAME}.\n", "")
    text = (project / NAME).read_text("utf-8")
    lines = text.splitlines()
    assert lines[:3] + lines[5:] == ["{", '  "version": 1,', '  "findings": [', "  ]", "}"]
    assert text.endswith("}\n")
    assert [{key: value for key, value in entry.items() if key != "fingerprint"} for entry in entries(project)] == [
        {
            "code": "QF100",
            "path": "a/other.py",
            "line": 1,
            "message": "unused ignore comment: nothing is found on this line",
        },
        {
            "code": "QF001",
            "path": "model.py",
            "line": FIRST + 1,
            "message": "`float8_cfg` is forwarded into ScoreHead, which exclusion `head` keeps unquantized",
        },
    ]
    assert [json.loads(line.strip().rstrip(",")) for line in lines[3:5]] == entries(project)


def test_a_clean_project_has_an_empty_one(run: Run, check: Run, project: Path) -> None:
    write(project / "model.py", "x = 1\n")
    assert run("baseline").out == f"Wrote 0 findings to {NAME}.\n"
    assert (project / NAME).read_text("utf-8") == '{\n  "version": 1,\n  "findings": []\n}\n'
    assert check() == Result(0, CLEAN, "")


def test_it_is_sorted_by_path_and_line(run: Run, project: Path, model: Path) -> None:
    write(project / "z.py", "x = 1  # quantfence: ignore\n" * 11)
    write(project / "b.py", "x = 1  # quantfence: ignore\n")
    run("baseline")
    assert [(entry["path"], entry["line"]) for entry in entries(project)] == [
        ("b.py", 1),
        ("model.py", FIRST + 1),
        *(("z.py", line) for line in range(1, 12)),
    ]
    assert len({entry["fingerprint"] for entry in entries(project)}) == 13


def test_writing_it_again_says_what_changed_and_changes_nothing_else(run: Run, project: Path, model: Path) -> None:
    run("baseline")
    before = (project / NAME).stat().st_mtime_ns, (project / NAME).stat().st_ino
    assert run("baseline").out == f"Wrote 1 finding to {NAME} (0 new, 0 gone).\n"
    assert ((project / NAME).stat().st_mtime_ns, (project / NAME).stat().st_ino) == before
    write(model, f"{HEAD}{GOOD}\nx = 1  # quantfence: ignore\ny = 1  # quantfence: ignore[QF001]\n")
    assert run("baseline").out == f"Wrote 2 findings to {NAME} (2 new, 1 gone).\n"


def test_rules_may_be_selected(run: Run, check: Run, project: Path, model: Path) -> None:
    write(project / "b.py", "x = 1  # quantfence: ignore\n")
    run("baseline", "--ignore", "QF1")
    assert [entry["code"] for entry in entries(project)] == ["QF001"]
    assert check().findings == ["b.py:1 QF100"]


def test_an_unreadable_file_is_never_in_it(run: Run, check: Run, project: Path, model: Path) -> None:
    write(project / "broken.py", "def f(size float8_cfg): ...\n")
    result = run("baseline")
    assert (result.code, result.out) == (0, f"Wrote 1 finding to {NAME}.\n")
    assert result.err == (
        "quantfence: warning: 1 finding of QF900 left out: what can't be read has to be repaired, "
        "or left out with `exclude`\n"
    )
    assert check().findings == ["broken.py:1 QF900"]


def test_what_a_comment_silences_is_not_in_it(run: Run, project: Path) -> None:
    write(project / "model.py", f"{HEAD}{BAD}  # quantfence: ignore\n")
    assert run("baseline").out == f"Wrote 0 findings to {NAME}.\n"


def test_output(run: Run, check: Run, project: Path, model: Path) -> None:
    (project / "conf").mkdir()
    result = run("baseline", "--output", "conf/old.json")
    assert (result.code, result.out) == (0, "Wrote 1 finding to conf/old.json.\n")
    assert "`quantfence check` uses it with --baseline conf/old.json" in result.err
    assert check().code == 1
    assert check("--baseline", "conf/old.json") == Result(0, KNOWN, "")
    assert not (project / NAME).exists()


@pytest.mark.parametrize("flags", [(), ("-q",)])
def test_it_can_be_printed(run: Run, check: Run, project: Path, model: Path, flags: tuple[str, ...]) -> None:
    before = sorted(project.iterdir())
    printed = run("baseline", "--output", "-", *flags)
    assert (printed.code, printed.err) == (0, "")
    assert sorted(project.iterdir()) == before
    assert run("baseline").code == 0
    assert (project / NAME).read_text("utf-8") == printed.out
    assert run("baseline", "--output", "-").out == printed.out


def test_quiet(run: Run, project: Path, model: Path) -> None:
    assert run("baseline", "-q", "--output", "old.json") == Result(0, "", "")
    assert len(entries(project, "old.json")) == 1


def test_the_setting_names_the_file(run: Run, check: Run, project: Path, model: Path) -> None:
    write(project / "pyproject.toml", '[tool.quantfence]\nbaseline = "old.json"\n')
    assert run("baseline") == Result(0, "Wrote 1 finding to old.json.\n", "")
    assert check() == Result(0, KNOWN, "")
    (project / "old.json").unlink()
    result = check()
    assert (result.code, result.out) == (2, "")
    assert '"baseline" of [tool.quantfence] in pyproject.toml names old.json, which is missing' in result.err
    assert check("--no-baseline").code == 1


def test_from_another_folder(run: Run, check: Run, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(project / "pkg/model.py", f"{HEAD}{BAD}\n")
    monkeypatch.chdir(project / "pkg")
    assert run("baseline").out == f"Wrote 1 finding to {project / NAME}.\n"
    assert entries(project)[0]["path"] == "pkg/model.py"
    assert check().code == 0


def test_no_other_file_is_overwritten(run: Run, project: Path, model: Path) -> None:
    before = write(project / "pyproject.toml", "[project]\n").read_bytes()
    result = run("baseline", "--output", "pyproject.toml")
    assert (result.code, result.out) == (2, "")
    assert "pyproject.toml is no baseline, so it is not overwritten" in result.err
    assert (project / "pyproject.toml").read_bytes() == before
    assert run("baseline", "--output", "gone/old.json") == Result(
        2, "", "quantfence: error: can't write gone/old.json: there is no folder gone\n"
    )
    assert run("baseline", "--output", ".").code == 2


def test_a_damaged_one_is_written_anew(run: Run, check: Run, project: Path, model: Path) -> None:
    write(project / NAME, '{\n<<<<<<< ours\n  "findings": [\n')
    assert check().code == 2
    assert run("baseline").out == f"Wrote 1 finding to {NAME}.\n"
    assert check().code == 0


@pytest.mark.parametrize(
    "text",
    [
        "<<<<<<< HEAD\n",
        "=======\n>>>>>>> other\n",
        b'\xef\xbb\xbf{"version": 1, "find',
        '{\n  "version": 1',
        "",
        " \n",
        "{\n<<<<<<< HEAD\n}",
    ],
)
def test_what_is_left_of_one_is_written_anew_as_check_says(
    run: Run, check: Run, project: Path, model: Path, text: str | bytes
) -> None:
    write(project / NAME, text)
    assert check().err.endswith("; repair it, or write it anew with `quantfence baseline`\n")
    assert run("baseline") == Result(0, f"Wrote 1 finding to {NAME}.\n", "")
    assert check().code == 0


@pytest.mark.parametrize("text", ["[]", '{"name": "web", "version": "1.0.0"}', "my notes\n", '{"version": "1"}'])
def test_what_was_never_one_stays_in_its_place(run: Run, check: Run, project: Path, model: Path, text: str) -> None:
    write(project / NAME, text)
    assert check().err.endswith("; repair it, or remove it and write a new one with `quantfence baseline`\n")
    result = run("baseline")
    assert (result.code, result.out) == (2, "")
    assert f"{NAME} is no baseline, so it is not overwritten" in result.err
    assert (project / NAME).read_text() == text


def test_elsewhere_a_conflict_or_a_version_is_no_baseline(run: Run, project: Path, model: Path) -> None:
    for text in ("<<<<<<< HEAD\nx = 1\n", '{"version": 1, "assets": []}'):
        other = write(project / "other.json", text)
        assert run("baseline", "--output", "other.json").code == 2
        assert other.read_text() == text


def test_a_damaged_one_elsewhere_is_written_anew_by_the_command_that_check_names(
    run: Run, check: Run, project: Path, model: Path
) -> None:
    write(project / "old.json", '{"version": 1, "findings": [')
    result = check("--baseline", "old.json")
    assert result.err.endswith("; repair it, or write it anew with `quantfence baseline --output old.json`\n")
    assert run("baseline", "--output", "old.json").code == 0
    assert check("--baseline", "old.json").code == 0


def test_modes_and_links_stay(run: Run, project: Path, model: Path) -> None:
    run("baseline")
    real = (project / NAME).rename(project / "real.json")
    real.chmod(0o640)
    (project / NAME).symlink_to("real.json")
    write(model, "x = 1\n")
    before = sorted(project.iterdir())
    run("baseline")
    assert (project / NAME).is_symlink()
    assert json.loads(real.read_bytes())["findings"] == []
    assert stat.S_IMODE(real.stat().st_mode) == 0o640
    assert sorted(project.iterdir()) == before


@pytest.mark.usefixtures("ordinary_user")
def test_a_file_that_must_not_be_written(run: Run, project: Path, model: Path) -> None:
    run("baseline")
    (project / NAME).chmod(0o444)
    before = (project / NAME).read_bytes()
    write(model, "x = 1\n")
    result = run("baseline")
    assert (result.code, result.out) == (2, "")
    assert result.err == f"quantfence: error: can't write {NAME}: it is read-only\n"
    assert (project / NAME).read_bytes() == before


def test_a_new_file_is_as_open_as_others(run: Run, project: Path, model: Path) -> None:
    run("baseline")
    assert stat.S_IMODE((project / NAME).stat().st_mode) == stat.S_IMODE(model.stat().st_mode)


# --- reading it


def test_only_what_is_new_is_reported(run: Run, check: Run, project: Path, model: Path) -> None:
    run("baseline")
    result = check("-v")
    assert (result.code, result.out) == (0, KNOWN)
    assert "in the baseline: 1\n" in result.err
    write(project / "new.py", "x = 1  # quantfence: ignore\n")
    assert check().findings == ["new.py:1 QF100"]
    assert (
        check("model.py").out
        == "All clear: 1 file checked. (1 problem in other files of the project, 1 in the baseline)\n"
    )
    assert check("new.py").out.endswith("Found 1 problem in 1 file.\n[*] 1 fixable with the `--fix` option.\n")
    assert "Found 1 problem in 2 files. (1 in the baseline)\n" in check().out
    assert check("--fix").out == "Found 1 problem (1 fixed, 0 remaining). (1 in the baseline)\n"
    write(project / "new.py", "x = 1  # quantfence: ignore\n")
    assert run("check").out.endswith(
        "Found 1 problem in 2 files. (1 in the baseline)\n[*] 1 fixable with the `--fix` option.\n"
    )
    assert check("--no-baseline").findings == [f"model.py:{FIRST + 1} QF001", "new.py:1 QF100"]
    assert json.loads(run("check", "--output-format", "json", "model.py").out) == []


def test_options_exclude_each_other(check: Run, model: Path) -> None:
    assert check("--baseline", "a.json", "--no-baseline").code == 2
    result = check("--baseline", "a.json")
    assert result.code == 2
    assert "--baseline a.json is missing: write it with `quantfence baseline --output a.json`" in result.err


def test_an_option_comes_before_the_default(run: Run, check: Run, project: Path, model: Path) -> None:
    run("baseline")
    write(project / "empty.json", '{"version": 1, "findings": []}')
    assert check("--baseline", "empty.json").code == 1


@pytest.mark.parametrize(
    "text",
    [
        f"\n\n# more\n{HEAD}\n\nx = 1\n{BAD}\n",
        f"{HEAD}{BAD}  # why\n",
        f"{HEAD}{BAD}\n".replace("\n", "\r\n"),
        f"{HEAD}def build(size, float8_cfg):\n    return ScoreHead(\n        size,\n        float8_cfg=float8_cfg,  # a\n    )\n",
        f"{HEAD}def build(size, float8_cfg):\n    return ScoreHead(\n        size, float8_cfg=(\n            float8_cfg\n        )\n    )\n",
        f"{HEAD}def build(size, float8_cfg):\n    head = ScoreHead(2 * size, float8_cfg=float8_cfg)\n    return head\n",
        f"{HEAD}@cached\ndef build(size, float8_cfg, more=None):\n    if size:\n        return ScoreHead(size, float8_cfg=float8_cfg)\n",
    ],
)
def test_what_moves_or_is_laid_out_anew_is_known(run: Run, check: Run, project: Path, model: Path, text: str) -> None:
    run("baseline")
    write(model, text)
    assert len(check("--no-baseline").findings) == 1
    assert check() == Result(0, KNOWN, "")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (f"{HEAD}def other(size, float8_cfg):\n    return ScoreHead(size, float8_cfg=float8_cfg)\n", FIRST + 1),
        (f"{HEAD}def build(size, config):\n    return ScoreHead(size, float8_cfg=config.float8_cfg)\n", FIRST + 1),
        (
            f"{HEAD}class ScoreHead2(ScoreHead): ...\ndef build(size, float8_cfg):\n    return ScoreHead2(size, float8_cfg=float8_cfg)\n",
            FIRST + 2,
        ),
        (f"{HEAD}{BAD}, ScoreHead(1, float8_cfg=float8_cfg)\n", FIRST + 1),
    ],
)
def test_what_is_another_finding_is_new(run: Run, check: Run, project: Path, model: Path, text: str, line: int) -> None:
    run("baseline")
    write(model, text)
    assert check().findings == [f"model.py:{line} QF001"]


def test_equal_findings_are_counted(run: Run, check: Run, project: Path, model: Path) -> None:
    calls = "    a = ScoreHead(size, float8_cfg=float8_cfg)\n"
    write(model, f"{HEAD}def build(size, float8_cfg):\n{calls * 2}")
    run("baseline")
    assert check().code == 0
    write(model, f"{HEAD}def build(size, float8_cfg):\n{calls * 3}")
    assert check().findings == [f"model.py:{FIRST + 3} QF001"]
    write(model, f"{HEAD}def build(size, float8_cfg):\n{calls}")
    assert check() == Result(0, KNOWN, gone(1))


def test_a_renamed_file_is_known(run: Run, check: Run, project: Path, model: Path) -> None:
    write(project / "b.py", "x = 1  # quantfence: ignore\ny = 1  # quantfence: ignore\n")
    run("baseline")
    (project / "pkg").mkdir()
    model.rename(project / "pkg/heads.py")
    (project / "b.py").rename(project / "c.py")
    assert check() == Result(0, "All clear: 2 files checked. (3 in the baseline)\n", "")


def test_what_is_known_to_check_is_not_new_to_the_next_baseline(
    run: Run, check: Run, project: Path, model: Path
) -> None:
    run("baseline")
    model.unlink()
    renamed = write(
        project / "pkg/heads.py",
        f"{HEAD}def build(size, float8_cfg):\n    return ScoreHead(\n        size,\n        float8_cfg=float8_cfg,\n    )\n",
    )
    assert check() == Result(0, KNOWN, "")
    assert run("baseline").out == f"Wrote 1 finding to {NAME} (0 new, 0 gone).\n"
    assert [entry["path"] for entry in entries(project)] == ["pkg/heads.py"]
    assert check() == Result(0, KNOWN, "")
    write(renamed, f"{HEAD}{GOOD}\n")
    write(project / "broken.py", "def f(size float8_cfg): ...\n")
    assert run("baseline").out == f"Wrote 0 findings to {NAME} (0 new, 1 gone).\n"


def test_a_copied_file_is_new(run: Run, check: Run, project: Path, model: Path) -> None:
    run("baseline")
    write(project / "copy.py", model.read_bytes())
    assert check().findings == [f"copy.py:{FIRST + 1} QF001"]


def test_of_two_copies_of_a_file_that_is_gone_one_is_new(run: Run, check: Run, project: Path, model: Path) -> None:
    run("baseline")
    write(project / "one.py", model.read_bytes())
    model.rename(project / "two.py")
    assert check().findings == [f"two.py:{FIRST + 1} QF001"]


def test_a_comment_is_used_by_what_the_baseline_holds(run: Run, check: Run, project: Path, model: Path) -> None:
    run("baseline")
    write(model, f"{HEAD}{BAD}  # quantfence: ignore[QF001]\n")
    assert check() == Result(0, CLEAN, gone(1))


# --- what is gone


def gone(number: int) -> str:
    are, them = ("is", "it") if number == 1 else ("are", "them")
    plural = "" if number == 1 else "s"
    said = f"{number} finding{plural} of the baseline {are} gone: run `quantfence baseline` to drop {them}\n"
    return f"quantfence: note: {said}"


def test_what_is_gone_is_said(run: Run, check: Run, project: Path, model: Path) -> None:
    other = write(project / "b.py", "x = 1  # quantfence: ignore\n")
    run("baseline")
    other.unlink()
    assert check() == Result(0, KNOWN, gone(1))
    write(model, "x = 1\n")
    assert check() == Result(0, CLEAN, gone(2))
    assert check(".").err == gone(2)
    assert run("check", "--output-format", "json") == Result(0, "[]\n", gone(2))
    assert check("-q") == Result(0, "", "")
    run("baseline")
    assert check() == Result(0, CLEAN, "")


@pytest.mark.parametrize(
    "arguments", [("model.py",), ("--select", "QF0"), ("--ignore", "QF100"), ("--select", "QF"), ("--no-baseline",)]
)
def test_a_narrower_check_cannot_know(
    run: Run, check: Run, project: Path, model: Path, arguments: tuple[str, ...]
) -> None:
    run("baseline")
    write(model, "x = 1\n")
    assert check(*arguments) == Result(0, CLEAN, "")


@pytest.mark.parametrize("setting", ['ignore = ["QF001"]', 'per-file-ignores = { "*.py" = ["QF0"] }'])
def test_what_the_settings_leave_out_is_not_gone(
    run: Run, check: Run, project: Path, model: Path, setting: str
) -> None:
    run("baseline")
    write(project / "pyproject.toml", f"[tool.quantfence]\n{setting}\n")
    assert check() == Result(0, CLEAN, "")


# --- damage

ENTRY = '{"code": "QF001", "path": "a.py", "line": 1, "message": "m", "fingerprint": "f"}'

NEVER_ONE = ("[]", "[" * 100_000, b'{\n  "version": \xff}')


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "1:1: not valid JSON: Expecting value"),
        ('{\n  "version": 1,\n  "findings": [\n', "4:1: not valid JSON: Expecting value"),
        (f'{{"version": 1, "findings": [\n{ENTRY}\n{ENTRY}\n]}}', "3:1: not valid JSON: Expecting ',' delimiter"),
        (
            f'{{\n  "version": 1,\n  "findings": [\n<<<<<<< HEAD\n{ENTRY}\n=======\n>>>>>>> other\n  ]\n}}\n',
            "4:1: a merge conflict was left here",
        ),
        (b'{\n  "version": \xff}', "2:14: byte 0xff is not UTF-8"),
        ("[]", '1:1: not a baseline: accepted is an object with "version" and "findings"'),
        ('\n {"findings": []}', '2:2: not a baseline: accepted is an object with "version" and "findings"'),
        (
            '{\n "version": 2, "findings": []}',
            "2:13: the baseline is written in version 2; this quantfence reads version 1",
        ),
        ('{"version": "1", "findings": []}', '1:13: the baseline has a "version" that is no number'),
        ('{"version": true, "findings": []}', '1:13: the baseline has a "version" that is no number'),
        ('{"version": 1}', '1:1: "findings" must be a list'),
        ('{"version": 1,\n"findings": {}}', '2:13: "findings" must be a list'),
        (f'{{"version": 1, "findings": [\n{ENTRY},\n  7]}}', "3:3: a finding must be an object"),
        (f'{{"version": 1, "findings": [\n{ENTRY},\n  {{"code": "QF001"}}]}}', '3:3: this finding has no "path"'),
        (
            f'{{"version": 1, "findings": [{ENTRY.replace("1,", "null,")}]}}',
            '1:29: "line" of this finding must be a number',
        ),
        (
            f'{{"version": 1, "findings": [{ENTRY.replace(chr(34) + "f" + chr(34), "[]")}]}}',
            '1:29: "fingerprint" of this finding must be text',
        ),
        ("[" * 100_000, "1:1: nested too deeply"),
    ],
)
def test_damage(check: Run, project: Path, model: Path, text: str | bytes, complaint: str) -> None:
    write(project / NAME, text)
    result = check()
    assert (result.code, result.out) == (2, "")
    assert f"can't use the baseline\n{NAME}:{complaint}" in result.err
    anew = "remove it and write a new one" if text in NEVER_ONE else "write it anew"
    assert result.err.endswith(f"; repair it, or {anew} with `quantfence baseline`\n")


def test_more_keys_and_another_layout_are_fine(run: Run, check: Run, project: Path, model: Path) -> None:
    run("baseline")
    document = json.loads((project / NAME).read_bytes())
    document["findings"][0]["note"] = "later"
    write(project / NAME, "\ufeff" + json.dumps(document, indent=7))
    assert check() == Result(0, KNOWN, "")


def test_a_finding_that_a_merge_left_twice_counts_once(run: Run, check: Run, project: Path, model: Path) -> None:
    run("baseline")
    document = json.loads((project / NAME).read_bytes())
    document["findings"] *= 2
    write(project / NAME, json.dumps(document))
    assert check() == Result(0, KNOWN, "")


def test_a_file_that_cannot_be_read(check: Run, project: Path, model: Path) -> None:
    (project / NAME).mkdir()
    result = check()
    assert result.code == 2
    assert f"can't read the baseline {NAME}: Is a directory" in result.err


@pytest.mark.skipif(os.name != "posix", reason="names are bytes there")
def test_a_name_that_is_no_text(run: Run, check: Run, project: Path) -> None:
    try:
        write(Path(os.fsdecode(os.fsencode(project) + b"/\xff.py")), "x = 1  # quantfence: ignore\n")
    except OSError:
        pytest.skip("the file system knows no such names")
    assert run("baseline").code == 0
    assert check() == Result(0, KNOWN, "")
    (project / NAME).read_text("ascii")
