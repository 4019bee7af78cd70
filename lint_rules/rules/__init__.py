"""The rules, one file each. A new rule is a new file: ``qf012_name.py`` with one subclass of ``Rule`` in it."""

from lint_rules.rules.base import RuleInfo, all_rules

__all__ = ["RuleInfo", "all_rules"]
