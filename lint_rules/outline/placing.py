"""Where modules are put, and the paths that follow from it."""

from __future__ import annotations

from typing import TypeVar

from lint_rules.outline.values import Mapping, Object, Place, Sequence, Value, options

_Container = TypeVar("_Container", Sequence, Mapping)
_DEPTH = 12


def place(value: Value, owner: Object | Sequence | Mapping, key: str) -> None:
    """Note that a value was put below an owner."""
    for option in options(value):
        if isinstance(option, Object | Sequence | Mapping) and option is not owner:
            for each in option.places:
                if each.owner is owner and each.key == key:
                    break
            else:
                option.places.append(Place(owner, key))


def placed(container: _Container) -> _Container:
    """The container, all that it holds noted as put into it."""
    if isinstance(container, Sequence):
        for number, item in enumerate(container.items):
            place(item, container, container.key(number))
    else:
        for key, value in container.entries.items():
            place(value, container, key)
    return container


def path_of(made: Object, root: Object) -> tuple[str, ...] | None:
    """The path of a module below the one that is built: the first place by which it gets there; None if none does.

    Where only something inside it is put somewhere, under its own name, it is as if it were there itself.
    """
    path = _upwards(made, root, 0)
    if path is not None:
        return path
    for name, inner in made.lent.items():
        for each in inner.places:
            above = _upwards(each.owner, root, 1) if each.owner is not made and each.key == name else None
            if above is not None:
                return above
    return None


def _upwards(here: Object | Sequence | Mapping, root: Object, depth: int) -> tuple[str, ...] | None:
    if here is root:
        return ()
    if depth > _DEPTH:
        return None
    for each in here.places:
        above = _upwards(each.owner, root, depth + 1)
        if above is not None:
            return (*above, *each.key.split("."))
    return None
