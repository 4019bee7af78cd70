"""A rule for Fixit that is nearest to QF006: a call that gives a quantization config and no prefix."""

import libcst as cst
from fixit import LintRule


class UnnamedLayer(LintRule):
    """A layer gets a quantization config and no prefix."""

    def visit_Call(self, node: cst.Call) -> None:
        names = {argument.keyword.value for argument in node.args if argument.keyword is not None}
        if "quant_config" in names and "prefix" not in names:
            self.report(node, "a layer gets a quantization config and no prefix")
