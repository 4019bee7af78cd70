"""The pages of the rules as files, for editors to open: they are written where the cache is."""

from __future__ import annotations

from pathlib import Path

from lint_rules.commands.check import Task


def page_of(task: Task, code: str) -> Path | None:
    """The file that holds the page of a rule; None where there is no such rule, or no place to write it."""
    rule = task.rules.get(code)
    folder = task.store.folder_of("pages") if rule is not None else None
    if rule is None or folder is None:
        return None
    path = folder / f"{code}.md"
    page = rule.page()
    try:
        if not path.exists() or path.read_text(encoding="utf-8") != page:
            path.write_text(page, encoding="utf-8")
    except OSError:
        return None
    return path
