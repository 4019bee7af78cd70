"""``quantfence rule CODE`` and ``quantfence rules``: what the rules say."""

from __future__ import annotations

import sys

from lint_rules.commands.streams import use_color, write
from lint_rules.errors import UsageError
from lint_rules.manifest.problems import unknown


def show(code: str, color: str) -> int:
    """Print the page of one rule, given by its code or its name."""
    from lint_rules.rules import all_rules

    rules = {rule.code: rule for rule in all_rules()}
    named = {rule.name: rule for rule in rules.values()}
    rule = rules.get(code.upper()) or named.get(code.lower())
    if rule is None:
        raise UsageError(unknown("rule", code, [*sorted(rules), *named] if "-" in code else sorted(rules)))
    page = rule.page()
    if use_color(color, sys.stdout):
        # Markdown on a terminal is the one thing worth the time that rich takes to load.
        from rich.console import Console
        from rich.markdown import Markdown

        Console(force_terminal=True).print(Markdown(page))
    else:
        write([page.rstrip("\n")])
    return 0


def show_all() -> int:
    """Print a line for each rule."""
    from lint_rules.rules import all_rules

    rules = sorted(all_rules(), key=lambda rule: rule.code)
    name_width = max(len(rule.name) for rule in rules)
    write(f"{rule.code}  {rule.name:<{name_width}}  {rule.summary}" for rule in rules)
    return 0
