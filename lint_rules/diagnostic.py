"""What a rule says and a report prints. Neither side knows more of the other than this."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple


class Position(NamedTuple):
    """A place in a file, as editors show it: lines and columns count from 1, columns in characters."""

    line: int
    column: int


class Step(NamedTuple):
    """One step of the path that a config took: ``MoE.build_layers`` at a line of a file, if it has a place."""

    label: str
    path: Path | None = None
    line: int | None = None


class Edit(NamedTuple):
    """A change of one file: ``text[start:end]`` becomes ``content``.

    ``start`` and ``end`` are indices in the file's decoded text, without a byte-order mark, with its line ends as they are.
    """

    path: Path
    """The file, absolute."""
    start: int
    end: int
    content: str
    """Its new line ends are written as line feeds: who applies the edit turns them into those of the file."""
    shared: bool = False
    """Whether other fixes may need the very same, such as an import: nobody's silenced finding stands where it does."""


class Fix(NamedTuple):
    """What repairs a finding: changes that belong together, all or none."""

    message: str
    """What it does, in the imperative, without a full stop: ``Pass `None```."""
    edits: tuple[Edit, ...]
    safe: bool = True
    """Whether it does what the manifest asks for and nothing else; others need ``--unsafe-fixes``."""


class Cited(NamedTuple):
    """A line whose number stands in a message: where it moves, the message says another one."""

    at: int
    """The index of the number in the message."""
    path: Path
    line: int


class Diagnostic(NamedTuple):
    """One finding: a place that a person has to edit, and why."""

    code: str
    """``QF001``"""
    message: str
    """One sentence, without a full stop; code and names in backticks."""
    path: Path
    """The file, absolute."""
    start: Position
    end: Position
    """One past the last character, like ruff's ``end_location``."""
    flow: tuple[Step, ...] = ()
    """From the config's origin, through each builder, towards the module."""
    layers: tuple[str, ...] = ()
    """Paths below the module of the layers that end up quantized."""
    help: str | None = None
    """What to do about it, one line."""
    statement_line: int | None = None
    """The first line of the statement that holds ``start``: an ignore comment works there, too."""
    fix: Fix | None = None
    """What repairs it, where the rule knows that."""
    preview: bool = False
    """Whether it only looks wrong: it is reported where somebody asks for that, with ``--preview`` or by the exact code."""
    cited: Cited | None = None

    @property
    def headline(self) -> str:
        """The message, with a mark where it is a preview, for reports that have no other place for it."""
        return f"{self.message} (preview)" if self.preview else self.message
