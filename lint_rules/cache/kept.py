"""The outcome of a check, kept under all that it depends on."""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from lint_rules.cache import seen
from lint_rules.cache.contents import Contents
from lint_rules.cache.outcomes import decoded, encoded
from lint_rules.cache.stamps import SIZE, absence, digest, read_file
from lint_rules.cache.store import Store
from lint_rules.outcome import Outcome

if TYPE_CHECKING:
    from lint_rules.project.source import Source

OUTCOMES = "outcomes"
SEEN = "seen"
ASKED = "asked"
LAST = "last"
RECIPES = "recipes"

_Recipes: TypeAlias = list[tuple[str, str, bytes]]
"""The names of recipes, each with where it is and what stands for what it holds."""


class Subject(NamedTuple):
    """What is checked."""

    root: Path
    manifest: Path
    names: Sequence[str]
    """All Python files of the project, absolute, sorted as paths are."""
    overrides: Mapping[Path, bytes] = {}
    exhaustive: bool = False


class Before(NamedTuple):
    """The last run, of which the outcome may still hold."""

    seen: seen.Seen
    digests: bytes
    """What the files hold now, one after another."""
    changed: Sequence[int]
    """The files of which it takes more to tell whether their change makes a difference."""
    outcome: bytes
    record: bytes | None
    """What was asked of the files that were looked into."""

    def digest(self, number: int) -> bytes:
        """What stands for what a file holds now."""
        return self.digests[number * SIZE : (number + 1) * SIZE]


class Kept:
    """What earlier runs found out about a subject. The manifest and the recipes that it names are parts of that."""

    def __init__(self, store: Store, subject: Subject) -> None:
        self._store = store
        self._subject = subject
        self._given = {str(path): data for path, data in subject.overrides.items()}
        self._recipes: _Recipes = []
        self._asked: dict[str, Mapping[bytes, bool]] = {}
        self.before: Before | None = None
        """The last run, where :meth:`outcome` could not tell whether its outcome still holds."""
        self.contents = Contents(store, subject.root, subject.names, subject.overrides)
        """What the files hold; who reads them says so here."""

    @cached_property
    def manifest(self) -> bytes | None:
        """The manifest's bytes; None where it can't be read."""
        try:
            name = str(self._subject.manifest)
            return self._given[name] if name in self._given else read_file(name)[0]
        except OSError:
            return None

    def outcome(self) -> Outcome | None:
        """The outcome of a run that was given the very same; None where there was none that is known of."""
        recipes = self._store.read(RECIPES, self._claim.hex())
        if recipes is None or (digests := self.contents.digests()) is None:
            return None
        try:
            named = list(map(str, json.loads(recipes)))
        except (ValueError, TypeError, RecursionError):
            return None
        self._recipes = self._read(named)
        data = self._store.read(OUTCOMES, self._key(digests))
        if data is not None:
            self._remember(digests)
            return decoded(data)
        before = self.before = self._before(digests)
        if before is None or before.changed:
            return None
        self.keep_again(before, before.outcome, before.record)
        return decoded(before.outcome)

    def _before(self, digests: bytes) -> Before | None:
        """The last run, if it has said what it asked; None where more has changed since than can be looked at."""
        last = self._store.read(LAST, self._claim.hex())
        data = self._store.read(SEEN, last.hex()) if last is not None else None
        known = seen.decoded(data) if data is not None else None
        if last is None or known is None:
            return None
        changed = known.changed(self._depends, digests, self._subject.names)
        outcome = self._store.read(OUTCOMES, last.hex())
        if changed is None or outcome is None:
            return None
        return Before(known, digests, changed, outcome, self._store.read(ASKED, last.hex()))

    def keep_again(
        self, before: Before, outcome: bytes, record: bytes | None, looked_into: Collection[int] = ()
    ) -> None:
        """Keep what the outcome of the last run came to, now that some files hold something else.

        ``looked_into`` are the files of which the record speaks: more was asked of them than whether words stand in them.
        """
        if self._given:
            # What an editor sends is different with each key.
            return
        digests = before.digests
        searched = {number: both for number, both in before.seen.asked.items() if number not in looked_into}
        if self.contents.keep() != digests:
            return
        self._store.write(OUTCOMES, self._key(digests), outcome)
        self._store.write(SEEN, self._key(digests), before.seen._replace(digests=digests, asked=searched).encoded())
        if record is not None:
            self._store.write(ASKED, self._key(digests), record)
        self._remember(digests)

    def _remember(self, digests: bytes) -> None:
        """Keep which outcome was the last one."""
        key = bytes.fromhex(self._key(digests))
        if not self._given and self._store.read(LAST, self._claim.hex()) != key:
            self._store.write(LAST, self._claim.hex(), key)

    def hear(self, source: Source) -> None:
        """Take note of what a check has read of a file, and of what it asked of one that it did not read."""
        self.contents.hear(source)
        asked = source.seen()
        if asked is not None:
            self._asked[str(source.path)] = asked

    def expect(self, recipes: Iterable[Path]) -> None:
        """Take note of the recipes that are about to be read."""
        self._recipes = self._read(sorted(map(str, recipes)))

    def keep(self, outcome: Outcome, record: bytes) -> None:
        """Keep the outcome of a run, with what it asked of the files that it looked into."""
        named = [name for name, *_ in self._recipes]
        if self._read(named) != self._recipes:
            # Written while the check ran: nobody knows what it has read.
            return
        self._store.write(RECIPES, self._claim.hex(), json.dumps(named).encode())
        digests = self.contents.keep()
        self._store.write(OUTCOMES, self._key(digests), encoded(outcome))
        self._store.write(SEEN, self._key(digests), self._searched(digests).encoded())
        self._store.write(ASKED, self._key(digests), record)
        self._remember(digests)

    def _searched(self, digests: bytes) -> seen.Seen:
        words = sorted({word for asked in self._asked.values() for word in asked})
        number = {word: 1 << at for at, word in enumerate(words)}
        files = {
            at: (sum(map(number.__getitem__, asked)), sum(number[word] for word, held in asked.items() if held))
            for at, path in enumerate(self._subject.names)
            if (asked := self._asked.get(path)) is not None
        }
        return seen.Seen(self._depends, digests, words, files)

    @cached_property
    def _claim(self) -> bytes:
        """What stands for the manifest, for where it is, and for how it is held against the code."""
        parts = [digest(self.manifest or b""), os.fsencode(self._subject.manifest), os.fsencode(self._subject.root)]
        return digest(b"\0".join([*parts, b"exhaustive" if self._subject.exhaustive else b""]))

    def _read(self, recipes: Iterable[str]) -> _Recipes:
        return [(name, os.path.realpath(name), self._content(name)) for name in recipes]

    def _content(self, name: str) -> bytes:
        try:
            return digest(self._given[name] if name in self._given else read_file(name)[0])
        except OSError as error:
            return absence(error)

    @property
    def _depends(self) -> bytes:
        """What stands for all that the outcome depends on, but for what the files hold."""
        parts = [self._claim]
        for name, place, content in self._recipes:
            parts += [os.fsencode(name), os.fsencode(place), content]
        return digest(b"\0".join([*parts, self.contents.names]))

    def _key(self, digests: bytes) -> str:
        return digest(self._depends + digests).hex()
