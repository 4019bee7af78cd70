"""The rules' pages as files, which ``make docs`` writes: ``python -m lint_rules.rules.pages docs/rules``."""

from __future__ import annotations

import sys
from pathlib import Path

from lint_rules.rules.base import RuleInfo, all_rules

_NOTE = "<!-- Written by `make docs`; the text is in {place}. -->\n\n"
_INDEX = """\
# Rules

| code | name | what is wrong |
| --- | --- | --- |
{rows}

`quantfence rule CODE` prints a rule's page.
"""


def pages() -> dict[str, str]:
    """Return the text of each file, by its name: a page for each rule, and an index."""
    rules = all_rules()
    rows = "\n".join(f"| [{rule.code}]({_file(rule)}) | {rule.name} | {rule.summary} |" for rule in rules)
    index = _NOTE.format(place="the rules' files") + _INDEX.format(rows=rows)
    return {"README.md": index, **{_file(rule): _page(rule) for rule in rules}}


def write(folder: Path) -> None:
    """Write the files into ``folder``, and remove the pages of rules that are gone."""
    folder.mkdir(parents=True, exist_ok=True)
    wanted = pages()
    for page in folder.glob("QF*.md"):
        if page.name not in wanted:
            page.unlink()
    for name, text in wanted.items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")


def _file(rule: RuleInfo) -> str:
    return f"{rule.code}.md"


def _page(rule: RuleInfo) -> str:
    return _NOTE.format(place=f"{rule.rule.__module__.replace('.', '/')}.py") + rule.page()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        print("usage: python -m lint_rules.rules.pages FOLDER", file=sys.stderr)
        sys.exit(2)
    write(Path(sys.argv[1]))
