"""How a model's weight loading renames a checkpoint's weights into its own: literal renames, read from the code.

What is read is what could happen to a name, not when: a condition around a rename is looked at only where it says which
names are meant. Whoever asks tries the renames on names.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from lint_rules.blueprint.values import Site
from lint_rules.outline.literals import (
    HOLE,
    INDEX,
    UNKNOWN,
    Literal,
    Scope,
    Table,
    assigned,
    callee,
    declared,
    evaluate,
)
from lint_rules.outline.mappers import STACKED, Mapper, substitute
from lint_rules.project import facts
from lint_rules.project.symbols import ClassInfo, FunctionInfo, last_name

_ENTRIES = re.compile(r"load_weights?(_|$)|rename|remap|map_.*(name|weight|key)|convert.*(name|key)")
"""Methods of a model that loading begins with, or that it is given names through."""
_RENAMING = re.compile(r"\.(replace|removeprefix|sub|startswith|r?split|partition|apply)\(|load_weight|\bf[\"']")
"""What a function holds that renames, or hands on to one that does."""
_NAMELIKE = re.compile(r"name|key|weight|param|^[kn]$|rest|suffix")
"""Variables that hold a weight's name."""
_NAME = re.compile(r"[^\s:/()]*")
"""What names of weights are made of; a message is no name."""
_DEPTH = 6
_ROWS = 300
"""A loop over more literals than these is data."""


class Rename(NamedTuple):
    """One way in which a name of the checkpoint changes on its way to a parameter."""

    old: str
    new: str
    where: str
    """``prefix``, ``substr``, ``suffix``, ``whole`` or ``regex``"""
    site: Site | None
    """Where the code does it; none where no line of its own does."""
    needs: tuple[str, ...] = ()
    """Texts of which a name must hold one, for the code asks for them first; none where it asks for nothing."""

    def apply(self, name: str) -> str | None:
        """The name after it; None where it does not touch the name."""
        if self.needs and not any(text in name for text in self.needs):
            return None
        changed = substitute(self.where, self.old, self.new, name)
        return changed if changed != name else None


class Loading(NamedTuple):
    """What is known of how a class loads its weights."""

    renames: tuple[Rename, ...]
    dropped: frozenset[str]
    """Texts in the names of weights that are left out: they have no other name than the checkpoint's."""


class _Guard(NamedTuple):
    """A condition that tells which names are meant: they begin with a text, hold it or equal it."""

    kind: str
    text: str
    block: int = 0
    """How many conditions are around it: those of one block are alternatives."""


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
            self._known[klass] = Loading(tuple(reading.renames), frozenset(reading.dropped))
        return self._known[klass]


class _Reading:
    """One class's loading, while it is read."""

    def __init__(self, klass: ClassInfo) -> None:
        self._klass = klass
        self._entered: set[tuple[FunctionInfo, frozenset[tuple[str, str]]]] = set()
        self.renames: dict[Rename, None] = {}
        self.dropped: set[str] = set()

    def tables(self) -> None:
        """Take what a class's attributes hold for a loader elsewhere: ``name_mapping = {r"^blocks\\.": r"layers."}``."""
        for name, field in self._klass.all_fields.items():
            if field.value is not None and ("mapping" in name or "rename" in name) and "reverse" not in name:
                table = declared(self._klass, name)
                for old, new in table.items if isinstance(table, Table) else ():
                    new = new[0] if isinstance(new, tuple) and new else new
                    if isinstance(old, str) and isinstance(new, str) and HOLE not in old + new:
                        if old.startswith("^") or "\\" in old:
                            self.renames.setdefault(Rename(old, new, "regex", None))

    def function(self, function: FunctionInfo, bound: dict[str, Literal], depth: int) -> None:
        """Read a function or method that loads, called with some values that are known."""
        mark = (function, frozenset((name, value) for name, value in bound.items() if isinstance(value, str)))
        source = function.module.source
        if depth > _DEPTH or mark in self._entered:
            return
        self._entered.add(mark)
        if not _RENAMING.search(source.segment(function.facts.line, function.facts.end_line)):
            return
        body = source.body(function.facts)
        klass = self._klass if function.owner is not None else None
        scope = Scope(function.module, klass, assigned(body), bound)
        _Body(self, function, body, depth).block(body, scope, ())


class _Body:
    """The body of one function that loads, while it is read."""

    def __init__(self, reading: _Reading, function: FunctionInfo, body: Sequence[facts.Statement], depth: int) -> None:
        self._reading = reading
        self._function = function
        self._statements = body
        self._depth = depth
        self._matches: dict[str, str] = {}
        """Names that hold the match of a regular expression, with an expression for the whole name."""
        self._groups: dict[str, tuple[str, int]] = {}
        """Names that hold a group of one."""
        self._rests: dict[str, list[Rename]] = {}
        """Names that hold a weight's name without its beginning, with what cuts that off."""
        self._splits: dict[str, int] = {}
        """Names that hold a name's components, with how many of them stand alone: the rest follows."""
        self._renames: dict[Rename, None] = reading.renames
        self._guards: tuple[_Guard, ...] = ()
        """What is told of the names in the expression that is being read."""

    # --- statements

    def block(self, body: Iterable[facts.Statement], scope: Scope, guards: tuple[_Guard, ...]) -> None:
        """Read some statements."""
        for statement in body:
            self._statement(statement, scope, guards)

    def _statement(self, statement: facts.Statement, scope: Scope, guards: tuple[_Guard, ...]) -> None:
        match statement:
            case facts.If(test=test, body=body, orelse=orelse):
                self._expression(test, scope, guards)
                told = self._within(test, scope, guards)
                if any(isinstance(each, facts.Leave) and each.kind == "continue" for each in body):
                    self._reading.dropped.update(guard.text for guard in told[len(guards) :])
                self.block(body, scope, told)
                self.block(orelse, scope, guards)
            case facts.For(target=target, iterable=iterable, body=body, orelse=orelse):
                self._expression(iterable, scope, guards)
                for inner in _rows(target, evaluate(iterable, scope), scope):
                    self.block(body, inner, guards)
                self.block(orelse, scope, guards)
            case facts.While(body=body) | facts.With(body=body):
                self.block(body, scope, guards)
            case facts.Try(body=body, handlers=handlers, orelse=orelse, final=final):
                self.block([*body, *(each for handler in handlers for each in handler), *orelse, *final], scope, guards)
            case facts.Define(function):
                self.block(function.body or (), scope.within(assigned(function.body or ())), ())
            case facts.Assign(targets=targets, value=value) if value is not None:
                self._assign(targets, value, scope, guards)
            case facts.Evaluate(value=value) | facts.Augment(value=value):
                self._expression(value, scope, guards)
            case facts.Return(value=value) if value is not None:
                self._expression(value, scope, guards)
                self._becomes(value, guards)
            case _:
                pass

    def _assign(
        self, targets: list[facts.Expression], value: facts.Expression, scope: Scope, guards: tuple[_Guard, ...]
    ) -> None:
        self._expression(value, scope, guards)
        pattern = self._match(value, scope)
        for target in targets:
            match target, value:
                case facts.Name(id), _ if pattern is not None:
                    self._matches[id] = pattern
                case facts.SequenceLiteral(elements=elements), facts.Call(
                    function=facts.Attribute(value=facts.Name(match), name="groups")
                ) if match in self._matches:
                    for number, element in enumerate(elements, 1):
                        if isinstance(element, facts.Name):
                            self._groups[element.id] = (self._matches[match], number)
                case facts.Name(id), _ if (group := self._group(value)) is not None:
                    self._groups[id] = group
                case facts.Name(id), facts.Constant(str()) if _NAMELIKE.search(id):
                    self._becomes(value, guards)
                case facts.Name(id), facts.Call(
                    function=facts.Attribute(name="split"),
                    arguments=[
                        facts.Argument(value=facts.Constant(".")),
                        facts.Argument(value=facts.Constant(int() as limit)),
                    ],
                ):
                    self._splits[id] = limit
                case facts.Name(id), _ if rests := list(self._stripped(value, scope, guards)):
                    self._rests[id] = rests
                case facts.SequenceLiteral(), _:
                    for name in _targets(target):
                        self._groups.pop(name, None)
                case _:
                    pass

    def _becomes(self, value: facts.Expression, guards: tuple[_Guard, ...]) -> None:
        """A name that is compared with one text, and becomes another."""
        if isinstance(value, facts.Constant) and isinstance(value.value, str):
            for guard in guards[-1:]:
                if guard.kind == "equal":
                    self._add(guard.text, value.value, "whole", None)

    # --- conditions

    def _within(self, test: facts.Expression, scope: Scope, guards: tuple[_Guard, ...]) -> tuple[_Guard, ...]:
        """What is told of names inside a condition."""
        block = guards[-1].block + 1 if guards else 1
        return (*guards, *(guard._replace(block=block) for guard in self._told(test, scope)))

    def _told(self, test: facts.Expression, scope: Scope) -> Iterator[_Guard]:
        """What a condition says of the names for which it holds: one of these."""
        match test:
            case facts.Logic(operator=operator, operands=operands):
                told = [list(self._told(operand, scope)) for operand in operands]
                if operator == "and" or all(told):
                    yield from (guard for each in told for guard in each)
            case facts.Call(
                function=facts.Attribute(value=of, name="startswith" | "endswith" as name), arguments=[argument, *_]
            ) if _is_name(of):
                kind = "prefix" if name == "startswith" else "suffix"
                yield from (_Guard(kind, text) for text in _texts(evaluate(argument.value, scope)))
            case facts.Compare(operator="in", left=left, right=right) if _is_name(right):
                yield from (_Guard("substr", text) for text in _texts(evaluate(left, scope)))
            case facts.Compare(operator="==", left=left, right=right) if _is_name(left) or _is_name(right):
                for side in (left, right):
                    yield from (_Guard("equal", text) for text in _texts(evaluate(side, scope)))
            case _:
                pass

    # --- expressions

    def _expression(self, expression: facts.Expression, scope: Scope, guards: tuple[_Guard, ...]) -> None:
        kept, self._guards = self._guards, guards
        for node in _calls_and_texts(expression):
            self._node(node, scope, guards)
        self._guards = kept

    def _node(self, node: facts.Expression, scope: Scope, guards: tuple[_Guard, ...]) -> None:
        match node:
            case facts.Walrus(name, value):
                pattern = self._match(value, scope)
                if pattern is not None:
                    self._matches[name] = pattern
            case facts.Call(function=facts.Attribute(value=value, name=name), arguments=arguments):
                self._method(node, value, name, [each.value for each in arguments], scope)
            case facts.Call():
                self._call(node, scope)
            case facts.Text() | facts.Binary(operator="+"):
                self._put_together(node, scope, guards)
            case facts.Subscript(value=facts.Name() | facts.Attribute() as of, index=index) if _is_name(index):
                self._looked_up(evaluate(of, scope))
            case facts.Subscript():
                self._take(self._stripped(node, scope, guards))
            case _:
                pass

    def _method(
        self, call: facts.Call, value: facts.Expression, name: str, given: list[facts.Expression], scope: Scope
    ) -> None:
        match name, given:
            case "replace", [old, new, *_]:
                self._rename(evaluate(old, scope), evaluate(new, scope), "substr", call)
            case "removeprefix", [old]:
                self._rename(evaluate(old, scope), "", "prefix", call)
            case "sub", [pattern, new, _, *_] if last_name(value) in ("re", "regex"):
                self._regex(evaluate(pattern, scope), evaluate(new, scope), call)
            case "get", [key, *_] if _is_name(key):
                self._looked_up(evaluate(value, scope))
            case "sub", [new, _]:
                self._regex(evaluate(value, scope), evaluate(new, scope), call)
            case _:
                self._call(call, scope)

    def _call(self, call: facts.Call, scope: Scope) -> None:
        """A call of something that loads or renames: a mapper, a child's loader, a function of the project."""
        spoken = [*(each.value for each in call.arguments)]
        if isinstance(call.function, facts.Attribute):
            spoken.append(call.function.value)
        for expression in spoken:
            if isinstance(expression, facts.Name | facts.Attribute | facts.Call):
                mapper = evaluate(expression, scope)
                if isinstance(mapper, Mapper):
                    for where, pairs in mapper.all_kinds():
                        for old, new in pairs:
                            if new is not None:
                                self._add(old, new, "substr" if where == STACKED else where, call)
        child = _child(call, scope)
        if child is not None:
            self._delegate(call, child, scope)
            return
        for function in self._callees(call.function, scope):
            self._reading.function(function, _bound(function, call, scope), self._depth + 1)

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

    # --- what a child loads

    def _delegate(self, call: facts.Call, child: str, scope: Scope) -> None:
        """``self.child.load_weights(weights)``: what the child is given belongs below it."""
        given = call.arguments[0].value if call.arguments else None
        if isinstance(given, facts.SequenceLiteral):
            # `self.child.load_weights([(name, weight)])`
            branches = self._branches(self._statements, lambda each: _holds(each, call), scope, ())
            found = list(dict.fromkeys(pair for block, told in branches for pair in self._begun(block, scope, told)))
        else:
            found = list(dict.fromkeys(self._given(given, scope, 0)))
        self._guards = ()
        for old, new in found or [("", "")]:
            self._add(old, f"{child}.{new}", "prefix", call)

    def _given(self, given: facts.Expression | None, scope: Scope, depth: int) -> Iterator[tuple[str, str]]:
        """How the names that are handed on begin, in the checkpoint and as they are handed on; nothing for all names."""
        if depth > 3:
            return
        match given:
            case facts.Comprehension(value=value, loops=loops):
                guards: tuple[_Guard, ...] = ()
                for test in (test for loop in loops for test in loop.conditions):
                    guards = self._within(test, scope, guards)
                yield from self._begun([facts.Evaluate(value, 0, 0)], scope, guards)
            case facts.Call(function=facts.Name("iter" | "list" | "tuple"), arguments=[argument]):
                yield from self._given(argument.value, scope, depth + 1)
            case facts.Call(function=facts.Name(id)):
                for inner in _defined(self._statements, id):
                    for branch, guards in self._branches(inner, _yields, scope, ()):
                        yield from self._begun(branch, scope, guards)
            case facts.Name(id):
                for branch, guards in self._branches(self._statements, lambda each: _appends(each, id), scope, ()):
                    yield from self._begun(branch, scope, guards)
                for value in scope.assigned.get(id, ()):
                    if isinstance(value, facts.Comprehension | facts.Call):
                        yield from self._given(value, scope, depth + 1)
            case _:
                pass

    def _branches(
        self,
        body: Sequence[facts.Statement],
        wanted: Callable[[facts.Statement], bool],
        scope: Scope,
        guards: tuple[_Guard, ...],
    ) -> Iterator[tuple[list[facts.Statement], tuple[_Guard, ...]]]:
        """The blocks that hold a wanted statement themselves, with the conditions around them."""
        if any(wanted(statement) for statement in body):
            yield list(body), guards
        for statement in body:
            match statement:
                case facts.If(test=test, body=inner, orelse=orelse):
                    yield from self._branches(inner, wanted, scope, self._within(test, scope, guards))
                    yield from self._branches(orelse, wanted, scope, guards)
                case facts.For(body=inner) | facts.With(body=inner) | facts.While(body=inner) | facts.Try(body=inner):
                    yield from self._branches(inner, wanted, scope, guards)
                case _:
                    pass

    def _begun(
        self, block: Iterable[facts.Statement], scope: Scope, guards: tuple[_Guard, ...]
    ) -> Iterator[tuple[str, str]]:
        """What a block makes of the beginnings of names."""
        kept, self._renames = self._renames, {}
        try:
            for statement in block:
                if isinstance(statement, facts.Assign | facts.Evaluate) and not _loads(statement):
                    self._statement(statement, scope, guards)
            found = [(each.old, each.new) for each in self._renames if each.where == "prefix"]
            found += [
                (each.old, each.new) for each in self._renames if each.where == "substr" and _begins(each, guards)
            ]
        finally:
            self._renames = kept
        yield from found or [(guard.text, guard.text) for guard in guards if guard.kind == "prefix"]

    # --- texts

    def _put_together(self, expression: facts.Text | facts.Binary, scope: Scope, guards: tuple[_Guard, ...]) -> None:
        """``f"model.{name}"``, ``"model." + name[len("lm."):]``, ``f"{tower}.blocks.{rest}"`` of a match's groups."""
        parts = list(_parts(expression))
        groups = [self._group(part) for part in parts]
        patterns = {group[0] for group in groups if group is not None}
        if len(patterns) == 1 and (groups[0] is not None or isinstance(parts[0], facts.Constant)):
            new = "".join(
                f"\\g<{group[1]}>" if group is not None else _escaped(evaluate(part, scope))
                for part, group in zip(parts, groups, strict=True)
            )
            self._add(patterns.pop(), new, "regex", None)
            return
        if not parts:
            return
        *before, last = parts
        added = "".join(_text(evaluate(part, scope)) for part in before)
        if added.startswith(HOLE) or not added.strip(f".{HOLE}"):
            return
        strips = list(self._stripped(last, scope, guards))
        if strips:
            self._take(strips[:1], added)
        elif (
            isinstance(last, facts.Name)
            and _NAMELIKE.search(last.id)
            and isinstance(evaluate(last, scope), type(UNKNOWN))
        ):
            known = [guard.text for guard in guards if guard.kind == "prefix"]
            for text in known or [""]:
                self._rename(text, added + text, "prefix", None)

    def _stripped(self, expression: facts.Expression, scope: Scope, guards: tuple[_Guard, ...]) -> Iterator[Rename]:
        """What cuts off the beginning of a name, where an expression is what is left."""
        match expression:
            case facts.Name(id) if id in self._rests:
                yield from self._rests[id]
            case facts.Subscript(facts.Name(id), facts.Constant(int() as place)) if self._splits.get(id) == place:
                yield Rename(rf"^(?:[^.]+\.){{{place}}}", "", "regex", None)
            case _:
                yield from _stripped(expression, scope, guards)

    def _match(self, value: facts.Expression, scope: Scope) -> str | None:
        """The regular expression for the whole name whose match a call gives; None where it gives none."""
        match value:
            case facts.Call(
                function=facts.Attribute(value=of, name="match" | "search" | "fullmatch" as name), arguments=arguments
            ):
                given = arguments[0].value if arguments and last_name(of) in ("re", "regex") else of
                pattern = evaluate(given, scope)
                if isinstance(pattern, str) and HOLE not in pattern:
                    return f"{'.*?' if name == 'search' else '^'}(?:{pattern}){'$' if name == 'fullmatch' else '.*'}"
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

    # --- adding

    def _take(self, strips: Iterable[Rename], added: str = "") -> None:
        """Add what an expression cuts off, with what is put in its place; for names that begin as the code asks for."""
        for each in strips:
            longer = [
                guard.text for guard in self._guards if guard.kind == "prefix" and guard.text.startswith(each.old)
            ]
            for text in longer or [each.old]:
                self._rename(text, added + text[len(each.old) :], each.where, None)

    def _looked_up(self, table: Literal) -> None:
        """``table[name]``"""
        for old, new in table.items if isinstance(table, Table) and len(table.items) <= _ROWS else ():
            self._rename(old, new, "whole", None)

    def _regex(self, pattern: Literal, new: Literal, call: facts.Call) -> None:
        if isinstance(pattern, str) and isinstance(new, str) and HOLE not in pattern + new:
            self._add(pattern, new, "regex", call)

    def _rename(self, old: Literal, new: Literal, where: str, call: facts.Call | None) -> None:
        """Add a rename of texts that may hold holes: each stands for one component or a part of it."""
        if not isinstance(old, str) or not isinstance(new, str) or (old and not old.strip(f".{HOLE}")):
            return
        if HOLE not in old + new:
            self._add(old, new, where, call)
        elif HOLE not in old:
            self._add(old, new.replace(HOLE, INDEX), where, call)
        elif where in ("prefix", "substr") and new.count(HOLE) <= old.count(HOLE):
            pattern = re.escape(old).replace(re.escape(HOLE), r"([^.]+)")
            pieces = new.replace("\\", "\\\\").split(HOLE)
            put = "".join(f"\\g<{number}>{piece}" if number else piece for number, piece in enumerate(pieces))
            self._add(f"^{pattern}" if where == "prefix" else pattern, put, "regex", call)

    def _add(self, old: str, new: str, where: str, call: facts.Call | None) -> None:
        if old == new or (where == "substr" and not old):
            return
        if where != "regex" and not _NAME.fullmatch(old + new):
            return
        place = Site(self._function.module.path, call.line, call.column) if call is not None else None
        last = self._guards[-1].block if self._guards else 0
        needs = tuple(guard.text for guard in self._guards if guard.block == last)
        if where == "prefix" and any(old.startswith(text) for text in needs):
            needs = ()
        self._renames.setdefault(Rename(old, new, where, place, needs))


# --- shapes


def _rows(target: facts.Expression, values: Literal, scope: Scope) -> Iterator[Scope]:
    """The scopes of a loop's turns, where it goes over literals; else one in which its targets are unknown."""
    rows = tuple(key for key, _ in values.items) if isinstance(values, Table) else values
    if not isinstance(rows, tuple) or not 0 < len(rows) <= _ROWS:
        yield scope.binding(dict.fromkeys(_targets(target), UNKNOWN))
        return
    for row in rows:
        yield scope.binding(dict(_bind(target, row)))


def _targets(target: facts.Expression) -> Iterator[str]:
    match target:
        case facts.Name(id):
            yield id
        case facts.SequenceLiteral(elements=elements):
            for element in elements:
                yield from _targets(element)
        case _:
            pass


def _bind(target: facts.Expression, value: Literal) -> Iterator[tuple[str, Literal]]:
    match target, value:
        case facts.SequenceLiteral(elements=elements), tuple() if len(elements) == len(value):
            for element, each in zip(elements, value, strict=True):
                yield from _bind(element, each)
        case facts.Name(id), _:
            yield id, value
        case _:
            yield from ((name, UNKNOWN) for name in _targets(target))


def _is_name(expression: facts.Expression) -> bool:
    """Whether an expression is, by its own name, that of a weight."""
    return _NAMELIKE.search(last_name(expression) or "") is not None


def _texts(value: Literal) -> Iterator[str]:
    match value:
        case str() if value.strip(f".{HOLE}") and HOLE not in value:
            yield value
        case tuple():
            for each in value:
                yield from _texts(each)
        case _:
            pass


def _calls_and_texts(node: object) -> Iterator[facts.Expression]:
    """The parts of an expression in which a name may change, the outermost of those that change it as one."""
    match node:
        case facts.Text() | facts.Binary(operator="+"):
            yield node
            for part in _parts(node):
                # What is cut off here is put together with something: not a rename of its own.
                if not isinstance(part, facts.Subscript) and not _is_strip(part):
                    yield from _calls_and_texts(part)
            return
        case facts.Call() | facts.Subscript() | facts.Walrus():
            yield node
        case _:
            pass
    if isinstance(node, list):
        for each in node:
            yield from _calls_and_texts(each)
    else:
        for name in getattr(node, "__struct_fields__", ()):
            yield from _calls_and_texts(getattr(node, name))


def _is_strip(expression: facts.Expression) -> bool:
    match expression:
        case facts.Call(function=facts.Attribute(name="removeprefix" | "replace")):
            return True
        case _:
            return False


def _parts(expression: facts.Expression) -> Iterator[facts.Expression]:
    """What a text is put together from, in order."""
    match expression:
        case facts.Text(parts):
            yield from parts
        case facts.Binary(operator="+", left=left, right=right):
            yield from _parts(left)
            yield from _parts(right)
        case _:
            yield expression


def _stripped(expression: facts.Expression, scope: Scope, guards: tuple[_Guard, ...]) -> Iterator[Rename]:
    """The rename of an expression that is a name without its beginning."""
    known = [guard.text for guard in guards if guard.kind == "prefix"]
    match expression:
        case facts.Call(function=facts.Attribute(name="removeprefix"), arguments=[argument]):
            yield from (Rename(text, "", "prefix", None) for text in _holed(evaluate(argument.value, scope)))
        case facts.Call(function=facts.Attribute(name="replace"), arguments=[old, new, *_]):
            if evaluate(new.value, scope) == "":
                yield from (Rename(text, "", "prefix", None) for text in _holed(evaluate(old.value, scope)))
        case facts.Subscript(index=facts.Opaque(parts=[facts.Call(function=facts.Name("len"), arguments=[argument])])):
            yield from (Rename(text, "", "prefix", None) for text in _holed(evaluate(argument.value, scope)))
        case facts.Subscript(value=facts.Name(id), index=facts.Opaque(parts=[])) if _NAMELIKE.search(id):
            # `name[6:]` below `name.startswith("model.")`.
            yield from (Rename(text, "", "prefix", None) for text in known[-1:])
        case facts.Subscript(
            value=facts.Call(
                function=facts.Attribute(name="split" | "partition" as name), arguments=[separator, *limit]
            ),
            index=facts.Constant(1 | 2 | -1 as index),
        ):
            text = evaluate(separator.value, scope)
            if index == 2 if name == "partition" else (bool(limit) or text != "."):
                yield from _cut(text, known)
        case facts.Call(
            function=facts.Attribute(value=facts.Constant("."), name="join"),
            arguments=[facts.Argument(value=facts.Subscript(index=facts.Opaque()))],
        ):
            yield from _cut(".", known)
        case _:
            pass


def _cut(separator: Literal, known: list[str]) -> Iterator[Rename]:
    """``name.split(".", 1)[1]``"""
    if separator == ".":
        first = f"{known[-1].split('.')[0]}." if known else None
        yield Rename(first, "", "prefix", None) if first else Rename(r"^[^.]+\.", "", "regex", None)
    elif isinstance(separator, str) and separator.strip(f".{HOLE}") and HOLE not in separator:
        yield Rename(f"^.*?{re.escape(separator)}", "", "regex", None)


def _text(value: Literal) -> str:
    return value if isinstance(value, str) else HOLE


def _holed(value: Literal) -> Iterator[str]:
    if isinstance(value, str) and value.strip(f".{HOLE}"):
        yield value


def _escaped(value: Literal) -> str:
    """A part of what a regular expression's match is replaced by; something unknown is a text like any other."""
    return value.replace("\\", "\\\\").replace(HOLE, "_") if isinstance(value, str) else "_"


def _begins(rename: Rename, guards: tuple[_Guard, ...]) -> bool:
    """Whether what is replaced is what the names begin with."""
    return any(guard.kind == "prefix" and rename.old.startswith(guard.text) for guard in guards)


def _yields(statement: facts.Statement) -> bool:
    return isinstance(statement, facts.Evaluate) and isinstance(statement.value, facts.Yield)


def _appends(statement: facts.Statement, name: str) -> bool:
    match statement:
        case facts.Evaluate(value=facts.Call(function=facts.Attribute(value=facts.Name(id), name="append"))):
            return id == name
        case _:
            return False


def _holds(statement: facts.Statement, call: facts.Call) -> bool:
    """Whether a plain statement holds a call."""
    return isinstance(statement, facts.Evaluate | facts.Assign | facts.Return) and any(
        node is call for node in _calls_and_texts(statement.value)
    )


def _child(call: facts.Call, scope: Scope) -> str | None:
    """The path of the child whose loader is called: ``self.model.load_weights(...)``."""
    if not isinstance(call.function, facts.Attribute) or not call.function.name.startswith("load_weight"):
        return None
    target = call.function.value
    if isinstance(target, facts.Name):
        # `loader = AutoWeightsLoader(self.model)`, `model = self.model`
        target = next(iter(scope.assigned.get(target.id, ())), target)
    if isinstance(target, facts.Call) and target.arguments:
        part = evaluate(target.arguments[-1].value, scope) if last_name(target) == "getattr" else None
        if isinstance(part, str) and target.arguments[0].value == facts.Name("self"):
            return part
        target = target.arguments[0].value
    path: list[str] = []
    while isinstance(target, facts.Attribute):
        path.append(target.name)
        target = target.value
    return ".".join(reversed(path)) if target == facts.Name("self") and path else None


def _loads(statement: facts.Assign | facts.Evaluate) -> bool:
    """Whether a statement is a call of a child's loader."""
    return isinstance(statement.value, facts.Call) and (last_name(statement.value) or "").startswith("load_weight")


def _defined(body: Iterable[facts.Statement], name: str) -> Iterator[list[facts.Statement]]:
    for statement in facts.flat(body):
        if isinstance(statement, facts.Define) and statement.function.name == name:
            yield statement.function.body or []


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
        if name is not None and not argument.stars and not (isinstance(value, str) and not value.strip(HOLE)):
            if value is not UNKNOWN:
                out[name] = value
    return out
