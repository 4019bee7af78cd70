"""The examples on the pages of the rules, and the pages."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from lint_rules.diagnostic import Diagnostic
from lint_rules.project.scope import Scope
from lint_rules.project.text import Texts
from lint_rules.rules import RuleInfo, all_rules
from lint_rules.rules.base import Example, Rule
from lint_rules.selection import Codes, PerFileIgnores, Selection, Selector
from lint_rules.settings import Settings

EXAMPLES = [
    pytest.param(rule, example, id=f"{rule.code} {example.title}")
    for rule in all_rules()
    for example in rule.rule.examples
]
SECTIONS = ("## What it does", "## Why it is bad", "## How to fix it", "## When not to use it")


def shown(judged: Any) -> list[Diagnostic]:
    """What a person is told: ignore comments work, and the rules about them have had their say."""
    everything = Selection(Codes(), Codes())
    selector = Selector(everything, PerFileIgnores(Settings(), judged.root), Scope(judged.root, []))
    return selector.select(judged.diagnostics, judged.outcome.commented, Texts({})).shown


@pytest.mark.parametrize("exhaustive", [False, True])
@pytest.mark.parametrize(("rule", "example"), EXAMPLES)
def test_an_example(rule: RuleInfo, example: Example, exhaustive: bool, judge: Callable[..., Any]) -> None:
    judged = judge(example.files, exhaustive=exhaustive, dead=True)
    mine = [
        (each.path.relative_to(judged.root).as_posix(), each.start.line)
        for each in shown(judged)
        if each.code == rule.code
    ]
    assert mine == list(example.expected)


@pytest.mark.parametrize(("rule", "example"), EXAMPLES)
def test_an_example_shows_one_thing(rule: RuleInfo, example: Example, judge: Callable[..., Any]) -> None:
    assert {each.code for each in shown(judge(example.files, dead=True))} <= {rule.code}


@pytest.mark.parametrize(("rule", "example"), EXAMPLES)
def test_an_example_shows_where_it_is_reported(rule: RuleInfo, example: Example) -> None:
    page = rule.page()
    assert page.count(f"## Example: {example.title} ({'reported' if example.expected else 'clean'})") == 1
    section = page.split(f"## Example: {example.title} ")[1].split("\n## Example")[0]
    assert section.count("# <-- reported") == len(example.expected)


@pytest.mark.parametrize("rule", all_rules(), ids=lambda rule: rule.code)
def test_a_page(rule: RuleInfo) -> None:
    lines = rule.page().splitlines()
    assert lines[0] == f"# {rule.name} ({rule.code})"
    assert lines[2].lower() == f"{rule.summary}.".lower()
    at = [lines.index(section) for section in SECTIONS]
    assert at == sorted(at)
    for begin in at:
        assert lines[begin + 1] == ""
        assert lines[begin + 2].strip()
    assert sum(line.startswith("```") for line in lines) % 2 == 0


@pytest.mark.parametrize("rule", all_rules(), ids=lambda rule: rule.code)
def test_a_rule_has_an_example_that_is_reported(rule: RuleInfo) -> None:
    assert any(example.expected for example in rule.rule.examples)
    assert len({example.title for example in rule.rule.examples}) == len(rule.rule.examples)


def test_codes_and_names() -> None:
    rules = all_rules()
    assert [rule.code for rule in rules] == sorted({rule.code for rule in rules})
    assert len({rule.name for rule in rules}) == len(rules)
    for rule in rules:
        assert rule.name == rule.name.lower().replace(" ", "-").replace("_", "-")
        assert not rule.summary.endswith(".")
        assert "\n" not in rule.summary
        assert rule.rule.__module__ == f"lint_rules.rules.{rule.code.lower()}_{rule.name.replace('-', '_')}"


def test_a_page_shows_an_example_that_begins_in_its_first_line() -> None:
    class Made(Rule):
        examples = (Example("one", {"model.py": "def f():\n    return 1\n"}),)

        def check(self, context: object) -> Iterator[Diagnostic]:
            yield from ()

    assert "def f():\n    return 1\n" in RuleInfo("QF999", "made", "made", Made).page()


@pytest.mark.parametrize(("rule", "example"), EXAMPLES)
def test_a_page_shows_an_example_as_it_is(rule: RuleInfo, example: Example) -> None:
    page = rule.page().replace("  # <-- reported", "")
    for text in example.files.values():
        assert textwrap.dedent(text).strip("\n") in page
