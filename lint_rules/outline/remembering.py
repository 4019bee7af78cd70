"""What is worked out while an outline is drawn and is asked for again, by the same outline or by another one.

An outline must not tell which ones were drawn before it: the order in which they are drawn, and by which process, says
nothing of the code, and where a class has changed its outline is drawn alone. So what outlasts a drawing is what would be
worked out in any other one, for as many steps; all else is forgotten with the drawing that it is a part of.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, NamedTuple

from lint_rules.outline.core import Core
from lint_rules.outline.texts import Text
from lint_rules.outline.values import (
    ClassRef,
    Const,
    FunctionRef,
    Index,
    ModuleRef,
    Outer,
    Quant,
    Symbol,
    Unknown,
    Value,
    options,
)
from lint_rules.project.asked import ANYBODY

if TYPE_CHECKING:
    from lint_rules.project.symbols import FunctionInfo

DEEPEST = 20
ENOUGH = 2_000
"""A call may take half of the steps that are left, so that it takes not all from those that follow; or these."""
FIXED = (Unknown, Const, Text, Quant, Index, ClassRef, ModuleRef, Outer, Symbol)
"""What can't change, or be changed."""


class Lasting(NamedTuple):
    """What something stands for in each drawing."""

    value: Value
    steps: int
    """How many steps it takes to work it out."""
    depth: int
    """How many calls it is behind."""
    ran: frozenset[FunctionInfo]
    """The functions that are run meanwhile."""


class Remembering(Core):
    """The part of the drawer that works things out once."""

    _lasting: dict[Hashable, Lasting]
    _here: dict[Hashable, Value]
    """What is a part of the outline that is drawn now."""

    def remembered(self, key: Hashable, make: Callable[[], Value], unfinished: Value | None = None) -> Value:
        """What ``make`` comes to, wherever it is asked for; ``unfinished`` is what it is taken for while that is worked out."""
        found = self.recalled(key)
        if found is not None:
            return found
        if unfinished is not None:
            self._here[key] = unfinished
        value, lasting = self.apart(make)
        self.keep(key, value, lasting)
        return value

    def keep(self, key: Hashable, value: Value, lasting: Lasting | None) -> None:
        """Remember what :meth:`apart` told."""
        if lasting is not None and all(map(_is_fixed, options(value))):
            self._here.pop(key, None)
            self._lasting[key] = lasting
        else:
            self._here[key] = value
            self.tied += 1

    def recalled(self, key: Hashable) -> Value | None:
        """What is remembered, if it is; None also where it takes more than is left."""
        kept = self._lasting.get(key)
        if kept is not None:
            value, steps, depth, ran = kept
            if steps or depth:
                if self.steps + steps > self.most or self.depth + depth > DEEPEST:
                    return None
                self.steps += steps
                self.deepest = max(self.deepest, self.depth + depth)
                self.inlined |= ran
            return value
        value_here = self._here.get(key)
        if value_here is not None:
            self.tied += 1
        return value_here

    def apart(self, make: Callable[[], Value]) -> tuple[Value, Lasting | None]:
        """What something comes to that takes no part in the branches and loops of who asks; and what outlasts this drawing, if it may."""
        forks, loops, deepest, inlined = self.forks, self.loops, self.deepest, self.inlined
        steps, tied, calls = self.steps, self.tied, len(self.calls)
        self.forks = self.loops = 0
        self.deepest, self.inlined = self.depth, set()
        # What is remembered serves other outlines, too.
        with self.project.asking.by(ANYBODY):
            value = make()
        self.forks, self.loops = forks, loops
        taken, depth = self.steps - steps, self.deepest - self.depth
        ran = frozenset(self.inlined)
        self.deepest, self.inlined = max(self.deepest, deepest), inlined | ran
        is_lasting = self.tied == tied and len(self.calls) == calls and taken <= ENOUGH
        return value, Lasting(value, taken, depth, ran) if is_lasting else None


def _is_fixed(value: Value) -> bool:
    if isinstance(value, Text):
        # Who brought it in is a part of this drawing.
        return all(piece.site is None for piece in value.pieces)
    return isinstance(value, FIXED) or (
        isinstance(value, FunctionRef) and (value.self is None or isinstance(value.self, FIXED))
    )
