"""One file: its bytes, its text, its facts, or the reason why it has none."""

from __future__ import annotations

import ast
import os
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TypeVar

from lint_rules.cache.stamps import SIZE, Stamp, absence, digest, read_file
from lint_rules.cache.store import Store
from lint_rules.project import facts, looks
from lint_rules.project.asked import Asked, Asking, Posed
from lint_rules.project.lowering import KIND, Lowered, lower, read, read_body
from lint_rules.project.outer import functions_of, head, likeness, outside
from lint_rules.project.positions import Positions
from lint_rules.project.questions import Argument, Question
from lint_rules.project.reading import Unreadable, decode
from lint_rules.project.recent import Recent

_Answer = TypeVar("_Answer")

_TEXTS = 128
"""So many files are kept as texts, which take more memory than bytes."""
_BODIES = 512
"""So many bodies of functions are kept as structures, which take ten times the memory of what they are read from."""


_NOWHERE = Positions("")


class Shared:
    """What the files of one project share."""

    def __init__(self) -> None:
        self.asking = Asking()
        """Who asks them what they say."""
        self.texts: Recent[Positions | None] = Recent(_TEXTS)
        self.bodies: Recent[list[facts.Statement]] = Recent(_BODIES)


class Source:
    """One Python file of the project. ``module`` is empty where the file can't be read; ``trouble`` then says why.

    Its bytes are not kept until its text or its facts are asked for: most files are only searched for words. From then on
    all that is said of it is about the bytes that it had at that time.
    """

    def __init__(
        self,
        path: Path,
        data: bytes | None = None,
        store: Store | None = None,
        expected: Sequence[bytes] = (),
        shared: Shared | None = None,
    ) -> None:
        """``data`` stands for the file's own bytes; ``expected`` is what somebody will look for in them."""
        self.path = path
        self.trouble: Unreadable | None = None
        self.stamp: Stamp | None = None
        """What tells that the file still holds ``data``; none before that is read, or where nothing tells."""
        self._data = data
        self._store = store or Store(None)
        self._lowered: Lowered | None = None
        self._digest: bytes | None = None
        self._expected = expected
        self._holds: dict[bytes, bool] = {}
        self._looked_into = False
        self._shared = shared or Shared()
        self.asking = self._shared.asking
        self.asked = Asked()

    @property
    def data(self) -> bytes:
        """The file's bytes; none where it can't be read."""
        self._looked_into = self.asked.whole = True
        return self._bytes()

    def _bytes(self) -> bytes:
        if self._data is not None:
            return self._data
        try:
            data, stamp = read_file(str(self.path))
        except OSError as error:
            self.trouble = Unreadable(1, f"can't be read: {error.strerror or error}")
            self._note(absence(error))
            return b""
        if stamp is None or stamp != self.stamp:
            self._holds = {word: word in data for word in self._expected}
            self.stamp = stamp
            self._note(digest(data))
        return data

    def holds(self, word: bytes) -> bool:
        """Whether some bytes occur in the file's. To be asked for what was expected costs nothing once it was read."""
        return self.holds_any([word])

    def holds_any(self, words: Sequence[bytes]) -> bool:
        """Whether any of some words occurs in the file's bytes."""
        if any(word not in self._holds for word in words):
            data = self._bytes()
            # To read it may have told of most already.
            self._holds.update([(word, word in data) for word in words if word not in self._holds])
        return any(self._holds[word] for word in words)

    @property
    def is_looked_into(self) -> bool:
        """Whether more was asked of the file than whether it :meth:`holds` the words that were expected."""
        return self._looked_into or self.trouble is not None or not self._holds.keys() <= set(self._expected)

    def look_into(self, found: bytes, held: Mapping[bytes, bool]) -> None:
        """Note that another process asked something of the file, and found what this digest stands for, and which words."""
        self._looked_into = True
        self._holds = {**held, **self._holds}
        self._note(found)

    @property
    def held(self) -> Mapping[bytes, bool]:
        """Whether the file :meth:`holds` the words that somebody asked for."""
        return self._holds

    def seen(self) -> Mapping[bytes, bool] | None:
        """What was asked of the file, where that is no more than whether it :meth:`holds` some words: these, with the answers."""
        return None if self._looked_into or self.trouble is not None or not self._holds else self._holds

    def _keep(self) -> bytes:
        """The file's bytes, from now on the same for ever."""
        self._looked_into = True
        self._data = data = self._bytes()
        return data

    @property
    def digest(self) -> bytes:
        """What stands for the file's bytes, or for the reason why they can't be read."""
        if self._digest is None:
            data = self._bytes()
            self._digest = self._digest or digest(data)
        return self._digest

    def _note(self, found: bytes) -> None:
        """Note what was read now; where it is not what was read before, what is said of the file is about no state of it."""
        if self._digest not in (None, found):
            self.stamp, found = None, digest(os.urandom(SIZE))
        self._digest = found

    @property
    def text(self) -> str | None:
        """The decoded text without a byte-order mark, line ends as they are; none where it can't be decoded."""
        self.asked.whole = True
        known = self._known_text
        return known.text if known is not None else None

    @property
    def _known_text(self) -> Positions | None:
        """The text, and where its lines begin; none where it can't be decoded."""
        return self._shared.texts.get(self, self._decoded)

    def _decoded(self) -> Positions | None:
        data = self._keep()
        if self.trouble is not None:
            return None
        text = decode(data)
        if isinstance(text, Unreadable):
            self.trouble = text
            return None
        return Positions(text)

    # --- questions

    def ask(self, question: Question[bytes, _Answer], *arguments: Argument) -> _Answer:
        """The answer to a question about the file's bytes."""
        posed = Posed(question.name, arguments, 0)
        answers = self.asked.answers
        if posed not in answers:
            self._looked_into = True
            answers[posed] = question.answer(self._bytes(), *arguments)
        answer: _Answer = answers[posed]  # type: ignore[assignment]
        return answer

    def ask_of(self, function: facts.Function, question: Question[str, _Answer], *arguments: Argument) -> _Answer:
        """The answer to a question about the text of one of the file's functions, from its ``def`` on."""
        posed = Posed(question.name, arguments, function.line)
        answers = self.asked.answers
        if posed not in answers:
            answers[posed] = question.answer(self._positions.segment(function.line, function.end_line), *arguments)
        answer: _Answer = answers[posed]  # type: ignore[assignment]
        return answer

    def function_text(self, function: facts.Function, begin: int) -> str:
        """The text of one of the file's functions, from a line at or before its ``def`` on."""
        if begin < function.line:
            # What stands before the `def` is no part of the function for who asks about its text.
            self.asked.whole = True
        self.ask_of(function, looks.itself)
        return self._positions.segment(begin, function.end_line)

    def outside(self) -> ast.Module:
        """The syntax tree of the file without what is in its functions; empty where it can't be parsed."""
        if self.module is None:
            return ast.Module([], [])
        try:
            tree = outside(self._positions.text, functions_of(self.module.body))
        except SyntaxError:
            # Not every text is one still when its functions are taken out.
            self.asked.whole = True
            return ast.parse(self._positions.text)
        self.asked.outside = likeness(tree, self._positions)
        return tree

    def head(self, statement: ast.stmt) -> str:
        """The lines of an import or of the docstring in what :meth:`outside` gives."""
        return head(statement, self._positions)

    def exceeds(self, function: facts.Function, lines: int) -> bool:
        """Whether one of the file's functions goes on for more lines than these after its first one."""
        answer = function.end_line - function.line > lines
        self.asked.answers[Posed(looks.exceeds.name, (lines,), function.line)] = answer
        return answer

    # --- facts

    @cached_property
    def module(self) -> facts.Module | None:
        """The file's facts."""
        self.asked.facts = True
        data = self.waiting()
        if data is not None:
            self.take(lower(data))
        lowered = self._lowered
        if lowered is not None and lowered.trouble is not None:
            self.trouble = lowered.trouble
        return lowered.module if lowered is not None and self.trouble is None else None

    def waiting(self) -> bytes | None:
        """The bytes that are to be lowered before there are facts; None where these are known or can't be had."""
        if self._lowered is not None:
            return None
        data = self._keep()
        if self.trouble is not None:
            return None
        found = self._store.read(KIND, self.digest.hex())
        self._lowered = read(found) if found is not None else None
        return data if self._lowered is None else None

    def take(self, lowered: bytes) -> None:
        """Take what :func:`lower` made of the bytes that waited."""
        self._lowered = read(lowered)
        if self._lowered is not None:
            self._store.write(KIND, self.digest.hex(), lowered)

    @property
    def functions(self) -> list[int]:
        """The lines of the file's functions that are not inside other ones, in the order of the file."""
        known = self._lowered if self.module is not None else None
        return list(known.ends) if known is not None else []

    @property
    def spans(self) -> list[tuple[int, int]]:
        """The first and the last lines of the same functions."""
        known = self._lowered if self.module is not None else None
        return list(known.ends.items()) if known is not None else []

    @property
    def counts_otherwise(self) -> bool:
        """Whether Python begins a line where nobody else does: behind a lone carriage return."""
        return self.module is not None and self._lowered is not None and not self._lowered.lines

    def body(self, function: facts.Function) -> list[facts.Statement]:
        """The statements of one of this file's functions."""
        if function.body is not None:
            return function.body
        self.asked.bodies.setdefault(function.line, set()).update(self.asking.current)
        line = function.line
        return self._shared.bodies.get((self, line), lambda: self._body(line))

    def _body(self, line: int) -> list[facts.Statement]:
        lowered = self._lowered
        body = read_body(lowered.bodies.get(line)) if lowered is not None else None
        if body is None:
            # What is kept on disk holds together and is yet no body: it was damaged by somebody who knew how.
            lowered = self._lowered = read(lower(self._keep()))
            body = read_body(lowered.bodies.get(line)) if lowered is not None else None
        return body or []

    # --- positions

    @property
    def _positions(self) -> Positions:
        return self._known_text or _NOWHERE

    def offset(self, line: int, column: int) -> int:
        """The index in ``text`` of a place that :mod:`ast` gives (a line from 1, a column in bytes of UTF-8)."""
        return self._positions.offset(line, column)

    def place(self, offset: int) -> tuple[int, int]:
        """Line (counted in line feeds) and column of an index in ``text``, both from 1, in characters."""
        return self._positions.place(offset)

    def index(self, line: int, column: int) -> int:
        """The index in ``text`` of a place that :meth:`place` gives."""
        return self._positions.index(line, column)

    def segment(self, line: int, end_line: int) -> str:
        """The text of some lines, as :mod:`ast` counts them, both included."""
        self.asked.whole = True
        return self._positions.segment(line, end_line)

    def line_feeds(self, line: int) -> int:
        """A line number of :mod:`ast`, counted in line feeds alone."""
        return self.place(self.offset(line, 0))[0]

    def splat(self, line: int, column: int) -> int:
        """The index of a splat's first star, given any place from there to the end of its stars.

        Before Python 3.9 the position of ``**x`` was that of ``x``; white space and comments may stand between them.
        """
        at, text = self.offset(line, column), self.text or ""
        while at > 0 and text[at : at + 1] != "*":
            at -= 1
        while at > 0 and text[at - 1] == "*":
            at -= 1
        return at
