"""One way in which the name of a checkpoint's weight changes while it is loaded, and how such ways are put down."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from lint_rules.outline.constants import HOLE, INDEX, Literal, Table
from lint_rules.outline.guards import Place, says_something
from lint_rules.outline.mappers import STACKED, Mapper, substitute
from lint_rules.project import facts
from lint_rules.project.site import Site

_NAME = re.compile(r"[^\s:/()]*")
"""What names of weights are made of; a message is no name."""
ROWS = 500
"""A table with more literals than these is data, and so are loops of more turns in one function."""


class Rename(NamedTuple):
    """One way in which a name of the checkpoint changes on its way to a parameter."""

    old: str
    new: str
    where: str
    """``prefix``, ``substr``, ``suffix``, ``whole`` or ``regex``"""
    site: Site | None
    """Where the code does it; none where no call of its own does."""
    needs: tuple[str, ...] = ()
    """Texts of which a name must hold one, for the code asks for them first; none where it asks for nothing."""

    def apply(self, name: str) -> str | None:
        """The name after it; None where it does not touch the name."""
        old, new, where, _, needs = self
        if where == "substr":
            if old not in name:
                return None
        elif where == "prefix":
            if not name.startswith(old):
                return None
        if needs and not any(text in name for text in needs):
            return None
        changed = substitute(where, old, new, name)
        return changed if changed != name else None


class Cut(NamedTuple):
    """What an expression cuts off the beginning of a name: a text, or what a regular expression matches."""

    old: str
    where: str = "prefix"


class Renames:
    """Renames as they are met, each once."""

    def __init__(self) -> None:
        self.met: dict[Rename, None] = {}

    def add(
        self,
        old: Literal,
        new: Literal,
        where: str,
        at: Place,
        site: Site | None = None,
    ) -> None:
        """Put down a rename of texts that may hold holes, each of which stands for a component or a part of one."""
        if not isinstance(old, str) or not isinstance(new, str) or (old and not says_something(old)):
            return
        if HOLE not in old:
            # What is put in and can't be told is an index, if anything.
            self._add(old, new.replace(HOLE, INDEX), where, at, site)
        elif where in ("prefix", "substr") and new.count(HOLE) <= old.count(HOLE):
            pattern = re.escape(old).replace(re.escape(HOLE), r"([^.]+)")
            pieces = new.replace("\\", "\\\\").split(HOLE)
            put = "".join(f"\\g<{number}>{piece}" if number else piece for number, piece in enumerate(pieces))
            self._add(f"^{pattern}" if where == "prefix" else pattern, put, "regex", at, site)

    def cut(self, cut: Cut, added: str, at: Place) -> None:
        """Put down what is cut off and what is put in its place, for names that begin as the code asks for."""
        for text in [text for text in at.beginnings if text.startswith(cut.old)] or [cut.old]:
            self.add(text, added + text[len(cut.old) :], cut.where, at)

    def regex(self, pattern: Literal, new: Literal, at: Place, site: Site | None = None) -> None:
        """Put down what a regular expression replaces."""
        if isinstance(pattern, str) and isinstance(new, str) and HOLE not in pattern + new:
            self._add(pattern, new, "regex", at, site)

    def table(self, table: Literal, at: Place) -> None:
        """Put down a table in which whole names are looked up."""
        for old, new in table.items if isinstance(table, Table) and len(table.items) <= ROWS else ():
            self.add(old, new, "whole", at)

    def mapper(self, mapper: Mapper, at: Place, site: Site | None) -> None:
        """Put down what a mapper does that names are put through."""
        for where, pairs in mapper.all_kinds():
            for old, new in pairs:
                if new is not None:
                    self._add(old, new, "substr" if where == STACKED else where, at, site)

    def _add(self, old: str, new: str, where: str, at: Place, site: Site | None) -> None:
        if old == new or (where == "substr" and not old) or (where != "regex" and not _NAME.fullmatch(old + new)):
            return
        needs = tuple(guard.text for guard in at.innermost) if at.guards else ()
        if where == "prefix" and any(old.startswith(text) for text in needs):
            needs = ()
        self.met.setdefault(Rename(old, new, where, site, needs))


def site_of(path: Path, call: facts.Call) -> Site:
    """The place of a call."""
    return Site(path, call.line, call.column)
