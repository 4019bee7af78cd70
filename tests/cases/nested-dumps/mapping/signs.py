"""Pydantic models, one inside the other."""

from pydantic import BaseModel

from mapping.nets import RoadNet, TileNet
from mapping.roads import TileConfig as PlainTile


class TileConfig(BaseModel):
    width: int = 4
    int8_tiles: bool = False


class SignConfig(BaseModel):
    lanes: int = 1
    tile: TileConfig = TileConfig()

    def with_inner_dict(self) -> RoadNet:
        return RoadNet(**self.model_dump())

    def with_inner_config(self) -> RoadNet:
        return RoadNet(**dict(self))

    def inner_excluded(self) -> TileNet:
        return TileNet(**self.model_dump(exclude={"tile": {"int8_tiles"}})["tile"])

    def inner_dump(self) -> TileNet:
        return TileNet(**self.tile.model_dump())

    def plain(self) -> TileNet:
        return TileNet(**vars(PlainTile(width=2)))

    def as_plain(self) -> PlainTile:
        return PlainTile(**self.tile.model_dump())
