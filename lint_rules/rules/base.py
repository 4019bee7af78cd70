"""The shape of a rule: one file, one class, found by walking this package."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import textwrap
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from functools import cache
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from lint_rules.diagnostic import Diagnostic

if TYPE_CHECKING:
    from lint_rules.project.source import Source
    from lint_rules.project.suppressions import Suppressions
    from lint_rules.rules.context import Context


class Example(NamedTuple):
    """A small project: its files by name, and where the rule reports (file and line); nowhere for a clean one."""

    title: str
    files: dict[str, str]
    expected: tuple[tuple[str, int], ...] = ()


class Commented(NamedTuple):
    """A file with ignore comments, of which it is known by now what they silenced."""

    source: Source
    suppressions: Suppressions


class Rule(ABC):
    """One rule. Its class docstring is the page that users read; its examples are its tests."""

    code: ClassVar[str]
    name: ClassVar[str]
    summary: ClassVar[str]
    """One line: what is wrong."""
    examples: ClassVar[tuple[Example, ...]] = ()

    @abstractmethod
    def check(self, context: Context) -> Iterator[Diagnostic]:
        """All findings in a project."""

    def stands_alone(self, context: Context) -> bool:
        """Whether :meth:`check` takes long here and shares little with other rules, so that another process may do it."""
        return False

    def review(self, files: Iterable[Commented]) -> Iterator[Diagnostic]:
        """All findings about what ignore comments did to the findings of :meth:`check`; most rules have none.

        ``files`` are those with ignore comments, without those that can't be read.
        """
        yield from ()


class RuleInfo(NamedTuple):
    """What users see of a rule."""

    code: str
    name: str
    summary: str
    rule: type[Rule]

    def page(self) -> str:
        """The rule's documentation, as Markdown."""
        body = inspect.cleandoc(self.rule.__doc__ or "")
        lines = [f"# {self.name} ({self.code})", "", f"{self.summary[0].upper()}{self.summary[1:]}.", "", body]
        for example in self.rule.examples:
            verdict = "reported" if example.expected else "clean"
            lines += ["", f"## Example: {example.title} ({verdict})"]
            for name, text in example.files.items():
                kind = "yaml" if name.endswith(".yaml") else "python"
                lines += ["", f"`{name}`", "", f"```{kind}", *_marked(name, text, example), "```"]
        return "\n".join(lines) + "\n"


def _marked(name: str, text: str, example: Example) -> list[str]:
    """An example's lines, with an arrow at each one that is reported."""
    reported = {line for file, line in example.expected if file == name}
    return [
        f"{line}  # <-- reported" if number in reported else line
        for number, line in enumerate(textwrap.dedent(text).strip("\n").splitlines(), 1)
    ]


@cache
def all_rules() -> tuple[RuleInfo, ...]:
    """All rules, by code."""
    import lint_rules.rules as package

    found: list[RuleInfo] = []
    for module_info in pkgutil.iter_modules(package.__path__):
        if not module_info.name.startswith("qf"):
            continue
        module = importlib.import_module(f"{package.__name__}.{module_info.name}")
        for value in vars(module).values():
            if inspect.isclass(value) and issubclass(value, Rule) and value.__module__ == module.__name__:
                found.append(RuleInfo(value.code, value.name, value.summary, value))
    return tuple(sorted(found))
