"""Two models that are served, and a draft of one of them."""

from torch import nn

from engine.linear import QuantizationConfig, add_prefix, maybe_prefix
from engine.parts import Frozen, Layer, Merger, Patches, Pooler, Tower


class Pictures(nn.Module):
    def __init__(
        self, size: int, quant_config: QuantizationConfig | None = None, prefix: str = ""
    ) -> None:
        super().__init__()
        self.visual = Tower(size, quant_config)
        self.patches = Patches(size, quant_config=quant_config)
        self.merger = Merger(size, quant_config=quant_config)
        self.frozen = Frozen(size, quant_config=quant_config)
        self.pooler = Pooler(
            size,
            quant_config=quant_config,
        )


class Sounds(nn.Module):
    def __init__(
        self, size: int, quant_config: QuantizationConfig | None = None, prefix: str = ""
    ) -> None:
        super().__init__()
        self.audio = Tower(size, quant_config, prefix=add_prefix("audio", prefix))
        self.patches = Patches(size, quant_config=quant_config)
        self.merger = Merger(size, quant_config, prefix=add_prefix("merger", prefix))
        self.pooler = Pooler(size, quant_config, maybe_prefix(prefix, "pooler"))


class SoundsDraft(nn.Module):
    """Guesses what `Sounds` will say; a model of its own."""

    def __init__(
        self, size: int, quant_config: QuantizationConfig | None = None, prefix: str = ""
    ) -> None:
        super().__init__()
        self.layer = Layer(size, quant_config=quant_config)
        self.patches = Patches(size, quant_config=quant_config)
        self.tail = Layer(size, quant_config=quant_config, prefix=maybe_prefix(prefix, "tail"))


def load_model(kind: str, size: int, ignored_layers: list[str]) -> nn.Module:
    quant_config = QuantizationConfig(ignored_layers=ignored_layers)
    if kind == "pictures":
        return Pictures(size, quant_config=quant_config).eval()
    if kind == "draft":
        return SoundsDraft(size, quant_config).eval()
    return Sounds(size, quant_config=quant_config).eval()
