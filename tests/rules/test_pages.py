"""The pages in ``docs/rules``: each rule has one, and they say what the rules say today."""

from __future__ import annotations

import inspect
import re
import subprocess
import sys
from pathlib import Path

import pytest

from lint_rules.rules import RuleInfo, all_rules
from lint_rules.rules.pages import pages, write

REPOSITORY = Path(__file__).resolve().parents[2]
FOLDER = REPOSITORY / "docs/rules"


def files(folder: Path) -> dict[str, str]:
    return {path.name: path.read_bytes().decode() for path in folder.iterdir()}


def test_the_pages_are_up_to_date() -> None:
    assert files(FOLDER) == pages(), "run `make docs`"


def test_the_command_writes_them(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "lint_rules.rules.pages", str(tmp_path / "new/rules")]
    run = subprocess.run(command, capture_output=True, text=True, cwd=REPOSITORY)
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "")
    assert files(tmp_path / "new/rules") == pages()


def test_the_command_says_what_it_takes() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "lint_rules.rules.pages"], capture_output=True, text=True, cwd=REPOSITORY
    )
    assert (run.returncode, run.stderr) == (2, "usage: python -m lint_rules.rules.pages FOLDER\n")


def test_pages_of_rules_that_are_gone_are_removed_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "QF999.md").write_text("gone")
    (tmp_path / "notes.md").write_text("mine")
    write(tmp_path)
    assert files(tmp_path) == {**pages(), "notes.md": "mine"}


def test_the_index_leads_to_each_page() -> None:
    rows = re.findall(r"^\| \[(QF\d+)\]\((.+?)\) \| (.+?) \| (.+?) \|$", pages()["README.md"], re.MULTILINE)
    assert rows == [(rule.code, f"{rule.code}.md", rule.name, rule.summary) for rule in all_rules()]
    assert all(file in pages() for _, file, *_ in rows)


@pytest.mark.parametrize("rule", all_rules(), ids=lambda rule: rule.code)
def test_a_page_shows_a_reported_line_and_where_its_text_is(rule: RuleInfo) -> None:
    page = pages()[f"{rule.code}.md"]
    assert "# <-- reported" in page
    source = re.search(r"the text is in (\S+)\. -->", page)
    assert source is not None
    assert REPOSITORY / source[1] == Path(inspect.getfile(rule.rule))


@pytest.mark.parametrize("rule", [rule for rule in all_rules() if rule.code < "QF1"], ids=lambda rule: rule.code)
def test_a_page_names_the_report_behind_the_rule(rule: RuleInfo) -> None:
    """Rules from QF100 on are about quantfence itself; the others are there because something went wrong somewhere."""
    assert re.search(r"^## The report behind it\n\n\S", rule.page(), re.MULTILINE)
