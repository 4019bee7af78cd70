"""Scans and attentions, one after the other."""

from hybrid.config import HybridConfig
from hybrid.model import DraftModel, HybridModel

__all__ = ["DraftModel", "HybridConfig", "HybridModel"]
