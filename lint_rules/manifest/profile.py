"""Profiles: what carries a quantization config in a known engine, and how it names its layers. Data, not code."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TypeVar

from lint_rules.manifest.build import build_layers, build_quantization
from lint_rules.manifest.document import read_document
from lint_rules.manifest.keys import PROFILE
from lint_rules.manifest.model import Layers, Manifest, Quantization
from lint_rules.manifest.problems import ManifestError, Problem
from lint_rules.manifest.validate import validate

_Value = TypeVar("_Value")


@lru_cache
def load_profile(name: str) -> tuple[Quantization, Layers]:
    """Return the profile of that name, one of ``keys.PROFILES``."""
    # Not needed by manifests without a profile, and not cheap to import.
    from importlib.resources import files

    resource = files("lint_rules.manifest") / "profiles" / f"{name}.yaml"
    problems: list[Problem] = []
    root = read_document(Path(str(resource)), resource.read_text(encoding="utf-8"), problems)
    if root is None:
        raise ValueError(f"the profile {name} is empty")
    validate(root, PROFILE, problems)
    if problems:
        raise ManifestError(problems)
    return build_quantization(root), build_layers(root)


def merge_profile(manifest: Manifest, quantization: Quantization, layers: Layers) -> Manifest:
    """Return the manifest with a profile's facts before its own; where both say something, its own win."""
    own = manifest.layers
    return manifest._replace(
        quantization=Quantization(
            types=_joined(quantization.types, manifest.quantization.types),
            names=_joined(quantization.names, manifest.quantization.names),
        ),
        layers=Layers(
            classes=_joined(layers.classes, own.classes),
            prefix=own.prefix or layers.prefix,
            helpers=_merged(layers.helpers, own.helpers),
            fused=_merged(layers.fused, own.fused),
            rename=_merged(layers.rename, own.rename),
        ),
    )


def _joined(first: tuple[str, ...], second: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*first, *second)))


def _merged(
    first: tuple[tuple[str, _Value], ...], second: tuple[tuple[str, _Value], ...]
) -> tuple[tuple[str, _Value], ...]:
    return tuple({**dict(first), **dict(second)}.items())
