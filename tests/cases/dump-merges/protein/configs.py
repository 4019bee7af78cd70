"""A base config with one flag, and two configs below it."""

import copy
from typing import Any

from pydantic import BaseModel

from protein.modules import FoldFp8, ResidueUpdate, TriangleUpdate


class BaseFoldConfig(BaseModel):
    size: int = 128
    quantize_bias: bool = False

    def to_dict(self) -> dict[str, Any]:
        return self.model_dump()


class ResidueConfig(BaseFoldConfig):
    heads: int = 4

    def whole(self) -> ResidueUpdate:
        return ResidueUpdate(**self.model_dump())

    def inherited_dict(self) -> ResidueUpdate:
        return ResidueUpdate(**self.to_dict())

    def merged(self) -> ResidueUpdate:
        return ResidueUpdate(**(self.model_dump() | {"dropout": 0.1}))

    def merged_the_other_way(self) -> ResidueUpdate:
        return ResidueUpdate(**({"dropout": 0.1} | self.model_dump()))

    def merged_without(self) -> ResidueUpdate:
        return ResidueUpdate(**(self.model_dump(exclude={"quantize_bias"}) | {"dropout": 0.1}))

    def literal(self) -> ResidueUpdate:
        settings = {"dropout": 0.2, **self.model_dump(), "heads": 8}
        return ResidueUpdate(**settings)

    def called(self) -> ResidueUpdate:
        settings = dict(self.model_dump(), heads=8)
        return ResidueUpdate(
            dropout=0.0,
            **settings,
        )

    def updated(self) -> ResidueUpdate:
        settings: dict[str, Any] = {"dropout": 0.1}
        settings.update(self.to_dict())
        settings.pop("heads")
        return ResidueUpdate(**settings)

    def updated_without(self) -> ResidueUpdate:
        settings: dict[str, Any] = {"dropout": 0.1}
        settings.update(self.to_dict())
        settings.pop("quantize_bias")
        return ResidueUpdate(**settings)

    def in_place(self) -> ResidueUpdate:
        settings = {"dropout": 0.1}
        settings |= self.model_dump(include={"size", "heads"})
        return ResidueUpdate(**settings)

    def copied(self) -> ResidueUpdate:
        settings = copy.deepcopy(self.model_dump())
        return ResidueUpdate(**settings)

    def single_values(self) -> ResidueUpdate:
        settings = self.model_dump()
        return ResidueUpdate(settings["size"], heads=settings["heads"])

    def single_flag(self) -> ResidueUpdate:
        settings = self.model_dump()
        return ResidueUpdate(
            settings["size"],
            bias=settings["quantize_bias"],
        )

    def two_splats(self) -> ResidueUpdate:
        shape = {"size": self.size}
        rest = self.model_dump(exclude={"size"})
        return ResidueUpdate(
            **shape,
            **rest,
        )

    def flag_put_in(self) -> ResidueUpdate:
        settings = self.model_dump(include={"size"})
        settings["quantize_bias"] = self.quantize_bias
        return ResidueUpdate(**settings)

    def flag_asked(self) -> ResidueUpdate:
        settings = self.model_dump(exclude={"quantize_bias"})
        settings["bias_bits"] = 8 if self.quantize_bias else 16
        return ResidueUpdate(**settings)


class PairConfig(BaseFoldConfig):
    quantize_pairs: bool = True

    def right(self, fold_fp8: FoldFp8 | None) -> TriangleUpdate:
        settings = self.model_dump(exclude={"quantize_pairs", "quantize_bias"})
        return TriangleUpdate(**settings, fold_fp8=fold_fp8 if self.quantize_pairs else None)

    def popped(self, fold_fp8: FoldFp8 | None) -> TriangleUpdate:
        settings = {**self.model_dump(), "fold_fp8": fold_fp8}
        settings.pop("quantize_bias")
        if not settings.pop("quantize_pairs"):
            settings["fold_fp8"] = None
        return TriangleUpdate(**settings)

    def base_flag_left(self, fold_fp8: FoldFp8 | None) -> TriangleUpdate:
        fold_fp8 = fold_fp8 if self.quantize_pairs else None
        return TriangleUpdate(
            fold_fp8=fold_fp8,
            **self.model_dump(exclude={"quantize_pairs"}),
        )

    def policy_left(self, fold_fp8: FoldFp8 | None) -> TriangleUpdate:
        settings = self.model_dump()
        settings.pop("quantize_bias")
        return TriangleUpdate(
            fold_fp8=fold_fp8 if self.quantize_pairs else None,
            **settings,
        )

    def both_rules(self, fold_fp8: FoldFp8 | None) -> TriangleUpdate:
        return TriangleUpdate(
            **self.model_dump(),
            fold_fp8=fold_fp8,
        )
