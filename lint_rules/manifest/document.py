"""YAML text as a small tree with positions, and nothing else: no constructors, no merge keys, no unbounded growth."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import yaml

from lint_rules.manifest.model import Place
from lint_rules.manifest.problems import ManifestError, Problem, quoted

if TYPE_CHECKING:
    from yaml._yaml import Mark as CMark
    from yaml.error import Mark as PythonMark

    Mark: TypeAlias = CMark | PythonMark

MAX_DEPTH = 20
MAX_NODES = 20_000
"""Values in a file, each counted as often as an alias repeats it."""

_TOO_MANY = f"too many values; accepted: up to {MAX_NODES:,}, counted as often as aliases repeat them"
_TOO_DEEP = f"nested too deeply; accepted: up to {MAX_DEPTH} levels"

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_PREFIX = "tag:yaml.org,2002:"
_SCALAR_KINDS = {
    "str": "text",
    "merge": "text",  # `<<` and `=` are names like any other here: an unknown key
    "value": "text",
    "null": "nothing",
    "bool": "truth value",
    "int": "number",
    "float": "number",
    "timestamp": "date",
}
_COLLECTION_TAGS = {f"{_PREFIX}seq", f"{_PREFIX}map"}
_FORBIDDEN = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_SKIPPED_LINE = re.compile(r"\s*(?:#.*)?")
_BEFORE_ITEM = re.compile(r"(?P<indent>.*?)-\s*(?:\s#.*)?")


class Scalar(NamedTuple):
    """A single value, as it is written; ``kind`` is ``text``, ``nothing``, ``number``, ``truth value`` or ``date``."""

    text: str
    kind: str
    place: Place


class Listing(NamedTuple):
    """A list; ``starts`` holds, for each item, the place of its dash (in flow style, the item's own)."""

    items: tuple[Node, ...]
    starts: tuple[Place, ...]
    place: Place


class Mapping(NamedTuple):
    """A mapping, in the order of the file, with duplicates."""

    pairs: tuple[tuple[Node, Node], ...]
    place: Place


Node: TypeAlias = "Scalar | Listing | Mapping"


def read_document(path: Path, text: str, problems: list[Problem]) -> Node | None:
    """Return the tree of the only document in ``text``, or ``None`` if there is none.

    ``path`` is what the places name. Problems that leave the tree readable are added to ``problems``; the others (broken
    syntax, several documents, a bound that is passed) raise ``ManifestError``.
    """
    forbidden = _FORBIDDEN.search(text)
    if forbidden:
        before = text[: forbidden.start()]
        place = Place(path, before.count("\n") + 1, len(before) - before.rfind("\n"))
        raise ManifestError([Problem(place, f"not valid YAML: the character U+{ord(forbidden[0]):04X} is not allowed")])
    try:
        _check_bounds(path, text)
        root = yaml.compose(text, Loader=_LOADER)
    except yaml.YAMLError as error:
        raise ManifestError([_syntax_problem(path, error)]) from None
    return None if root is None else _Reader(path, text, problems).read(root, 0)


def _check_bounds(path: Path, text: str) -> None:
    """Raise ``ManifestError`` before anything recursive sees a file that is too deep, too large or several documents."""
    depth = nodes = documents = 0
    for event in yaml.parse(text, Loader=_LOADER):
        if isinstance(event, yaml.DocumentStartEvent):
            documents += 1
            if documents > 1:
                raise _error(path, event.start_mark, "a second document starts here; accepted: a single one")
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        elif isinstance(event, yaml.NodeEvent):
            nodes += 1
            depth += isinstance(event, yaml.CollectionStartEvent)
            if nodes > MAX_NODES:
                raise _error(path, event.start_mark, _TOO_MANY)
            if depth > MAX_DEPTH:
                raise _error(path, event.start_mark, _TOO_DEEP)


def _place(path: Path, mark: Mark | None) -> Place:
    return Place(path, mark.line + 1, mark.column + 1) if mark else Place(path, 1, 1)


def _error(path: Path, mark: Mark | None, message: str) -> ManifestError:
    return ManifestError([Problem(_place(path, mark), message)])


def _syntax_problem(path: Path, error: yaml.YAMLError) -> Problem:
    if not isinstance(error, yaml.MarkedYAMLError):
        return Problem(Place(path, 1, 1), f"not valid YAML: {' '.join(str(error).split())}")
    mark = error.problem_mark or error.context_mark
    reason = ", ".join(part for part in (error.context, error.problem) if part)
    return Problem(_place(path, mark), f"not valid YAML: {' '.join(reason.split())}")


class _Reader:
    """Copies PyYAML's nodes, following aliases as far as the bounds allow."""

    def __init__(self, path: Path, text: str, problems: list[Problem]) -> None:
        self.path = path
        # The line breaks that PyYAML counts, so that its line numbers index this list.
        self.lines = re.split("\r\n|[\n\r\x85\u2028\u2029]", text)
        self.problems = problems
        self.count = 0
        self.open: set[yaml.Node] = set()
        self.dashes: dict[Place, Place] = {}

    def read(self, node: yaml.Node, depth: int) -> Node:
        """Return ``node`` as a tree; raise ``ManifestError`` where it has no end or passes a bound."""
        self.count += 1
        if node in self.open:
            raise _error(self.path, node.start_mark, "this value contains itself, through an alias")
        if depth > MAX_DEPTH or self.count > MAX_NODES:
            raise _error(self.path, node.start_mark, _TOO_DEEP if depth > MAX_DEPTH else _TOO_MANY)
        self.open.add(node)
        try:
            if isinstance(node, yaml.ScalarNode):
                return self._scalar(node)
            if node.tag not in _COLLECTION_TAGS:
                self._reject_tag(node)
            if isinstance(node, yaml.SequenceNode):
                return self._listing(node, depth)
            pairs = tuple((self.read(key, depth + 1), self.read(value, depth + 1)) for key, value in node.value)
            return Mapping(pairs, _place(self.path, node.start_mark))
        finally:
            self.open.discard(node)

    def _scalar(self, node: yaml.ScalarNode) -> Scalar:
        kind = _SCALAR_KINDS.get(node.tag.removeprefix(_PREFIX))
        if kind is None:
            self._reject_tag(node)
        return Scalar(node.value, kind or "text", _place(self.path, node.start_mark))

    def _listing(self, node: yaml.SequenceNode, depth: int) -> Listing:
        items = tuple(self.read(item, depth + 1) for item in node.value)
        if node.flow_style:
            starts = tuple(item.place for item in items)
        else:
            # Remembered, since an alias may repeat an item thousands of times.
            starts = tuple(self.dashes.get(item.place) or self._dash(item.place) for item in items)
        return Listing(items, starts, _place(self.path, node.start_mark))

    def _dash(self, place: Place) -> Place:
        """Return where the dash of a block item stands: before it on its line, or above it after blanks and comments."""
        line, before = place.line, self.lines[place.line - 1][: place.column - 1]
        while line > 1 and _SKIPPED_LINE.fullmatch(before):
            line -= 1
            before = self.lines[line - 1]
        found = _BEFORE_ITEM.fullmatch(before)
        self.dashes[place] = Place(place.path, line, len(found["indent"]) + 1) if found else place
        return self.dashes[place]

    def _reject_tag(self, node: yaml.Node) -> None:
        message = f"unknown tag {quoted(node.tag.removeprefix(_PREFIX))}; accepted here: plain values without a tag"
        self.problems.append(Problem(_place(self.path, node.start_mark), message))
