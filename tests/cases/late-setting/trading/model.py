"""Models that are finished in two steps."""

from pydantic import BaseModel, ConfigDict
from torch import nn

from trading.layers import Imbalance, OrderBook, ScaledConfig, Spread


class BookConfig(BaseModel):
    model_config = ConfigDict(arbitrary_types_allowed=True)

    size: int = 32
    levels: int = 10
    scale_imbalance: bool = False
    scaled_cfg: ScaledConfig | None = None

    def build(self) -> Imbalance:
        imbalance = Imbalance(self.size)
        if self.scale_imbalance:
            imbalance.scaled_cfg = self.scaled_cfg
        return imbalance

    def build_spread(self) -> Spread:
        spread = Spread(self.size)
        spread.scaled_cfg = self.scaled_cfg
        return spread


def assigned(config: BookConfig) -> nn.Module:
    book = OrderBook(config.size)
    spread = Spread(config.size)
    book.scaled_cfg = config.scaled_cfg
    spread.scaled_cfg = config.scaled_cfg
    return nn.Sequential(book, spread)


def assigned_none(config: BookConfig) -> nn.Module:
    book = OrderBook(config.size, scaled_cfg=None)
    book.scaled_cfg = None
    book.label = f"limit {config.scaled_cfg}"
    return book


def by_setattr(config: BookConfig) -> nn.Module:
    book, spread = OrderBook(config.size), Spread(config.size)
    for name, value in (("label", "first"), ("levels", config.levels)):
        setattr(spread, name, value)
    setattr(
        book,
        "scaled_cfg",
        config.scaled_cfg,
    )
    setattr(book, "label", "second")
    return nn.Sequential(book, spread)


def in_a_loop(config: BookConfig) -> nn.ModuleList:
    books = [OrderBook(config.size) for _ in range(config.levels)]
    for book in books:
        book.scaled_cfg = config.scaled_cfg
    return nn.ModuleList(books)


def in_another_loop(config: BookConfig) -> nn.ModuleList:
    spreads = nn.ModuleList([Spread(config.size) for _ in range(config.levels)])
    for spread in spreads:
        spread.scaled_cfg = config.scaled_cfg
    return spreads


def chained(config: BookConfig) -> nn.Module:
    spread, book = Spread(config.size), OrderBook(config.size)
    spread.scaled_cfg = book.scaled_cfg = config.scaled_cfg
    return nn.Sequential(spread, book)


def other_condition(config: BookConfig) -> nn.Module:
    imbalance = Imbalance(config.size)
    if config.levels > 5:
        imbalance.scaled_cfg = config.scaled_cfg
    return imbalance


def under_the_policy(config: BookConfig) -> nn.Module:
    imbalance = Imbalance(config.size)
    imbalance.scaled_cfg = config.scaled_cfg if config.scale_imbalance else None
    return imbalance


class BookModel(nn.Module):
    def __init__(self, config: BookConfig) -> None:
        super().__init__()
        self.spread = Spread(config.size, config.scaled_cfg)
        self.book = OrderBook(config.size)
        self.imbalances = nn.ModuleList([config.build() for _ in range(config.levels)])

    def scale(self, config: BookConfig) -> None:
        self.spread.scaled_cfg = config.scaled_cfg
        self.book.scaled_cfg = config.scaled_cfg


def scale_all(model: nn.Module, scaled_cfg: ScaledConfig) -> None:
    for layer in model.modules():
        if isinstance(layer, OrderBook):
            layer.scaled_cfg = scaled_cfg


def scale_others(model: nn.Module, scaled_cfg: ScaledConfig) -> None:
    for layer in model.modules():
        if isinstance(layer, Spread):
            layer.scaled_cfg = scaled_cfg
