# mypy: ignore-errors
# Nobody but fixit runs it, in an environment of its own.
"""What QF006 asks, as far as one call can answer it: the rule of semgrep.yaml, for fixit."""

import libcst
from fixit import LintRule


class UnnamedLayer(LintRule):
    """Report a call with a quantization config and no prefix."""

    MESSAGE = "gets a quantization config and no `prefix`"

    def visit_Call(self, node: libcst.Call) -> None:
        """Judge a call by its keywords."""
        keywords = {argument.keyword.value for argument in node.args if argument.keyword is not None}
        if "quant_config" in keywords and "prefix" not in keywords:
            self.report(node)
