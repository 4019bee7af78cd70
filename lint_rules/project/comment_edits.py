"""Changes to ignore comments, as edits of a file's text: every byte that is none of theirs stays."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from lint_rules.diagnostic import Edit
from lint_rules.project.source import Source
from lint_rules.project.suppressions import Comment

_CODE = re.compile(r"[^,\s]+")
_LINE_END = re.compile(r"\r?\n|\r|\Z")
_CONTINUED = re.compile(r"\\(?:\r?\n|\r)\Z")


def remove(source: Source, comment: Comment) -> Edit:
    """Take a comment out, with the white space before it; a line that holds nothing else goes as a whole.

    What other tools are told before or after it on its line stays.
    """
    text = source.text or ""
    start, end = _span(source, comment)
    line = max(text.rfind("\n", 0, start), text.rfind("\r", 0, start)) + 1
    before = text[line:start]
    rest = _rest_of_line(text, end)
    if rest.strip():
        return Edit(source.path, start, end + len(rest) - len(rest.lstrip()), "")
    end += len(rest)
    if before.strip():
        return Edit(source.path, line + len(before.rstrip()), end, "")
    if _CONTINUED.search(text, max(line - 3, 0), line):
        # The line ends a statement that a backslash brought here.
        return Edit(source.path, line, end, "")
    found = _LINE_END.match(text, end)
    return Edit(source.path, line, found.end() if found else end, "")


def drop_codes(source: Source, comment: Comment, dropped: Collection[int]) -> Edit:
    """Take codes out of a comment's list, by their numbers in it; at least one other has to be there."""
    begin, end = _list(source, comment)
    text = (source.text or "")[begin:end]
    codes = list(_CODE.finditer(text))
    kept = [number for number in range(len(codes)) if number not in dropped]
    out = text[: codes[0].start()] + codes[kept[0]][0]
    for number in kept[1:]:
        out += text[codes[number - 1].end() : codes[number].end()]
    return Edit(source.path, begin, end, out + text[codes[-1].end() :])


def add_codes(source: Source, comment: Comment, codes: Iterable[str]) -> Edit:
    """Put more codes at the end of a comment's list."""
    begin, end = _list(source, comment)
    text = (source.text or "")[begin:end]
    end = begin + len(text.rstrip(" \t,"))
    return Edit(source.path, end, end, (", " if end > begin else "") + ", ".join(codes))


def add_comment(source: Source, line: int, comment: str) -> Edit:
    """Put a comment at the end of a line (counted in line feeds), in place of white space that is there."""
    text = source.text or ""
    begin = source.index(line, 1)
    end = text.find("\n", begin)
    content = text[begin : end if end >= 0 else len(text)].removesuffix("\r")
    return Edit(source.path, begin + len(content.rstrip(" \t")), begin + len(content), f"  {comment}")


def _span(source: Source, comment: Comment) -> tuple[int, int]:
    return source.index(comment.line, comment.column), source.index(comment.line, comment.end_column)


def _list(source: Source, comment: Comment) -> tuple[int, int]:
    """Where the text between the brackets begins and ends."""
    start, end = _span(source, comment)
    text = source.text or ""
    return text.index("[", start, end) + 1, text.index("]", start, end)


def _rest_of_line(text: str, at: int) -> str:
    found = _LINE_END.search(text, at)
    return text[at : found.start()] if found else text[at:]
