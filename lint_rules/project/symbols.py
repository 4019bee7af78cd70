"""What names mean: modules, imports, classes with their bases, across all files, found without running any."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import NamedTuple, TypeAlias

from lint_rules.cache.store import Store
from lint_rules.project import facts
from lint_rules.project.index import Index
from lint_rules.project.source import Shared, Source

_DEPTH = 40
"""How many re-exports a name may pass through."""


class External(NamedTuple):
    """Something from outside the project, under its full name: ``torch.nn.Linear``."""

    name: str


class Value(NamedTuple):
    """A module-level name that is bound to an expression."""

    module: ModuleInfo
    name: str


class FunctionInfo:
    """A function or method, and where it stands. Identity is equality."""

    __slots__ = ("facts", "module", "owner")

    def __init__(self, function: facts.Function, module: ModuleInfo, owner: ClassInfo | None) -> None:
        self.facts = function
        self.module = module
        self.owner = owner

    @property
    def label(self) -> str:
        """``Class.method``, or the function's name."""
        name = self.facts.name
        return f"{self.owner.name}.{name}" if self.owner is not None else name

    def decorated(self, *names: str) -> bool:
        """Whether a decorator's last component is one of these."""
        return any(last_name(decorator) in names for decorator in self.facts.decorators)

    def __repr__(self) -> str:
        return f"<{self.module.name}.{self.facts.qualname}>"


class Field(NamedTuple):
    """A name in a class body: its annotation, its value, and its place."""

    name: str
    annotation: facts.Expression | None
    value: facts.Expression | None
    line: int
    owner: ClassInfo

    @property
    def default(self) -> facts.Expression | None:
        """What declares its default: its value, or a ``Field(...)`` inside ``Annotated[...]``."""
        if self.value is not None or not isinstance(self.annotation, facts.Subscript):
            return self.value
        index = self.annotation.index
        if last_name(self.annotation.value) == "Annotated" and isinstance(index, facts.SequenceLiteral):
            for each in index.elements:
                if isinstance(each, facts.Call) and declares_field(each):
                    if any(argument.name in ("default", "default_factory") for argument in each.arguments):
                        return each
        return None


class ClassInfo:
    """A class of the project. Identity is equality."""

    def __init__(self, klass: facts.Class, module: ModuleInfo, scope: ClassInfo | None = None) -> None:
        self.facts = klass
        self.module = module
        self.scope = scope
        self.methods: dict[str, FunctionInfo] = {}
        self.fields: dict[str, Field] = {}
        self.classes: dict[str, ClassInfo] = {}
        self._resolving = False
        self._methods: dict[str, FunctionInfo | None] = {}
        self._fields: dict[str, Field | None] = {}
        self.shadowed: list[Binding] = []
        """What the name of a top-level class was bound to before."""
        self._fill(klass.body)

    def _fill(self, body: Sequence[facts.Statement]) -> None:
        for statement in body:
            match statement:
                case facts.Define(function):
                    info = FunctionInfo(function, self.module, self)
                    accessor = info.decorated("setter", "deleter", "overload")
                    if not (accessor and function.name in self.methods):
                        self.methods[function.name] = info
                case facts.DefineClass(klass):
                    self.classes[klass.name] = ClassInfo(klass, self.module, self)
                case facts.Assign(targets=targets, value=value, annotation=annotation, line=line):
                    for target in targets:
                        if isinstance(target, facts.Name):
                            self.fields[target.id] = Field(target.id, annotation, value, line, self)
                case facts.If(body=body, orelse=orelse):
                    self._fill([*orelse, *body])
                case facts.Try(body=body, handlers=handlers):
                    self._fill([*(inner for handler in handlers for inner in handler), *body])
                case _:
                    pass

    @property
    def name(self) -> str:
        """The class's own name."""
        return self.facts.name

    @property
    def qualname(self) -> str:
        """``package.module.Class``"""
        return f"{self.module.name}.{self.facts.qualname}" if self.module.name else self.facts.qualname

    def __repr__(self) -> str:
        return f"<{self.qualname}>"

    @cached_property
    def bases(self) -> tuple[ClassInfo | External, ...]:
        """The bases that can be resolved."""
        out: list[ClassInfo | External] = []
        if self._resolving:
            # `class A(A.B)`: what the class is can't be asked while that is found out.
            return ()
        self._resolving = True
        for base in self.facts.bases:
            while isinstance(base, facts.Subscript):
                base = base.value
            found = self.module.project.resolve(base, self.module)
            if found is self:
                # `class A(A)` derives from what the name meant before.
                found = next((each for each in map(self._before, reversed(self.shadowed)) if each), None)
            if isinstance(found, ClassInfo | External) and found is not self:
                out.append(found)
        self._resolving = False
        return tuple(out)

    def _before(self, binding: Binding) -> Symbol | None:
        found = self.module.project.follow(self.module, self.name, binding, 0)
        return found[-1] if found else None

    @cached_property
    def mro(self) -> tuple[ClassInfo, ...]:
        """The project's classes in which a name of this class is looked up, this one first.

        Linearised as Python does it; where that is impossible (a cycle, an inconsistent order), depth first.
        """
        above = _depth_first(self)
        if any(self in base.bases for base in above):
            return above
        for base in reversed(above[1:]):
            # From the top down, so that a deep hierarchy needs no deep recursion.
            _ = base.mro
        merged = _linearise(self)
        return merged if merged is not None else above

    @cached_property
    def outside(self) -> tuple[str, ...]:
        """The full names of all bases, direct or not, that lie outside the project."""
        names: dict[str, None] = {}
        for klass in self.mro:
            names.update((base.name, None) for base in klass.bases if isinstance(base, External))
        return tuple(names)

    def derives_from(self, other: ClassInfo) -> bool:
        """Whether this is ``other`` or one of its subclasses."""
        return other in self.mro

    @cached_property
    def is_module(self) -> bool:
        """Whether its instances are modules: it derives from ``torch.nn.Module``."""
        return any(is_module_name(name) for name in self.outside)

    def method(self, name: str) -> FunctionInfo | None:
        """The method that a lookup of ``name`` finds."""
        if name not in self._methods:
            self._methods[name] = self._method(name)
        return self._methods[name]

    def _method(self, name: str) -> FunctionInfo | None:
        for klass in self.mro:
            if name in klass.methods:
                return klass.methods[name]
            if name in klass.fields and klass.fields[name].value is not None:
                return None
        return None

    def field(self, name: str) -> Field | None:
        """The class-body name that a lookup of ``name`` finds; one with a value hides a bare annotation above it."""
        if name not in self._fields:
            self._fields[name] = self._field(name)
        return self._fields[name]

    def _field(self, name: str) -> Field | None:
        for klass in self.mro:
            if name in klass.fields:
                return klass.fields[name]
            if name in klass.methods:
                return None
        return None

    @cached_property
    def all_fields(self) -> dict[str, Field]:
        """All class-body names, those of bases first, in the order in which a dataclass takes them."""
        out: dict[str, Field] = {}
        for klass in reversed(self.mro):
            for name, field in klass.fields.items():
                out[name] = field
        return out

    @cached_property
    def record_fields(self) -> dict[str, Field]:
        """A record's fields: annotated names, but for class variables and for what tells its constructor how to be."""
        return {
            name: field
            for name, field in self.all_fields.items()
            if field.annotation is not None and name != "model_config" and not _is_no_field(field.annotation)
        }

    @cached_property
    def positional_fields(self) -> list[str]:
        """The fields that a record's constructor takes by place."""
        if self.is_validated or any(_option(decorator, "kw_only") for decorator in self.facts.decorators):
            return []
        out = []
        for name, field in self.all_fields.items():
            if field.annotation is not None and _names(field.annotation, "KW_ONLY"):
                break
            if name in self.record_fields and self.takes(name) and not _option(field.value, "kw_only"):
                out.append(name)
        return out

    @cached_property
    def after_construction(self) -> list[FunctionInfo]:
        """The methods that run at the end of a record's constructor, those of bases first."""
        names = dict.fromkeys(
            name
            for base in reversed(self.mro)
            for name, method in base.methods.items()
            if name in _AFTER or any(_is_after(decorator) for decorator in method.facts.decorators)
        )
        return [method for name in names if (method := self.method(name)) is not None]

    def takes(self, name: str) -> bool:
        """Whether a record's constructor takes a field."""
        field = self.record_fields.get(name)
        return field is not None and _option(field.value, "init") is not False

    @cached_property
    def is_validated(self) -> bool:
        """Whether its constructor makes objects of the dicts that it is given for them: a pydantic model."""
        return any(name.split(".")[-1] in ("BaseModel", "BaseSettings", "RootModel") for name in self.outside)

    @cached_property
    def is_record(self) -> bool:
        """Whether its constructor takes its annotated fields: a dataclass, a pydantic model, a named tuple, attrs."""
        for klass in self.mro:
            if any(last_name(decorator) in _RECORD_DECORATORS for decorator in klass.facts.decorators):
                return True
        return any(name.split(".")[-1] in _RECORD_BASES for name in self.outside)


_AFTER = frozenset({"__post_init__", "__attrs_post_init__", "model_post_init"})


def _is_after(decorator: facts.Expression) -> bool:
    """Whether a decorator makes a method a validator of the finished object."""
    return (
        isinstance(decorator, facts.Call)
        and last_name(decorator) == "model_validator"
        and any(each.name == "mode" and each.value == facts.Constant("after") for each in decorator.arguments)
    )


def declares_field(call: facts.Call) -> bool:
    """Whether a call in a class body says how a field is: ``field(...)`` and its kin."""
    return last_name(call.function) in ("field", "Field", "ib", "attrib", "Factory", "PrivateAttr")


def _is_no_field(annotation: facts.Expression) -> bool:
    """Whether an annotation declares a class variable, or is the mark behind which fields go by name."""
    if isinstance(annotation, facts.Constant) and isinstance(annotation.value, str):
        return annotation.value.replace("typing.", "").startswith("ClassVar")
    return _names(annotation, "ClassVar") or _names(annotation, "KW_ONLY")


def _names(annotation: facts.Expression, name: str) -> bool:
    while isinstance(annotation, facts.Subscript):
        annotation = annotation.value
    return last_name(annotation) == name


def _option(call: facts.Expression | None, name: str) -> bool | None:
    """A keyword that a call is given as a constant; None where it is not."""
    for argument in call.arguments if isinstance(call, facts.Call) else ():
        if argument.name == name and isinstance(argument.value, facts.Constant):
            return bool(argument.value.value)
    return None


_RECORD_DECORATORS = frozenset({"dataclass", "define", "frozen", "attrs", "s", "mutable"})
_RECORD_BASES = frozenset({"BaseModel", "BaseSettings", "NamedTuple", "TypedDict", "Struct", "RootModel"})


def is_module_name(name: str) -> bool:
    """Whether a class from outside is a module: those of ``torch.nn``, and the well-known classes built on them."""
    if name.startswith("torch.nn."):
        return not name.startswith(("torch.nn.functional.", "torch.nn.init.", "torch.nn.utils."))
    return name.startswith("transformers.") and name.endswith("PreTrainedModel")


Binding: TypeAlias = ClassInfo | FunctionInfo | facts.Assign | facts.Import | facts.ImportFrom
"""What gives a module-level name its meaning."""


class ModuleInfo:
    """One file as a module: what each of its names is bound to."""

    def __init__(self, source: Source, name: str, project: Project, is_package: bool) -> None:
        self.source = source
        self.path = source.path
        self.key = str(source.path)
        """The path as a text, which is cheap to compare."""
        self.name = name
        self.project = project
        self.is_package = is_package
        self.bindings: dict[str, list[Binding]] = {}
        self.stars: list[facts.ImportFrom] = []
        self.changes: dict[str, list[facts.Statement]] = {}
        self.classes: list[ClassInfo] = []
        self.functions: list[FunctionInfo] = []
        self.loose: list[facts.Statement] = []
        module = source.module
        if module is not None:
            self._bind(module.body, False)

    def __repr__(self) -> str:
        return f"<module {self.name}>"

    def _add(self, name: str, binding: Binding, conditional: bool) -> None:
        if conditional:
            self.bindings.setdefault(name, []).append(binding)
        else:
            self.bindings[name] = [binding]

    def _bind(self, body: Sequence[facts.Statement], conditional: bool) -> None:
        for statement in body:
            match statement:
                case facts.Define(function):
                    info = FunctionInfo(function, self, None)
                    if not info.decorated("overload"):
                        self.functions.append(info)
                        self._add(function.name, info, conditional)
                case facts.DefineClass(klass):
                    made = ClassInfo(klass, self)
                    made.shadowed = list(self.bindings.get(klass.name, ()))
                    self._keep(made)
                    self._add(klass.name, made, conditional)
                case facts.Import() | facts.ImportFrom():
                    if isinstance(statement, facts.ImportFrom) and statement.original == "*":
                        self.stars.append(statement)
                    else:
                        self._add(statement.name, statement, conditional)
                case facts.Assign(targets=targets):
                    self.loose.append(statement)
                    for target in targets:
                        self._bind_target(target, statement, conditional)
                case facts.Augment(target=target):
                    self._change(target, statement)
                case facts.Evaluate(value=value):
                    self.loose.append(statement)
                    if isinstance(value, facts.Call) and isinstance(value.function, facts.Attribute):
                        self._change(value.function.value, statement)
                case facts.If(test=test, body=inner, orelse=orelse):
                    checking = last_name(test) == "TYPE_CHECKING"
                    self._bind(orelse, True)
                    self._bind(inner, not checking)
                case facts.Try(body=inner, handlers=handlers, orelse=orelse, final=final):
                    for handler in handlers:
                        self._bind(handler, True)
                    self._bind([*inner, *orelse], True)
                    self._bind(final, conditional)
                case facts.For(body=inner) | facts.While(body=inner) | facts.With(body=inner):
                    self._bind(inner, True)
                case _:
                    pass

    def _keep(self, klass: ClassInfo) -> None:
        self.classes.append(klass)
        for inner in klass.classes.values():
            self._keep(inner)

    def _bind_target(self, target: facts.Expression, statement: facts.Assign, conditional: bool) -> None:
        match target:
            case facts.Name(id):
                if statement.value is not None:
                    self._add(id, statement, conditional)
            case facts.SequenceLiteral(elements=elements):
                for element in elements:
                    self._bind_target(element, statement, conditional)
            case facts.Subscript(value=value) | facts.Attribute(value=value):
                self._change(value, statement)
            case _:
                pass

    def _change(self, target: facts.Expression, statement: facts.Statement) -> None:
        while isinstance(target, facts.Attribute | facts.Subscript):
            target = target.value
        if isinstance(target, facts.Name):
            self.changes.setdefault(target.id, []).append(statement)

    def lookup(self, name: str) -> list[Symbol]:
        """What a name of this module may mean; several where it is bound under conditions, the likeliest last."""
        return self.project.lookup(self, name, 0)

    @cached_property
    def exports(self) -> frozenset[str] | None:
        """All names that ``__all__`` may hold; None where there is none, or where it holds more than literals."""
        own = facts.Name("__all__")
        statements = [each for each in self.loose if isinstance(each, facts.Assign) and own in each.targets]
        names: set[str] = set()
        for statement in [*statements, *self.changes.get("__all__", ())]:
            value = statement.value if isinstance(statement, facts.Assign | facts.Augment | facts.Evaluate) else None
            for element in _members(value):
                if isinstance(element, facts.Constant):
                    names.add(str(element.value))
                elif element != own:
                    return None
        return frozenset(names) if statements else None


Symbol: TypeAlias = ClassInfo | FunctionInfo | ModuleInfo | External | Value
"""What a name may mean."""


class Project:
    """All files of a project, each read when a name leads there."""

    def __init__(
        self,
        root: Path,
        files: Sequence[Path | str],
        overrides: Mapping[Path, bytes] | None = None,
        store: Store | None = None,
    ) -> None:
        """``files`` are absolute; ``overrides`` stand for files' own bytes; ``store`` keeps facts for the next run."""
        self._expected: list[bytes] = []
        self._shared = Shared()
        self.asking = self._shared.asking
        """Who asks the files what they say."""
        self.root = root
        self._files = files
        self._store = store or Store(None)
        self._sources: dict[Path, Source] = {}
        self._overrides = dict(overrides or {})
        self._modules: dict[Path, ModuleInfo] = {}
        self._ordered: list[ModuleInfo] = []
        self._index = Index(str(root), map(str, files))
        self._found: dict[tuple[str, str | None], ModuleInfo | External] = {}
        self._looking: set[tuple[str, str]] = set()
        """The names that are being looked up: a cycle of imports leads nowhere."""

    @cached_property
    def files(self) -> list[Path]:
        """All files."""
        return [Path(path) for path in self._files]

    def source(self, path: Path) -> Source:
        """The file at a path of this project."""
        if path not in self._sources:
            self._sources[path] = Source(path, self._overrides.get(path), self._store, self._expected, self._shared)
        return self._sources[path]

    def looked_into(self) -> list[Source]:
        """The files of which more was asked than whether they hold the words that were expected."""
        return [source for source in self._sources.values() if source.is_looked_into]

    def expect(self, words: Iterable[bytes]) -> None:
        """Let the files that are read from now on be searched for all that somebody will look for: see ``Source.holds``."""
        self._expected += words

    def read(self, paths: Iterable[Path]) -> list[ModuleInfo]:
        """The modules that some files are: many are read in less time at once than one by one, beginning with the first."""
        # A few files that are asked for one by one take no helpers.
        from lint_rules.project.extraction import extract

        wanted: list[Path] = []

        def unread() -> Iterator[Source]:
            for path in paths:
                wanted.append(path)
                if path not in self._modules:
                    yield self.source(path)

        extract(unread())
        return [self.module(path) for path in wanted]

    def module(self, path: Path) -> ModuleInfo:
        """The module that a file is. It has no names where the file can't be read."""
        if path not in self._modules:
            is_package = path.name == "__init__.py"
            self._modules[path] = ModuleInfo(self.source(path), self._index.name(str(path)), self, is_package)
        return self._modules[path]

    @property
    def modules(self) -> list[ModuleInfo]:
        """The modules read so far, in the order of their paths."""
        if len(self._ordered) != len(self._modules):
            self._ordered = [self._modules[path] for path in sorted(self._modules)]
        return list(self._ordered)

    # --- modules by name

    def find(self, name: str, importer: Path | None = None) -> ModuleInfo | External:
        """The module of an absolute import."""
        # Asked for thousands of names: of a path as a text the folder is cheap to tell.
        key = (name, os.path.dirname(importer) if importer else None)  # noqa: PTH120
        if key not in self._found:
            self._found[key] = self._find(name, importer)
        return self._found[key]

    def _find(self, name: str, importer: Path | None) -> ModuleInfo | External:
        if name.split(".")[0] == "torch":
            return External(name)
        path = self._index.choose(name, str(importer) if importer else None)
        parts = name.split(".")
        outer = self.root.parts
        for length in range(1, min(len(parts), len(outer)) + 1):
            if path is not None:
                break
            if outer[-length:] == tuple(parts[:length]):
                path = self._index.choose(".".join(parts[length:]), str(importer) if importer else None)
        return self.module(Path(path)) if path is not None else External(name)

    def split(self, name: str) -> tuple[ModuleInfo | None, list[str]]:
        """A dotted name as the longest leading part that names a module, if any does, and the names that follow."""
        parts = name.split(".")
        for length in range(len(parts) - 1, 0, -1):
            module = self.find(".".join(parts[:length]))
            if isinstance(module, ModuleInfo):
                return module, parts[length:]
        return None, parts

    def relative(self, module: ModuleInfo, level: int, name: str) -> ModuleInfo | External:
        """The module of a relative import."""
        folder = module.path.parent
        for _ in range(level - 1):
            folder = folder.parent
        target = folder.joinpath(*name.split(".")) if name else folder
        return self._at(target) or External("." * level + name)

    def _at(self, target: Path) -> ModuleInfo | None:
        path = self._index.at(str(target))
        return self.module(Path(path)) if path is not None else None

    def submodule(self, module: ModuleInfo, name: str) -> ModuleInfo | None:
        """The module ``name`` in the folder of a package."""
        return self._at(module.path.parent / name) if module.is_package else None

    # --- names

    def lookup(self, module: ModuleInfo, name: str, depth: int) -> list[Symbol]:
        """What ``name`` may mean in ``module``."""
        if depth > _DEPTH or (module.key, name) in self._looking:
            return []
        self._looking.add((module.key, name))
        try:
            found: list[Symbol] = []
            for binding in module.bindings.get(name, ()):
                found.extend(self.follow(module, name, binding, depth))
            if not found and (submodule := self.submodule(module, name)):
                return [submodule]
            return found or self._starred(module, name, depth)
        finally:
            self._looking.discard((module.key, name))

    def _starred(self, module: ModuleInfo, name: str, depth: int) -> list[Symbol]:
        """What a star import brings under a name; the last one counts."""
        for star in reversed(module.stars):
            target = self._target(module, star)
            if isinstance(target, ModuleInfo) and target is not module and _starred(target, name):
                found = self.lookup(target, name, depth + 1)
                if found:
                    return found
        return []

    def follow(self, module: ModuleInfo, name: str, binding: Binding, depth: int) -> list[Symbol]:
        """What ``name`` may mean in ``module`` where it is bound so."""
        match binding:
            case ClassInfo() | FunctionInfo():
                return [binding]
            case facts.Assign(value=value):
                if isinstance(value, facts.Name | facts.Attribute) and _root(value) != name:
                    target = self.resolve_all(value, module, depth + 1)
                    if target:
                        return target
                return [Value(module, name)]
            case facts.Import(module=target, whole=whole):
                return [self.find(target if whole else name, module.path)]
            case facts.ImportFrom(original=original, module=target):
                found = self._target(module, binding)
                if isinstance(found, External):
                    beside = self._beside(module, binding) if binding.level else None
                    if beside is not None:
                        return [beside]
                    inner = self.find(f"{found.name}.{original}", module.path)
                    if isinstance(inner, ModuleInfo):
                        return [inner]
                    return [External(f"{found.name}.{original}" if found.name.strip(".") else original)]
                if found is module:
                    inner_module = self.submodule(module, original)
                    return [inner_module] if inner_module else []
                return self.lookup(found, original, depth + 1) or [External(f"{found.name}.{original}")]

    def _beside(self, module: ModuleInfo, statement: facts.ImportFrom) -> ModuleInfo | None:
        """The module that ``from . import name`` means where the folder has no ``__init__.py``."""
        folder = module.path.parent
        for _ in range(statement.level - 1):
            folder = folder.parent
        parts = [part for part in statement.module.split(".") if part]
        return self._at(folder.joinpath(*parts, statement.original))

    def _target(self, module: ModuleInfo, statement: facts.ImportFrom) -> ModuleInfo | External:
        if statement.level:
            return self.relative(module, statement.level, statement.module)
        return self.find(statement.module, module.path)

    def resolve(self, expression: facts.Expression | None, module: ModuleInfo) -> Symbol | None:
        """What a name or a dotted name means at the top level of a module."""
        found = self.resolve_all(expression, module, 0)
        return found[-1] if found else None

    def resolve_all(self, expression: facts.Expression | None, module: ModuleInfo, depth: int = 0) -> list[Symbol]:
        """All that a name or a dotted name may mean at the top level of a module, the likeliest last."""
        match expression:
            case facts.Name(id):
                return self.lookup(module, id, depth)
            case facts.Attribute(value=value, name=name):
                out: list[Symbol] = []
                for base in self.resolve_all(value, module, depth):
                    out.extend(self.member(base, name, depth))
                return out
            case _:
                return []

    def member(self, symbol: Symbol, name: str, depth: int = 0) -> list[Symbol]:
        """What ``symbol.name`` may mean, where the symbol is a module, a class or something from outside."""
        match symbol:
            case ModuleInfo():
                return self.lookup(symbol, name, depth + 1)
            case ClassInfo():
                for klass in symbol.mro:
                    if name in klass.classes:
                        return [klass.classes[name]]
                method = symbol.method(name)
                return [method] if method else []
            case External(outer):
                inner = self.find(f"{outer}.{name}")
                return [inner if isinstance(inner, ModuleInfo) else External(f"{outer}.{name}")]
            case _:
                return []


def _starred(module: ModuleInfo, name: str) -> bool:
    """Whether a star import of a module brings a name along."""
    if module.exports is not None:
        return name in module.exports
    return not name.startswith("_")


def _members(value: facts.Expression | None) -> list[facts.Expression | None]:
    """The parts of what ``__all__`` is set to, or of what is added to it."""
    match value:
        case facts.SequenceLiteral(elements=elements):
            return [part for element in elements for part in _members(element)]
        case facts.Starred(value=inner):
            return _members(inner)
        case facts.Binary(operator="+", left=left, right=right):
            return [*_members(left), *_members(right)]
        case facts.Call(arguments=[argument]):
            return _members(argument.value)
        case _:
            return [value]


def _root(expression: facts.Expression) -> str | None:
    while isinstance(expression, facts.Attribute):
        expression = expression.value
    return expression.id if isinstance(expression, facts.Name) else None


def last_name(expression: facts.Expression) -> str | None:
    """The last component of a decorator, a dotted name or what is called."""
    match expression:
        case facts.Name(id):
            return id
        case facts.Attribute(name=name):
            return name
        case facts.Call(function=function):
            return last_name(function)
        case _:
            return None


def _linearise(klass: ClassInfo) -> tuple[ClassInfo, ...] | None:
    """C3, over the classes of the project; None where there is no consistent order."""
    bases = [base for base in klass.bases if isinstance(base, ClassInfo)]
    rows: list[list[ClassInfo]] = [list(base.mro) for base in bases]
    rows.append(list(bases))
    out = [klass]
    while rows := [row for row in rows if row]:
        for row in rows:
            head = row[0]
            if not any(head in other[1:] for other in rows):
                break
        else:
            return None
        out.append(head)
        for row in rows:
            if row[0] is head:
                row.pop(0)
    return tuple(out)


def _depth_first(klass: ClassInfo) -> tuple[ClassInfo, ...]:
    """A class and all that it derives from, each once."""
    seen: dict[ClassInfo, None] = {}
    stack = [klass]
    while stack:
        here = stack.pop()
        if here not in seen:
            seen[here] = None
            stack.extend(base for base in reversed(here.bases) if isinstance(base, ClassInfo))
    return tuple(seen)
