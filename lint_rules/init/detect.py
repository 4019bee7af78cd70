"""What carries a quantization config in a project: a known engine's names, or the project's own."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from lint_rules.blueprint.survey import Progress
from lint_rules.blueprint.vocabulary import mentions
from lint_rules.manifest.keys import PROFILES
from lint_rules.manifest.model import Quantization
from lint_rules.manifest.profile import load_profile
from lint_rules.project import facts
from lint_rules.project.reading import Unreadable
from lint_rules.project.symbols import FunctionInfo, ModuleInfo, Project
from lint_rules.reports.summary import count

HINT = re.compile(rb"(?i)float8|fp8|fp4|int8|quant")
"""What every name of a quantization config has in it."""
_METHOD = r"(?:float8|fp8|fp4|mxfp\d|nvfp4|int8|quant|quantization|quantize)"
_ROLE = r"(?:config|cfg|settings|recipe|spec|scheme|params|options|opts|plan|args)"
_CLASS = re.compile(rf"(?i)\w*{_METHOD}\w*{_ROLE}")
_NAME = re.compile(rf"(?:\w+_)?{_METHOD}(?:_\w+)?_{_ROLE}")
_COMMON = frozenset(
    {"self", "cls", "config", "cfg", "settings", "args", "kwargs", "options", "params", "other", "value"}
)
"""Names that carry all sorts of things."""
_PLACES = 3


class Carrier(NamedTuple):
    """A class or a name that carries a config, and where it was seen."""

    name: str
    files: int
    places: tuple[str, ...]
    """The first few, as ``model.py:12``."""

    def __str__(self) -> str:
        more = ", ..." if self.files > len(self.places) else ""
        return f"{self.name}: {count(self.files, 'file')} ({', '.join(self.places)}{more})"


class Detected(NamedTuple):
    """What was found out about a project."""

    profile: str | None
    reason: str
    """Why it is that engine, or how the project's own names were told."""
    types: tuple[Carrier, ...]
    names: tuple[Carrier, ...]
    hinted: int
    """How many files hold a word such as a config's name has."""
    unreadable: tuple[tuple[Path, Unreadable], ...]
    """Those of them that can't be read."""

    @property
    def quantization(self) -> Quantization:
        """What the manifest says."""
        return Quantization(tuple(each.name for each in self.types), tuple(each.name for each in self.names))


def detect(project: Project, profile: str | None = None, progress: Progress | None = None) -> Detected:
    """Find what carries a config; ``profile`` is an engine that a person named. Neither types nor names: nothing was found."""
    hinted = []
    for done, path in enumerate(project.files):
        if HINT.search(project.source(path).data):
            hinted.append(path)
        if progress is not None:
            progress(done + 1, len(project.files))
    reason = "you said so" if profile is not None else None
    if profile is None:
        found = _engine(project, hinted)
        profile, reason = found if found is not None else (None, None)
    if profile is not None:
        known, _ = load_profile(profile)
        types = tuple(_seen(name, project, hinted) for name in known.types)
        names = tuple(_seen(name, project, hinted) for name in known.names)
        carried = _carried(profile, project, hinted)
        for path in carried:
            project.module(path)
        return Detected(profile, reason or "", types, names, len(hinted), _unreadable(project, carried))
    modules = [project.module(path) for path in hinted]
    types = tuple(_carriers(_types(modules), project))
    names = tuple(_carriers(_names(modules, {each.name for each in types}), project))
    reason = "by the names of classes, parameters and fields"
    return Detected(None, reason, types, names, len(hinted), _unreadable(project, hinted))


# --- known engines


def _engine(project: Project, hinted: list[Path]) -> tuple[str, str] | None:
    """The engine that the project is, or is built on, and how that was told."""
    for profile in PROFILES:
        if any(_is_package(project, profile, path) for path in project.files) and _carried(profile, project, hinted):
            return profile, f"the package {profile} is here"
    counts: dict[str, int] = {}
    for profile in PROFILES:
        imported = re.compile(rb"(?m)^\s*(?:from|import)\s+%s(?:\.|\s)" % profile.encode())
        carried = _carried(profile, project, hinted)
        importing = sum(1 for path in carried if imported.search(project.source(path).data))
        # A project may well talk to an engine without being built as the engine is.
        counts[profile] = importing if 2 * importing >= len(carried) else 0
    best = max(counts, key=lambda profile: (counts[profile], profile))
    if not counts[best]:
        return None
    return best, f"{best} is imported where its config is named, in {count(counts[best], 'file')}"


def _is_package(project: Project, profile: str, path: Path) -> bool:
    """Whether a file is the beginning of the engine's own package, in the root or in a folder for sources."""
    if path.name != "__init__.py" or path.parent.name != profile:
        return False
    above = path.parent.relative_to(project.root).parts[:-1]
    return above in ((), ("src",), ("python",)) or (path.parent == project.root and not above)


def _carried(profile: str, project: Project, hinted: list[Path]) -> list[Path]:
    """The files in which one of the engine's names occurs."""
    known, _ = load_profile(profile)
    return [path for path in hinted if _word(*known.types, *known.names).search(project.source(path).data)]


def _seen(name: str, project: Project, hinted: list[Path]) -> Carrier:
    files = [path for path in hinted if _word(name).search(project.source(path).data)]
    places = []
    for path in files[:_PLACES]:
        data = project.source(path).data
        found = _word(name).search(data)
        line = data.count(b"\n", 0, found.start()) + 1 if found else 1
        places.append(f"{path.relative_to(project.root).as_posix()}:{line}")
    return Carrier(name, len(files), tuple(places))


def _word(*names: str) -> re.Pattern[bytes]:
    return re.compile(rb"(?<!\w)(?:%s)(?!\w)" % b"|".join(re.escape(name.encode()) for name in names))


# --- a project's own names


class _Mention(NamedTuple):
    name: str
    annotation: frozenset[str]
    module: ModuleInfo
    line: int


def _mentions(modules: list[ModuleInfo]) -> Iterator[_Mention]:
    """All parameters and fields, with the names in their annotations."""
    for module in modules:
        functions: list[FunctionInfo] = list(module.functions)
        for cls in module.classes:
            functions += cls.methods.values()
            for field in cls.fields.values():
                if field.annotation is not None:
                    yield _Mention(field.name, _annotated(field.annotation), module, field.line)
        for function in functions:
            for parameter in function.facts.parameters:
                yield _Mention(parameter.name, _annotated(parameter.annotation), module, parameter.line)


def _annotated(annotation: facts.Expression | None) -> frozenset[str]:
    if isinstance(annotation, facts.Constant) and isinstance(annotation.value, str):
        return frozenset(re.findall(r"\w+", annotation.value))
    return frozenset(mentions(annotation)) if annotation is not None else frozenset()


def _types(modules: list[ModuleInfo]) -> Iterator[tuple[str, ModuleInfo, int]]:
    """Classes whose name says that they are quantization configs, where a parameter or a field is annotated with one."""
    modular = {cls.name for module in modules for cls in module.classes if cls.is_module}
    for mention in _mentions(modules):
        for name in sorted(mention.annotation - modular):
            if _CLASS.fullmatch(name) and name[0].isupper():
                yield name, mention.module, mention.line


def _names(modules: list[ModuleInfo], types: set[str]) -> Iterator[tuple[str, ModuleInfo, int]]:
    """Parameters and fields that are annotated with one of the classes, or whose name says what they carry."""
    for mention in _mentions(modules):
        typed = not mention.annotation.isdisjoint(types) and mention.name not in _COMMON
        if (typed or _NAME.fullmatch(mention.name)) and not _is_plain(mention.annotation):
            yield mention.name, mention.module, mention.line


def _is_plain(annotation: frozenset[str]) -> bool:
    """Whether an annotation says that this is a number or a text."""
    return bool(annotation) and annotation <= {"bool", "int", "float", "str", "Path", "Optional", "Literal"}


def _carriers(found: Iterator[tuple[str, ModuleInfo, int]], project: Project) -> Iterator[Carrier]:
    """Carriers, those in the most files first."""
    places: dict[str, dict[Path, int]] = {}
    for name, module, line in found:
        places.setdefault(name, {}).setdefault(module.path, line)
    order = Counter({name: len(files) for name, files in places.items()})
    for name, files in sorted(order.items(), key=lambda item: (-item[1], item[0])):
        shown = [f"{path.relative_to(project.root).as_posix()}:{line}" for path, line in places[name].items()]
        yield Carrier(name, files, tuple(shown[:_PLACES]))


def unreadable_files(project: Project) -> tuple[tuple[Path, Unreadable], ...]:
    """All files of a project that can't be read."""
    return _unreadable(project, project.files)


def _unreadable(project: Project, paths: list[Path]) -> tuple[tuple[Path, Unreadable], ...]:
    found = []
    for path in paths:
        source = project.source(path)
        if source.module is None and source.trouble is not None:
            found.append((path, source.trouble))
    return tuple(found)
