"""What Python 3.12 can read."""

from torch import nn

from modern.layers import Project, Sampler, TileConfig

type MaybeTile = TileConfig | None


class Box[T: nn.Module]:
    def __init__(self, inside: T) -> None:
        self.inside = inside


def boxed[T](size: T, tile_config: TileConfig | None) -> Box[nn.Module]:
    return Box(Sampler(size, tile_config))


def labelled(size: int, tile_config: TileConfig | None) -> nn.Module:
    layer = Project(size, tile_config)
    layer.label = f"sampler {f"of {"project" if size else "nothing"}"}"
    return nn.Sequential(layer, Sampler(size, tile_config=tile_config))


def plain(size: int, tile: MaybeTile) -> nn.Module:
    return nn.Sequential(Project(size, tile), Sampler(size))
