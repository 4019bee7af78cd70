"""Ways from one name to another: the renames of a class's loading, one after the other."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice

from lint_rules.outline.renames import Rename

ANY = "weight"
"""What stands for any weight of a module."""
_STEPS = 4
"""How many renames may follow each other."""
_TRIED = 400
"""How many names are tried from one."""
_ENDINGS = 200
"""How many children of a module are tried."""


def below(name: str) -> str:
    """The name of any weight of a module."""
    return f"{name}.{ANY}" if name else ANY


class Ways:
    """The ways that some renames open; what they make of a name is found out once."""

    def __init__(self, renames: Sequence[Rename]) -> None:
        self._renames = renames
        self._wholes = tuple(rename.new for rename in renames if rename.where == "whole")
        self._endings = tuple(islice(dict.fromkeys(_endings(renames)), _ENDINGS))
        self._changes: dict[str, tuple[tuple[Rename, str], ...]] = {}

    def _changed(self, name: str) -> tuple[tuple[Rename, str], ...]:
        """The renames that touch a name, with what each makes of it."""
        if name not in self._changes:
            self._changes[name] = tuple(
                (rename, changed) for rename in self._renames if (changed := rename.apply(name)) is not None
            )
        return self._changes[name]

    def find(self, start: str, goal: str) -> tuple[Rename, ...] | None:
        """Renames that lead from a module's name to another one; None where none do.

        They do if any weight below the one is renamed to the same below the other; or if a certain weight or child is
        renamed to something below the other, by renames that look for it: the module then stands for that child.
        """
        if not self._renames or any(new.startswith(f"{start}.") for new in self._wholes):
            # Something that the checkpoint spells otherwise comes to have that name only here.
            return None
        any_weight, arrived = below(start), below(goal)
        found = self._search(any_weight, lambda name: name == arrived)
        if found is not None or (goal and start.startswith(f"{goal}.")) or start == goal:
            return found
        of_any = {id(rename) for rename, _ in self._changed(any_weight)}
        for ending in self._endings:
            certain = f"{start}.{ending}" if start else ending
            if all(id(rename) in of_any for rename, _ in self._changed(certain)):
                # Nothing looks for it.
                continue
            found = self._search(certain, lambda name: name.startswith(f"{goal}."))
            if found is not None and not _applies(any_weight, found):
                return found
        return None

    def _search(self, start: str, arrived: Callable[[str], bool]) -> tuple[Rename, ...] | None:
        """The shortest way from a name to one that is asked for, over renames in any order."""
        seen = {start}
        edge: list[tuple[str, tuple[Rename, ...]]] = [(start, ())]
        for _ in range(_STEPS):
            following: list[tuple[str, tuple[Rename, ...]]] = []
            for name, done in edge:
                for rename, changed in self._changed(name):
                    if changed in seen or len(seen) > _TRIED:
                        continue
                    seen.add(changed)
                    if arrived(changed):
                        return (*done, rename)
                    following.append((changed, (*done, rename)))
            edge = following
        return None


def _applies(name: str, renames: Iterable[Rename]) -> bool:
    """Whether renames touch a name, one after the other."""
    for rename in renames:
        changed = rename.apply(name)
        if changed is None:
            return False
        name = changed
    return True


def _endings(renames: Iterable[Rename]) -> Iterator[str]:
    """What may follow a module's name where renames look for more than the name."""
    for rename in renames:
        if rename.where == "regex":
            for word in re.findall(r"(?<!\\)\b[A-Za-z_]\w+", rename.old):
                yield f"{word}.weight"
        else:
            parts = rename.old.strip(".").split(".")
            for start in range(len(parts)):
                yield ".".join((*parts[start:], "weight"))
