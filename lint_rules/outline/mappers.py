"""What an engine makes of a checkpoint's names before it compares them: the mapper of a model class, as it would run."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from lint_rules.manifest.regex import MAX_NAME, regex_problem

KINDS = ("regex", "substr", "prefix", "suffix")
"""In the order in which an engine goes through them."""
STACKED = "stacked"
"""What only loading does, never the engine with its lists: parts go into the layer that fuses them."""
KEYWORD = "orig_to_new_"
"""What the keywords of a mapper's constructor begin with, in all engines."""

Pairs = tuple[tuple[str, "str | None"], ...]
"""What is looked for and what stands in its place; None where the weight is dropped."""


@dataclass(frozen=True, slots=True)
class Mapper:
    """The mapper of a class: ``WeightsMapper(orig_to_new_prefix={...}, orig_to_new_substr={...})``."""

    regex: Pairs = ()
    substr: Pairs = ()
    prefix: Pairs = ()
    suffix: Pairs = ()
    single: bool = False
    """Whether of each kind only the longest that fits is applied (SGLang), and not one after the other (vLLM)."""
    stacked: Pairs = ()
    """What loading does beside: a part's text, and that of the layer that fuses it."""

    def apply(self, name: str) -> str | None:
        """The name that the engine makes of a checkpoint's name; None where it drops it."""
        for kind, pairs in self.kinds():
            ordered = sorted(pairs, key=lambda pair: len(pair[0]), reverse=True) if self.single else pairs
            for old, new in ordered:
                replaced = substitute(kind, old, new, name, 1)
                if replaced is None:
                    continue
                if new is None:
                    return None
                name = replaced
                if self.single:
                    break
        return name

    def merged(self, other: Mapper) -> Mapper:
        """``self | other``: where both say something of one text, the other counts."""
        theirs = dict(other.all_kinds())
        pairs = {kind: tuple({**dict(mine), **dict(theirs[kind])}.items()) for kind, mine in self.all_kinds()}
        return made(pairs, self.single or other.single)

    def all_kinds(self) -> tuple[tuple[str, Pairs], ...]:
        """As :meth:`kinds`, with what only loading does."""
        return (*self.kinds(), (STACKED, self.stacked))

    def kinds(self) -> tuple[tuple[str, Pairs], ...]:
        """What it looks for and puts in, by where it looks for it."""
        return tuple(zip(KINDS, (self.regex, self.substr, self.prefix, self.suffix), strict=True))


def made(pairs: Mapping[str, Pairs], single: bool) -> Mapper:
    """The mapper that looks for some pairs, given by kind."""
    none: Pairs = ()
    regex, substr, prefix, suffix = (pairs.get(kind, none) for kind in KINDS)
    return Mapper(regex, substr, prefix, suffix, single, pairs.get(STACKED, none))


def substitute(kind: str, old: str, new: str | None, name: str, count: int = 0) -> str | None:
    """A name with ``new`` in the place of ``old``; None where ``old`` does not occur in it.

    ``count`` limits how often a text inside is replaced; 0 stands for each time.
    """
    put = new or ""
    match kind:
        case "prefix":
            return put + name[len(old) :] if name.startswith(old) else None
        case "suffix":
            return name[: len(name) - len(old)] + put if name.endswith(old) else None
        case "substr":
            return name.replace(old, put, count or -1) if old in name else None
        case "whole":
            return put if name == old else None
        case _:
            return _substitute_regex(old, put, name)


def _substitute_regex(old: str, new: str, name: str) -> str | None:
    """As above for a regular expression, which comes from the code under check: one that could hang is not tried."""
    if len(name) > MAX_NAME or regex_problem(old) is not None:
        return None
    pattern = re.compile(old)
    if pattern.search(name) is None:
        return None
    try:
        return pattern.sub(new, name)
    except (re.error, IndexError):
        # The text that is put in asks for a group that the pattern lacks.
        return None
