"""The base classes, which take whatever their subclasses do not want."""

from typing import Any

from torch import nn

from .embedding import LabelEmbedding, TimeEmbedding
from .lowp import linear


class Denoiser(nn.Module):
    def __init__(self, size: int, **embedding: Any) -> None:
        super().__init__()
        self.size = size
        self.time = TimeEmbedding(size, **embedding)


class LabelDenoiser(nn.Module):
    def __init__(self, size: int, **embedding: Any) -> None:
        super().__init__()
        self.label = LabelEmbedding(size, **embedding)
        embedding.pop("lowp", None)
        self.time = TimeEmbedding(size, **embedding)


class NarrowDenoiser(nn.Module):
    def __init__(self, size: int, *, lowp=None, **embedding: Any) -> None:
        super().__init__()
        self.mix = linear(size, size, lowp=lowp)
        self.time = TimeEmbedding(size, **embedding)


class RenamingDenoiser(nn.Module):
    def __init__(self, size: int, **embedding: Any) -> None:
        super().__init__()
        numerics = embedding.pop("numerics")
        self.time = TimeEmbedding(
            size,
            lowp=numerics,
            **embedding,
        )


class ExactDenoiser(nn.Module):
    def __init__(self, size: int, **embedding: Any) -> None:
        super().__init__()
        self.label = LabelEmbedding(size, **embedding)
        self.time = TimeEmbedding(size, **{**embedding, "lowp": None})
