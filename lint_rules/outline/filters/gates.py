"""Which functions of a file, and whether its own statements, need not be parsed: their text lacks what is looked for.

Each gate is a necessary condition. What is looked for in a tree by its name stands in the text as it is, but for one thing:
Python takes other letters for those of ASCII, so that a text with other letters passes every gate.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from lint_rules.outline.filters.handing import may_hand, may_hand_filters
from lint_rules.project import facts
from lint_rules.project.looks import may_name
from lint_rules.project.questions import of_file

if TYPE_CHECKING:
    from lint_rules.project.source import Source

_DEFINITION = re.compile(rb"(?:async[ \t]+def|def|class)\b|@\w")
_IMPORT = re.compile(rb"(?:from|import)\b(?![^\n]*(?:;|lambda))")


class Gate(NamedTuple):
    """What tells from a text that nothing in it need be looked at."""

    function: Callable[[facts.Function], bool]
    """Whether a function has to be looked at."""
    own: Callable[[], bool]
    """Whether the file's own statements have to be: those at its top that are neither definitions nor imports."""


def naming(source: Source, names: tuple[str, ...]) -> Gate:
    """Lets through what may speak of one of some names."""
    return Gate(
        lambda function: _decorated(function, names) or source.ask_of(function, may_name, *names),
        partial(source.ask, own_may_name, *names),
    )


def handing(source: Source, handed: Collection[str], words: Collection[str]) -> Gate:
    """Lets through what may hold a call that is given a filter: see ``handing.hands_filter``."""
    said = " ".join(sorted(handed)), " ".join(sorted(words))
    return Gate(
        lambda function: _decorated(function, handed) or source.ask_of(function, may_hand_filters, *said),
        partial(source.ask, own_may_hand_filters, *sorted(handed)),
    )


def _decorated(function: facts.Function, names: Collection[str]) -> bool:
    """Whether a function's decorators, which stand before its text, may be what is looked for."""
    called = repr([each for each in function.decorators if isinstance(each, facts.Call)])
    return "Lambda(" in called or may_hand(called, names)


@of_file
def own_may_hand_filters(data: bytes, *handed: str) -> bool:
    """The same of a file's own statements."""
    return may_hand(_own(data), handed)


@of_file
def own_may_name(data: bytes, *names: str) -> bool:
    """Whether a file's own statements may speak of one of some names."""
    own = _own(data)
    return not own.isascii() or any(name in own for name in names)


def _own(data: bytes) -> str:
    """The lines of a file at its top that belong to no definition and no import, and maybe some more."""
    own: list[bytes] = []
    kept = True
    for line in data.splitlines():
        if line[:1] not in (b"", b" ", b"\t", b"\x0c", b"#"):
            # A statement begins, or a string goes on that may look like anything.
            kept = not (_DEFINITION.match(line) or _IMPORT.match(line))
        if kept:
            own.append(line)
    return b"\n".join(own).decode("latin-1")
