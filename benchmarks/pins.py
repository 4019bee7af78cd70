"""What is measured: released wheels, and the changes made to single files of theirs, as pins.json lists them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parent


class Edit(NamedTuple):
    """A change of one file: ``old``, which stands there once, becomes ``new`` with the round's number in it."""

    kind: str
    file: str
    old: str
    new: str


class Pin(NamedTuple):
    """A wheel, the folder of its models, and what is changed in it."""

    name: str
    requirement: str
    wheel: str
    sha256: str
    package: str
    models: str
    edits: tuple[Edit, ...]

    @property
    def manifest(self) -> str:
        """The manifest with which it is checked."""
        return (HERE / "manifests" / f"{self.name}.yaml").read_text(encoding="utf-8")


def pins() -> dict[str, Pin]:
    """All pinned wheels, by name."""
    with (HERE / "pins.json").open(encoding="utf-8") as file:
        return {name: _pin(name, entry) for name, entry in json.load(file).items()}


def _pin(name: str, entry: dict[str, Any]) -> Pin:
    edits = tuple(Edit(**edit) for edit in entry["edits"])
    return Pin(name=name, **{**entry, "edits": edits})
