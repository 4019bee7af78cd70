"""The words that matter in a project: the manifest's own, and those by which the code passes their bearers on.

A file in which none of them occurs is not read. *Targets* name what an exclusion or a flag speaks of; *carriers* name what
may hold a config. A class that is imported under another name, derived from, kept in a table or in an attribute is known
by that name, too: so each file that is read may add words, and each word may add files.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from lint_rules.blueprint.searching import stores_in
from lint_rules.blueprint.vocabulary import Vocabulary, mentions
from lint_rules.project import facts
from lint_rules.project.symbols import ClassInfo, FunctionInfo, ModuleInfo, Project


class Words:
    """Targets and carriers, growing while files are read."""

    def __init__(self, vocabulary: Vocabulary, project: Project) -> None:
        self.vocabulary = vocabulary
        self.project = project
        self.targets = {target.name for target in vocabulary.targets}
        for flag in vocabulary.flags:
            self.targets |= {flag.field, flag.owner.split(".")[-1]}
        self.carriers = set(vocabulary.names | vocabulary.type_names)
        self._stores: dict[ModuleInfo, tuple[tuple[str, tuple[str, ...]], ...]] = {}
        self._spoken: dict[FunctionInfo, frozenset[str]] = {}

    @property
    def all(self) -> set[str]:
        """Targets and carriers."""
        return self.targets | self.carriers

    def learn(self, modules: Iterable[ModuleInfo]) -> bool:
        """Take over the names that these modules give to what matters; whether there were new ones."""
        before = len(self.targets), len(self.carriers)
        for module in modules:
            self._bindings(module)
            self._classes(module)
            self._attributes(module)
            self._tables(module)
            for function in module.functions:
                if self._typed(function.facts.returns):
                    self._carrier(function.facts.name)
        return before != (len(self.targets), len(self.carriers))

    def _carrier(self, name: str) -> None:
        if len(name) > 1:
            self.carriers.add(name)

    def _target(self, name: str) -> None:
        if len(name) > 1:
            self.targets.add(name)

    def _bindings(self, module: ModuleInfo) -> None:
        """``import A as B``, ``B = A``, ``TABLE = {"a": A}``, ``DEFAULT = Config(...)``."""
        for name, bindings in module.bindings.items():
            for binding in bindings:
                if isinstance(binding, facts.ImportFrom):
                    if binding.original in self.targets:
                        self._target(name)
                    elif binding.original in self.carriers:
                        self._carrier(name)
                elif isinstance(binding, facts.Assign) and binding.value is not None:
                    names = set(mentions(binding.value))
                    if not names.isdisjoint(self.targets):
                        self._target(name)
                    elif not isinstance(binding.value, facts.DictLiteral | facts.SequenceLiteral):
                        if not names.isdisjoint(self.carriers):
                            self._carrier(name)

    def _classes(self, module: ModuleInfo) -> None:
        """Subclasses, and fields that are typed as configs or hold a class."""
        for cls in module.classes:
            if any(target.covers(cls) for target in self.vocabulary.targets) or self.vocabulary.has_flag(cls):
                self._target(cls.name)
            elif self.vocabulary.is_type(cls):
                self._carrier(cls.name)
            for name, field in cls.fields.items():
                if self._typed(field.annotation):
                    self._carrier(name)
                elif field.value is not None and not isinstance(field.value, facts.Call):
                    if not self.targets.isdisjoint(mentions(field.value)):
                        self._target(name)

    def _typed(self, annotation: facts.Expression | None) -> bool:
        return annotation is not None and not self.carriers.isdisjoint(mentions(annotation))

    def _attributes(self, module: ModuleInfo) -> None:
        """``self.precision = float8_cfg``, also where it is chosen by a condition."""
        stores = self._stores.get(module)
        if stores is None:
            stores = self._stores[module] = module.source.ask(stores_in)
        for name, values in stores:
            for value in values:
                if value in self.targets:
                    self._target(name)
                elif value in self.carriers:
                    self._carrier(name)

    def _tables(self, module: ModuleInfo) -> None:
        """Tables that are filled after they were made, by statements or by decorators."""
        for name, statements in module.changes.items():
            for statement in statements:
                value = (
                    statement.value if isinstance(statement, facts.Assign | facts.Evaluate | facts.Augment) else None
                )
                if value is not None and not self.targets.isdisjoint(mentions(value)):
                    self._target(name)
        items: list[ClassInfo | FunctionInfo] = [*module.classes, *module.functions]
        for item in items if self.targets else ():
            if item.facts.decorators and self._speaks_of_target(item):
                for decorator in item.facts.decorators:
                    self._fed_by(decorator, module)

    def _speaks_of_target(self, item: ClassInfo | FunctionInfo) -> bool:
        if item.facts.name in self.targets:
            return True
        return isinstance(item, FunctionInfo) and not self.targets.isdisjoint(self._words_of(item))

    def _words_of(self, function: FunctionInfo) -> frozenset[str]:
        if function not in self._spoken:
            segment = function.module.source.segment(function.facts.line, function.facts.end_line)
            self._spoken[function] = frozenset(re.findall(r"\w+", segment))
        return self._spoken[function]

    def _fed_by(self, decorator: facts.Expression, module: ModuleInfo) -> None:
        """The module-level names that a decorator of this project mentions."""
        function = decorator.function if isinstance(decorator, facts.Call) else decorator
        symbol = self.project.resolve(function, module)
        if not isinstance(symbol, FunctionInfo):
            return
        names = self._words_of(symbol)
        for name, bindings in symbol.module.bindings.items():
            if name in names and any(isinstance(binding, facts.Assign) for binding in bindings):
                self._target(name)
