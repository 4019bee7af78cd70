"""Configs. One is called like a layer."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, replace
from typing import Any

from shop.layers import FourBitConfig, ItemEmbedding, LogPriceHead, PriceHead


@dataclass
class PriceHeadConfig:
    """Settings of the log head, in spite of its name."""

    size: int = 64

    def build(self, four_bit: FourBitConfig | None = None) -> LogPriceHead:
        return LogPriceHead(**asdict(self), four_bit=four_bit)


@dataclass
class PriceConfig:
    size: int = 64
    currency: str = "EUR"
    four_bit_price: bool = False

    def build(self, four_bit: FourBitConfig | None = None) -> PriceHead:
        settings = asdict(self)
        quantize = settings.pop("four_bit_price")
        return PriceHead(**settings, four_bit=four_bit if quantize else None)

    def build_two(self, four_bit: FourBitConfig | None = None) -> list[PriceHead]:
        if four_bit is None or not self.four_bit_price:
            return [PriceHead(self.size), PriceHead(self.size, four_bit=None)]
        return [PriceHead(self.size, name, four_bit) for name in ("EUR", "CHF")]

    def in_francs(self) -> PriceConfig:
        return replace(self, currency="CHF", four_bit_price=self.four_bit_price)

    def describe(self) -> str:
        return "{size} {currency} {four_bit_price}".format(**asdict(self))


@dataclass
class ItemConfig:
    items: int = 10_000
    size: int = 64
    four_bit_items: bool = False

    def build(self, **kwargs: Any) -> ItemEmbedding:
        own = {"items": self.items, "size": 32 if self.four_bit_items else self.size}
        kwargs.pop("four_bit", None)
        return ItemEmbedding(**own, **kwargs)


@dataclass
class ShopConfig:
    size: int = 64
    price: PriceConfig = field(default_factory=PriceConfig)
    log_price: PriceHeadConfig = field(default_factory=PriceHeadConfig)
    items: ItemConfig = field(default_factory=ItemConfig)
    four_bit: FourBitConfig | None = None
