"""The modules of a project as a tree of names, in which entries are looked up."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from lint_rules.outline.known import KnownModule


class Universe:
    """Modules in the order in which they nest, as ``known_modules`` gives them."""

    def __init__(self, modules: Sequence[KnownModule]) -> None:
        self.modules = modules
        self._parts: dict[frozenset[tuple[str, frozenset[tuple[str, ...]]]], dict[str, list[int]]] = {}

    def of(self, roots: Container[str]) -> Universe:
        """The modules of some models only."""
        return Universe([module for module in self.modules if module.root in roots])

    @cached_property
    def roots(self) -> list[str]:
        """The models, each once, in order."""
        return list(dict.fromkeys(module.root for module in self.modules))

    @cached_property
    def names(self) -> dict[str, list[int]]:
        """Every FQN, and every name under which a module looks itself up, with the numbers of its modules."""
        found: dict[str, list[int]] = {}
        for number, module in enumerate(self.modules):
            for name in {module.fqn, module.name or module.fqn}:
                found.setdefault(name, []).append(number)
        return found

    @cached_property
    def fqns(self) -> dict[str, list[int]]:
        """Every FQN, with the numbers of the modules that may stand there."""
        found: dict[str, list[int]] = {}
        for number, module in enumerate(self.modules):
            found.setdefault(module.fqn, []).append(number)
        return found

    def parts(self, fused: Mapping[str, frozenset[tuple[str, ...]]]) -> dict[str, list[int]]:
        """The names of all layers that are parts of fused ones, each with the numbers of these."""
        key = frozenset(fused.items())
        if key not in self._parts:
            found: dict[str, list[int]] = {}
            for name, numbers in self.names.items():
                above, dot, last = name.rpartition(".")
                for part in {part for way in fused.get(last, ()) for part in way}:
                    found.setdefault(f"{above}{dot}{part}", []).extend(numbers)
            self._parts[key] = found
        return self._parts[key]

    @cached_property
    def above(self) -> list[int]:
        """For each module, the number of the nearest one that it lies below; -1 at the top of its model."""
        found: list[int] = []
        branch: list[int] = []
        for module in self.modules:
            while branch and not _is_below(module, self.modules[branch[-1]]):
                branch.pop()
            found.append(branch[-1] if branch else -1)
            branch.append(len(found) - 1)
        return found

    @cached_property
    def children(self) -> dict[str, set[str]]:
        """For each FQN and all that stands above it, the components that follow it; the models' own is empty."""
        found: dict[str, set[str]] = {}
        for name in {module.fqn for module in self.modules}:
            while name:
                above, _, last = name.rpartition(".")
                known = above in found
                found.setdefault(above, set()).add(last)
                if known:
                    break
                name = above
        return found

    @cached_property
    def held(self) -> dict[tuple[str, str], frozenset[str]]:
        """For each FQN and the bare name of a class that may stand there, the components that follow in that class."""
        found: dict[tuple[str, str], set[str]] = {}
        for module, above in zip(self.modules, self.above, strict=True):
            fqn, cls = ("", module.root.rpartition(".")[2]) if above < 0 else self.modules[above][:3:2]
            rest = module.fqn.removeprefix(f"{fqn}.") if fqn else module.fqn
            found.setdefault((fqn, cls), set()).add(rest.partition(".")[0])
        return {key: frozenset(each) for key, each in found.items()}

    @cached_property
    def classes(self) -> dict[str, set[str]]:
        """For each FQN, the bare names of the classes that may stand there; for the empty one, those of the models."""
        found: dict[str, set[str]] = {"": {root.rpartition(".")[2] for root in self.roots}}
        for module in self.modules:
            found.setdefault(module.fqn, set()).add(module.cls)
        return found

    def ancestors(self, number: int) -> Iterator[int]:
        """A module and those above it, the nearest first."""
        while number >= 0:
            yield number
            number = self.above[number]

    def layers(self, numbers: Iterable[int]) -> list[int]:
        """Those of some modules that are layers."""
        return [number for number in numbers if self.modules[number].is_layer]


def _is_below(module: KnownModule, other: KnownModule) -> bool:
    return module.root == other.root and module.fqn.startswith(f"{other.fqn}.")
