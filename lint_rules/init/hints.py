"""What the code suggests beyond the recipe: flags that look like policies, entrypoints, layers that get no config today."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from lint_rules.blueprint.vocabulary import mentions
from lint_rules.init.assigned import assigned_calls
from lint_rules.init.trees import Node
from lint_rules.manifest.model import Quantization
from lint_rules.project import facts
from lint_rules.project.symbols import ClassInfo, FunctionInfo, Project

_SAYS_YES = re.compile(r"(?i)quant|float8|fp8|int8|fp4")
_SAYS_NO = re.compile(r"(?i)(?:^|_)(?:keep|skip|no|not|disable|without|exclude|bf16|high_precision|unquantized)(?:_|$)")


class Policy(NamedTuple):
    """A flag that looks as if it decided whether a module is quantized."""

    text: str
    """As a manifest has it: ``MixerConfig.quantize``, or ``not MixerConfig.keep_bf16``."""
    read: str
    """Where it is read, ``MixerConfig.build``."""
    entrypoints: tuple[str, ...]
    """What gives its config a value."""


def policies(nodes: Iterable[Node], project: Project) -> list[Policy]:
    """The flags of the configs that build these modules, each read by the builder that does so."""
    found: dict[str, Policy] = {}
    for node in nodes:
        for builder in _builders(node, project):
            for name in _flags(builder):
                owner = builder.owner
                if owner is not None:
                    negation = "not " if _SAYS_NO.search(name) else ""
                    text = f"{negation}{owner.name}.{name}"
                    found.setdefault(text, Policy(text, builder.label, tuple(_entrypoints(owner, project))))
    return list(found.values())


def _builders(node: Node, project: Project) -> Iterator[FunctionInfo]:
    """The methods of configs that call a module's class."""
    for call in node.calls:
        owner, _, name = call.where.partition(".")
        for cls in project.module(call.site.path).classes:
            method = cls.methods.get(name)
            if cls.name == owner and method is not None and not cls.is_module:
                yield method


def _flags(builder: FunctionInfo) -> Iterator[str]:
    """The truth values among the fields of a builder's class that its text reads, if their names speak of precision."""
    text = builder.module.source.segment(builder.facts.line, builder.facts.end_line)
    read = set(re.findall(r"\bself\.(\w+)", text))
    for name, field in builder.owner.all_fields.items() if builder.owner is not None else ():
        boolean = field.annotation is not None and "bool" in set(mentions(field.annotation))
        if name in read and boolean and (_SAYS_YES.search(name) or _SAYS_NO.search(name)):
            yield name


def _entrypoints(config: ClassInfo, project: Project) -> Iterator[str]:
    """The classes whose field defaults make such a config, and their methods that do."""
    for module in project.modules:
        for cls in module.classes:
            if cls is config:
                continue
            if any(field.value is not None and config.name in _called(field.value) for field in cls.fields.values()):
                yield cls.name
            for method in cls.methods.values():
                text = module.source.segment(method.facts.line, method.facts.end_line)
                if method.decorated("classmethod") and re.search(rf"\b{re.escape(config.name)}\(", text):
                    yield f"{cls.name}.{method.facts.name}"


def _called(value: facts.Expression) -> set[str]:
    return set(mentions(value)) if isinstance(value, facts.Call) else set()


def kept_out(project: Project, quantization: Quantization) -> list[str]:
    """The layers that the code itself builds with ``None`` in the place of a config, as ``Class.attribute``."""
    found: list[str] = []
    for cls in _modules(project):
        given: dict[str, list[bool]] = {}
        for attribute, call in assigned_calls(cls, inherited=False):
            for argument in call.arguments:
                if argument.name in quantization.names:
                    given.setdefault(attribute, []).append(argument.value == facts.Constant(None))
        # Nobody quantizes a norm.
        found += [f"{cls.name}.{name}" for name, values in given.items() if all(values) and "norm" not in name.lower()]
    return list(dict.fromkeys(found))


def receivers(project: Project, quantization: Quantization) -> list[str]:
    """The module classes whose constructors take a config."""
    found = []
    for cls in _modules(project):
        init = cls.methods.get("__init__")
        if init is not None and any(parameter.name in quantization.names for parameter in init.facts.parameters):
            found.append(cls.name)
    return list(dict.fromkeys(found))


def _modules(project: Project) -> Iterator[ClassInfo]:
    for module in project.modules:
        for cls in module.classes:
            if cls.is_module and not cls.name.endswith("Norm"):
                yield cls
