"""Global forecasts: pydantic models."""

from __future__ import annotations

from pydantic import BaseModel

from weather.layers import MxConfig, OrographyConfig, OrographyEncoder


class GlobalConfig(BaseModel):
    channels: int = 128
    orography: OrographyConfig | None = None
    mx: MxConfig | None = None

    def encoder(self) -> OrographyEncoder | None:
        if self.orography is None:
            return None
        return self.orography.build(self.channels, self.mx)

    @classmethod
    def by_update(cls, levels: int) -> GlobalConfig:
        return cls(
            orography=OrographyConfig(levels=levels).model_copy(
                update={"levels": levels + 1, "quantize_heights": False},
            ),
        )

    @classmethod
    def by_update_of_alias(cls, levels: int) -> GlobalConfig:
        orography = OrographyConfig(levels=levels)
        deeper = orography.model_copy(update={"levels": 2 * levels})
        deeper.quantize_heights = False
        return cls(orography=deeper)

    @classmethod
    def by_forgotten_update(cls, levels: int) -> GlobalConfig:
        orography = OrographyConfig(levels=levels)
        orography.model_copy(update={"quantize_heights": False})
        return cls(orography=orography)

    @classmethod
    def by_two_updates(cls, levels: int) -> GlobalConfig:
        orography = OrographyConfig(levels=levels)
        orography = orography.model_copy(update={"quantize_heights": False})
        orography = orography.model_copy(update={"levels": 2})
        return cls(orography=orography)

    @classmethod
    def by_undone_update(cls, levels: int) -> GlobalConfig:
        off = {"quantize_heights": False}
        on = OrographyConfig(levels=levels, **off).model_copy(update={"quantize_heights": True})
        return cls(orography=on)

    @classmethod
    def by_update_of_all(cls, levels: int) -> GlobalConfig:
        config = cls(channels=256, orography=OrographyConfig(levels=levels))
        return config.model_copy(
            update={"orography": OrographyConfig(levels=levels, quantize_heights=False)}
        )
