"""Where a model may have modules that nobody could see, so that a name that matches none of those seen is not called dead.

A class is open to a component where its text speaks of an attribute so called of which no module is known, where it adds
modules under names that are made at run time, and where it derives from a class outside the project.
"""

from __future__ import annotations

import re
from functools import cached_property, lru_cache
from pathlib import Path

from lint_rules.coverage.globs import as_globs
from lint_rules.coverage.universe import Universe
from lint_rules.project.symbols import ClassInfo, Project

_PARAMETERS = frozenset({"weight", "bias"})
"""What a layer holds that is no module."""
_HOLDERS = frozenset({"ModuleList", "ModuleDict", "Sequential"})
_CLOSED = frozenset(
    [
        "Linear",
        "Bilinear",
        "Embedding",
        "EmbeddingBag",
        "LayerNorm",
        "RMSNorm",
        "GroupNorm",
        "BatchNorm1d",
        "BatchNorm2d",
        "Conv1d",
        "Conv2d",
        "Conv3d",
        "Dropout",
        "Identity",
        "ReLU",
        "SiLU",
        "GELU",
        "Sigmoid",
        "Tanh",
        "Softmax",
        "Softplus",
        "LeakyReLU",
        "Parameter",
    ]
)
"""Classes of torch that hold no modules."""
_DYNAMIC = re.compile(r"\b(?:add_module|register_module|_modules|__dict__|__setattr__)\b|\bsetattr\s*\(\s*self\b")
_KEYED = re.compile(r"\bModuleDict\b")
_PLAIN_BASE = re.compile(
    r"(?:^|\.)(?:torch|abc|typing|enum|object|Protocol|Generic|ABC|\w*Mixin|\w*PreTrainedModel|LightningModule)\b"
)
"""A class outside the project that brings no modules of its own."""
_CLASS = re.compile(rb"^[ \t]*class[ \t]+(\w+)", re.MULTILINE)
_SILENT = re.compile(r'#[^\n]*|""".*?"""', re.DOTALL)


class Texts:
    """The texts of classes, each read once."""

    def __init__(self) -> None:
        self._texts: dict[ClassInfo, str] = {}

    def leave_room(self, cls: ClassInfo, component: str, holds: bool = True, empty: bool = True) -> bool:
        """Whether the text of a class leaves room for a module that is not known.

        ``holds``: it does where it speaks of the component; ``empty``: it does where it may hold any module.
        """
        if any(not _PLAIN_BASE.search(base) for base in cls.outside):
            return True
        text = self._text(cls)
        if _DYNAMIC.search(text):
            return True
        if re.search(r"[*?\[]", component):
            return empty and "Module" in text
        word = re.escape(component)
        return holds and re.search(rf"\bself\.{word}\b|[\"']{word}[\"']", text) is not None

    def names_freely(self, cls: ClassInfo) -> bool:
        """Whether what a class holds under names that are made at run time need not be numbered."""
        text = self._text(cls)
        return _KEYED.search(text) is not None or _DYNAMIC.search(text) is not None

    def _text(self, cls: ClassInfo) -> str:
        """The text of a class and of all in the project that it derives from, without comments and long strings."""
        if cls not in self._texts:
            bodies = (base.module.source.segment(base.facts.line, base.facts.end_line) for base in cls.mro)
            self._texts[cls] = _SILENT.sub(" ", "\n".join(bodies))
        return self._texts[cls]


class Openness:
    """What is known of the classes in some models, as far as the names of modules are concerned."""

    def __init__(self, universe: Universe, project: Project) -> None:
        self._universe = universe
        self._project = project
        self._texts = Texts()
        self._classes: dict[str, list[ClassInfo]] = {}

    def may_match(self, pattern: str) -> bool:
        """Whether a pattern that matches no known module may match one that is not known."""
        globs = as_globs(pattern)
        return globs is None or any(self._may_match(glob.split(".")) for glob in globs)

    def _may_match(self, components: list[str]) -> bool:
        # The names that match so far, each with whether a key that nobody knows stands in it.
        here = {"": False}
        for number, component in enumerate(components):
            if "**" in component:
                return self._anywhere(set(here), components[number:])
            below: dict[str, bool] = {}
            for name, guessed in here.items():
                if self._is_open(name, component):
                    return True
                for child in self._universe.children.get(name, ()):
                    fits = _fits(component, child)
                    if fits or (_may_be(component, child) and self._names_freely(name)):
                        full = f"{name}.{child}" if name else child
                        below[full] = below.get(full, False) or guessed or not fits
            here = below
        return any(here.values())

    def _anywhere(self, above: set[str], components: list[str]) -> bool:
        """Whether what follows a ``**`` may be somewhere below these."""
        word = next((each for each in components[1:] if "*" not in each), components[-1])
        tops = tuple(f"{name}." for name in above if name)
        names = [name for name in self._universe.classes if "" in above or name in above or name.startswith(tops)]
        return any(self._is_open(name, word, anew=True) for name in names)

    def _is_open(self, name: str, component: str, anew: bool = False) -> bool:
        """Whether what stands at a name may hold a module so called that is not known; ``anew``: beside one that is."""
        classes = self._universe.classes.get(name)
        if classes is None:
            return not self._universe.children.get(name)
        # What one class holds says nothing of another one that may stand there.
        return any(
            self._class_is_open(cls, component, not anew and any(_fits(component, child) for child in held), not held)
            for cls in classes
            for held in [self._universe.held.get((name, cls), frozenset())]
        )

    def _names_freely(self, name: str) -> bool:
        """Whether keys below a name need not be numbers."""
        while name and name not in self._universe.classes:
            name = name.rpartition(".")[0]
        classes = [cls for each in self._universe.classes.get(name, ()) for cls in self.named(each)]
        return not classes or any(map(self._texts.names_freely, classes))

    def _class_is_open(self, name: str, component: str, known: bool, empty: bool) -> bool:
        if component in _PARAMETERS or name in _CLOSED:
            return False
        if name in _HOLDERS:
            return empty
        found = self.named(name)
        return not found or any(self._texts.leave_room(cls, component, not known, empty) for cls in found)

    def named(self, name: str) -> list[ClassInfo]:
        """The classes of the project that are called so; the files that define one are read."""
        if name not in self._classes:
            modules = [self._project.module(path) for path in self._defining.get(name.encode(), ())]
            self._classes[name] = [cls for module in modules for cls in module.classes if cls.name == name]
        return self._classes[name]

    @cached_property
    def _defining(self) -> dict[bytes, list[Path]]:
        """The files that define a class of each name, as far as their bytes tell."""
        found: dict[bytes, list[Path]] = {}
        for path in self._project.files:
            for name in set(_CLASS.findall(self._project.source(path).data)):
                found.setdefault(name, []).append(path)
        return found


def _fits(component: str, child: str) -> bool:
    """Whether a component of a glob matches one of a name, where ``*`` is an index."""
    if child == "*":
        return "*" in component or component.isdecimal()
    return _component(component).fullmatch(child) is not None


def _may_be(component: str, child: str) -> bool:
    """Whether a component may be one of a name of which only a part is known, ``*`` or ``k*``."""
    return "*" in child and "*" not in component and _component(child).fullmatch(component) is not None


@lru_cache(maxsize=1024)
def _component(component: str) -> re.Pattern[str]:
    return re.compile("[^.]*".join(map(re.escape, component.split("*"))))
