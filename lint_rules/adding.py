"""Ignore comments for findings: where each can stand, and what the file becomes with them."""

from __future__ import annotations

import ast
import tokenize
import warnings
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from lint_rules.diagnostic import Diagnostic, Edit
from lint_rules.fixing.edits import Document, Inapplicable
from lint_rules.project.comment_edits import add_codes, add_comment
from lint_rules.project.source import Source
from lint_rules.project.suppressions import YAML, Suppressions, read_suppressions, tokens
from lint_rules.project.text import split_lines

_OPENING = tuple(getattr(tokenize, name, -1) for name in ("FSTRING_START", "TSTRING_START"))
_CLOSING = tuple(getattr(tokenize, name, -1) for name in ("FSTRING_END", "TSTRING_END"))


class Added(NamedTuple):
    """A file with comments for its findings."""

    data: bytes
    comments: int
    """How many comments are new or have a new code."""
    left: list[tuple[Diagnostic, str]]
    """The findings that get none, and why."""


def add_ignores(path: Path, data: bytes, diagnostics: Sequence[Diagnostic], reason: str) -> Added:
    """Give each finding of a file that no comment silences one: on its line, else on its statement's first line.

    A comment that is there for other codes gets one more. New comments give the ``reason``, if it is not empty.
    """
    if path.suffix in YAML:
        return _add_to_yaml(path, data, diagnostics, reason)
    source = Source(path, data)
    if source.module is None:
        return _nothing(data, diagnostics, "the file can't be parsed")
    room = _Room(source.text or "")
    wanted: dict[int, set[str]] = {}
    left: list[tuple[Diagnostic, str]] = []
    placed: list[Diagnostic] = []
    for each in diagnostics:
        line = room.line_for(each)
        if line is None:
            left.append((each, "its line ends inside a string or goes on after a backslash"))
        else:
            wanted.setdefault(line, set()).add(each.code)
            placed.append(each)
    comments = read_suppressions(path, data)
    edits = [_edit(source, comments, line, sorted(codes), reason) for line, codes in sorted(wanted.items())]
    try:
        out = Document(data, python=True).spliced(edits)
    except Inapplicable as error:
        return _nothing(data, diagnostics, str(error))
    if not _is_silent(path, out, placed) or _tree(out) != _tree(data):
        return _nothing(data, diagnostics, "a comment there would change the code")
    return Added(out, len(edits), left)


def _add_to_yaml(path: Path, data: bytes, diagnostics: Sequence[Diagnostic], reason: str) -> Added:
    """The same in a manifest, where a comment on a finding's own line is the only one that has a place for sure."""
    from lint_rules.manifest.load import load_manifest
    from lint_rules.manifest.problems import ManifestError

    wanted: dict[int, set[str]] = {}
    for each in diagnostics:
        wanted.setdefault(each.start.line, set()).add(each.code)
    source, comments = Source(path, data), read_suppressions(path, data)
    edits = [_edit(source, comments, line, sorted(codes), reason) for line, codes in sorted(wanted.items())]
    out = data
    try:
        out = Document(data, python=False).spliced(edits)
        same = load_manifest(path, out) == load_manifest(path, data)
    except (Inapplicable, ManifestError):
        same = False
    if not same or not _is_silent(path, out, diagnostics):
        return _nothing(data, diagnostics, "a comment there would change the manifest")
    return Added(out, len(edits), [])


def _nothing(data: bytes, diagnostics: Sequence[Diagnostic], why: str) -> Added:
    return Added(data, 0, [(each, why) for each in diagnostics])


class _Room:
    """Which lines of a text, counted in line feeds, can take a comment at their end."""

    def __init__(self, text: str) -> None:
        lines = split_lines(text)
        self._full = set[int]()
        commented = set[int]()
        opened: list[int] = []
        for token in tokens(lines):
            if token.type == tokenize.STRING:
                self._full.update(range(token.start[0], token.end[0]))
            elif token.type in _OPENING:
                opened.append(token.start[0])
            elif token.type in _CLOSING:
                self._full.update(range(opened.pop(), token.end[0]))
            elif token.type == tokenize.COMMENT:
                commented.add(token.start[0])
        self._full.update(
            number for number, line in enumerate(lines, 1) if line.endswith("\\") and number not in commented
        )

    def line_for(self, diagnostic: Diagnostic) -> int | None:
        """Return the line whose comment can silence a finding; ``None`` if there is none."""
        lines = (diagnostic.start.line, diagnostic.statement_line)
        return next((line for line in lines if line is not None and line not in self._full), None)


def _edit(source: Source, comments: Suppressions, line: int, codes: Sequence[str], reason: str) -> Edit:
    for comment in comments.comments:
        if comment.line == line and not comment.whole_file and comment.codes is not None:
            return add_codes(source, comment, codes)
    text = f"# quantfence: ignore[{', '.join(codes)}]"
    return add_comment(source, line, f"{text} {reason}" if reason else text)


def _is_silent(path: Path, data: bytes, diagnostics: Iterable[Diagnostic]) -> bool:
    comments = read_suppressions(path, data)
    return all(comments.silence(each) for each in diagnostics)


def _tree(data: bytes) -> str | None:
    """Return what the code means, as Python reads it."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.dump(ast.parse(data))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
