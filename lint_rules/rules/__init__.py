"""The rules, one file each. A new rule is a new file: ``qf012_name.py`` with one subclass of ``Rule`` in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lint_rules.rules.base import RuleInfo, all_rules

__all__ = ["RuleInfo", "all_rules"]


def __getattr__(name: str) -> object:
    """What else is in this package is asked for where no rule is needed, and to read the rules takes longer than to ask."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from lint_rules.rules import base

    return getattr(base, name)
