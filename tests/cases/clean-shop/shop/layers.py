"""Layers, of which three are excluded."""

from dataclasses import dataclass

import torch
from torch import nn


@dataclass(frozen=True)
class FourBitConfig:
    group: int = 32


def dense(size: int, out: int, four_bit: FourBitConfig | None = None) -> nn.Linear:
    made = nn.Linear(size, out)
    if four_bit is not None:
        made.register_buffer("group", torch.tensor(four_bit.group))
    return made


class PriceHead(nn.Module):
    """Excluded."""

    def __init__(
        self, size: int, currency: str = "EUR", four_bit: FourBitConfig | None = None
    ) -> None:
        super().__init__()
        self.currency = currency
        self.out = dense(size, 1, four_bit)


class PriceHeadAdapter(nn.Module):
    """Not excluded: takes a finished head, and adds a layer of its own."""

    def __init__(self, head: PriceHead, size: int, four_bit: FourBitConfig | None = None) -> None:
        super().__init__()
        self.head = head
        self.mix = dense(size, size, four_bit=four_bit)


class LogPriceHead(nn.Module):
    """Not excluded, and not derived from the excluded one."""

    def __init__(self, size: int, four_bit: FourBitConfig | None = None) -> None:
        super().__init__()
        self.out = dense(size, 1, four_bit)


class ItemEmbedding(nn.Embedding):
    """Excluded."""

    def __init__(self, items: int, size: int, four_bit: FourBitConfig | None = None) -> None:
        super().__init__(items, size)
        self.four_bit = four_bit


class Ranker(nn.Module):
    """One layer of it is excluded."""

    def __init__(self, size: int, four_bit: FourBitConfig | None = None) -> None:
        super().__init__()
        self.tie = dense(size, size, four_bit)
        self.tie_break = dense(size, 1, four_bit=None)
        self.tie_break_norm = dense(size, size, four_bit)


class TextLayer(nn.Module):
    def __init__(self, size: int, four_bit: FourBitConfig | None = None) -> None:
        super().__init__()
        self.proj = dense(size, size, four_bit)
        self.norm_proj = dense(size, size)


class TextModel(nn.Module):
    def __init__(self, size: int, four_bit: FourBitConfig | None = None) -> None:
        super().__init__()
        self.norm_proj = dense(size, size, four_bit)
        self.layers = nn.ModuleList([TextLayer(size, four_bit) for _ in range(4)])
