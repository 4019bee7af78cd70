"""Ignore comments: ``# quantfence: ignore``, ``ignore[QF001, QF002] why``, ``ignore-file[...] why``; in Python and in YAML.

A comment on a line works on findings of that line and on those whose statement begins there. Which comment silenced what is
kept, so that one that silences nothing can be found.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from lint_rules.diagnostic import Diagnostic
from lint_rules.project.text import decode, split_lines

if TYPE_CHECKING:
    from tokenize import TokenInfo

MARK = b"quantfence:"
"""Files without these bytes hold no ignore comment and are not read further."""
UNREADABLE = "QF900"
"""Nothing can be said about the lines of such a file, so only a comment on the whole file silences it."""
UNUSED = "QF100"
"""What is said of a comment that silences nothing. A comment without codes is no excuse for itself."""

YAML = frozenset({".yaml", ".yml"})
"""What is no Python and has comments of the same looks."""
_DATA = frozenset({".json"})
"""What has no comments."""
_DIRECTIVE = re.compile(
    r"(?:^|(?<=\s))#\s*quantfence:\s*ignore(?P<file>-file)?(?![\w-])"
    r"(?:[ \t]*\[(?P<codes>[^\]#]*)\]|(?![ \t]*\[))"
    # Up to the next comment, which may be another tool's; `#12` in a reason begins none.
    r"[ \t]*(?P<reason>(?:(?!(?<=\s)#\s*[^\s\d]).)*)"
)


class Comment(NamedTuple):
    """One ignore comment, with its place: line and columns count from 1, ``end_column`` is one past its last character."""

    line: int
    column: int
    end_column: int
    whole_file: bool
    codes: tuple[str, ...] | None
    """As written, upper case; None stands for every code."""
    reason: str

    def speaks_of(self, diagnostic: Diagnostic) -> bool:
        """Say whether it silences this finding of its file."""
        if self.codes is not None and diagnostic.code not in self.codes:
            return False
        if self.whole_file:
            return True
        return diagnostic.code != UNREADABLE and self.line in (diagnostic.start.line, diagnostic.statement_line)


class Suppressions:
    """The ignore comments of one file, and what they were good for."""

    def __init__(self, comments: tuple[Comment, ...] = ()) -> None:
        self.comments = comments
        self.used: set[tuple[Comment, str]] = set()
        """Each comment that silenced something, with the code of that."""

    def silence(self, diagnostic: Diagnostic) -> bool:
        """Say whether a comment silences the finding, and remember each that does."""
        speaking = [comment for comment in self.comments if comment.speaks_of(diagnostic)]
        if diagnostic.code == UNUSED:
            speaking = [comment for comment in speaking if comment.codes is not None or self.uses(comment)]
        self.used.update((comment, diagnostic.code) for comment in speaking)
        return bool(speaking)

    def uses(self, comment: Comment) -> frozenset[str]:
        """The codes of what a comment silenced."""
        return frozenset(code for used, code in self.used if used == comment)


def read_suppressions(path: Path, data: bytes) -> Suppressions:
    """Gather the ignore comments of a file, given as its bytes; of a broken one, those before it breaks."""
    if MARK not in data or path.suffix in _DATA:
        return Suppressions()
    return Suppressions(tuple(_comments_of_yaml(data) if path.suffix in YAML else _comments(data)))


def tokens(lines: Iterable[str]) -> Iterator[TokenInfo]:
    """Yield the tokens of a file, given as its lines without their ends; of a broken one, those before it breaks."""
    # Files with such comments are few, and it takes a while to import.
    import tokenize

    reader = (line + "\n" for line in lines)
    try:
        yield from tokenize.generate_tokens(lambda: next(reader, ""))
    except (SyntaxError, tokenize.TokenError, ValueError):
        # A file that can't be read to its end is reported as such; what it says up to there counts.
        return


def _comments(data: bytes) -> Iterator[Comment]:
    from tokenize import COMMENT

    # Only line feeds end a line, as for findings: a form feed or U+2028 must not shift what comes after it.
    for token in tokens(split_lines(decode(data))):
        if token.type == COMMENT:
            yield from _directives(token.string, *token.start)


def _comments_of_yaml(data: bytes) -> Iterator[Comment]:
    lines = split_lines(decode(data))
    values = _values(lines)
    for number, line in enumerate(lines, 1):
        for comment in _directives(line, number, 0):
            place = (number - 1, comment.column - 1)
            if not any(start <= place < end for start, end in values):
                yield comment


def _values(lines: Iterable[str]) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Where the values of a YAML file begin and end, as lines and columns from 0; of a broken one, those before it breaks."""
    # Files with such comments are few, and the parser takes a while to import.
    import yaml

    found = []
    try:
        for token in yaml.scan("\n".join(lines), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
            if isinstance(token, yaml.ScalarToken):
                start, end = token.start_mark, token.end_mark
                found.append(((start.line, start.column), (end.line, end.column)))
    except yaml.YAMLError:
        pass
    return found


def _directives(text: str, line: int, offset: int) -> Iterator[Comment]:
    for match in _DIRECTIVE.finditer(text):
        codes = match["codes"]
        yield Comment(
            line=line,
            column=offset + match.start() + 1,
            end_column=offset + match.start() + len(match[0].rstrip()) + 1,
            whole_file=match["file"] is not None,
            codes=None if codes is None else tuple(code.upper() for code in re.split(r"[,\s]+", codes) if code),
            reason=match["reason"].strip(),
        )
