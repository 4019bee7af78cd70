"""``python -m lint_rules`` is ``quantfence``."""

from lint_rules.cli import run

run()
