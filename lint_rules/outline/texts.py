"""Names while they are put together: symbolic strings of literals and holes.

A builder's own prefix is one hole, an index another; what can't be told is a third kind. Each literal remembers the
argument that brought it in: where a component is wrong, that argument is to blame.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from msgspec import Struct

from lint_rules.project.site import Site


class Cut(NamedTuple):
    """What was done to a prefix before it was used: ``replace``, ``removesuffix``, ``removeprefix``, ``parent``."""

    kind: str
    old: str = ""
    new: str = ""


class Hole(NamedTuple):
    """A part of a name that is no literal: the builder's ``prefix``, an ``index``, or something ``unknown``.

    The label of an index says by how much it is shifted, ``+1``.

    ``missing`` is a prefix that a function takes and was not given: empty, and its piece's site is that call.
    """

    kind: str
    label: str = ""
    cuts: tuple[Cut, ...] = ()


PREFIX = Hole("prefix")
INDEX = Hole("index")
UNTOLD = Hole("unknown")


class Piece(NamedTuple):
    """A literal or a hole, and the argument that brought it in."""

    what: str | Hole
    site: Site | None = None


class Component(NamedTuple):
    """What stands between two dots; ``text`` has ``*`` for an index and ``?`` for what can't be told."""

    text: str
    site: Site | None

    @property
    def is_told(self) -> bool:
        """Whether nothing in it is unknown."""
        return "?" not in self.text


class Text(Struct, frozen=True):
    """A string; ``at_root`` where it is this one only if the builder's own prefix is empty."""

    pieces: tuple[Piece, ...]
    at_root: bool = False

    @property
    def is_own(self) -> bool:
        """Whether it is the builder's own prefix and nothing else."""
        return len(self.pieces) == 1 and self.pieces[0].what == PREFIX

    @property
    def literal(self) -> str | None:
        """The string, where it has no holes."""
        parts = [piece.what for piece in self.pieces]
        return "".join(map(str, parts)) if all(isinstance(part, str) for part in parts) else None

    @property
    def prefix(self) -> Hole | None:
        """The builder's prefix, where the text begins with it."""
        first = self.pieces[0].what if self.pieces else None
        return first if isinstance(first, Hole) and first.kind == "prefix" else None

    @property
    def missing(self) -> Site | None:
        """The call that left out the name with which this begins."""
        first = self.pieces[0] if self.pieces else None
        is_missing = first is not None and isinstance(first.what, Hole) and first.what.kind == "missing"
        return first.site if first is not None and is_missing else None

    @property
    def holds_prefix(self) -> bool:
        """Whether the builder's own prefix is a part of it."""
        return any(isinstance(piece.what, Hole) and piece.what.kind == "prefix" for piece in self.pieces)

    def components(self) -> tuple[Component, ...] | None:
        """What follows the prefix, or all of it where there is none; None where the prefix stands elsewhere or is glued on."""
        pieces = self.pieces
        if self.prefix is not None or self.missing is not None:
            pieces = pieces[1:]
            if pieces and not (isinstance(pieces[0].what, str) and pieces[0].what.startswith(".")):
                return None
        if any(isinstance(piece.what, Hole) and piece.what.kind == "prefix" for piece in pieces):
            return None
        return _split(pieces)

    def told(self) -> str:
        """As a person would write it: ``{prefix}.layers.*.mlp``."""
        return "".join(piece.what if isinstance(piece.what, str) else _shown(piece.what) for piece in self.pieces)

    def brought_by(self, site: Site) -> Text:
        """The same, where pieces that nobody owned are now owned by an argument."""
        if all(piece.site is not None or piece.what == PREFIX for piece in self.pieces) or self.missing is not None:
            return self
        pieces = tuple(piece if piece.site is not None else Piece(piece.what, site) for piece in self.pieces)
        return Text(pieces, self.at_root)


def literal(text: str) -> Text:
    """A string of the code."""
    return Text((Piece(text),) if text else ())


def hole(what: Hole) -> Text:
    """A text that is nothing but a hole."""
    return Text((Piece(what),))


def concatenated(texts: Iterable[Text]) -> Text:
    """Texts one after the other."""
    pieces: list[Piece] = []
    at_root = False
    for text in texts:
        at_root |= text.at_root
        for piece in text.pieces:
            last = pieces[-1] if pieces else None
            if last and isinstance(last.what, str) and isinstance(piece.what, str) and last.site == piece.site:
                pieces[-1] = Piece(last.what + piece.what, piece.site)
            else:
                pieces.append(piece)
    return Text(tuple(pieces), at_root)


_SLOT = re.compile(r"\{(\d+)\}")


def from_template(template: str, arguments: Sequence[Text]) -> Text:
    """What a helper returns: ``{1}.{0}`` over its arguments; an empty part takes its dot along.

    Raises IndexError where the template asks for more arguments than there are.
    """
    parts: list[Text] = []
    for number, part in enumerate(_SLOT.split(template)):
        parts.append(arguments[int(part)] if number % 2 else literal(part))
    kept: list[Text] = []
    for number, part in enumerate(parts):
        is_dot = part.literal == "."
        if is_dot and (not _filled(parts[:number]) or not _filled(parts[number + 1 : number + 2])):
            continue
        kept.append(part)
    return concatenated(kept)


def missing(call: Site) -> Text:
    """What a function takes for a name that a call left out."""
    return Text((Piece(Hole("missing"), call),))


def _filled(parts: Sequence[Text]) -> bool:
    return any(part.pieces for part in parts)


def cut(text: Text, how: Cut) -> Text | None:
    """The text after a string method; None where it can't be told."""
    plain = text.literal
    if plain is not None:
        return Text(literal(changed(plain, how)).pieces, text.at_root)
    if text.is_own or (len(text.pieces) == 1 and text.prefix is not None):
        own = text.pieces[0]
        assert isinstance(own.what, Hole)
        return Text((Piece(own.what._replace(cuts=(*own.what.cuts, how)), own.site),), text.at_root)
    last = text.pieces[-1] if text.pieces else None
    if last is not None and isinstance(last.what, str):
        # What is cut stands in the literal end, if anywhere that we see.
        after = changed(last.what, how)
        if after != last.what:
            return concatenated([Text(text.pieces[:-1], text.at_root), Text((Piece(after, last.site),))])
    return None


def changed(text: str, how: Cut) -> str:
    """What a string method makes of a plain string."""
    if how.kind == "replace":
        return text.replace(how.old, how.new) if how.old else text
    if how.kind == "removesuffix":
        return text.removesuffix(how.old)
    if how.kind == "removeprefix":
        return text.removeprefix(how.old)
    if how.kind == "parent":
        return text.rpartition(".")[0]
    return text


def without(name: Sequence[str], cuts: Iterable[Cut], lead: str = "") -> tuple[str, ...]:
    """The components of a name after some cuts; ``lead`` stands before it while it is cut, as a dot below another name."""
    text = lead + ".".join(name)
    for how in cuts:
        text = changed(text, how)
    return tuple(part for part in text.split(".") if part)


def _split(pieces: Sequence[Piece]) -> tuple[Component, ...]:
    """Components of some pieces; empty ones, which doubled or leading dots make, are left out."""
    out: list[Component] = []
    text, site = "", None

    def close() -> None:
        nonlocal text, site
        if text:
            out.append(Component(text, site))
        text, site = "", None

    for piece in pieces:
        if isinstance(piece.what, Hole):
            text += f"*{piece.what.label}" if piece.what.kind == "index" else "?"
            site = site or piece.site
            continue
        for number, part in enumerate(piece.what.split(".")):
            if number:
                close()
            if part:
                text += part
                site = site or piece.site
    close()
    return tuple(out)


def _shown(what: Hole) -> str:
    if what.kind == "index":
        return f"*{what.label}"
    if what.kind == "prefix":
        return "{prefix}"
    if what.kind == "missing":
        return ""
    return f"{{{what.label}}}" if what.label else "?"
