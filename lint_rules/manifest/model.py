"""The exclusion manifest, as the rest of the program sees it."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple


class Place(NamedTuple):
    """Where something stands in a YAML file; line and column count from 1."""

    path: Path
    line: int
    column: int


class Entry(NamedTuple):
    """One name that the manifest gives, with the place where it stands."""

    text: str
    place: Place


class FlagName(NamedTuple):
    """A config-only flag, ``KDAConfig.quantize_projections``; ``negated`` where the manifest says ``not Class.flag``."""

    owner: str
    """The class, bare or dotted."""
    field: str
    negated: bool
    place: Place

    @property
    def key(self) -> str:
        """``Class.flag``, whatever is said of it."""
        return f"{self.owner}.{self.field}"


class Quantization(NamedTuple):
    """What carries a quantization config: classes (bare or dotted) and names of parameters, fields, attributes, keywords."""

    types: tuple[str, ...] = ()
    names: tuple[str, ...] = ()


class Exclusion(NamedTuple):
    """Modules that must not receive the config."""

    id: str
    place: Place
    """The exclusion's first line, the one with its dash."""
    modules: tuple[Entry, ...] = ()
    names: tuple[Entry, ...] = ()
    policy: FlagName | None = None
    entrypoints: tuple[Entry, ...] = ()
    recipe: Entry | None = None
    engine: str | None = None
    reason: str | None = None


class Layers(NamedTuple):
    """How an engine that excludes by name names its layers."""

    classes: tuple[str, ...] = ()
    prefix: str | None = None
    helpers: tuple[tuple[str, str], ...] = ()
    """Function name and template, ``("maybe_prefix", "{0}.{1}")``."""
    fused: tuple[tuple[str, tuple[str, ...]], ...] = ()
    rename: tuple[tuple[str, str], ...] = ()


class Manifest(NamedTuple):
    """A manifest with its profile merged in."""

    path: Path
    quantization: Quantization
    exclusions: tuple[Exclusion, ...] = ()
    config_only: tuple[FlagName, ...] = ()
    """Every policy is one already and is not repeated here."""
    layers: Layers = Layers()
    profile: str | None = None
