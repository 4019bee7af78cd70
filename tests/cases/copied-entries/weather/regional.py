"""Regional forecasts: dataclasses."""

from __future__ import annotations

import copy
import dataclasses

from weather.layers import MxConfig, SpectralConfig, SpectralFilter


@dataclasses.dataclass
class RegionalConfig:
    channels: int = 64
    spectral: SpectralConfig | None = None
    mx: MxConfig | None = None

    def filter(self) -> SpectralFilter | None:
        return self.spectral and self.spectral.build(self.channels, self.mx)

    @classmethod
    def by_replace(cls, modes: int) -> RegionalConfig:
        loud = SpectralConfig(modes=modes)
        quiet = dataclasses.replace(loud, quantize_modes=False)
        return cls(spectral=quiet)

    @classmethod
    def by_replace_of_other(cls, modes: int) -> RegionalConfig:
        spectral = SpectralConfig(modes=modes)
        quiet = dataclasses.replace(spectral, quantize_modes=False)
        print("could be", quiet)
        return cls(spectral=spectral)

    @classmethod
    def by_deepcopy(cls, modes: int) -> RegionalConfig:
        spectral = copy.deepcopy(SpectralConfig(modes=modes))
        spectral.quantize_modes = False
        return cls(channels=32, spectral=spectral)

    @classmethod
    def by_deepcopy_too_early(cls, modes: int) -> RegionalConfig:
        spectral = SpectralConfig(modes=modes)
        returned = copy.deepcopy(spectral)
        spectral.quantize_modes = False
        return cls(channels=32, spectral=returned)

    @classmethod
    def by_alias(cls, modes: int) -> RegionalConfig:
        spectral = SpectralConfig(modes=modes)
        same = spectral
        same.quantize_modes = False
        return cls(spectral=spectral)

    @classmethod
    def by_rebinding(cls, modes: int) -> RegionalConfig:
        spectral = SpectralConfig(modes=modes)
        config = cls(spectral=spectral)
        spectral = SpectralConfig(modes=2 * modes)
        spectral.quantize_modes = False
        return config

    @classmethod
    def by_setattr(cls, modes: int) -> RegionalConfig:
        config = cls(spectral=SpectralConfig(modes=modes))
        setattr(config.spectral, "quantize_modes", False)
        return config

    @classmethod
    def by_setattr_of_other(cls, modes: int) -> RegionalConfig:
        config = cls(
            channels=16,
            spectral=SpectralConfig(modes=modes),
        )
        setattr(config.spectral, "damping", 0.1)
        return config

    @classmethod
    def by_whole_copy(cls, modes: int) -> RegionalConfig:
        config = cls(spectral=SpectralConfig(modes=modes))
        return dataclasses.replace(config, spectral=SpectralConfig(modes=modes, quantize_modes=False))

    @classmethod
    def by_branch(cls, modes: int, coast: bool) -> RegionalConfig:
        spectral = SpectralConfig(modes=modes)
        if coast:
            spectral.quantize_modes = False
        return cls(spectral=spectral)
