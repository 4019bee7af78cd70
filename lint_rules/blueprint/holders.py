"""Which builders may hold a layer that ``names`` exclude and that is handed a config without looking itself up.

Where layers decide by their own names, handing them the config is right, and nearly all that a name excludes is such a
layer. So before any builder is evaluated, this asks of the code alone: what is put into an attribute which the name may
mean, and can it, or anything below it, be another module that is given a config and hands it on to nobody? Only builders
of which that can't be ruled out, and what builds them, are worth an evaluation.
"""

from __future__ import annotations

import builtins
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

from lint_rules.blueprint.building import may_build
from lint_rules.blueprint.components import component
from lint_rules.blueprint.vocabulary import Vocabulary, mentions
from lint_rules.project import facts
from lint_rules.project.symbols import ClassInfo, External, FunctionInfo, Project, last_name

_BY_TEXT = re.compile(
    r"setattr__\(|\bsetattr\(self|\.(?:add|register)_module\(|ModuleDict\(|OrderedDict\(|(?:__dict__|\bvars\(\w+\))[.\[]"
)
"""How modules are put into attributes of which the code need not speak as such."""
_PLAIN = frozenset(dir(builtins))
"""Functions whose results are no modules."""
_WORD = re.compile(r"[^\W\d]\w*")

Node = ClassInfo | FunctionInfo
"""What builds something: a class with its constructor, or a function."""


@dataclass
class _Builds:
    """What a piece of code may build."""

    doubtful: bool = False
    """Whether it hands a config to something that may keep it."""
    others: set[Node] = field(default_factory=set)


class Holders:
    """The functions that may put such a layer into an attribute."""

    def __init__(self, project: Project, vocabulary: Vocabulary, words: frozenset[str]) -> None:
        self.project = project
        self.vocabulary = vocabulary
        self._words = words
        self._looked_up = bool(vocabulary.manifest.layers.classes)
        entries = [entry for exclusion in vocabulary.manifest.exclusions for entry in exclusion.names]
        self._wanted = [component(entry.text) for entry in entries]
        self._seen: dict[Node, _Builds] = {}
        self._clean: set[Node] = set()
        self._hands_on: dict[ClassInfo, bool] = {}
        self._subclasses: dict[ClassInfo, list[ClassInfo]] | None = None

    def find(self) -> list[FunctionInfo]:
        """All such functions among the files read so far."""
        aliases: set[str] = set()
        found = dict.fromkeys(each for each in self._functions() if self._holds(each, aliases))
        if None not in self._wanted and aliases:
            # What an attribute of another name holds is held by this one, too.
            self._wanted = [re.compile(re.escape(name)) for name in sorted(aliases)]
            found.update(dict.fromkeys(each for each in self._functions() if self._holds(each, set())))
        return list(found)

    def leading(self, classes: Iterable[ClassInfo], functions: Iterable[FunctionInfo]) -> set[ClassInfo]:
        """Those of some classes that may build what some functions belong to, as far as names can be resolved."""
        above: dict[Node, list[Node]] = {}
        waiting: list[Node] = list(classes)
        among = set(waiting)
        seen = set(waiting)
        while waiting:
            node = waiting.pop()
            inner = set(self._of_node(node).others)
            if isinstance(node, ClassInfo):
                inner |= set(node.mro[1:])
                inner |= set(_constructor(node))
            for other in inner:
                above.setdefault(other, []).append(node)
                if other not in seen:
                    seen.add(other)
                    waiting.append(other)
        stack: list[Node] = [each for function in functions for each in (function, function.owner) if each is not None]
        found = set(stack)
        while stack:
            for node in above.get(stack.pop(), ()):
                if node not in found:
                    found.add(node)
                    stack.append(node)
        return {node for node in found & among if isinstance(node, ClassInfo)}

    def _functions(self) -> Iterator[FunctionInfo]:
        for module in self.project.modules:
            data = module.source.data
            if all(each is not None and not _may_match(each, data) for each in self._wanted):
                continue
            yield from module.functions
            for cls in module.classes:
                if cls.is_module:
                    yield from _builders(cls)

    def _means(self, name: str) -> bool:
        return any(each is None or each.fullmatch(name) for each in self._wanted)

    # --- what is put where

    def _holds(self, function: FunctionInfo, aliases: set[str]) -> bool:
        """Whether a function puts anything doubtful into an attribute that a name may mean."""
        text = function.module.source.segment(function.facts.line, function.facts.end_line)
        by_text = _BY_TEXT.search(text) is not None
        if not by_text and not any(each is None or each.search(text) for each in self._wanted):
            return False
        body = function.module.source.body(function.facts)
        if by_text:
            return not self._looked_up or self._doubts(self._of_code(body, function))
        placed = list(self._placed(body))
        if not placed:
            return False
        if not self._looked_up:
            return True
        names = _Names(body, function)
        values = list(names.traced(placed))
        ends = list(names.ends(placed))
        aliases.update(each.name for each in ends if isinstance(each, facts.Attribute))
        given = any(isinstance(each, facts.Name) for each in ends)
        return (given or self._doubts(self._of_code(values, function))) and self._may_run(function)

    def _may_run(self, function: FunctionInfo) -> bool:
        """Whether a constructor may run a function."""
        name, owner = function.facts.name, function.owner
        if name in _CONSTRUCTS:
            return True
        if owner is not None:
            said = re.compile(rf"\b(?:self|cls|super\(\))\.{name}\b")
            return any(
                self._says(method, said) for cls in [*owner.mro, *self._below(owner)] for method in _builders(cls)
            )
        said = re.compile(rf"\b{name}\b")
        classes = (
            cls for module in self.project.modules if name.encode() in module.source.data for cls in module.classes
        )
        return any(self._says(method, said) for cls in classes if cls.is_module for method in _builders(cls))

    def _says(self, method: FunctionInfo, said: re.Pattern[str]) -> bool:
        text = method.module.source.segment(method.facts.line, method.facts.end_line).partition("(")[2]
        return said.search(text) is not None

    def _below(self, owner: ClassInfo) -> list[ClassInfo]:
        if self._subclasses is None:
            self._subclasses = {}
            for module in self.project.modules:
                for cls in module.classes:
                    for base in cls.mro[1:]:
                        self._subclasses.setdefault(base, []).append(cls)
        return self._subclasses.get(owner, [])

    def _placed(self, body: Iterable[facts.Statement]) -> Iterator[facts.Expression]:
        """The expressions whose values come into an attribute that a name may mean."""
        for node in _walk(body):
            match node:
                case facts.Assign(targets=targets, value=value) if value is not None:
                    if any(self._is_meant(target) for target in targets):
                        yield value
                case facts.Augment(target=target, value=value):
                    if self._is_meant(target):
                        yield value
                case facts.Call(function=facts.Attribute(value=owner), arguments=arguments):
                    if self._is_meant(owner):
                        yield from (each.value for each in arguments)
                case _:
                    pass

    def _is_meant(self, target: facts.Expression) -> bool:
        """Whether a target is, or lies in, an attribute that a name may mean."""
        match target:
            case facts.Attribute(value=owner, name=name):
                return self._means(name) or self._is_meant(owner)
            case facts.Subscript(value=owner) | facts.Starred(value=owner):
                return self._is_meant(owner)
            case facts.SequenceLiteral(elements=elements):
                return any(map(self._is_meant, elements))
            case _:
                return False

    # --- what is built

    def _doubts(self, builds: _Builds) -> bool:
        """Whether a piece of code, or what it builds, may hand a config to something that keeps it."""
        if builds.doubtful:
            return True
        seen: set[Node] = set()
        stack = list(builds.others)
        while stack:
            node = stack.pop()
            if node in seen or node in self._clean:
                continue
            seen.add(node)
            inner = self._of_node(node)
            if inner.doubtful:
                return True
            stack.extend(inner.others)
        self._clean |= seen
        return False

    def _of_node(self, node: Node) -> _Builds:
        if node not in self._seen:
            builds = _Builds()
            for function in _constructor(node) if isinstance(node, ClassInfo) else [node]:
                inner = self._of_code(function.module.source.body(function.facts), function)
                builds.doubtful |= inner.doubtful
                builds.others |= inner.others
            self._seen[node] = builds
        return self._seen[node]

    def _of_code(self, code: object, function: FunctionInfo) -> _Builds:
        builds = _Builds()
        body = function.module.source.body(function.facts)
        names = _Names(body, function)
        used = {node.id for node in _walk(code) if isinstance(node, facts.Name)}
        defaults = [each.default for each in function.facts.parameters if each.name in used and each.default]
        called: set[int] = set()
        for node in _walk([code, defaults]):
            if isinstance(node, facts.Call):
                called.add(id(node.function))
                self._of_call(node, function, names, builds)
            elif isinstance(node, facts.Name | facts.Attribute) and id(node) not in called:
                for symbol in self._meanings(node, function, names):
                    if isinstance(symbol, ClassInfo):
                        self._of_class(symbol, None, function, builds)
        return builds

    def _of_call(self, call: facts.Call, function: FunctionInfo, names: _Names, builds: _Builds) -> None:
        meanings = list(self._meanings(call.function, function, names))
        for symbol in meanings:
            if isinstance(symbol, ClassInfo):
                self._of_class(symbol, call, function, builds)
            elif isinstance(symbol, FunctionInfo):
                builds.others.add(symbol)
            elif isinstance(symbol, External) and not self.vocabulary.is_named_layer(symbol.name):
                if not _HARMLESS.match(symbol.name) and self._mentions(call):
                    builds.doubtful = True
        if not meanings and isinstance(call.function, facts.Name):
            called = call.function.id
            if called not in names.assigned and called not in _PLAIN and self._mentions(call):
                builds.doubtful = True

    def _of_class(self, cls: ClassInfo, call: facts.Call | None, function: FunctionInfo, builds: _Builds) -> None:
        if not cls.is_module and not self.vocabulary.is_named_layer(cls):
            if call is not None:
                builds.others.add(cls)
            return
        builds.others.add(cls)
        if self.vocabulary.is_named_layer(cls) or not self._may_take(cls, call, function):
            return
        if not self.hands_on(cls):
            builds.doubtful = True

    def _may_take(self, cls: ClassInfo, call: facts.Call | None, function: FunctionInfo) -> bool:
        """Whether a class may be given a config, by this call or, without one, by whoever calls it."""
        init = cls.method("__init__")
        parameters = init.facts.parameters[1:] if init is not None else ()
        taking = [each for each in parameters if self._takes(each)]
        if call is None:
            return bool(taking) or any(each.kind in ("*", "**") for each in parameters)
        if self._gives(call, function):
            return True
        names = {each.name for each in taking}
        places = [each.name for each in parameters if each.kind in ("/", "")]
        bound = {each.name: each.value for each in call.arguments if each.name is not None}
        bound.update(zip(places, (each.value for each in call.arguments if each.name is None), strict=False))
        return any(name in names and value != facts.Constant(None) for name, value in bound.items())

    def _takes(self, parameter: facts.Parameter) -> bool:
        """Whether a parameter takes configs."""
        annotated = parameter.annotation is not None and not self._words.isdisjoint(mentions(parameter.annotation))
        return parameter.kind not in ("*", "**") and (parameter.name in self._words or annotated)

    def _gives(self, call: facts.Call, function: FunctionInfo) -> bool:
        """Whether a call in a function may give a config."""
        return self._mentions(call) or (
            any(each.stars for each in call.arguments)
            and (self._is_valued(function) or any(each.kind in ("*", "**") for each in function.facts.parameters))
        )

    def _mentions(self, call: facts.Call) -> bool:
        return any(each.name in self._words or self._may_be_config(each.value) for each in call.arguments)

    def _may_be_config(self, value: facts.Expression) -> bool:
        match value:
            case facts.Name(id):
                return id in self._words
            case facts.Attribute(name=name):
                return name in self._words
            case facts.Binary() | facts.Compare() | facts.Not() | facts.Text():
                return False
            case facts.Conditional(then=then, otherwise=otherwise):
                return self._may_be_config(then) or self._may_be_config(otherwise)
            case facts.Logic(operands=parts) | facts.SequenceLiteral(elements=parts):
                return any(map(self._may_be_config, parts))
            case facts.Starred(value=inner) | facts.Walrus(value=inner) | facts.Comprehension(value=inner):
                return self._may_be_config(inner)
            case facts.Call(function=called) if (last_name(called) or "")[:1].isupper():
                return last_name(called) in self._words
            case _:
                return not self._words.isdisjoint(mentions(value))

    def _meanings(self, expression: facts.Expression, function: FunctionInfo, names: _Names) -> Iterator[object]:
        """What a name, or an attribute, may mean: classes and functions of the project, or something from outside."""
        match expression:
            case facts.Name(id):
                if id in ("cls", "__class__") and function.owner is not None:
                    yield function.owner
                elif id in names.imports:
                    yield from self.project.follow(function.module, id, names.imports[id], 0)
                elif id not in names.assigned and id not in names.parameters:
                    yield from self.project.resolve_all(expression, function.module)
            case facts.Attribute(value=owner, name=name):
                found = self.project.resolve_all(expression, function.module) if _is_dotted(owner) else []
                yield from found
                if not found and not self._may_be_config(owner):
                    yield from self._by_name.get(name, ())

    @cached_property
    def _by_name(self) -> dict[str, list[Node]]:
        """The methods that speak of configs, and the classes that stand in the bodies of classes, under their names."""
        found: dict[str, list[Node]] = {}
        for module in self.project.modules:
            for cls in module.classes:
                for method in _builders(cls) if not self.vocabulary.is_type(cls) else ():
                    if not method.facts.name.startswith("__") and self._is_valued(method):
                        found.setdefault(method.facts.name, []).append(method)
                for name, each in cls.fields.items():
                    if isinstance(each.value, facts.Name | facts.Attribute):
                        meant = self.project.resolve_all(each.value, module)
                        found.setdefault(name, []).extend(one for one in meant if isinstance(one, ClassInfo))
        return found

    def _is_valued(self, function: FunctionInfo) -> bool:
        """Whether a function's text speaks of a config."""
        text = function.module.source.segment(function.facts.line, function.facts.end_line)
        return not self._words.isdisjoint(_WORD.findall(text))

    # --- what hands its config on

    def hands_on(self, cls: ClassInfo) -> bool:
        """Whether a module surely hands the config that it is given to a module in it."""
        if cls not in self._hands_on:
            self._hands_on[cls] = False
            self._hands_on[cls] = any(
                self._surely(init.module.source.body(init.facts), init) for init in _constructors(cls)
            )
        return self._hands_on[cls]

    def _surely(self, body: list[facts.Statement], function: FunctionInfo) -> bool:
        names = _Names(function.module.source.body(function.facts), function)
        configs = (self._words & names.parameters) - set(names.assigned)
        return any(self._statement_hands_on(each, configs, function, names) for each in body)

    def _statement_hands_on(
        self, statement: facts.Statement, configs: frozenset[str], function: FunctionInfo, names: _Names
    ) -> bool:
        match statement:
            case facts.Assign(targets=[facts.Attribute(value=facts.Name("self"))], value=facts.Call() as call):
                if not any(isinstance(each.value, facts.Name) and each.value.id in configs for each in call.arguments):
                    return False
                found = list(self._meanings(call.function, function, names))
                return bool(found) and all(
                    (isinstance(each, ClassInfo) and (each.is_module or self.vocabulary.is_named_layer(each)))
                    or (isinstance(each, External) and self.vocabulary.is_named_layer(each.name))
                    for each in found
                )
            case facts.If(body=body, orelse=orelse):
                return all(
                    any(self._statement_hands_on(each, configs, function, names) for each in block)
                    for block in (body, orelse)
                )
            case _:
                return False


class _Names:
    """The names of a function: its parameters, what is assigned to its locals, and what it imports."""

    def __init__(self, body: list[facts.Statement], function: FunctionInfo) -> None:
        self.parameters = frozenset(each.name for each in function.facts.parameters)
        self._plain = {each.name for each in function.facts.parameters if _is_plain(each.annotation)}
        self.assigned: dict[str, list[facts.Expression]] = {}
        self.imports: dict[str, facts.Import | facts.ImportFrom] = {}
        for node in _walk(body):
            match node:
                case facts.Assign(targets=targets, value=value) if value is not None:
                    for target in targets:
                        self._bind(target, value)
                case facts.For(target=target, iterable=value) | facts.Loop(target=target, iterable=value):
                    self._bind(target, value)
                case facts.WithItem(value=value, target=target) if target is not None:
                    self._bind(target, value)
                case facts.Walrus(name=name, value=value):
                    self.assigned.setdefault(name, []).append(value)
                case facts.Lambda(parameters=parameters):
                    for each in parameters:
                        self.assigned.setdefault(each.name, [])
                case facts.Define(function=inner):
                    self.assigned.setdefault(inner.name, [])
                    for each in inner.parameters:
                        self.assigned.setdefault(each.name, [])
                case facts.Import() | facts.ImportFrom():
                    self.imports[node.name] = node
                case facts.Call(function=facts.Attribute(value=facts.Name(id)), arguments=arguments):
                    if id != "self" and id in self.assigned:
                        self.assigned.setdefault(id, []).extend(each.value for each in arguments)
                case _:
                    pass

    def _bind(self, target: facts.Expression, value: facts.Expression) -> None:
        match target:
            case facts.Name(id):
                self.assigned.setdefault(id, []).append(value)
            case facts.SequenceLiteral(elements=elements):
                for element in elements:
                    self._bind(element, value)
            case facts.Starred(value=inner):
                self._bind(inner, value)
            case facts.Subscript(value=facts.Name(id)) | facts.Attribute(value=facts.Name(id)) if id != "self":
                # What is put into an object is part of what its name stands for.
                self.assigned.setdefault(id, []).append(value)
            case _:
                pass

    def traced(self, values: Iterable[facts.Expression]) -> Iterator[facts.Expression]:
        """Expressions, and all that is assigned to the locals in them."""
        seen: set[str] = set()
        stack = list(values)
        while stack:
            value = stack.pop()
            yield value
            for node in _walk(value):
                if isinstance(node, facts.Name) and node.id not in seen:
                    seen.add(node.id)
                    stack.extend(self.assigned.get(node.id, ()))

    def ends(self, values: Iterable[facts.Expression]) -> Iterator[facts.Expression]:
        """What values come from in the end: calls, attributes, and parameters that may be modules."""
        seen: set[str] = set()
        stack = list(values)
        while stack:
            match stack.pop():
                case facts.Name(id):
                    if id in self.parameters and id not in self._plain:
                        yield facts.Name(id)
                    if id not in seen:
                        seen.add(id)
                        stack.extend(self.assigned.get(id, ()))
                case facts.Conditional(then=then, otherwise=otherwise):
                    stack += [then, otherwise]
                case facts.Logic(operands=parts) | facts.SequenceLiteral(elements=parts):
                    stack += parts
                case facts.Starred(value=inner) | facts.Subscript(value=inner) | facts.Walrus(value=inner):
                    stack.append(inner)
                case value:
                    yield value


def _builders(cls: ClassInfo) -> Iterator[FunctionInfo]:
    """The methods of a class that may build something."""
    return (each for name, each in cls.methods.items() if may_build(name))


def _constructors(cls: ClassInfo) -> list[FunctionInfo]:
    """The constructors that surely run: a class's own, and those of bases as far as each calls the next."""
    out = []
    for base in cls.mro:
        init = base.methods.get("__init__")
        if init is None:
            continue
        out.append(init)
        text = init.module.source.segment(init.facts.line, init.facts.end_line)
        if "super().__init__(" not in text:
            break
    return out


_HARMLESS = re.compile(
    rf"(?:torch\.nn\.(?:ModuleList|ModuleDict|Sequential)$|(?:{'|'.join(sys.stdlib_module_names)})\.)"
)
_CONSTRUCTS = ("__init__", "__new__", "__post_init__", "__call__")


def _constructor(cls: ClassInfo) -> Iterator[FunctionInfo]:
    """The constructors of a class and of its bases, and the methods that these may call."""
    waiting = {name: method for base in reversed(cls.mro) for name, method in base.methods.items()}
    stack = [base.methods[name] for base in cls.mro for name in _CONSTRUCTS if name in base.methods]
    seen = set(stack)
    while stack:
        method = stack.pop()
        yield method
        for node in _walk(method.module.source.body(method.facts)):
            if isinstance(node, facts.Attribute) and node.name in waiting:
                other = waiting[node.name]
                if other not in seen:
                    seen.add(other)
                    stack.append(other)


def _is_plain(annotation: facts.Expression | None) -> bool:
    """Whether what is annotated so is no module."""
    return annotation is not None and {*mentions(annotation)} <= {
        "bool",
        "float",
        "int",
        "str",
        "Optional",
        "None",
        "torch",
        "Tensor",
    }


def _is_dotted(expression: facts.Expression) -> bool:
    while isinstance(expression, facts.Attribute):
        expression = expression.value
    return isinstance(expression, facts.Name)


def _may_match(pattern: re.Pattern[str], data: bytes) -> bool:
    return re.search(pattern.pattern.encode(), data) is not None


def _walk(code: object) -> Iterator[facts._Node]:
    """All structures in a piece of code, but for the tests of its branches, which bring no value about."""
    stack: list[object] = [code]
    while stack:
        node = stack.pop()
        if isinstance(node, list | tuple):
            stack.extend(reversed(node))
        elif isinstance(node, facts._Node):
            yield node
            skipped = ("test", "annotation") if isinstance(node, facts.If | facts.Conditional | facts.Assign) else ()
            if not isinstance(node, facts.Compare | facts.Not | facts.Assert | facts.DefineClass):
                stack.extend(getattr(node, name) for name in reversed(node.__struct_fields__) if name not in skipped)
