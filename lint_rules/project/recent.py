"""What was made last, so that it need not be made again at once; what was not asked for lately is forgotten."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

_Value = TypeVar("_Value")


class Recent(Generic[_Value]):
    """Things by key: so many as were asked for last."""

    __slots__ = ("_held", "_most")

    def __init__(self, most: int) -> None:
        self._most = most
        self._held: dict[Hashable, _Value] = {}

    def get(self, key: Hashable, make: Callable[[], _Value]) -> _Value:
        """The thing under a key, made if it is not there any more."""
        held = self._held
        if key in held:
            found = held.pop(key)
        else:
            found = make()
            while len(held) >= self._most:
                del held[next(iter(held))]
        held[key] = found
        return found
