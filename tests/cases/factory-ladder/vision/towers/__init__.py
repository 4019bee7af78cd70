"""The factories, from the outermost to the innermost."""

from .outer import build_tower

__all__ = ["build_tower"]
