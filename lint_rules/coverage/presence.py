"""Which modules a config can turn into quantized ones, and which of them every layer of a model has."""

from __future__ import annotations

from lint_rules.blueprint.vocabulary import Vocabulary
from lint_rules.coverage.openness import Openness
from lint_rules.coverage.universe import Universe
from lint_rules.outline.known import KnownModule
from lint_rules.project import facts
from lint_rules.project.symbols import ClassInfo


class Presence:
    """What the classes of a project say of that; each is asked once."""

    def __init__(self, openness: Openness, vocabulary: Vocabulary) -> None:
        self._openness = openness
        self._vocabulary = vocabulary
        self._quantizable: dict[str, bool] = {}

    def is_quantizable(self, module: KnownModule) -> bool:
        """Whether a config could reach a module: it is a linear layer, or takes a config, or looks itself up by name."""
        if not module.is_layer:
            return False
        if module.name is not None:
            return True
        if module.cls not in self._quantizable:
            self._quantizable[module.cls] = self._is_quantizable(module.cls)
        return self._quantizable[module.cls]

    def is_everywhere(self, universe: Universe, fqn: str) -> bool:
        """Whether each layer surely has a module: all that stands above it in there is built without a condition."""
        parts = fqn.split(".")
        if "*" not in parts:
            return True
        for end in range(parts.index("*") + 1, len(parts)):
            if parts[end] == "*":
                continue
            above = ".".join(parts[:end])
            classes = universe.classes.get(above)
            if classes is None and parts[end - 1] != "*":
                # A container, which is judged with what holds it.
                continue
            found = self._openness.named(next(iter(classes))) if classes and len(classes) == 1 else []
            if len(found) != 1 or not _always_has(found[0], parts[end]):
                return False
        return True

    def _is_quantizable(self, name: str) -> bool:
        if "linear" in name.lower() or self._vocabulary.is_named_layer(name):
            return True
        return any(map(self._may_be_quantized, self._openness.named(name)))

    def _may_be_quantized(self, cls: ClassInfo) -> bool:
        names = [*(base.name for base in cls.mro), *(name.rpartition(".")[2] for name in cls.outside)]
        init = cls.method("__init__")
        parameters = init.facts.parameters if init is not None else ()
        return any("linear" in name.lower() for name in names) or any(
            parameter.name in self._vocabulary.names for parameter in parameters
        )


def _always_has(cls: ClassInfo, attribute: str) -> bool:
    """Whether the constructor of a class sets an attribute whatever it is given."""
    return any(_sets(statement, attribute) for base in cls.mro for statement in _constructor(base))


def _constructor(cls: ClassInfo) -> list[facts.Statement]:
    init = cls.methods.get("__init__")
    return cls.module.source.body(init.facts) if init is not None else []


def _sets(statement: facts.Statement, attribute: str) -> bool:
    if not isinstance(statement, facts.Assign) or isinstance(statement.value, facts.Conditional | facts.Logic):
        return False
    return any(
        isinstance(target, facts.Attribute) and target.value == facts.Name("self") and target.name == attribute
        for target in statement.targets
    )
