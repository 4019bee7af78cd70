"""Entries of the manifest that name nothing: no class, no layer, no name of the project."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Sequence
from enum import Enum
from typing import NamedTuple

from lint_rules.blueprint.entrypoints import resolve
from lint_rules.blueprint.vocabulary import Target, Vocabulary, is_declared
from lint_rules.coverage.entries import Entries, Item
from lint_rules.coverage.patterns import covers_any
from lint_rules.manifest.model import Entry, Exclusion, FlagName, Place
from lint_rules.project.symbols import ClassInfo, Project


class Kind(Enum):
    """What a dead entry should name."""

    CLASS = "class"
    PATH = "path"
    NAME = "name"
    POLICY = "policy"
    ENTRYPOINT = "entrypoint"


class Dead(NamedTuple):
    """An entry that names nothing."""

    kind: Kind
    exclusion: Exclusion
    text: str
    place: Place


class Untold(NamedTuple):
    """An entry of which it can't be told whether it names anything."""

    place: Place
    message: str


def dead(vocabulary: Vocabulary, entries: Entries, unreadable: Sequence[bytes]) -> Iterator[Dead | Untold]:
    """All such entries. ``unreadable`` are the bytes of files that can't be read, as far as these are known."""
    for each in _dead(vocabulary, entries):
        if isinstance(each, Dead) and any(_may_hold(data, each.text) for data in unreadable):
            yield Untold(each.place, f"`{each.text}` of `{each.exclusion.id}` may be in a file that can't be read")
        else:
            yield each


def _may_hold(data: bytes, text: str) -> bool:
    """Whether a file that can't be read may hold what an entry names: it speaks of it, or nobody knows what is in there."""
    words = _WORDS.findall(text)
    return not data or not words or words[-1].encode() in data


_WORDS = re.compile(r"[^\W\d]\w*")


def _dead(vocabulary: Vocabulary, entries: Entries) -> Iterator[Dead | Untold]:
    for item in entries.items:
        yield from _dead_class(item, item.target, vocabulary, entries) if item.target else _dead_name(item, entries)
    for exclusion in vocabulary.manifest.exclusions:
        if exclusion.policy is not None and not is_declared(exclusion.policy, vocabulary):
            yield from _dead_policy(exclusion, exclusion.policy, vocabulary)
        for entry in exclusion.entrypoints:
            if not resolve(vocabulary.project, entry):
                yield from _dead_entrypoint(exclusion, entry, vocabulary.project)


# --- classes


def _dead_class(item: Item, target: Target, vocabulary: Vocabulary, entries: Entries) -> Iterator[Dead | Untold]:
    text, place = item.entry
    if not _is_known(target, vocabulary.project):
        yield Dead(Kind.CLASS, item.exclusion, text, place)
        return
    if target.path is None:
        return
    family = [cls for module in vocabulary.project.modules for cls in module.classes if target.covers(cls)]
    first = target.path.split(".")[0]
    if family and not any(first in cls.classes or entries.texts.leave_room(cls, first) for cls in family):
        yield Dead(Kind.PATH, item.exclusion, text, place)


def _is_known(target: Target, project: Project) -> bool:
    """Whether the project has a class of this name, or imports one."""
    if target.dotted:
        return target.cls is not None
    return any(
        target.name in module.bindings or any(cls.name == target.name for cls in module.classes)
        for module in project.modules
    )


# --- names


def _dead_name(item: Item, entries: Entries) -> Iterator[Dead | Untold]:
    text, place = item.entry
    universe = entries.universe
    if not universe.modules:
        return
    if covers_any(universe.names, text) or covers_any(entries.part_names, text):
        return
    variants = [each for each in entries.spelling.variants(text) if each != text]
    if any(covers_any(universe.names, each) or covers_any(entries.part_names, each) for each in variants):
        return
    if any(entries.openness.may_match(each) for each in (text, *variants)):
        yield Untold(place, f"`{text}` of `{item.exclusion.id}` names no module that is known, but not all are")
        return
    yield Dead(Kind.NAME, item.exclusion, text, place)


# --- policies and entrypoints


def _dead_policy(exclusion: Exclusion, policy: FlagName, vocabulary: Vocabulary) -> Iterator[Dead | Untold]:
    classes = vocabulary.declaring(policy)
    if any(_has_unknown_base(cls) for cls in classes) or (
        not classes and _is_imported(policy.owner, vocabulary.project)
    ):
        yield Untold(policy.place, f"policy `{policy.key}` of `{exclusion.id}` names no field that is known")
    else:
        yield Dead(Kind.POLICY, exclusion, policy.key, policy.place)


def _dead_entrypoint(exclusion: Exclusion, entry: Entry, project: Project) -> Iterator[Dead | Untold]:
    owner, _, method = entry.text.rpartition(".")
    spots = resolve(project, Entry(owner, entry.place)) if owner else []
    classes = [spot.cls for spot in spots if spot.cls is not None and spot.function is None]
    if any(_has_unknown_base(cls) for cls in classes) or _is_imported(owner or method, project):
        message = f"entrypoint `{entry.text}` of `{exclusion.id}` names nothing that is known"
        yield Untold(entry.place, message)
    else:
        yield Dead(Kind.ENTRYPOINT, exclusion, entry.text, entry.place)


_PLAIN = re.compile(
    r"(?:^|\.)(?:BaseModel|BaseSettings|object|ABC|Protocol|Generic|Enum|NamedTuple|TypedDict)$|^torch\."
)
"""A class outside the project that declares no flags of anybody's."""


def _has_unknown_base(cls: ClassInfo) -> bool:
    return any(not _PLAIN.search(base) for base in cls.outside)


def _is_imported(name: str, project: Project) -> bool:
    """Whether a bare name is one that some file imports from outside the project."""
    return "." not in name and any(
        name in module.bindings and not any(cls.name == name for cls in module.classes) for module in project.modules
    )


# --- what may have been meant


def nearest(text: str, names: Iterator[str] | list[str]) -> str | None:
    """The name that another most likely means, to judge by its letters and its words; None if none is near."""
    best = max(((_likeness(text, name), name) for name in names), default=(0.0, ""))
    return best[1] if best[0] >= _NEAR else None


_NEAR = 0.5
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|\*+")


def _likeness(one: str, other: str) -> float:
    letters = difflib.SequenceMatcher(None, one, other)
    if letters.real_quick_ratio() < _NEAR:
        return 0.0
    words = difflib.SequenceMatcher(None, _WORD.findall(one), _WORD.findall(other))
    return max(letters.ratio() if letters.quick_ratio() >= _NEAR else 0.0, words.ratio())
