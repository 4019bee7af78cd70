"""What users see of the rules, kept so that a run with a known outcome imports none of them."""

from __future__ import annotations

import json
from typing import NamedTuple

from lint_rules.cache.store import Store
from lint_rules.reports.report import Rule

KIND = "rules"
_KEY = "00"
"""There is one of this kind: all that the store holds was written by this very tool."""


class _Kept(NamedTuple):
    """A rule without its code."""

    code: str
    name: str
    summary: str
    text: str

    def page(self) -> str:
        return self.text


def rules(store: Store) -> dict[str, Rule]:
    """Return each rule by its code."""
    kept = _read(store)
    if kept:
        return {rule.code: rule for rule in kept}
    from lint_rules.rules import all_rules

    found = all_rules()
    if store.folder is not None:
        rows = [[rule.code, rule.name, rule.summary, rule.page()] for rule in found]
        store.write(KIND, _KEY, json.dumps(rows).encode())
    return {rule.code: rule for rule in found}


def _read(store: Store) -> list[_Kept]:
    data = store.read(KIND, _KEY)
    try:
        return [_Kept(*map(str, row)) for row in json.loads(data)] if data is not None else []
    except (ValueError, TypeError, RecursionError):
        return []
