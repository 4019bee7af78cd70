"""What stands for a sketch whatever lines it speaks of, and for the class that it is one of.

Both outlast a change of a file that only moves things: classes and functions are told by their number in their file, and of
the places of a sketch no more counts than which of them are the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from lint_rules.cache.stamps import digest
from lint_rules.outline.drawer import Variant
from lint_rules.outline.sketch import Made
from lint_rules.outline.values import ClassRef, FunctionRef, Outer, Quant, Value
from lint_rules.outline.written import Writer
from lint_rules.project.asked import ANYBODY, Asker
from lint_rules.project.site import Site
from lint_rules.project.symbols import ClassInfo, FunctionInfo, ModuleInfo, Project

_encode = msgspec.msgpack.encode


class Likeness(Writer):
    """Writes sketches without their places."""

    def __init__(self) -> None:
        super().__init__()
        self._sites: dict[Site, int] = {}
        self._classes: dict[Path, Mapping[ClassInfo, int]] = {}
        self._functions: dict[Path, Mapping[FunctionInfo, int]] = {}

    def of(self, sketch: tuple[Made, ...]) -> bytes | None:
        """What stands for a sketch, and for all that are like it; None where it speaks of what is not found again."""
        self._sites, self._paths = {}, {}
        try:
            return digest(self.written([sketch]))
        except (LookupError, TypeError):
            return None

    def asker(self, cls: ClassInfo, variant: Variant) -> Asker:
        """What stands for the drawing of a class; anybody where that is given something that is not found again."""
        self._paths = {}
        try:
            rows = [self._class(cls), [[name, *self._value(value)] for name, value in variant]]
        except (LookupError, TypeError):
            return ANYBODY
        return _encode([list(map(str, self._paths)), rows])

    def _site(self, site: Site | None) -> list[Any] | None:
        return None if site is None else [self._number(site.path), self._sites.setdefault(site, len(self._sites))]

    def _class_number(self, cls: ClassInfo) -> int:
        path = cls.module.path
        if path not in self._classes:
            self._classes[path] = {each: number for number, each in enumerate(cls.module.classes)}
        return self._classes[path][cls]

    def _function_number(self, function: FunctionInfo) -> int:
        path = function.module.path
        if path not in self._functions:
            self._functions[path] = {each: number for number, each in enumerate(_functions(function.module))}
        return self._functions[path][function]


def _functions(module: ModuleInfo) -> Iterable[FunctionInfo]:
    return [*module.functions, *(each for cls in module.classes for each in cls.methods.values())]


def drawing_of(asker: Asker, project: Project) -> tuple[ClassInfo, Variant]:
    """The class and the variant for whose drawing an asker stands. Raises LookupError, ValueError or msgspec's errors."""
    paths, ((path, number), variant) = msgspec.msgpack.decode(asker)
    modules = [project.module(Path(each)) for each in paths]

    def value(kind: str, said: Any) -> Value:
        match kind:
            case "class":
                return ClassRef(said if isinstance(said, str) else modules[said[0]].classes[said[1]])
            case "function":
                return FunctionRef(list(_functions(modules[said[0]]))[said[1]])
            case "outer":
                return Outer(said)
            case _:
                return Quant(frozenset(said))

    return modules[path].classes[number], tuple((name, value(kind, said)) for name, kind, said in variant)
