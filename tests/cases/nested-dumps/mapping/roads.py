"""Dataclasses, one inside the other."""

from dataclasses import asdict, dataclass, field

from mapping.nets import OpenedRoadNet, PickingRoadNet, RoadNet, TileNet


@dataclass
class TileConfig:
    width: int = 8
    int8_tiles: bool = True


@dataclass
class RoadConfig:
    lanes: int = 2
    tile: TileConfig = field(default_factory=TileConfig)

    def with_inner_dict(self) -> RoadNet:
        return RoadNet(**asdict(self))

    def with_inner_config(self) -> RoadNet:
        return RoadNet(**vars(self))

    def opened_here(self) -> TileNet:
        return TileNet(**asdict(self)["tile"])

    def opened_by_name(self) -> TileNet:
        inner = asdict(self)["tile"]
        inner["width"] *= 2
        return TileNet(**inner)

    def opened_of_itself(self) -> TileNet:
        return TileNet(**vars(self.tile))

    def opened_without(self) -> TileNet:
        settings = asdict(self)
        inner = settings.pop("tile")
        inner.pop("int8_tiles")
        return TileNet(**inner)

    def opened_inside(self) -> OpenedRoadNet:
        return OpenedRoadNet(self.lanes, asdict(self.tile))

    def picked_inside(self) -> PickingRoadNet:
        return PickingRoadNet(self.lanes, asdict(self.tile))

    def both_levels(self) -> RoadNet:
        settings = asdict(self)
        settings.update(settings.pop("tile"))
        return RoadNet(**settings)

    def one_level(self) -> RoadNet:
        settings = asdict(self)
        width = settings.pop("tile")["width"]
        return RoadNet(**settings, width=width)


@dataclass
class OuterConfig:
    road: RoadConfig = field(default_factory=RoadConfig)
    name: str = "map"
    int8_map: bool = False

    def deep(self) -> TileNet:
        plain = asdict(self)
        return TileNet(**plain["road"]["tile"])

    def half_deep(self) -> RoadNet:
        plain = asdict(self)
        return RoadNet(**plain["road"])

    def read_deep(self) -> RoadNet:
        wide = self.road.tile.int8_tiles
        return RoadNet(4 if wide else 2, tile=asdict(self.road.tile))

    def outer_flag(self) -> RoadNet:
        return RoadNet(2, **vars(self))

    def outer_flag_dropped(self) -> RoadNet:
        settings = asdict(self)
        if settings.pop("int8_map"):
            settings["name"] += ", small"
        return RoadNet(2, **settings)
