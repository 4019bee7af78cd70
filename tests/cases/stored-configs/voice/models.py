"""Models that remember their config."""

from torch import nn

from voice.layers import SlimConfig, SpeakerLayer, VoiceConfig, VoiceDetector


class Stored(nn.Module):
    def __init__(self, config: VoiceConfig) -> None:
        super().__init__()
        self.size = config.size
        self.numerics = config.slim
        self.speaker = SpeakerLayer(self.size, self.numerics)
        self.detector = self.make_detector()

    def make_detector(self) -> nn.Module:
        return VoiceDetector(self.size, slim=self.numerics)


class StoredThenCleared(nn.Module):
    def __init__(self, config: VoiceConfig) -> None:
        super().__init__()
        self.size = config.size
        self.numerics = config.slim
        self.speaker = SpeakerLayer(self.size, self.numerics)
        self.numerics = None
        self.detector = self.make_detector()

    def make_detector(self) -> nn.Module:
        return VoiceDetector(self.size, slim=self.numerics)


class Base(nn.Module):
    """Stores, and leaves the building to its subclasses."""

    def __init__(self, config: VoiceConfig) -> None:
        super().__init__()
        self.config = config
        self.numerics = config.slim


class BuildsFromBase(Base):
    def __init__(self, config: VoiceConfig) -> None:
        super().__init__(config)
        self.detector = VoiceDetector(config.size, self.numerics)


class ClearsBase(Base):
    def __init__(self, config: VoiceConfig) -> None:
        super().__init__(config)
        self.numerics = None
        self.detector = VoiceDetector(config.size, self.numerics)


class ReadsConfigOfBase(Base):
    def add(self) -> None:
        self.detector = VoiceDetector(
            self.config.size,
            slim=self.config.slim,
        )


class ClassAttribute(nn.Module):
    numerics: SlimConfig | None = None

    def __init__(self, config: VoiceConfig) -> None:
        super().__init__()
        self.detectors = nn.ModuleList(
            VoiceDetector(config.size, self.fixed) for _ in range(config.speakers)
        )
        self.speaker = SpeakerLayer(config.size, config.slim)

    fixed = None


class ByProperty(nn.Module):
    def __init__(self, config: VoiceConfig) -> None:
        super().__init__()
        self._config = config
        self.exact = VoiceDetector(config.size, self.nothing)
        self.first = VoiceDetector(config.size, self.chosen)
        self.second = VoiceDetector(config.size, self.numerics_for(1))

    @property
    def chosen(self):
        return self._config.slim

    @property
    def nothing(self):
        return None

    def numerics_for(self, speaker: int):
        if speaker == 0:
            return None
        return self._config.slim


class InATuple(nn.Module):
    def __init__(self, config: VoiceConfig) -> None:
        super().__init__()
        self.shape = (config.size, config.slim)
        self.speaker = SpeakerLayer(*self.shape)
        self.add()

    def add(self) -> None:
        size, numerics = self.shape
        self.exact = VoiceDetector(size)
        self.detector = VoiceDetector(size, numerics)


class TwoAttributes(nn.Module):
    """One for all layers, one for the detector."""

    def __init__(self, config: VoiceConfig) -> None:
        super().__init__()
        self.numerics, self.detector_numerics = config.slim, None
        self.build(config.size)

    def build(self, size: int) -> None:
        self.speaker = SpeakerLayer(size, self.numerics)
        self.detector = VoiceDetector(size, self.detector_numerics)


class Later(nn.Module):
    """Builds first, and stores afterwards."""

    def __init__(self, config: VoiceConfig) -> None:
        super().__init__()
        self.numerics = None
        self.detector = VoiceDetector(config.size, self.numerics)
        self.numerics = config.slim
        self.speaker = SpeakerLayer(config.size, self.numerics)


class Plan:
    """No module: a plain object that carries the config about."""

    def __init__(self, size: int, numerics) -> None:
        self.size = size
        self.numerics = numerics

    def detector(self) -> nn.Module:
        return VoiceDetector(self.size, self.numerics)

    def speaker(self) -> nn.Module:
        return SpeakerLayer(self.size, self.numerics)


def planned(config: VoiceConfig) -> nn.Module:
    plan = Plan(config.size, config.slim)
    return nn.Sequential(plan.detector(), plan.speaker())
