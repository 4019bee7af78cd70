"""The configs, each method of which builds in another way."""

from dataclasses import asdict, dataclass, fields
from typing import ClassVar

from pydantic import BaseModel

from weather import filters
from weather.filters import LABELS, OWN_FLAGS, drop_flags, drop_inputs, drop_labels, only, without
from weather.modules import GridEncoder, StationEncoder


class FieldConfig(BaseModel):
    title: str = ""
    unit: str = "K"
    tiled: bool = True


class GridConfig(FieldConfig):
    HIDDEN: ClassVar[set[str]] = {"fp8_inputs", "fp8_outputs"}
    HALF_HIDDEN: ClassVar[set[str]] = {"fp8_inputs"}

    cells: int = 64
    depth: int = 2
    fp8_inputs: bool = True
    fp8_outputs: bool = False

    def two_dropped(self) -> GridEncoder:
        return GridEncoder(**self.model_dump(exclude={"fp8_inputs", "fp8_outputs"}))

    def one_of_two_dropped(self) -> GridEncoder:
        return GridEncoder(**self.model_dump(exclude={"fp8_inputs"}))

    def by_class_set(self) -> GridEncoder:
        return GridEncoder(**self.model_dump(exclude=self.HIDDEN))

    def by_short_class_set(self) -> GridEncoder:
        return GridEncoder(**self.model_dump(exclude=self.HALF_HIDDEN))

    def by_union(self) -> GridEncoder:
        return GridEncoder(**self.model_dump(exclude=LABELS | {"fp8_inputs", "fp8_outputs"}))

    def by_union_of_labels(self) -> GridEncoder:
        return GridEncoder(**self.model_dump(exclude=LABELS | {"tiled"}))

    def by_module_tuple(self) -> GridEncoder:
        return GridEncoder(**self.model_dump(exclude=set(OWN_FLAGS)))

    def by_mapping(self) -> GridEncoder:
        return GridEncoder(**self.model_dump(exclude={"fp8_inputs": True, "fp8_outputs": True}))

    def by_local_set(self) -> GridEncoder:
        hidden = {"title", *OWN_FLAGS}
        return GridEncoder(**self.model_dump(mode="python", exclude=hidden))

    def without_nones(self) -> GridEncoder:
        return GridEncoder(
            **self.model_dump(exclude_none=True),
        )

    def by_include(self) -> GridEncoder:
        shape = {"cells", "depth"}
        return GridEncoder(**self.model_dump(include=shape))

    def by_include_of_all(self) -> GridEncoder:
        shape = {"cells", "depth", "fp8_outputs"}
        return GridEncoder(**self.model_dump(include=shape))

    def by_helper(self) -> GridEncoder:
        return GridEncoder(**drop_flags(self.model_dump()))

    def by_names(self) -> GridEncoder:
        return GridEncoder(**without(self.model_dump(), "fp8_inputs", "title", "fp8_outputs"))

    def by_other_names(self) -> GridEncoder:
        return GridEncoder(
            depth=3,
            **without(self.model_dump(), "title", "depth"),
        )

    def by_label_helper(self) -> GridEncoder:
        return GridEncoder(**drop_labels(self.model_dump()))

    def by_half_helper(self) -> GridEncoder:
        return GridEncoder(**drop_inputs(self.model_dump()))

    def by_two_helpers(self) -> GridEncoder:
        return GridEncoder(**without(filters.drop_inputs(self.model_dump()), "fp8_outputs"))

    def by_choice(self) -> GridEncoder:
        return GridEncoder(**only(self.model_dump(), {"cells", "depth"}))

    def by_own_method(self) -> GridEncoder:
        return GridEncoder(**self.settings())

    def by_own_dump(self) -> GridEncoder:
        return GridEncoder(**self.all_settings())

    def settings(self) -> dict[str, object]:
        return self.model_dump(exclude={"fp8_inputs", "fp8_outputs", "title"})

    def all_settings(self) -> dict[str, object]:
        found = self.model_dump()
        found.pop("title")
        return found

    def forgotten_result(self) -> GridEncoder:
        settings = self.model_dump()
        drop_flags(settings)
        return GridEncoder(**settings)

    def kept_result(self) -> GridEncoder:
        settings = self.model_dump()
        settings = drop_flags(settings)
        return GridEncoder(**settings)


@dataclass
class StationConfig:
    cells: int = 8
    depth: int = 1
    fp8_inputs: bool = True
    fp8_outputs: bool = True

    def copied(self) -> StationEncoder:
        settings = asdict(self)
        mine = settings.copy()
        mine.pop("fp8_inputs")
        return StationEncoder(**mine)

    def copy_forgotten(self) -> StationEncoder:
        settings = asdict(self)
        mine = dict(settings)
        mine.pop("fp8_inputs")
        return StationEncoder(**settings)

    def by_helper(self) -> StationEncoder:
        """`fp8_outputs` is no flag of this config."""
        return StationEncoder(**drop_inputs(vars(self)))

    def by_fields(self) -> StationEncoder:
        return StationEncoder(
            **{f.name: getattr(self, f.name) for f in fields(self) if f.name != "fp8_inputs"}
        )

    def dropped_under_a_condition(self) -> StationEncoder:
        settings = asdict(self)
        if self.depth > 1:
            del settings["fp8_inputs"]
        return StationEncoder(**settings)

    def dropped_either_way(self) -> StationEncoder:
        settings = asdict(self)
        if settings.pop("fp8_inputs"):
            settings["depth"] += 1
        return StationEncoder(**settings)
