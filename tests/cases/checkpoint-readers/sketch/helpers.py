"""What several readers do in the same way."""

from __future__ import annotations

from sketch.pointer import PointerConfig


def loud_pointer(settings: dict) -> PointerConfig:
    size = settings["pointer_size"]
    return PointerConfig(size=size, hops=settings.get("hops", 1))


def quiet_pointer(settings: dict) -> PointerConfig:
    pointer = PointerConfig(size=settings["pointer_size"])
    pointer.quantize_pointer = False
    return pointer
