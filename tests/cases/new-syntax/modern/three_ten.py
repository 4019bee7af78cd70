"""What Python 3.10 can read."""

from contextlib import nullcontext

from torch import nn

from modern.layers import Project, Sampler, TileConfig


def matched(kind: object, size: int, tile_config: TileConfig | None, /) -> nn.Module:
    match kind:
        case {"kind": "sampler", "plain": True}:
            return Sampler(size)
        case {"kind": "sampler"}:
            return Sampler(size, tile_config)
        case ["project", *_] | "project":
            return Project(size, tile_config)
        case int() as wide if wide > size:
            return Sampler(wide, tile_config=tile_config)
        case _:
            return Sampler(size, None)


def managed(size: int, /, *, tile_config: TileConfig | None) -> nn.Module:
    with (
        nullcontext(size) as width,
        nullcontext(tile_config) as _,
    ):
        return Sampler(
            width,
            tile_config=tile_config,
        )
