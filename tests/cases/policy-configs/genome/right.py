"""Configs that ask the flag on every way to the filter."""

from pydantic import BaseModel
from torch import nn

from genome.filters import Fp8Plan, LongFilter, proj


class FilterConfig(BaseModel):
    size: int = 64
    order: int = 2
    low_precision: bool = True

    @property
    def quantized(self) -> bool:
        return self.low_precision

    @property
    def quantized_and_even(self) -> bool:
        return self.low_precision and self.order % 2 == 0

    def wants_fp8(self) -> bool:
        return self.low_precision

    def conditional(self, fp8_plan: Fp8Plan | None) -> LongFilter:
        return LongFilter(self.size, fp8_plan=None if not self.low_precision else fp8_plan)

    def statement(self, fp8_plan: Fp8Plan | None) -> LongFilter:
        if self.low_precision:
            plan = fp8_plan
        else:
            plan = None
        return LongFilter(self.size, self.order, plan)

    def default_then_set(self, fp8_plan: Fp8Plan | None) -> LongFilter:
        plan = None
        if self.low_precision:
            plan = fp8_plan
        return LongFilter(self.size, fp8_plan=plan)

    def early_return(self, fp8_plan: Fp8Plan | None) -> nn.Module:
        if not self.low_precision:
            return LongFilter(self.size)
        first = proj(self.size, fp8_plan)
        return nn.Sequential(first, LongFilter(self.size, fp8_plan=fp8_plan))

    def early_error(self, fp8_plan: Fp8Plan | None) -> LongFilter:
        if not self.low_precision:
            raise ValueError("this layer exists in low precision only")
        return LongFilter(self.size, fp8_plan=fp8_plan)

    def nested(self, fp8_plan: Fp8Plan | None) -> LongFilter:
        if fp8_plan is not None:
            if self.size % fp8_plan.tile == 0:
                if self.low_precision:
                    return LongFilter(self.size, fp8_plan=fp8_plan)
        return LongFilter(self.size)

    def one_more_condition(self, fp8_plan: Fp8Plan | None) -> LongFilter:
        usable = self.size >= 32 and self.low_precision
        return LongFilter(self.size, fp8_plan=fp8_plan if usable else None)

    def by_and(self, fp8_plan: Fp8Plan | None) -> LongFilter:
        return LongFilter(self.size, fp8_plan=(self.low_precision and fp8_plan) or None)

    def de_morgan(self, fp8_plan: Fp8Plan | None) -> LongFilter:
        if not (self.low_precision and self.size > 16):
            fp8_plan = None
        return LongFilter(self.size, fp8_plan=fp8_plan)

    def either_reason(self, fp8_plan: Fp8Plan | None) -> LongFilter:
        if self.order > 2 or not self.low_precision:
            return LongFilter(self.size, self.order)
        return LongFilter(self.size, self.order, fp8_plan=fp8_plan)

    def by_local(self, fp8_plan: Fp8Plan | None) -> LongFilter:
        spare = not self.low_precision
        if spare:
            fp8_plan = None
        return LongFilter(self.size, fp8_plan=fp8_plan)

    def by_property(self, fp8_plan: Fp8Plan | None) -> LongFilter:
        return LongFilter(self.size, fp8_plan=fp8_plan if self.quantized else None)

    def by_stronger_property(self, fp8_plan: Fp8Plan | None) -> LongFilter:
        return LongFilter(self.size, fp8_plan=fp8_plan if self.quantized_and_even else None)

    def by_method(self, fp8_plan: Fp8Plan | None) -> LongFilter:
        return LongFilter(self.size, fp8_plan=fp8_plan if self.wants_fp8() else None)

    def by_match(self, fp8_plan: Fp8Plan | None) -> LongFilter:
        match self.low_precision:
            case True:
                return LongFilter(self.size, fp8_plan=fp8_plan)
            case _:
                return LongFilter(self.size, fp8_plan=None)

    def by_dump(self, fp8_plan: Fp8Plan | None) -> LongFilter:
        settings = self.model_dump()
        if settings.pop("low_precision"):
            settings["fp8_plan"] = fp8_plan
        return LongFilter(**settings)

    def by_walrus(self, fp8_plan: Fp8Plan | None) -> LongFilter:
        if (low := self.low_precision) and fp8_plan is not None:
            return LongFilter(self.size, fp8_plan=fp8_plan)
        return LongFilter(self.size, order=3 if low else 2)

    def chain(self, fp8_plan: Fp8Plan | None) -> LongFilter:
        plan = None if self.order > 4 else fp8_plan if self.low_precision else None
        return LongFilter(self.size, fp8_plan=plan)

    def in_a_loop(self, fp8_plan: Fp8Plan | None, depth: int) -> nn.ModuleList:
        layers = nn.ModuleList()
        for _ in range(depth):
            if not self.low_precision:
                layers.append(LongFilter(self.size))
                continue
            layers.append(LongFilter(self.size, fp8_plan=fp8_plan))
        return layers
