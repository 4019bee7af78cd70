"""What is worked out while an outline is drawn and is asked for again, by the same outline or by another one.

An outline must not tell which ones were drawn before it: the order in which they are drawn, and by which process, says
nothing of the code, and where a class has changed its outline is drawn alone. So what outlasts a drawing is what would be
worked out in any other one, for as many steps; all else is forgotten with the drawing that it is a part of. Lists, dicts and
objects last, too: a drawing that changes one leaves it as it was, and does not recall what was told from it before.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, NamedTuple

from lint_rules.outline.core import Core
from lint_rules.outline.pristine import Container, Pristine, is_fixed, pristine
from lint_rules.outline.values import Value, options
from lint_rules.project.asked import ANYBODY

if TYPE_CHECKING:
    from lint_rules.project.symbols import FunctionInfo

DEEPEST = 20
MOST_STEPS = 20_000
"""What one outline may cost, in expressions: most take fifty."""
ENOUGH = 2_000
"""A call may take half of the steps that are left, so that it takes not all from those that follow; or these."""


class Lasting(NamedTuple):
    """What something stands for in each drawing."""

    value: Value
    steps: int
    """How many steps it takes to work it out."""
    depth: int
    """How many calls it is behind."""
    ran: frozenset[FunctionInfo]
    """The functions that are run meanwhile."""
    borrowed: frozenset[Hashable]
    """The lists, dicts and objects, each by its key, that it is told from."""
    pristine: Pristine | None = None
    """What a value that can be changed was, when it was worked out."""


class Remembering(Core):
    """The part of the drawer that works things out once."""

    _lasting: dict[Hashable, Lasting]
    _here: dict[Hashable, Value]
    """What is a part of the outline that is drawn now."""
    _shared: dict[Hashable, Pristine]
    """What lasts and can be changed."""
    _borrowed: set[Hashable]
    """What of that was asked for, since something began to be worked out."""
    _touched: set[Hashable]
    """What of that is not what it was."""

    def forget(self) -> None:
        """Begin another drawing, and make all that it gets to see what it was before the last one."""
        for key in self._touched:
            self._shared[key].restore()
        for key in self._borrowed & self._shared.keys():
            self._shared[key].put_nowhere()
        self._here, self._borrowed, self._touched = {}, set(), set()

    def touch(self, container: Container) -> None:
        if container.shared:
            self.tied += 1
            self._touched.update(key for key, each in self._shared.items() if each.holds(container))

    def remembered(self, key: Hashable, make: Callable[[], Value], unfinished: Value | None = None) -> Value:
        """What ``make`` comes to, wherever it is asked for; ``unfinished`` is what it is taken for while that is worked out."""
        found = self.recalled(key)
        if found is not None:
            return found
        if unfinished is not None:
            self._here[key] = unfinished
        value, lasting = self.apart(lambda: self._with_all_steps(make))
        self.keep(key, value, lasting)
        return value

    def _with_all_steps(self, make: Callable[[], Value]) -> Value:
        """What ``make`` comes to with as many steps as a drawing may take: it takes none from who comes upon it first."""
        steps, most, longest = self.steps, self.most, self.longest
        self.steps, self.most = 0, MOST_STEPS
        value = make()
        self.steps, self.most, self.longest = steps, most, longest
        return value

    def keep(self, key: Hashable, value: Value, lasting: Lasting | None) -> None:
        """Remember what :meth:`apart` told."""
        if lasting is not None and not self._touched.isdisjoint(lasting.borrowed):
            lasting = None
        if lasting is not None and not all(map(is_fixed, options(value))):
            found = pristine(value)
            lasting = lasting._replace(pristine=found) if found is not None else None
        if lasting is None:
            self._here[key] = value
            self.tied += 1
            return
        self._here.pop(key, None)
        self._lasting[key] = lasting
        if lasting.pristine is not None:
            self._shared[key] = lasting.pristine
            self._borrowed.add(key)

    def recalled(self, key: Hashable) -> Value | None:
        """What is remembered, if it is; None also where it takes more than is left."""
        kept = self._lasting.get(key)
        if kept is not None and self._touched.isdisjoint(kept.borrowed):
            value, steps, depth, ran, borrowed, before = kept
            if steps or depth:
                if self.steps + steps > self.most or self.depth + depth > DEEPEST:
                    return None
                self.steps += steps
                self.deepest = max(self.deepest, self.depth + depth)
                self.inlined |= ran
            self._borrowed |= borrowed
            if before is not None:
                self._borrowed.add(key)
            return value
        value_here = self._here.get(key)
        if value_here is not None:
            self.tied += 1
        return value_here

    def apart(self, make: Callable[[], Value]) -> tuple[Value, Lasting | None]:
        """What something comes to that takes no part in the branches and loops of who asks; and what outlasts this drawing, if it may."""
        forks, loops, deepest, longest, inlined = self.forks, self.loops, self.deepest, self.longest, self.inlined
        steps, tied, calls, borrowed = self.steps, self.tied, len(self.calls), self._borrowed
        self.forks = self.loops = 0
        self.deepest, self.longest, self.inlined, self._borrowed = self.depth, 0, set(), set()
        # What is remembered serves other outlines, too.
        with self.project.asking.by(ANYBODY):
            value = make()
        self.forks, self.loops = forks, loops
        taken, depth = self.steps - steps, self.deepest - self.depth
        ran = frozenset(self.inlined)
        is_lasting = self.tied == tied and len(self.calls) == calls and self.longest <= ENOUGH
        self.deepest, self.longest = max(self.deepest, deepest), max(self.longest, longest)
        self.inlined = inlined | ran
        mine, self._borrowed = frozenset(self._borrowed), borrowed | self._borrowed
        return value, Lasting(value, taken, depth, ran, mine) if is_lasting else None
