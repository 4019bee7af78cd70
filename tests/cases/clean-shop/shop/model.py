"""The model, its report, and its checks."""

import logging
from typing import Any

from torch import nn

from shop.configs import ItemConfig, PriceConfig, PriceHeadConfig, ShopConfig
from shop.layers import (
    FourBitConfig,
    ItemEmbedding,
    LogPriceHead,
    PriceHead,
    PriceHeadAdapter,
    Ranker,
    TextModel,
)

logger = logging.getLogger(__name__)

CONFIGS: dict[str, type] = {"price": PriceConfig, "PriceHead": PriceHeadConfig, "items": ItemConfig}
FORMATS: dict[type[nn.Module], FourBitConfig | None] = {
    LogPriceHead: FourBitConfig(group=16),
    PriceHead: None,
}


class ShopModel(nn.Module):
    def __init__(self, config: ShopConfig) -> None:
        super().__init__()
        four_bit = config.four_bit
        self.items = config.items.build(four_bit=four_bit)
        self.price = config.price.build(four_bit)
        self.log_price = config.log_price.build(four_bit=four_bit)
        self.adapter = PriceHeadAdapter(PriceHead(config.size), config.size, four_bit)
        self.ranker = Ranker(config.size, four_bit=four_bit)


class Storefront(nn.Module):
    def __init__(self, config: ShopConfig) -> None:
        super().__init__()
        self.shop = ShopModel(config)
        self.text = TextModel(config.size, config.four_bit)


def same_call(config: ShopConfig) -> nn.Module:
    return nn.Sequential(
        LogPriceHead(config.size, four_bit=config.four_bit),
        PriceHead(config.size, four_bit=None),
        LogPriceHead(config.size, config.four_bit),
        PriceHead(config.size),
    )


def chosen_together(config: ShopConfig, logs: bool) -> nn.Module:
    if logs:
        head_cls, four_bit = LogPriceHead, config.four_bit
    else:
        head_cls, four_bit = PriceHead, None
    return head_cls(config.size, four_bit=four_bit)


def checked(layer: nn.Module, four_bit: FourBitConfig | None) -> str:
    if isinstance(layer, PriceHead) and four_bit is not None:
        raise TypeError("a PriceHead takes no four_bit")
    if issubclass(type(layer), (PriceHead, ItemEmbedding)):
        four_bit = None
    logger.info("%s: four_bit=%s", PriceHead.__name__, four_bit)
    return report(PriceHead, four_bit=four_bit)


def report(cls: type[nn.Module], **settings: Any) -> str:
    return f"{cls.__name__}: {sorted(settings)}"


def expected_error(config: ShopConfig) -> None:
    """The class and its arguments, not yet together."""
    attempt: dict[str, Any] = {"cls": PriceHead, "four_bit": config.four_bit}
    logger.error("not allowed: %s", attempt)


class Page:
    """Has a `build` and knows no layer."""

    def __init__(self, title: str) -> None:
        self.title = title

    def build(self, four_bit: FourBitConfig | None, head: type[nn.Module] = PriceHead) -> str:
        return f"<h1>{self.title}: {head.__name__}, {four_bit}</h1>"


def page(config: ShopConfig) -> str:
    return Page("Prices").build(config.four_bit, PriceHead)


def config_by_name(name: str, config: ShopConfig) -> object:
    return CONFIGS[name](size=config.size)


def none_by_every_path(config: ShopConfig, kind: str) -> nn.Module:
    four_bit = config.four_bit
    if kind == "plain":
        four_bit = None
    elif kind == "mixed":
        log_head = LogPriceHead(config.size, four_bit)
        four_bit = None
        return nn.Sequential(log_head, PriceHead(config.size, four_bit=four_bit))
    else:
        four_bit = None
    return PriceHead(config.size, four_bit=four_bit)


def deleted_key(config: ShopConfig) -> nn.Module:
    settings = {"size": config.size, "four_bit": config.four_bit}
    log_head = LogPriceHead(**settings)
    del settings["four_bit"]
    return nn.Sequential(log_head, PriceHead(**settings))


def filtered_keys(config: ShopConfig) -> nn.Module:
    settings = {"size": config.size, "four_bit": config.four_bit, "currency": "USD"}
    return PriceHead(**{key: settings[key] for key in ("size", "currency")})


def finished_head(config: ShopConfig, head: PriceHead) -> nn.Module:
    return PriceHeadAdapter(head, config.size, four_bit=config.four_bit)


def typed(config: ShopConfig) -> PriceHead | None:
    heads: dict[str, PriceHead] = {}
    chosen: PriceHead | None = heads.get(str(config.four_bit))
    return chosen
