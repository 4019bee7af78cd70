"""What model classes declare of names: their mappers, and which layers are several of the checkpoint's in one."""

from __future__ import annotations

from collections.abc import Iterator

from lint_rules.outline.constants import Literal, Table
from lint_rules.outline.literals import declared
from lint_rules.outline.mappers import KEYWORD, Mapper
from lint_rules.project import facts
from lint_rules.project.looks import speaks
from lint_rules.project.symbols import ClassInfo


def mapper_of(klass: ClassInfo) -> Mapper | None:
    """The mapper of a class, whatever its attribute is called; None where it has none.

    Where it has several attributes that hold one, the one that is called a mapper counts, nearest class first. One that the
    constructor sets is none: an engine asks the class, before there is a model.
    """
    found = [
        (name, value)
        for name in _attributes(klass, KEYWORD.encode(), "mapper", False)
        if isinstance(value := declared(klass, name), Mapper)
    ]
    named = [value for name, value in found if "mapper" in name]
    return next(iter((*named, *(value for _, value in found))), None)


def fused_of(klass: ClassInfo) -> dict[str, tuple[str, ...]]:
    """The layers that stand for several of the checkpoint's, with their parts, as a class declares them."""
    out: dict[str, tuple[str, ...]] = {}
    for name in _attributes(klass, b"packed", "packed", True):
        if "packed" in name and isinstance(table := declared(klass, name), Table):
            for fused, parts in table.items:
                if isinstance(fused, str) and (texts := _texts(parts)):
                    out.setdefault(fused, texts)
    mapper = mapper_of(klass)
    for part, whole in mapper.stacked if mapper is not None else ():
        if whole is not None and part.count(".") == whole.count("."):
            name, last = _last(whole), _last(part)
            out[name] = tuple(dict.fromkeys((*out.get(name, ()), last)))
    return out


def _last(text: str) -> str:
    return text.strip(".").rpartition(".")[2]


def _texts(value: Literal) -> tuple[str, ...]:
    """The parts of a fused layer; each may come with the shard that it is."""
    parts = value if isinstance(value, tuple) else ()
    names = (part[0] if isinstance(part, tuple) and part else part for part in parts)
    return tuple(name for name in names if isinstance(name, str))


def _attributes(klass: ClassInfo, mark: bytes, word: str, late: bool) -> Iterator[str]:
    """The attributes of a class that may hold something, nearest class first, each once.

    ``mark`` occurs in every file that makes such a thing, or has it under a name; ``word`` in the names of methods that
    return one, and of attributes that a constructor sets, if such ``late`` ones count.
    """
    seen: set[str] = set()
    for base in klass.mro:
        if not base.module.source.holds_any([mark, word.encode()]):
            continue
        names = [*base.fields, *(name for name in base.methods if word in name)]
        names += _set_by_constructor(base, word) if late else ()
        for name in names:
            if name not in seen:
                seen.add(name)
                yield name


def _set_by_constructor(klass: ClassInfo, word: str) -> Iterator[str]:
    constructor = klass.methods.get("__init__")
    if constructor is None:
        return
    if not klass.module.source.ask_of(constructor.facts, speaks, word):
        return
    for statement in facts.flat(klass.module.source.body(constructor.facts)):
        for target in statement.targets if isinstance(statement, facts.Assign) else ():
            if isinstance(target, facts.Attribute) and target.value == facts.Name("self") and word in target.name:
                yield target.name
