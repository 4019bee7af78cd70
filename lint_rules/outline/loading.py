"""How a model's weight loading renames a checkpoint's weights into its own: literal renames, read from the code.

What is read is what could happen to a name, not when: a condition around a rename is looked at only where it says which
names are meant. Whoever asks tries the renames on names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from lint_rules.outline.constants import HOLE, UNKNOWN, Literal, Table
from lint_rules.outline.cuts import changing, components_of, cuts, parts
from lint_rules.outline.guards import Place, is_name, says_something
from lint_rules.outline.handed import Handed, child
from lint_rules.outline.literals import Scope, assigned, bind, callee, declared, evaluate, targets
from lint_rules.outline.mappers import Mapper
from lint_rules.outline.renames import ROWS, Cut, Rename, Renames, site_of
from lint_rules.project import facts
from lint_rules.project.looks import matches
from lint_rules.project.symbols import ClassInfo, FunctionInfo, last_name

_ENTRIES = re.compile(r"load_weights?(_|$)|rename|remap|map_.*(name|weight|key)|convert.*(name|key)")
"""Methods of a model that loading begins with, or that it is given names through."""
_RENAMING = r"\.(replace|removeprefix|sub|startswith|r?split|partition|apply)\(|load_weight|\bf[\"']"
"""What a function holds that renames, or hands on to one that does."""
_DEPTH = 6
"""How many calls a rename may be behind."""


class Loading(NamedTuple):
    """What is known of how a class loads its weights."""

    renames: tuple[Rename, ...]
    dropped: frozenset[str]
    """Texts in the names of weights that are left out: they have no other name than the checkpoint's."""


class Loaders:
    """The loading of classes, each read once."""

    def __init__(self) -> None:
        self._known: dict[ClassInfo, Loading] = {}

    def of(self, klass: ClassInfo) -> Loading:
        """How a class loads its weights: its own methods and those of its bases, with all that they call."""
        if klass not in self._known:
            reading = _Reading(klass)
            names = dict.fromkeys(name for base in klass.mro for name in base.methods if _ENTRIES.search(name))
            for name in names:
                method = klass.method(name)
                if method is not None:
                    reading.function(method, {}, 0)
            reading.tables()
            self._known[klass] = Loading(tuple(reading.renames.met), frozenset(reading.dropped))
        return self._known[klass]


class _Reading:
    """One class's loading, while it is read."""

    def __init__(self, klass: ClassInfo) -> None:
        self._klass = klass
        self._entered: set[tuple[FunctionInfo, frozenset[tuple[str, str]]]] = set()
        self.renames = Renames()
        self.dropped: set[str] = set()

    def function(self, function: FunctionInfo, bound: dict[str, Literal], depth: int) -> None:
        """Read a function or method that loads, called with some values that are known."""
        mark = (function, frozenset((name, value) for name, value in bound.items() if isinstance(value, str)))
        source = function.module.source
        if depth > _DEPTH or mark in self._entered:
            return
        self._entered.add(mark)
        if source.ask_of(function.facts, matches, _RENAMING):
            body = source.body(function.facts)
            klass = self._klass if function.owner is not None else None
            _Body(self, function, body, depth).read(Place(Scope(function.module, klass, assigned(body), bound)))

    def tables(self) -> None:
        """Take what a class's attributes hold for a loader elsewhere: ``name_mapping = {r"^blocks\\.": r"layers."}``."""
        at = Place(Scope(self._klass.module, self._klass))
        for name, field in self._klass.all_fields.items():
            if field.value is not None and ("mapping" in name or "rename" in name) and "reverse" not in name:
                table = declared(self._klass, name)
                for old, new in table.items if isinstance(table, Table) else ():
                    if isinstance(old, str) and (old.startswith("^") or "\\" in old):
                        self.renames.regex(old, new[0] if isinstance(new, tuple) and new else new, at)


class _Body:
    """The body of one function that loads, while it is read."""

    def __init__(self, reading: _Reading, function: FunctionInfo, body: Sequence[facts.Statement], depth: int) -> None:
        self._reading = reading
        self._function = function
        self._statements = body
        self._depth = depth
        self._renames = reading.renames
        self._handed = Handed(body, self._aside)
        self._left = ROWS
        """How many more turns of loops over literals are run one by one."""
        self._tables: dict[str, Literal] = {}
        """What loops go over, by its name."""
        self._matches: dict[str, str] = {}
        """Names that hold the match of a regular expression, with an expression for the whole name."""
        self._groups: dict[str, tuple[str, int]] = {}
        """Names that hold a group of one."""
        self._rests: dict[str, Cut] = {}
        """Names that hold a weight's name without its beginning, with what cuts that off."""
        self._splits: dict[str, int] = {}
        """Names that hold a name's components, with how many of them stand alone: the rest follows."""

    def read(self, at: Place) -> None:
        """Read the whole of it."""
        self._block(self._statements, at)

    def _aside(self, body: Iterable[facts.Statement], at: Place) -> Iterable[Rename]:
        """The renames of some statements, by themselves."""
        kept, self._renames = self._renames, Renames()
        self._block(body, at)
        kept, self._renames = self._renames, kept
        return kept.met

    # --- statements

    def _block(self, body: Iterable[facts.Statement], at: Place) -> None:
        for statement in body:
            self._statement(statement, at)

    def _statement(self, statement: facts.Statement, at: Place) -> None:
        match statement:
            case facts.If(test=test, body=body, orelse=orelse):
                self._expression(test, at)
                if any(isinstance(each, facts.Leave) and each.kind == "continue" for each in body):
                    self._reading.dropped.update(at.told(test))
                self._block(body, at.within(test))
                self._block(orelse, at)
            case facts.For(target=target, iterable=iterable, body=body, orelse=orelse):
                self._expression(iterable, at)
                for scope in self._turns(target, self._table(iterable, at), at.scope):
                    self._block(body, at._replace(scope=scope))
                self._block(orelse, at)
            case facts.While(body=body) | facts.With(body=body):
                self._block(body, at)
            case facts.Try(body=body, handlers=handlers, orelse=orelse, final=final):
                self._block([*body, *(each for handler in handlers for each in handler), *orelse, *final], at)
            case facts.Define(function):
                inner = function.body or ()
                self._block(inner, Place(at.scope.within(assigned(inner))))
            case facts.Assign(targets=assigned_to, value=value) if value is not None:
                self._expression(value, at)
                for target in assigned_to:
                    self._assign(target, value, at)
            case facts.Return(value=value) if value is not None:
                self._expression(value, at)
                self._becomes(value, at)
            case facts.Evaluate(value=value) | facts.Augment(value=value):
                self._expression(value, at)
            case _:
                pass

    def _table(self, iterable: facts.Expression, at: Place) -> Literal:
        """What a loop goes over; a table that has a name is read once, however many loops are around it."""
        if not isinstance(iterable, facts.Name) or iterable.id in at.scope.bound:
            return at.value(iterable)
        if iterable.id not in self._tables:
            self._tables[iterable.id] = at.value(iterable)
        return self._tables[iterable.id]

    def _turns(self, target: facts.Expression, values: Literal, scope: Scope) -> Iterator[Scope]:
        """The scopes of a loop's turns, where it goes over literals; else one in which its targets are unknown."""
        rows = tuple(key for key, _ in values.items) if isinstance(values, Table) else values
        if not isinstance(rows, tuple) or not 0 < len(rows) <= self._left:
            yield scope.binding(dict.fromkeys(targets(target), UNKNOWN))
            return
        for row in rows:
            self._left -= 1
            yield scope.binding(dict(bind(target, row)))

    def _assign(self, target: facts.Expression, value: facts.Expression, at: Place) -> None:
        """Keep what a name holds from here on: a part of a weight's name, or a match of it."""
        match target:
            case facts.SequenceLiteral(elements=elements):
                pattern = self._matched_by(value)
                for number, element in enumerate(elements, 1):
                    if isinstance(element, facts.Name):
                        self._groups.pop(element.id, None)
                        if pattern is not None:
                            self._groups[element.id] = (pattern, number)
            case facts.Name(id):
                if is_name(target):
                    self._becomes(value, at)
                if (pattern := self._match(value, at)) is not None:
                    self._matches[id] = pattern
                elif (group := self._group(value)) is not None:
                    self._groups[id] = group
                elif (limit := components_of(value)) is not None:
                    self._splits[id] = limit
                elif (cut := self._cut(value, at)) is not None:
                    self._rests[id] = cut
            case _:
                pass

    def _becomes(self, value: facts.Expression, at: Place) -> None:
        """A name that is compared with one text, and becomes another."""
        if isinstance(value, facts.Constant) and at.guards and at.guards[-1].kind == "equal":
            self._renames.add(at.guards[-1].text, at.value(value), "whole", at)

    # --- expressions

    def _expression(self, expression: facts.Expression, at: Place) -> None:
        for node in changing(expression):
            self._node(node, at)

    def _node(self, node: facts.Expression, at: Place) -> None:
        match node:
            case facts.Walrus(name, value):
                self._assign(facts.Name(name), value, at)
            case facts.Call(function=facts.Attribute(value=value, name=name), arguments=arguments):
                self._method(node, value, name, [each.value for each in arguments], at)
            case facts.Call():
                self._call(node, at)
            case facts.Text() | facts.Binary(operator="+"):
                self._put_together(list(parts(node)), at)
            case facts.Subscript(value=facts.Name() | facts.Attribute() as of, index=index) if is_name(index):
                self._renames.table(at.value(of), at)
            case facts.Subscript():
                cut = self._cut(node, at)
                if cut is not None:
                    self._renames.cut(cut, "", at)
            case _:
                pass

    def _method(
        self, call: facts.Call, of: facts.Expression, name: str, given: list[facts.Expression], at: Place
    ) -> None:
        site = site_of(self._function.module.path, call)
        match name, given:
            case "replace", [old, new, *_]:
                self._renames.add(at.value(old), at.value(new), "substr", at, site)
            case "removeprefix", [old]:
                self._renames.add(at.value(old), "", "prefix", at, site)
            case "sub", [pattern, new, _, *_] if last_name(of) in ("re", "regex"):
                self._renames.regex(at.value(pattern), at.value(new), at, site)
            case "sub", [new, _]:
                self._renames.regex(at.value(of), at.value(new), at, site)
            case "get", [key, *_] if is_name(key):
                self._renames.table(at.value(of), at)
            case _:
                self._call(call, at)

    def _call(self, call: facts.Call, at: Place) -> None:
        """A call of something that loads or renames: a mapper, a child's loader, a function of the project."""
        site = site_of(self._function.module.path, call)
        spoken = [each.value for each in call.arguments]
        if isinstance(call.function, facts.Attribute):
            spoken.append(call.function.value)
        for expression in spoken:
            if isinstance(expression, facts.Name | facts.Attribute | facts.Call):
                mapper = at.value(expression)
                if isinstance(mapper, Mapper):
                    self._renames.mapper(mapper, at, site)
        path = child(call, at)
        if path is not None:
            for old, new in self._handed.by(call, at) or [("", "")]:
                self._renames.add(old, f"{path}.{new}", "prefix", at._replace(guards=()), site)
            return
        for function in self._callees(call.function, at.scope):
            self._reading.function(function, _bound(function, call, at.scope), self._depth + 1)

    def _callees(self, function: facts.Expression, scope: Scope) -> list[FunctionInfo]:
        klass = scope.klass
        match function:
            case facts.Attribute(value=facts.Call(function=facts.Name("super")), name=name) if klass is not None:
                owner = self._function.owner
                above = klass.mro[klass.mro.index(owner) + 1 :] if owner in klass.mro else ()
                return [base.methods[name] for base in above if name in base.methods][:1]
            case facts.Attribute(value=facts.Name("self"), name=name) if klass is not None:
                method = klass.method(name)
                return [method] if method is not None else list(_stored(klass, name))
            case _:
                found = callee(function, scope)
                return [found] if found is not None else []

    # --- texts

    def _put_together(self, pieces: list[facts.Expression], at: Place) -> None:
        """``f"model.{name}"``, ``"model." + name[len("lm."):]``, ``f"{tower}.blocks.{rest}"`` of a match's groups."""
        groups = [self._group(piece) for piece in pieces]
        patterns = {group[0] for group in groups if group is not None}
        if len(patterns) == 1 and (groups[0] is not None or isinstance(pieces[0], facts.Constant)):
            new = "".join(
                f"\\g<{group[1]}>" if group is not None else _escaped(at.value(piece))
                for piece, group in zip(pieces, groups, strict=True)
            )
            self._renames.regex(patterns.pop(), new, at)
            return
        added = "".join(_text(at.value(piece)) for piece in pieces[:-1])
        if added.startswith(HOLE) or not says_something(added):
            return
        last = pieces[-1]
        cut = self._cut(last, at)
        if cut is not None:
            self._renames.cut(cut, added, at)
        elif isinstance(last, facts.Name) and is_name(last) and at.value(last) is UNKNOWN:
            for text in at.beginnings or [""]:
                self._renames.add(text, added + text, "prefix", at)

    def _cut(self, expression: facts.Expression, at: Place) -> Cut | None:
        """What is cut off the beginning of a name, where an expression is what is left."""
        match expression:
            case facts.Name(id):
                return self._rests.get(id)
            case facts.Subscript(facts.Name(id), facts.Constant(int() as place)) if self._splits.get(id) == place:
                return Cut(rf"^(?:[^.]+\.){{{place}}}", "regex")
            case _:
                return next(cuts(expression, at), None)

    def _match(self, value: facts.Expression, at: Place) -> str | None:
        """The regular expression for the whole name whose match a call gives; None where it gives none."""
        match value:
            case facts.Call(
                function=facts.Attribute(value=of, name="match" | "search" | "fullmatch" as name), arguments=arguments
            ):
                given = arguments[0].value if arguments and last_name(of) in ("re", "regex") else of
                pattern = at.value(given)
                if isinstance(pattern, str) and HOLE not in pattern:
                    return f"{'.*?' if name == 'search' else '^'}(?:{pattern}){'$' if name == 'fullmatch' else '.*'}"
        return None

    def _matched_by(self, value: facts.Expression) -> str | None:
        """The regular expression whose groups ``match.groups()`` are."""
        match value:
            case facts.Call(function=facts.Attribute(value=facts.Name(id), name="groups")):
                return self._matches.get(id)
            case _:
                return None

    def _group(self, expression: facts.Expression) -> tuple[str, int] | None:
        match expression:
            case facts.Name(id):
                return self._groups.get(id)
            case facts.Call(
                function=facts.Attribute(value=facts.Name(id), name="group"),
                arguments=[facts.Argument(value=facts.Constant(int() as number))],
            ) | facts.Subscript(facts.Name(id), facts.Constant(int() as number)) if id in self._matches:
                return self._matches[id], number
            case _:
                return None


def _text(value: Literal) -> str:
    return value if isinstance(value, str) else HOLE


def _escaped(value: Literal) -> str:
    """A part of what a regular expression's match is replaced by; something unknown is a text like any other."""
    return value.replace("\\", "\\\\").replace(HOLE, "_") if isinstance(value, str) else "_"


def _stored(klass: ClassInfo, name: str) -> Iterator[FunctionInfo]:
    """The functions that a constructor may keep in an attribute."""
    constructor = klass.method("__init__")
    if constructor is None:
        return
    scope = Scope(constructor.module, klass)
    for statement in facts.flat(constructor.module.source.body(constructor.facts)):
        if isinstance(statement, facts.Assign) and statement.value is not None:
            if any(isinstance(target, facts.Attribute) and target.name == name for target in statement.targets):
                function = callee(statement.value, scope)
                if function is not None:
                    yield function


def _bound(function: FunctionInfo, call: facts.Call, scope: Scope) -> dict[str, Literal]:
    """The parameters of a function whose values a call tells."""
    parameters = [each.name for each in function.facts.parameters]
    if function.owner is not None and not function.decorated("staticmethod"):
        parameters = parameters[1:]
    out: dict[str, Literal] = {}
    for number, argument in enumerate(call.arguments):
        name = argument.name or (parameters[number] if number < len(parameters) else None)
        value = evaluate(argument.value, scope)
        told = value.strip(HOLE) if isinstance(value, str) else value is not UNKNOWN
        if name is not None and not argument.stars and told:
            out[name] = value
    return out
