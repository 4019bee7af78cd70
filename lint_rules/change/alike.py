"""Whether two files, or two functions, say the same, wherever that stands in the text."""

from __future__ import annotations

from collections.abc import Iterator

from lint_rules.project import facts

_PLACES = frozenset({"line", "end_line", "column"})


def alike(one: object, other: object) -> bool:
    """Whether facts are the same but for their lines and columns; both as msgpack has them, as lists."""
    stack = [(one, other)]
    while stack:
        left, right = stack.pop()
        if type(left) is not type(right):
            # One is equal to True.
            return False
        if not isinstance(left, list):
            if left != right:
                return False
            continue
        assert isinstance(right, list)
        if len(left) != len(right):
            return False
        stack += _pairs(left, right)
    return True


def _pairs(left: list[object], right: list[object]) -> Iterator[tuple[object, object]]:
    tag = left[0] if left else None
    # Only a structure begins with a number: no field that is a list holds any.
    places = _of_tag[tag] if isinstance(tag, int) else ()
    return (pair for at, pair in enumerate(zip(left, right, strict=True)) if at not in places)


def _structures(above: type[facts._Node]) -> Iterator[type[facts._Node]]:
    for each in above.__subclasses__():
        yield each
        yield from _structures(each)


_of_tag: dict[object, frozenset[int]] = {
    each.__struct_config__.tag: frozenset(
        number for number, name in enumerate(each.__struct_fields__, 1) if name in _PLACES
    )
    for each in _structures(facts._Node)
}
"""Which items of a structure are places, by the number that it begins with."""
