"""What an outline comes to: the modules that a class makes, what each is given and where it is put, and nothing that lives.

An outline holds the objects, scopes and functions of its drawing; a sketch is all that is asked of it afterwards.
"""

from __future__ import annotations

from typing import NamedTuple

from lint_rules.outline.drawer import Drawer, Variant
from lint_rules.outline.given import Given, given
from lint_rules.outline.placing import path_of
from lint_rules.outline.relation import Path
from lint_rules.project.site import Site
from lint_rules.project.symbols import ClassInfo


class Made(NamedTuple):
    """One call that makes a module."""

    callee: ClassInfo | str
    site: Site
    where: str
    """The function that holds it."""
    own: str | None
    """How the builder's own prefix can be written there."""
    is_base: bool
    """Whether it is ``super().__init__(...)``: nothing new is made."""
    given: Given
    path: Path | None
    """Where the module is put; None where that can't be told."""


def sketched(drawer: Drawer, cls: ClassInfo, variant: Variant) -> tuple[Made, ...]:
    """The calls that make modules where a class is built, in the order in which they happen."""
    outline = drawer.draw(cls, variant)
    return tuple(
        Made(
            call.callee,
            call.site,
            call.where,
            call.own,
            call.is_base,
            given(drawer, call),
            path_of(call.result, outline.itself) if call.result is not None else None,
        )
        for call in outline.calls
    )
