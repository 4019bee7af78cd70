"""Helpers that take keys out of dicts."""

from typing import Any

OWN_FLAGS = ("fp8_inputs", "fp8_outputs")
LABELS = {"title", "unit"}


def without(settings: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in settings.items() if name not in names}


def drop_flags(settings: dict[str, Any]) -> dict[str, Any]:
    settings = dict(settings)
    for name in OWN_FLAGS:
        settings.pop(name, None)
    return settings


def drop_inputs(settings: dict[str, Any]) -> dict[str, Any]:
    rest = settings.copy()
    del rest["fp8_inputs"]
    return rest


def drop_labels(settings: dict[str, Any]) -> dict[str, Any]:
    return {key: settings[key] for key in settings if key not in LABELS}


def only(settings: dict[str, Any], names: set[str]) -> dict[str, Any]:
    return {name: settings[name] for name in names}
