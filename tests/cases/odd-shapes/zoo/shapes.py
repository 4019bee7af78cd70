"""Builders of every shape."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from functools import cache, cached_property

from torch import nn

from zoo.schicht import BildSchicht, GewichtsFormat, ZählerSchicht

GLOBAL_FORMAT = GewichtsFormat()
GLOBAL_LAYER = ZählerSchicht(16, fp8_größe=GLOBAL_FORMAT)
PLAIN_LAYER = ZählerSchicht(16)


async def fetched(größe: int, fp8_größe: GewichtsFormat | None) -> nn.Module:
    await asyncio.sleep(0)
    return ZählerSchicht(größe, fp8_größe)


async def streamed(größe: int, fp8_größe: GewichtsFormat | None) -> AsyncIterator[nn.Module]:
    async with asyncio.Lock():
        yield BildSchicht(größe, fp8_größe)
        yield ZählerSchicht(größe, fp8_größe=fp8_größe)


def one_by_one(größe: int, fp8_größe: GewichtsFormat | None) -> Iterator[nn.Module]:
    yield from (BildSchicht(größe, fp8_größe) for _ in range(2))
    while größe > 1:
        größe //= 2
        yield ZählerSchicht(
            größe,
            fp8_größe,
        )


class Gehege:
    """Is no module, and makes some."""

    def __init__(self, größe: int, fp8_größe: GewichtsFormat | None = None) -> None:
        self.größe, self.fp8_größe = größe, fp8_größe

    @staticmethod
    def fest(größe: int, fp8_größe: GewichtsFormat | None) -> nn.Module:
        return ZählerSchicht(größe, fp8_größe=fp8_größe)

    @classmethod
    def klein(cls, fp8_größe: GewichtsFormat | None) -> Gehege:
        return cls(1, fp8_größe)

    @cached_property
    def schicht(self) -> nn.Module:
        return ZählerSchicht(self.größe, fp8_größe=self.fp8_größe)

    @property
    def bild(self) -> nn.Module:
        return BildSchicht(self.größe, fp8_größe=self.fp8_größe)

    class Innen(ZählerSchicht):
        """Excluded, since it derives from an excluded class."""

        tief = True

    def innen(self) -> nn.Module:
        return self.Innen(self.größe, self.fp8_größe)

    def __call__(self) -> nn.Module:
        def eins() -> nn.Module:
            def zwei() -> nn.Module:
                class Lokal(ZählerSchicht):
                    pass

                return Lokal(self.größe, fp8_größe=self.fp8_größe)

            return zwei()

        return eins()


@cache
def gemerkt(größe: int, fp8_größe: GewichtsFormat | None = None) -> nn.Module:
    try:
        return ZählerSchicht(größe, fp8_größe=fp8_größe)
    except ValueError:
        return BildSchicht(größe, fp8_größe=fp8_größe)
    finally:
        print("ZählerSchicht gebaut")


def tief(größe: int, fp8_größe: GewichtsFormat | None) -> nn.Module | None:
    for a in range(2):
        for b in range(2):
            with open("zoo.txt") as datei:
                while zeile := datei.readline():
                    if zeile.strip():
                        try:
                            if a:
                                if b:
                                    for c in zeile.split():
                                        if c.isdigit():
                                            return ZählerSchicht(int(c), fp8_größe)
                        except OSError:
                            return ZählerSchicht(größe, None)
    return None


def verschluckt(größe: int, fp8_größe: GewichtsFormat | None) -> str:
    """Code in a string is text: ZählerSchicht(größe, fp8_größe=fp8_größe)."""
    return f"ZählerSchicht({größe}, fp8_größe={fp8_größe})"


def pingt(größe: int, mal: int, fmt) -> nn.Module:
    if mal == 0:
        return BildSchicht(größe, fmt)
    return pongt(größe, mal - 1, fmt)


def pongt(größe: int, mal: int, fmt) -> nn.Module:
    if mal == 0:
        return ZählerSchicht(größe, fmt)
    return pingt(größe, mal - 1, fmt)


def pingpong(größe: int) -> nn.Module:
    return pingt(größe, 7, GewichtsFormat(kacheln=32))


if __name__ == "__main__":
    print(ZählerSchicht(4, fp8_größe=GLOBAL_FORMAT), GLOBAL_LAYER, PLAIN_LAYER)
