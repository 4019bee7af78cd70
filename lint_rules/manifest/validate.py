"""A tree against the table of keys: every way in which the two disagree becomes a problem."""

from __future__ import annotations

from lint_rules.manifest.document import Listing, Mapping, Node, Scalar
from lint_rules.manifest.forms import Form
from lint_rules.manifest.keys import Choice, Kind, ListOf, MapOf, Table, Text, Version
from lint_rules.manifest.model import Place
from lint_rules.manifest.problems import Problem, listed, quoted, suggest, unknown


def validate(node: Node, kind: Kind, problems: list[Problem]) -> None:
    """Add to ``problems`` all that is wrong with a whole document."""
    _Validator(problems).check(node, kind, "the file", node.place)


def meant_keys(node: Node | None, table: Table) -> set[str]:
    """Return the keys that a mapping holds, a misspelt one as what it most likely means."""
    if not isinstance(node, Mapping):
        return set()
    names = {key.text for key, _ in node.pairs if isinstance(key, Scalar)}
    known = table.names()
    return {name if name in known else suggest(name, known) or name for name in names}


class _Validator:
    """Walks a tree; ``what`` names the value that is looked at, ``at`` is where to say that something is missing from it."""

    def __init__(self, problems: list[Problem]) -> None:
        self.problems = problems

    def check(self, node: Node, kind: Kind, what: str, at: Place) -> None:
        """Check one value and all below it."""
        if isinstance(kind, Text):
            self._text(node, kind.form, what, at)
        elif isinstance(kind, Choice):
            self._choice(node, kind, what, at)
        elif isinstance(kind, Version):
            self._version(node, kind, what)
        elif isinstance(kind, ListOf):
            self._list(node, kind, what, at)
        elif not isinstance(node, Mapping):
            self._report(_place(node, at), f"{what} takes a mapping; found {_found(node)}; {_accepted(kind)}")
        elif not node.pairs:
            self._report(node.place, f"{what} is an empty mapping; {_accepted(kind)}")
        elif isinstance(kind, MapOf):
            self._map(node, kind, what)
        else:
            self._table(node, kind, what, at)

    def _report(self, place: Place, message: str) -> None:
        self.problems.append(Problem(place, message))

    def _text(self, node: Node, form: Form, what: str, at: Place) -> None:
        if not isinstance(node, Scalar) or node.kind != "text":
            hint = " (quote it to make it a text)" if isinstance(node, Scalar) and node.kind != "nothing" else ""
            self._report(_place(node, at), f"{what} takes {form.accepted}; found {_found(node)}{hint}")
            return
        problem = form.problem(node.text)
        if problem:
            self._report(node.place, f"{what}: {problem}")

    def _choice(self, node: Node, kind: Choice, what: str, at: Place) -> None:
        if not isinstance(node, Scalar) or node.kind != "text":
            message = f"{what} takes one of {listed(kind.options)}; found {_found(node)}"
            self._report(_place(node, at), message)
        elif node.text not in kind.options:
            self._report(node.place, unknown(kind.noun, node.text, kind.options))

    def _version(self, node: Node, kind: Version, what: str) -> None:
        numbers = [str(option) for option in kind.options]
        if not isinstance(node, Scalar) or node.kind != "number" or node.text not in numbers:
            self._report(node.place, f"{what}: found {_found(node)}; accepted: {', '.join(numbers)}")

    def _list(self, node: Node, kind: ListOf, what: str, at: Place) -> None:
        if not isinstance(node, Listing):
            hint = ""
            if isinstance(node, Scalar) and node.kind == "text" and isinstance(kind.item, Text):
                hint = f" (write {quoted(f'[{node.text}]')})"
            self._report(_place(node, at), f"{what} takes a list; found {_found(node)}{hint}; {_accepted(kind)}")
            return
        if len(node.items) < kind.least:
            length = f"a list of {len(node.items)}" if node.items else "an empty list"
            least = "at least one item" if kind.least == 1 else f"at least {kind.least} items"
            self._report(node.place, f"{what} is {length}; accepted: {least}")
        for item, start in zip(node.items, node.starts, strict=True):
            self.check(item, kind.item, f"an item of {what}", start)

    def _map(self, node: Mapping, kind: MapOf, what: str) -> None:
        for name, key, value in self._distinct(node):
            problem = kind.key.problem(name)
            if problem:
                self._report(key.place, f"a key of {what}: {problem}")
            self.check(value, kind.value, f"{quoted(name)} in {what}", key.place)

    def _table(self, node: Mapping, table: Table, what: str, at: Place) -> None:
        for name, key, value in self._distinct(node):
            known = table.find(name)
            if known:
                self.check(value, known.kind, quoted(name), key.place)
            else:
                self._report(key.place, unknown("key", name, table.names()))
        meant = meant_keys(node, table)
        noun = table.noun if what.startswith("an item") or what == "the file" else what
        for missing in table.keys:
            if missing.required and missing.name not in meant:
                self._report(at, f"{noun} needs {quoted(missing.name)}; {_accepted(missing.kind)}")
        if table.any_of and meant.isdisjoint(table.any_of):
            self._report(at, f"{noun} needs at least one of {listed(table.any_of)}")

    def _distinct(self, node: Mapping) -> list[tuple[str, Scalar, Node]]:
        """Return the pairs with a text for a key, each key once, and report the others."""
        seen: dict[str, Scalar] = {}
        pairs = []
        for key, value in node.pairs:
            if not isinstance(key, Scalar) or key.kind != "text":
                self._report(key.place, f"a key is {_found(key)}; accepted: a text")
            elif key.text in seen:
                first = seen[key.text].place.line
                message = f"duplicate key {quoted(key.text)}, first given in line {first}; accepted: each key once"
                self._report(key.place, message)
            else:
                seen[key.text] = key
                pairs.append((key.text, key, value))
        return pairs


def _place(node: Node, at: Place) -> Place:
    """Return where a value of the wrong kind stands; nothing at all stands nowhere, so its key or dash it is."""
    return at if isinstance(node, Scalar) and node.kind == "nothing" else node.place


def _found(node: Node) -> str:
    if isinstance(node, Listing):
        return "a list"
    if isinstance(node, Mapping):
        return "a mapping"
    return "nothing" if node.kind == "nothing" else f"the {node.kind} {quoted(node.text)}"


def _accepted(kind: Kind) -> str:
    if isinstance(kind, Text):
        return f"accepted: {kind.form.accepted}"
    if isinstance(kind, Choice):
        return f"accepted: {listed(kind.options)}"
    if isinstance(kind, Version):
        return f"accepted: {', '.join(map(str, kind.options))}"
    if isinstance(kind, ListOf):
        return f"for each item {_accepted(kind.item)}"
    if isinstance(kind, MapOf):
        return f"accepted: {kind.key.accepted}, with its value"
    return f"accepted here: {listed(kind.names())}"
