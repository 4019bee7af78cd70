"""How the name that a builder was given stands to the one that it has, once what both begin with is left out."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from lint_rules.outline.texts import Hole, Text, without

Path = tuple[str, ...]
"""Components of a name; ``*`` is an index, ``?`` something that can't be told."""

_LONGEST = 10


class Verdict(Enum):
    """What comes of a name."""

    RIGHT = "right"
    WRONG = "wrong"
    UNTOLD = "untold"


class Relation(NamedTuple):
    """A builder has the name ``x + true`` and was given ``x + given``, whatever x is."""

    true: Path = ()
    given: Path | None = ()
    """None where what it was given does not begin as its name does, or can't be told."""
    at_root: bool = False
    """Whether x is empty: it is the model itself, or all of its name is here."""

    @property
    def is_right(self) -> bool:
        """Whether it was given its own name."""
        return self.given == self.true == ()


SAME = Relation()
ROOT = Relation(at_root=True)
LOST = Relation(given=None)


def step(relation: Relation, path: Path, text: Text) -> tuple[Relation, Verdict] | None:
    """What a module that is built at ``path`` and given ``text`` is to its name; None where the text is not for here."""
    if text.at_root and not relation.at_root:
        return None
    true = (*relation.true, *path)
    given = _given(relation, text)
    if given is None:
        return Relation(true, None, relation.at_root), Verdict.UNTOLD if _is_untold(text) else Verdict.WRONG
    verdict = compare(true, given)
    if verdict is Verdict.RIGHT:
        return SAME, verdict
    if text.prefix is None and any("?" in part and "*" not in part for part in given):
        # What can't be told may be the builder's own name.
        verdict = Verdict.UNTOLD
    return _shorter(Relation(true, given, relation.at_root)), verdict


def _given(relation: Relation, text: Text) -> Path | None:
    components = text.components()
    if components is None:
        return None
    said = tuple(component.text for component in components)
    own = text.prefix
    if own is None:
        return said if relation.at_root else None
    if relation.given is None:
        return None
    above = _cut(relation, own)
    return None if above is None else (*above, *said)


def _cut(relation: Relation, own: Hole) -> Path | None:
    """The builder's own prefix after what was cut from it; None where that is in the part of it that is not known here."""
    given = relation.given or ()
    for how in own.cuts:
        if how.kind == "parent" and not given:
            return None
        given = without(given, (how,), "" if relation.at_root else ".")
    return given


def _is_untold(text: Text) -> bool:
    """Whether nothing can be said of a text that does not begin with the builder's prefix."""
    components = text.components()
    if components is None:
        # The prefix stands behind something, or something is glued to it.
        return any(isinstance(piece.what, Hole) and piece.what.kind == "unknown" for piece in text.pieces)
    return any(not component.is_told for component in components)


def compare(true: Path, given: Path) -> Verdict:
    """Whether a name is the one that it should be."""
    if len(true) == len(given):
        parts = [same(wanted, have) for wanted, have in zip(true, given, strict=True)]
        if all(part is Verdict.RIGHT for part in parts):
            return Verdict.RIGHT
        return Verdict.WRONG if Verdict.WRONG in parts else Verdict.UNTOLD
    if any("?" in part and "*" not in part for part in given):
        # What can't be told may be empty, or several components.
        told = tuple(part for part in given if "?" not in part)
        return Verdict.UNTOLD if len(told) <= len(true) else Verdict.WRONG
    return Verdict.WRONG


def same(wanted: str, have: str) -> Verdict:
    """Whether one component is the other: ``*`` is what a loop counts, ``?`` what can't be told, on either side."""
    if wanted == have:
        return Verdict.RIGHT
    if "?" in wanted or "?" in have:
        # An index that is handed over, or one that is counted in a way that is not in view.
        number = wanted == "*" or wanted == "?" or wanted.replace("*", "?") == have.replace("*", "?")
        return Verdict.RIGHT if number and (have == "?" or have.isdecimal() or "*" in have) else Verdict.UNTOLD
    if have == "*" and wanted.isdecimal():
        return Verdict.RIGHT
    return Verdict.WRONG


def _shorter(relation: Relation) -> Relation:
    """Without the components that both begin with."""
    true, given = relation.true, relation.given or ()
    while not relation.at_root and true and given and same(true[0], given[0]) is Verdict.RIGHT:
        true, given = true[1:], given[1:]
    if len(true) + len(given) > _LONGEST:
        return Relation((), None)
    return Relation(true, given, relation.at_root)
