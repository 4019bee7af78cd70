"""Settings of the drawing models, and how they are read."""

from __future__ import annotations

from dataclasses import dataclass

from sketch.helpers import loud_pointer, quiet_pointer
from sketch.pointer import Fp4Recipe, PointerConfig, PointerNet


@dataclass
class SketchConfig:
    hidden: int = 512
    pointer: PointerConfig | None = None
    fp4: Fp4Recipe | None = None

    def head(self) -> PointerNet | None:
        if self.pointer is None:
            return None
        return self.pointer.build(self.hidden, self.fp4)

    @classmethod
    def in_steps(cls, settings: dict) -> SketchConfig:
        config = cls()
        config.hidden = settings["hidden"]
        config.pointer = PointerConfig(size=settings["pointer_size"])
        return config

    @classmethod
    def in_steps_with_flag(cls, settings: dict) -> SketchConfig:
        config = cls()
        config.hidden = settings["hidden"]
        config.pointer = PointerConfig(size=settings["pointer_size"])
        config.pointer.quantize_pointer = False
        return config

    @classmethod
    def from_dict(cls, settings: dict) -> SketchConfig:
        arguments = {"hidden": settings["hidden"]}
        arguments["pointer"] = PointerConfig(
            size=settings["pointer_size"],
        )
        return cls(**arguments)

    @classmethod
    def from_dict_with_flag(cls, settings: dict) -> SketchConfig:
        pointer = dict(size=settings["pointer_size"], quantize_pointer=False)
        arguments = dict(hidden=settings["hidden"], pointer=PointerConfig(**pointer))
        return cls(**arguments)

    @classmethod
    def by_version(cls, settings: dict) -> SketchConfig:
        if settings["version"] >= 2:
            pointer = PointerConfig(size=settings["pointer_size"], quantize_pointer=False)
        else:
            pointer = PointerConfig(size=32)
        return cls(hidden=settings["hidden"], pointer=pointer)

    @classmethod
    def by_version_early(cls, settings: dict) -> SketchConfig:
        if settings["version"] < 2:
            return cls(pointer=PointerConfig(size=32, hops=2))
        return cls(pointer=PointerConfig(size=settings["pointer_size"], quantize_pointer=False))

    @classmethod
    def by_helper(cls, settings: dict) -> SketchConfig:
        return cls(hidden=settings["hidden"], pointer=loud_pointer(settings))

    @classmethod
    def by_quiet_helper(cls, settings: dict) -> SketchConfig:
        return cls(hidden=settings["hidden"], pointer=quiet_pointer(settings))

    @classmethod
    def from_settings(cls, settings: dict) -> SketchConfig:
        pointer = PointerConfig(quantize_pointer=settings["pointer_dtype"] == "fp4")
        return cls(hidden=settings["hidden"], pointer=pointer)

    @classmethod
    def from_other(cls, hidden: int, size: int) -> SketchConfig:
        pointer = PointerConfig(size)
        return cls(hidden, pointer)

    @classmethod
    def from_release(cls, settings: dict) -> SketchConfig:
        return cls.from_other(settings["hidden"], settings["pointer_size"])

    @classmethod
    def by_position(cls, settings: dict) -> SketchConfig:
        return cls(settings["hidden"], PointerConfig(settings["pointer_size"], True, 2))

    @classmethod
    def by_quiet_position(cls, settings: dict) -> SketchConfig:
        return cls(settings["hidden"], PointerConfig(settings["pointer_size"], False, 2))

    @classmethod
    def without(cls, settings: dict) -> SketchConfig:
        old = PointerConfig(size=settings["pointer_size"])
        return cls(hidden=settings["hidden"] + old.size, pointer=None)

    @classmethod
    def by_given(cls, settings: dict, pointer: PointerConfig) -> SketchConfig:
        return cls(hidden=settings["hidden"], pointer=pointer)

    @classmethod
    def by_local_flag(cls, settings: dict) -> SketchConfig:
        rounded = False
        return cls(pointer=PointerConfig(settings["pointer_size"], quantize_pointer=rounded))


@dataclass
class PaintConfig(SketchConfig):
    """Drawings with colours."""

    colours: int = 16

    @classmethod
    def from_disk(cls, settings: dict) -> PaintConfig:
        config = super().in_steps_with_flag(settings)
        config.colours = settings["colours"]
        return config
