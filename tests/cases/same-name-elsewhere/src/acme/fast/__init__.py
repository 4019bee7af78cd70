"""Mixers with fused kernels."""

from .scan import EdgeMixer, ScanMixer

__all__ = ["EdgeMixer", "ScanMixer"]
