"""Which methods of a module may be there to build what is in it."""

from __future__ import annotations


def may_build(name: str) -> bool:
    """Whether a method of this name may: what computes, and what loads weights, finds everything in its place."""
    return name not in _OTHERS and _COMPUTING.isdisjoint(name.split("_"))


_OTHERS = frozenset({"extra_repr", "apply", "get_input_embeddings", "reset_parameters"})
_COMPUTING = frozenset({"forward", "weight", "weights"})
