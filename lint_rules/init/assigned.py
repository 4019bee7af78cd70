"""The calls whose results a class keeps in its attributes, as its text has them."""

from __future__ import annotations

from collections.abc import Iterator

from lint_rules.blueprint.vocabulary import mentions
from lint_rules.project import facts
from lint_rules.project.symbols import ClassInfo


def assigned_calls(cls: ClassInfo, inherited: bool = True) -> Iterator[tuple[str, facts.Call]]:
    """``self.attribute = call(...)`` in the methods of a class and of those that it derives from."""
    for base in cls.mro if inherited else (cls,):
        for method in base.methods.values():
            for statement in facts.flat(base.module.source.body(method.facts)):
                if isinstance(statement, facts.Assign) and isinstance(statement.value, facts.Call):
                    for target in statement.targets:
                        if isinstance(target, facts.Attribute) and target.value == facts.Name("self"):
                            yield target.name, statement.value


def arguments_of(call: facts.Call) -> set[str]:
    """The names of a call's arguments, and all names in them."""
    names = {argument.name for argument in call.arguments if argument.name}
    return names.union(*(mentions(argument.value) for argument in call.arguments))
