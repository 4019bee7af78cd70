"""A tree that has been validated, as the structures of ``model``."""

from __future__ import annotations

from pathlib import Path

from lint_rules.manifest.document import Listing, Mapping, Node, Scalar
from lint_rules.manifest.model import Entry, Exclusion, FlagName, Layers, Manifest, Place, Quantization


def build_manifest(path: Path, root: Node) -> Manifest:
    """Return what a valid tree says, without its profile."""
    exclusions = tuple(
        _exclusion(item, start)
        for listing in [value_of(root, "exclusions")]
        if isinstance(listing, Listing)
        for item, start in zip(listing.items, listing.starts, strict=True)
    )
    policies = {(flag.owner, flag.field) for exclusion in exclusions if (flag := exclusion.policy)}
    flags = {(flag.owner, flag.field): flag for flag in reversed([*map(_flag, _scalars(root, "config_only"))])}
    return Manifest(
        path=path,
        quantization=build_quantization(root),
        exclusions=exclusions,
        config_only=tuple(flag for name, flag in reversed(flags.items()) if name not in policies),
        layers=build_layers(root),
        profile=_text(root, "profile"),
    )


def build_quantization(root: Node) -> Quantization:
    """Return the ``quantization`` of a manifest or profile."""
    node = value_of(root, "quantization")
    return Quantization(types=_texts(node, "types"), names=_texts(node, "names"))


def build_layers(root: Node) -> Layers:
    """Return the ``layers`` of a manifest or profile."""
    node = value_of(root, "layers")
    return Layers(
        classes=_texts(node, "classes"),
        prefix=_text(node, "prefix"),
        helpers=_text_pairs(node, "helpers"),
        fused=tuple((name, _items(parts)) for name, parts in _pairs(value_of(node, "fused"))),
        rename=_text_pairs(node, "rename"),
    )


def value_of(node: Node | None, name: str) -> Node | None:
    """Return the value that a mapping holds under a key, or ``None``."""
    return next((value for key, value in _pairs(node) if key == name), None)


def _exclusion(node: Node, start: Place) -> Exclusion:
    policy = value_of(node, "policy")
    recipe = value_of(node, "recipe")
    return Exclusion(
        id=_text(node, "id") or "",
        place=start,
        modules=tuple(map(_entry, _scalars(node, "modules"))),
        names=tuple(map(_entry, _scalars(node, "names"))),
        policy=_flag(policy) if isinstance(policy, Scalar) else None,
        entrypoints=tuple(map(_entry, _scalars(node, "entrypoints"))),
        recipe=_entry(recipe) if isinstance(recipe, Scalar) else None,
        engine=_text(node, "engine"),
        reason=_text(node, "reason"),
    )


def _entry(scalar: Scalar) -> Entry:
    return Entry(scalar.text, scalar.place)


def _flag(scalar: Scalar) -> FlagName:
    words = scalar.text.split()
    owner, _, field = words[-1].rpartition(".")
    return FlagName(owner, field, negated=len(words) > 1, place=scalar.place)


def _pairs(node: Node | None) -> list[tuple[str, Node]]:
    if not isinstance(node, Mapping):
        return []
    return [(key.text, value) for key, value in node.pairs if isinstance(key, Scalar)]


def _scalars(node: Node | None, name: str) -> list[Scalar]:
    listing = value_of(node, name)
    return [item for item in listing.items if isinstance(item, Scalar)] if isinstance(listing, Listing) else []


def _items(node: Node | None) -> tuple[str, ...]:
    """Return the texts of a list, each once."""
    items = node.items if isinstance(node, Listing) else ()
    return tuple(dict.fromkeys(item.text for item in items if isinstance(item, Scalar)))


def _texts(node: Node | None, name: str) -> tuple[str, ...]:
    return _items(value_of(node, name))


def _text(node: Node | None, name: str) -> str | None:
    value = value_of(node, name)
    return value.text if isinstance(value, Scalar) else None


def _text_pairs(node: Node | None, name: str) -> tuple[tuple[str, str], ...]:
    return tuple((key, value.text) for key, value in _pairs(value_of(node, name)) if isinstance(value, Scalar))
