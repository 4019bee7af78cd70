"""How an entry of a manifest is taken out of its text: every other byte stays, and so does every comment."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

import yaml

from lint_rules.manifest.model import Place

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_LINE_END = re.compile("\r\n|[\n\r\x85\u2028\u2029]")
"""What PyYAML counts as the end of a line."""
_NAMING = frozenset({"modules", "names"})
"""An exclusion needs one of these."""
_COMMENT = re.compile(r"(?:^|(?<=\s))#.*")


class Removal(NamedTuple):
    """A change of a text: ``text[start:end]`` becomes ``content``."""

    start: int
    end: int
    content: str
    what: str
    """What goes: ``entry``, or the ``key`` or the whole ``exclusion`` of which nothing would be left."""


def removal(text: str, place: Place) -> Removal | None:
    """How to take out what stands at a place below ``exclusions``; None where no manifest would be left, or it is laid out oddly.

    ``text`` is a valid manifest.
    """
    if any(isinstance(event, yaml.AliasEvent) for event in yaml.parse(text, Loader=_LOADER)):
        # What stands here may stand elsewhere, too.
        return None
    root = yaml.compose(text, Loader=_LOADER)
    exclusions = _value(root, "exclusions")
    if not isinstance(exclusions, yaml.SequenceNode):
        return None
    document = _Document(text)
    for exclusion in exclusions.value:
        for key, value in exclusion.value:
            if isinstance(value, yaml.ScalarNode) and _at(value, place) is not None:
                return document.without_pair(exclusion, key, value)
            if isinstance(value, yaml.SequenceNode) and (item := _at(value, place)) is not None:
                return document.without_item(exclusions, exclusion, key, value, item)
    return None


class _Document:
    """A text with its nodes."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.lines = [0, *(found.end() for found in _LINE_END.finditer(text))]

    def without_item(
        self,
        exclusions: yaml.SequenceNode,
        exclusion: yaml.MappingNode,
        key: yaml.Node,
        items: yaml.SequenceNode,
        item: yaml.Node,
    ) -> Removal | None:
        """Take an item out of its list; with the last one goes the key, and with the last key that names something, all."""
        if len(items.value) > 1:
            if items.flow_style:
                return self._without_flow_item(items, item)
            return self._without_lines(item, item, "entry", r"[ \t]*-[ \t]+")
        keys = {each.value for each, _ in exclusion.value}
        if key.value not in _NAMING or len(keys & _NAMING) > 1:
            return self.without_pair(exclusion, key, items)
        if len(exclusions.value) < 2 or exclusions.flow_style:
            return None
        return self._without_lines(exclusion, exclusion, "exclusion", r"[ \t]*-[ \t]+")

    def without_pair(self, exclusion: yaml.MappingNode, key: yaml.Node, value: yaml.Node) -> Removal | None:
        """Take a key out with its value."""
        keys = [each for each, _ in exclusion.value]
        if exclusion.flow_style:
            return None
        if key is not keys[0]:
            return self._without_lines(key, value, "key", r"[ \t]*")
        if len(keys) < 2:
            return None
        # It stands behind the dash, where the next one comes to stand.
        start, end = self._start(key), self._start(keys[1])
        return None if _COMMENT.search(self.text[start:end]) else Removal(start, end, "", "key")

    def _without_flow_item(self, items: yaml.SequenceNode, item: yaml.Node) -> Removal | None:
        number = next(at for at, each in enumerate(items.value) if each is item)
        if number + 1 < len(items.value):
            start, end = self._start(item), self._start(items.value[number + 1])
        else:
            start, end = self._end(items.value[number - 1]), self._end(item)
        return None if "#" in self.text[start:end] else Removal(start, end, "", "entry")

    def _without_lines(self, first: yaml.Node, last: yaml.Node, what: str, before: str) -> Removal | None:
        """Take whole lines out, but for their comments."""
        line = first.start_mark.line
        begin = self.lines[line]
        if not re.fullmatch(before, self.text[begin : self._start(first)]):
            return None
        end_line, column = _last(last)
        if column == 0 and end_line > line:
            end_line -= 1
        end = self.lines[end_line + 1] if end_line + 1 < len(self.lines) else len(self.text)
        indent = re.match(r"[ \t]*", self.text[begin:])
        comments = [
            f"{indent[0] if indent else ''}{comment}\n" for comment in self._comments(line, end_line, first, last)
        ]
        return Removal(begin, end, "".join(comments), what)

    def _comments(self, line: int, end_line: int, first: yaml.Node, last: yaml.Node) -> Iterator[str]:
        values = list(_scalars(first)) + ([] if last is first else list(_scalars(last)))
        spans = [(self._start(value), self._end(value)) for value in values]
        for number in range(line, end_line + 1):
            begin = self.lines[number]
            stop = self.lines[number + 1] if number + 1 < len(self.lines) else len(self.text)
            for found in _COMMENT.finditer(self.text[begin:stop].rstrip("\r\n")):
                at = begin + found.start()
                if not any(start <= at < end for start, end in spans):
                    yield found[0].rstrip()
                    break

    def _start(self, node: yaml.Node) -> int:
        return self.lines[node.start_mark.line] + node.start_mark.column

    def _end(self, node: yaml.Node) -> int:
        return self.lines[node.end_mark.line] + node.end_mark.column


def _at(node: yaml.Node, place: Place) -> yaml.Node | None:
    """The scalar that begins at a place: the node itself, or one of a list."""
    if isinstance(node, yaml.ScalarNode):
        mark = node.start_mark
        return node if (mark.line + 1, mark.column + 1) == (place.line, place.column) else None
    items = node.value if isinstance(node, yaml.SequenceNode) else ()
    return next((item for item in items if isinstance(item, yaml.ScalarNode) and _at(item, place) is item), None)


def _value(node: yaml.Node | None, name: str) -> yaml.Node | None:
    pairs = node.value if isinstance(node, yaml.MappingNode) else ()
    return next((value for key, value in pairs if key.value == name), None)


def _scalars(node: yaml.Node) -> Iterator[yaml.Node]:
    if isinstance(node, yaml.ScalarNode):
        yield node
    elif isinstance(node, yaml.MappingNode):
        for pair in node.value:
            for each in pair:
                yield from _scalars(each)
    else:
        for item in node.value:
            yield from _scalars(item)


def _last(node: yaml.Node) -> tuple[int, int]:
    """Where the last value inside a node ends: a list in block style ends where the next thing begins."""
    if getattr(node, "flow_style", None) or isinstance(node, yaml.ScalarNode):
        return node.end_mark.line, node.end_mark.column
    return max((each.end_mark.line, each.end_mark.column) for each in _ends(node))


def _ends(node: yaml.Node) -> Iterator[yaml.Node]:
    if isinstance(node, yaml.ScalarNode) or getattr(node, "flow_style", None):
        yield node
    elif isinstance(node, yaml.MappingNode):
        for pair in node.value:
            for each in pair:
                yield from _ends(each)
    else:
        for item in node.value:
            yield from _ends(item)
