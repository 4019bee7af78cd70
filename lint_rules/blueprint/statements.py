"""What statements do to names and objects, and which of them are reached."""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Sequence as Block

from lint_rules.blueprint.conditions import TRUE, Condition, both, clause, literal, opposite
from lint_rules.blueprint.core import Core
from lint_rules.blueprint.frame import Guard, Instance, Mapping, Scope, Sequence
from lint_rules.blueprint.stacks import stack_name, unstacked
from lint_rules.blueprint.values import (
    MISSING,
    NONE,
    UNKNOWN,
    ClassValue,
    Closure,
    Const,
    ExternalValue,
    FunctionValue,
    Method,
    Ref,
    Symbol,
    Unknown,
    Value,
    choose,
)
from lint_rules.project import facts
from lint_rules.project.site import Site
from lint_rules.project.symbols import ClassInfo


class Statements(Core):
    """Runs statements in their order."""

    local_scopes: dict[ClassInfo, Scope]
    """The scope in which a class stands that is defined inside a function: its methods see the names there."""

    def run(self, block: Block[facts.Statement], scope: Scope) -> None:
        """Run statements in their order, as far as they are reached."""
        for statement in block:
            if scope.condition is None:
                return
            self._statement(statement, scope)

    def _statement(self, statement: facts.Statement, scope: Scope) -> None:
        match statement:
            case facts.Assign(targets, value, annotation, line, column):
                self._assign(targets, value, annotation, scope, self.site(scope, line, column))
            case facts.Evaluate(value, line, column):
                scope.discards = self.site(scope, line, column)
                self.evaluate(value, scope)
                scope.discards = None
            case facts.Return(value=value):
                made = self.evaluate(value, scope) if value is not None else NONE
                if scope.condition is not None:
                    scope.returns.append((scope.condition, made))
                scope.condition = None
            case facts.If(test, body, orelse):
                self._if(test, body, orelse, scope)
            case facts.For(target, iterable, body, orelse):
                self._for(target, iterable, body, scope)
                self.run(orelse, scope)
            case facts.While(test, body, orelse):
                self._while(test, body, scope)
                self.run(orelse, scope)
            case facts.Try():
                self._try(statement, scope)
            case facts.With(items, body):
                self._with(items, body, scope)
            case facts.Leave():
                scope.condition = None
            case facts.Assert(test):
                when, _ = self.test(test, scope)
                scope.condition = both(scope.known, when) if when is not None else None
            case facts.Augment():
                self._augment(statement, scope)
            case facts.Delete(targets, line, column):
                for target in targets:
                    self._delete(target, scope, self.site(scope, line, column))
            case facts.Define(function):
                body = function.body if function.body is not None else scope.module.source.body(function)
                closure = Closure(tuple(function.parameters), tuple(body), scope, function.name, function.line)
                scope.write(function.name, closure)
                self.made_closure(closure, scope)
            case facts.DefineClass(klass):
                scope.write(klass.name, ClassValue(self._local_class(klass, scope)))
            case facts.Import() | facts.ImportFrom():
                self._import(statement, scope)

    def _local_class(self, klass: facts.Class, scope: Scope) -> ClassInfo:
        cache = scope.frame.globals
        key = ("class", scope.module.path, klass.line)
        found = cache.get(key)
        if not isinstance(found, ClassValue):
            made = ClassInfo(klass, scope.module)
            self.local_scopes[made] = scope
            found = ClassValue(made)
            cache[key] = found
        return found.cls

    def _import(self, statement: facts.Import | facts.ImportFrom, scope: Scope) -> None:
        """An import inside a function binds what it would bind at the top of the module."""
        name = statement.name
        found = self.project.follow(scope.module, name, statement, 0)
        if isinstance(statement, facts.Import) and not statement.whole:
            self.project.find(statement.module, scope.module.path)
        if found:
            symbol = found[-1]
            if symbol is not scope.module:
                scope.write(name, self.symbol_value(symbol, scope))

    # --- binding

    def _assign(
        self,
        targets: list[facts.Expression],
        value: facts.Expression | None,
        annotation: facts.Expression | None,
        scope: Scope,
        site: Site,
    ) -> None:
        if value is None:
            return
        made = self.evaluate(value, scope)
        if annotation is not None and isinstance(made, Symbol | Unknown):
            term = made.term if isinstance(made, Symbol) else ("site", *site)
            if not (isinstance(made, Symbol) and made.cls is not None):
                declared = self.annotated(annotation, scope.module, term)
                made = declared if declared is not None else made
        call = self.site(scope, value.line, value.column) if isinstance(value, facts.Call) else None
        for target in targets:
            self.assign(target, made, scope, site, call)

    def assign(
        self, target: facts.Expression, value: Value, scope: Scope, site: Site, call: Site | None = None
    ) -> None:
        """Bind a target: a name, an attribute, an item, or several of them."""
        if scope.condition is None:
            return
        match target:
            case facts.Name(id):
                scope.write(id, value)
            case facts.Attribute(value=owner, name=name):
                self.set_attribute(self.evaluate(owner, scope), name, value, scope, site, call)
            case facts.Subscript(owner, index):
                holder = self.evaluate(owner, scope)
                self.set_item(holder, self.evaluate(index, scope), value, scope, site, call)
            case facts.SequenceLiteral(elements=elements):
                self._unpack(elements, value, scope, site)
            case facts.Starred(inner):
                self.assign(inner, value, scope, site)
            case _:
                pass

    def _unpack(self, elements: list[facts.Expression], value: Value, scope: Scope, site: Site) -> None:
        for option in self.every(value, scope):
            self._unpack_one(elements, option, scope, site)

    def _unpack_one(self, elements: list[facts.Expression], value: Value, scope: Scope, site: Site) -> None:
        if isinstance(value, Ref):
            made = self.object(value, scope.frame)
            stars = [number for number, element in enumerate(elements) if isinstance(element, facts.Starred)]
            if isinstance(made, Sequence) and made.closed and not stars and len(made.items) == len(elements):
                for element, item in zip(elements, made.items, strict=True):
                    self.assign(element, item, scope, site)
                return
            if isinstance(made, Sequence) and made.closed and len(stars) == 1 and len(made.items) >= len(elements) - 1:
                self._unpack_starred(elements, made.items, stars[0], scope, site)
                return
        items, _ = self.iterate(value, scope)
        for element in elements:
            number = len(scope.frame.heap)
            pairs = [(literal(("any", number, place)), item) for place, item in enumerate(items)]
            self.assign(element, choose(pairs) if pairs else UNKNOWN, scope, site)

    def _unpack_starred(
        self, elements: list[facts.Expression], items: list[Value], star: int, scope: Scope, site: Site
    ) -> None:
        after = len(elements) - star - 1
        middle = items[star : len(items) - after]
        rest = scope.frame.add(Sequence(list(middle), born=scope.known))
        values = [*items[:star], rest, *items[len(items) - after :]]
        for element, item in zip(elements, values, strict=True):
            self.assign(element, item, scope, site)

    def set_item(
        self, holder: Value, index: Value, value: Value, scope: Scope, site: Site, call: Site | None = None
    ) -> None:
        """``holder[index] = value``"""
        for option in self.every(holder, scope):
            if not isinstance(option, Ref):
                if isinstance(option, Symbol) and isinstance(index, Const) and isinstance(index.value, str):
                    self.set_attribute(option, index.value, value, scope, site, call)
                continue
            made = self.object(option, scope.frame)
            if isinstance(made, Mapping):
                if isinstance(index, Const) and index.value is not None:
                    self.put(made, str(index.value), value, scope)
                    if made.view is not None:
                        self.set_attribute(made.view, str(index.value), value, scope, site, call)
                else:
                    made.closed = False
                    made.rest = choose(
                        [(literal(("any", len(scope.frame.heap), str(site.line))), value), (TRUE, made.rest)]
                    )
                    made.changed = True
            elif isinstance(made, Sequence):
                made.items.append(value)
                made.changed = True
            elif isinstance(index, Const) and isinstance(index.value, str):
                self.set_attribute(option, f"[{index.value}]", value, scope, site, call)
            else:
                self.hold(made, value, scope, site, call)

    def _augment(self, statement: facts.Augment, scope: Scope) -> None:
        target, site = statement.target, self.site(scope, statement.line, statement.column)
        value = self.evaluate(statement.value, scope)
        old = self.evaluate(target, scope)
        if isinstance(old, Ref):
            made = self.object(old, scope.frame)
            if isinstance(made, Mapping) and statement.operator == "|":
                self.merge(made, value, scope)
                made.changed = True
                if made.view is not None:
                    self.update_symbol(made.view, value, scope, site)
                return
            if isinstance(made, Sequence) and statement.operator in ("+", "|"):
                made.items.extend(self.iterate(value, scope)[0])
                made.changed = True
                return
            if isinstance(made, Instance) and statement.operator == "+":
                for item in self.iterate(value, scope)[0]:
                    self.hold(made, item, scope, site, None)
                return
        if isinstance(old, Symbol) and statement.operator == "|" and self.as_mapping(value, scope) is not None:
            self.update_symbol(old, value, scope, site)
            return
        self.assign(target, self.combine(statement.operator, old, value, scope), scope, site)

    def _delete(self, target: facts.Expression, scope: Scope, site: Site) -> None:
        if isinstance(target, facts.Subscript):
            index = self.evaluate(target.index, scope)
            for holder in self.every(self.evaluate(target.value, scope), scope):
                if isinstance(index, Const):
                    self.delete_item(holder, str(index.value), scope, site)
        elif isinstance(target, facts.Attribute):
            for holder in self.every(self.evaluate(target.value, scope), scope):
                self.delete_attribute(holder, target.name, scope, site)

    def delete_item(self, holder: Value, key: str, scope: Scope, site: Site) -> None:
        """``del holder[key]``"""
        made = self.object(holder, scope.frame) if isinstance(holder, Ref) else None
        if isinstance(made, Mapping):
            self.put(made, key, MISSING, scope)
            if made.view is not None:
                self.delete_attribute(made.view, key, scope, site)
        elif isinstance(holder, Symbol):
            self.delete_attribute(holder, key, scope, site)

    # --- branches and loops

    def _if(
        self, test: facts.Expression, body: list[facts.Statement], orelse: list[facts.Statement], scope: Scope
    ) -> None:
        before = scope.known
        when, unless = self.test(test, scope)
        true = both(before, when) if when is not None else None
        false = both(before, unless) if unless is not None else None
        scope.condition = true
        if true is not None:
            self.run(body, scope)
        after_true = scope.condition
        scope.condition = false
        if false is not None:
            self.run(orelse, scope)
        after_false = scope.condition
        scope.condition = _joined(before, (true, after_true), (false, after_false))

    def _for(
        self, target: facts.Expression, iterable: facts.Expression, body: list[facts.Statement], scope: Scope
    ) -> None:
        value = self.evaluate(iterable, scope)
        items, closed = self.iterate(value, scope)
        site = self.site(scope, 0, 0)
        # Where each item stands for many that were built alike, what the loop does to it is done to all of them.
        closed = closed or (isinstance(value, Ref) and bool(items) and all(isinstance(item, Ref) for item in items))
        if closed and len(items) <= 12:
            for item in items:
                before = scope.condition
                self.assign(target, item, scope, site)
                self.run(body, scope)
                scope.condition = before
            return
        before = scope.known
        earlier = dict(scope.names)
        looping = both(before, literal(("loop", facts.render(iterable)[:80], scope.identity)))
        for item in items[:12] or [UNKNOWN]:
            scope.condition = looping
            self.assign(target, item, scope, site)
            self.run(body, scope)
        if any(name in earlier and scope.names[name] is not earlier[name] for name in scope.names):
            scope.condition = looping
            self.run(body, scope)
        scope.condition = before

    def _while(self, test: facts.Expression, body: list[facts.Statement], scope: Scope) -> None:
        before = scope.known
        when, _ = self.test(test, scope)
        looping = both(before, literal(("loop", facts.render(test)[:80], scope.identity)))
        scope.condition = both(looping, when) if when is not None and looping is not None else None
        if scope.condition is not None:
            self.run(body, scope)
        scope.condition = before

    def _try(self, statement: facts.Try, scope: Scope) -> None:
        before = scope.known
        # An import that fails leaves the module without what it is for: the branch that works is what counts.
        if statement.lost:
            self.run(statement.body, scope)
            self.run(statement.orelse, scope)
            self.run(statement.final, scope)
            return
        caught, final = Guard(False), Guard(True)
        for guard in (caught, final):
            scope.frame.happened(guard)
        self.run(statement.body, scope)
        after_body = scope.condition
        if scope.condition is not None:
            self.run(statement.orelse, scope)
            after_body = scope.condition
        reached = [after_body]
        for number, handler in enumerate(statement.handlers):
            scope.condition = both(before, literal(("exception", number, id(statement))))
            with scope.frame.cleaning_up(caught, scope.known):
                self.run(handler, scope)
            reached.append(scope.condition)
        alive = [condition for condition in reached if condition is not None]
        scope.condition = after_body if after_body is not None else (alive[0] if alive else None)
        ended = scope.condition is None
        if ended:
            scope.condition = before
        with scope.frame.cleaning_up(final, scope.known):
            self.run(statement.final, scope)
        if ended:
            scope.condition = None

    def _with(self, items: list[facts.WithItem], body: list[facts.Statement], scope: Scope) -> None:
        if not items:
            self.run(body, scope)
            return
        first, *rest = items
        manager = self._manager(first.value, scope)
        if manager is not None:
            self._managed(manager, first, rest, body, scope)
            return
        changes = self._override(first.value, scope)
        if changes and isinstance(first.value, facts.Call):
            site = self.site(scope, first.value.line, first.value.column)
            self._overridden(changes, site, rest, body, scope)
            return
        stack = stack_name(first)
        if stack is not None:
            body = unstacked(body, stack)
        value = self.evaluate(first.value, scope)
        entered = value
        leaving: Method | None = None
        if isinstance(value, Ref | Symbol):
            enter = self._special(value, "__enter__", scope)
            leaving = self._special(value, "__exit__", scope)
            if enter is not None:
                entered = self.invoke(enter.function, value, (), scope, self.site(scope, 0, 0))
        if first.target is not None:
            self.assign(first.target, entered, scope, self.site(scope, 0, 0))

        def leave() -> None:
            if leaving is not None:
                self.invoke(leaving.function, value, (), scope, self.site(scope, 0, 0))

        self._guarded(lambda: self._with(rest, body, scope), leave, scope)

    def _guarded(self, work: Callable[[], None], leave: Callable[[], None], scope: Scope) -> None:
        """Run something, and then what follows it on every way out."""
        guard, before = Guard(True), scope.condition
        scope.frame.happened(guard)
        work()
        ended = scope.condition is None
        if ended:
            scope.condition = before
        with scope.frame.cleaning_up(guard, scope.known):
            leave()
        if ended:
            scope.condition = None

    def _override(self, expression: facts.Expression, scope: Scope) -> list[tuple[Value, str, Value]]:
        """What a manager from outside sets for a while: ``patch.object(config, "name", None)``, ``f(config, name=None)``."""
        if not isinstance(expression, facts.Call) or not expression.arguments:
            return []
        if not isinstance(self.evaluate(expression.function, scope), ExternalValue):
            return []
        arguments = self.arguments(expression, scope)
        given = [passed.value for passed in arguments if passed.name is None and passed.stars == 0]
        named = {passed.name: passed.value for passed in arguments if passed.name is not None}
        if not given or not isinstance(given[0], Symbol | Ref):
            return []
        out: list[tuple[Value, str, Value]] = [
            (given[0], name, value) for name, value in named.items() if name in self.vocabulary.names
        ]
        if len(given) > 1 and isinstance(given[1], Const) and given[1].value in self.vocabulary.names:
            value = given[2] if len(given) > 2 else named.get("new", UNKNOWN)
            out.append((given[0], str(given[1].value), value))
        return out

    def _overridden(
        self,
        changes: list[tuple[Value, str, Value]],
        site: Site,
        rest: list[facts.WithItem],
        body: list[facts.Statement],
        scope: Scope,
    ) -> None:
        """Run a block while some attributes are others."""
        before = [(target, name, self.attribute(target, name, scope, site)) for target, name, _ in changes]

        def put(values: list[tuple[Value, str, Value]]) -> None:
            for target, name, value in values:
                self.set_attribute(target, name, value, scope, site)

        def work() -> None:
            put(changes)
            self._with(rest, body, scope)

        self._guarded(work, lambda: put(before), scope)

    def _special(self, value: Value, name: str, scope: Scope) -> Method | None:
        cls = value.cls if isinstance(value, Symbol) else None
        if isinstance(value, Ref):
            made = self.object(value, scope.frame)
            cls = made.cls if isinstance(made, Instance) and isinstance(made.cls, ClassInfo) else None
        function = cls.method(name) if cls is not None else None
        return Method(function, value) if function is not None else None

    def _manager(self, expression: facts.Expression, scope: Scope) -> tuple[Value, facts.Call] | None:
        """A call of a function of this project that is decorated as a context manager."""
        if not isinstance(expression, facts.Call):
            return None
        value = self.evaluate(expression.function, scope)
        function = value.function if isinstance(value, FunctionValue | Method) else None
        if function is not None and function.decorated("contextmanager", "asynccontextmanager"):
            return value, expression
        return None

    def _managed(
        self,
        manager: tuple[Value, facts.Call],
        item: facts.WithItem,
        rest: list[facts.WithItem],
        body: list[facts.Statement],
        scope: Scope,
    ) -> None:
        """Run a generator's statements up to its ``yield``, the block, and then what follows the ``yield``."""
        value, call = manager
        done = False

        def on_yield(made: Value) -> Value:
            nonlocal done
            if not done:
                done = True
                if item.target is not None:
                    self.assign(item.target, made, scope, self.site(scope, 0, 0))
                self._with(rest, body, scope)
            return UNKNOWN

        self.through(value, self.arguments(call, scope), scope, on_yield)
        if not done:
            self._with(rest, body, scope)


def _joined(
    before: Condition,
    one: tuple[Condition | None, Condition | None],
    other: tuple[Condition | None, Condition | None],
) -> Condition | None:
    """What is known after two branches, each given as its condition at its beginning and at its end."""
    (begin, end), (begin_other, end_other) = one, other
    if end is None:
        return end_other
    if end_other is None:
        return end
    result: Condition | None = before
    for start, stop in ((begin, end), (begin_other, end_other)):
        if start is None or stop == start:
            continue
        # In this branch some paths left: on the others, not both the branch's condition and theirs.
        extra = start.literals - before.literals
        for gained in stop.literals - start.literals:
            result = both(result, clause(extra | {opposite(gained)})) if result is not None else None
        for gained_clause in stop.clauses - start.clauses:
            result = both(result, clause(extra | gained_clause)) if result is not None else None
    return result
