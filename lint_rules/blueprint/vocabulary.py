"""What matters in this project: the manifest's names, bound to the code's classes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lint_rules.manifest.model import Entry, Exclusion, FlagName, Manifest
from lint_rules.project import facts
from lint_rules.project.symbols import ClassInfo, External, Project


class Target:
    """One item of an exclusion's ``modules``: a class, and a path below it where only that layer is meant."""

    def __init__(
        self, exclusion: Exclusion, entry: Entry, name: str, path: str | None, cls: ClassInfo | None, dotted: bool
    ) -> None:
        self.exclusion = exclusion
        self.entry = entry
        self.name = name
        self.path = path
        self.cls = cls
        self.dotted = dotted

    def names(self, cls: ClassInfo) -> bool:
        """Whether this very class is meant."""
        return cls is self.cls if self.dotted else cls.name == self.name

    def covers(self, cls: ClassInfo) -> bool:
        """Whether this class or a base of it is meant."""
        return any(self.names(base) for base in cls.mro)


class Vocabulary:
    """The manifest's names, and what they mean in a project."""

    def __init__(self, manifest: Manifest, project: Project) -> None:
        self.manifest = manifest
        self.project = project
        self.names = frozenset(manifest.quantization.names)
        self._types = manifest.quantization.types
        self._bare = frozenset(name.split(".")[-1] for name in self._types)
        self.flags = _all_flags(manifest)
        self.policies = frozenset(each.policy.key for each in manifest.exclusions if each.policy is not None)
        self.flag_fields = frozenset(flag.field for flag in self.flags)
        self._flag_cache: dict[tuple[ClassInfo, str], str | None] = {}
        self._type_cache: dict[ClassInfo, bool] = {}
        self._targets: list[Target] | None = None
        self._layers: dict[ClassInfo | str, bool] = {}
        self._endings = tuple(f".{wanted}" for wanted in manifest.layers.classes)

    @property
    def asks_of_builders(self) -> bool:
        """Whether the manifest names anything that a builder could hand over wrongly: a module, or a flag."""
        return bool(self.flags) or any(each.modules or each.names for each in self.manifest.exclusions)

    @property
    def own_words(self) -> set[str]:
        """The names that stand in the manifest for a config, or for a layer that looks itself up by name."""
        layers = {name.rpartition(".")[2] for name in self.manifest.layers.classes}
        return {*self.names, *self.type_names, *layers}

    # --- configs

    @property
    def type_names(self) -> frozenset[str]:
        """The last components of the listed types, and the other names under which the project knows them."""
        return self._bare

    def is_type(self, symbol: object) -> bool:
        """Whether a class carries a quantization config: it is a listed type, or derives from one."""
        if isinstance(symbol, External):
            return self._names_type(symbol.name)
        if not isinstance(symbol, ClassInfo):
            return False
        if symbol not in self._type_cache:
            self._type_cache[symbol] = any(self._names_type(base.qualname) for base in symbol.mro) or any(
                self._names_type(name) for name in symbol.outside
            )
        return self._type_cache[symbol]

    def _names_type(self, qualname: str) -> bool:
        if qualname.split(".")[-1] not in self._bare:
            return False
        return any(
            qualname.split(".")[-1] == name if "." not in name else ("." + qualname).endswith("." + name)
            for name in self._types
        )

    # --- flags

    def flag(self, cls: ClassInfo | None, name: str) -> str | None:
        """The flag that a field of a class is, as the manifest has it; of an unknown class, any flag of that name."""
        if name not in self.flag_fields:
            return None
        if cls is None:
            return next(flag.key for flag in self.flags if flag.field == name)
        found = self._flag_cache.get((cls, name), "")
        if found == "":
            found = next((f.key for f in self.flags if f.field == name and _declares(f, cls)), None)
            self._flag_cache[cls, name] = found
        return found

    def has_flag(self, cls: ClassInfo) -> bool:
        """Whether a class, or a base of it, declares any flag of the manifest."""
        return any(_declares(flag, cls) for flag in self.flags)

    def declaring(self, flag: FlagName) -> list[ClassInfo]:
        """The classes that the manifest means where it names a flag."""
        *module, name = flag.owner.split(".")
        wanted = ".".join(module)
        classes = [cls for each in self.project.modules for cls in each.classes if cls.name == name]
        return [cls for cls in classes if not wanted or _same_module(cls.module.name, wanted)]

    def policy_allows(self, policy: FlagName, name: str, sign: bool) -> bool:
        """Whether knowing a flag to be ``sign`` means that the policy lets the module be quantized."""
        return name == policy.key and sign is not policy.negated

    # --- exclusions

    @property
    def targets(self) -> list[Target]:
        """All items of all exclusions' ``modules``."""
        if self._targets is None:
            self._targets = [
                self._target(exclusion, entry) for exclusion in self.manifest.exclusions for entry in exclusion.modules
            ]
        return self._targets

    def _target(self, exclusion: Exclusion, entry: Entry) -> Target:
        module, (name, *path) = self.project.split(entry.text)
        found: ClassInfo | None = None
        if module is not None:
            found = next((each for each in module.lookup(name) if isinstance(each, ClassInfo)), None)
        return Target(exclusion, entry, name, ".".join(path) or None, found, module is not None)

    def excluding(self, cls: ClassInfo | str) -> list[Target]:
        """The items that exclude all of a class."""
        if isinstance(cls, str):
            return []
        return [target for target in self.targets if target.path is None and target.covers(cls)]

    def paths_below(self, cls: ClassInfo | str) -> list[Target]:
        """The items that exclude some layers of a class."""
        if isinstance(cls, str):
            return []
        return [target for target in self.targets if target.path is not None and target.covers(cls)]

    def is_named_layer(self, cls: ClassInfo | str) -> bool:
        """Whether a layer looks its own precision up by its name."""
        if cls not in self._layers:
            names = [cls] if isinstance(cls, str) else [*(base.qualname for base in cls.mro), *cls.outside]
            self._layers[cls] = any(f".{name}".endswith(self._endings) for name in names)
        return self._layers[cls]


def _all_flags(manifest: Manifest) -> tuple[FlagName, ...]:
    policies = [exclusion.policy for exclusion in manifest.exclusions if exclusion.policy is not None]
    return tuple({flag.key: flag for flag in [*manifest.config_only, *policies]}.values())


def _declares(flag: FlagName, cls: ClassInfo) -> bool:
    """Whether a class has the flag: it, or a base of it, is the one that the manifest names."""
    *module, name = flag.owner.split(".")
    wanted = ".".join(module)
    return any(base.name == name and (not wanted or _same_module(base.module.name, wanted)) for base in cls.mro)


def _same_module(name: str, wanted: str) -> bool:
    return name == wanted or name.endswith("." + wanted) or wanted.endswith("." + name)


def is_declared(flag: FlagName, vocabulary: Vocabulary) -> bool:
    """Whether a class that the flag may mean, or a base of it, speaks of the flag at all: also ``self.flag = …`` counts."""
    word = re.compile(rf"\b{re.escape(flag.field)}\b")
    return any(
        word.search(base.module.source.segment(base.facts.line, base.facts.end_line))
        for cls in vocabulary.declaring(flag)
        for base in cls.mro
    )


def mentions(expression: facts.Expression) -> Iterator[str]:
    """All names in an expression that stand at the top of what it refers to."""
    match expression:
        case facts.Name(id):
            yield id
        case facts.Attribute(value=value, name=name):
            yield name
            yield from mentions(value)
        case facts.Subscript(value, index):
            yield from mentions(value)
            yield from mentions(index)
        case facts.Call(function=function, arguments=arguments):
            yield from mentions(function)
            for argument in arguments:
                yield from mentions(argument.value)
        case facts.DictLiteral(items):
            for item in items:
                yield from mentions(item.value)
        case facts.SequenceLiteral(elements=elements):
            for element in elements:
                yield from mentions(element)
        case facts.Binary(left=left, right=right):
            yield from mentions(left)
            yield from mentions(right)
        case facts.Conditional(then=then, otherwise=otherwise):
            yield from mentions(then)
            yield from mentions(otherwise)
        case facts.Lambda(body=body):
            yield from mentions(body)
        case facts.Comprehension(value=value, loops=loops):
            yield from mentions(value)
            for loop in loops:
                yield from mentions(loop.iterable)
        case facts.Logic(operands=operands):
            for operand in operands:
                yield from mentions(operand)
        case facts.Starred(value=value) | facts.Walrus(value=value):
            yield from mentions(value)
        case _:
            pass
