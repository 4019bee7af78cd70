"""What the rules about names say in the same words."""

from __future__ import annotations

from collections.abc import Sequence

from lint_rules.diagnostic import Step
from lint_rules.manifest.problems import listed


def builder_of(where: str) -> str:
    """A builder as messages call it: a class by its name, without its ``__init__``."""
    return where.removesuffix(".__init__")


def missed(exclusions: Sequence[str], them: str) -> str:
    """The end of a message: the exclusions that speak of a layer and don't find it."""
    if not exclusions:
        return ""
    return f"; exclusion{'s' if len(exclusions) > 1 else ''} {listed(exclusions)} miss{'es' if len(exclusions) == 1 else ''} {them}"


def place(root: str | None, where: str, path: Sequence[str] | None) -> tuple[Step, ...]:
    """The way to a module: the model, and the builder with what it calls the module."""
    builder = builder_of(where)
    here = ".".join([builder, *(path or ())])
    return (Step(here),) if root is None or root == builder.split(".")[0] else (Step(root), Step(here))
