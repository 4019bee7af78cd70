"""Whether a function assigns to an attribute."""

from __future__ import annotations

import ast

from lint_rules.project.alone import alone
from lint_rules.project.questions import of_function


@of_function
def stores(text: str, name: str) -> bool:
    """Whether a function assigns to an attribute of this name, of ``self`` or of anything else; also where that can't be told."""
    if text.isascii() and name not in text:
        return False
    code = alone(text)
    return code is None or any(
        isinstance(each, ast.Attribute) and each.attr == name and isinstance(each.ctx, ast.Store)
        for each in ast.walk(code)
    )
