"""What becomes of a layer that stands for several of the checkpoint's: each engine asks for its parts in its own way."""

from __future__ import annotations

from collections.abc import Sequence

from lint_rules.recipes.matching import Find
from lint_rules.recipes.verdict import QUANTIZED, Fused, Judge, Outcome, Verdict


def as_it_is(find: Find) -> Judge:
    """A fused layer is a layer like any other."""
    return lambda name, fused: _excluded(find(name))


def whole_then_parts(find: Find, otherwise: Find | None = None, whole: Find | None = None) -> Judge:
    """A fused layer is excluded by its own name, else by all of its parts; ``otherwise`` judges what is not fused.

    ``whole`` judges the fused name where that is another way than that of the parts.
    """
    whole, otherwise = whole or find, otherwise or find

    def judge(name: str, fused: Fused) -> Verdict:
        parts = fused.get(last(name))
        if parts is None:
            return _excluded(otherwise(name))
        own = whole(name)
        return _excluded(own) if own is not None else of_parts(name, parts, find)

    return judge


def parts_alone(find: Find, otherwise: Find | None = None, known: Fused | None = None) -> Judge:
    """A fused layer is excluded by all of its parts, whatever its own name; ``known`` are fused without anybody saying so."""

    def judge(name: str, fused: Fused) -> Verdict:
        component = last(name)
        parts = fused.get(component) or (known or {}).get(component)
        return _excluded((otherwise or find)(name)) if parts is None else of_parts(name, parts, find)

    return judge


def any_part(find: Find) -> Judge:
    """A fused layer is excluded by any of its parts; it is one if its name ends with a fused layer's, be it inside a component."""

    def judge(name: str, fused: Fused) -> Verdict:
        for suffix, parts in fused.items():
            if name.endswith(suffix):
                stem = name.removesuffix(suffix)
                found = [(at, part) for part in parts if (at := find(f"{stem}{part}")) is not None]
                return Verdict(Outcome.EXCLUDED, *min(found)) if found else QUANTIZED
        return _excluded(find(name))

    return judge


def of_parts(name: str, parts: Sequence[str], find: Find) -> Verdict:
    """What becomes of a layer by its parts: they have to agree."""
    component = last(name)
    found = [(part, find(name.replace(component, part))) for part in parts]
    excluded = [(part, at) for part, at in found if at is not None]
    if not excluded:
        return QUANTIZED
    part, item = excluded[0]
    left_out = tuple(part for part, at in found if at is None)
    if not left_out:
        return Verdict(Outcome.EXCLUDED, item, part)
    said = (
        f"{_listed([part for part, _ in excluded])} {_is(excluded)} excluded, {_listed(left_out)} {_is(left_out)} not"
    )
    return Verdict(Outcome.ERROR, item, part, left_out, said)


def last(name: str) -> str:
    """The last component of a name."""
    return name.rpartition(".")[2]


def _excluded(at: int | None) -> Verdict:
    return QUANTIZED if at is None else Verdict(Outcome.EXCLUDED, at)


def _listed(parts: Sequence[str]) -> str:
    return ", ".join(f"`{part}`" for part in parts)


def _is(parts: Sequence[object]) -> str:
    return "is" if len(parts) == 1 else "are"
