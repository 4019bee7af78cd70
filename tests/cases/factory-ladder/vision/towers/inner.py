"""The factories that call a constructor."""

from torch import nn

from vision.patches import PatchNeck, PatchStem


def by_keywords(*, width: int, numerics) -> nn.Module:
    return PatchStem(
        width,
        int8_spec=numerics,
    )


def stem_at(*sizes_and_spec) -> nn.Module:
    return PatchStem(*sizes_and_spec)


def any_options(**options) -> nn.Module:
    return PatchNeck(**options)


def finish(width: int) -> nn.Module:
    return PatchStem(width, patch=1)


def unpacked(width: int, numerics) -> nn.Module:
    return PatchStem(width, 16, numerics)


def exact(width: int, numerics=None) -> nn.Module:
    """Every caller in the project gives None, in words or by leaving it out."""
    return PatchStem(width, int8_spec=numerics)


def unused_spec(width: int, numerics) -> nn.Module:
    stem = PatchStem(width)
    return nn.Sequential(stem, PatchNeck(width, int8_spec=numerics))


def pyramid(width: int, levels: int, numerics) -> nn.Module:
    """Calls itself for every coarser level."""
    if levels == 1:
        return PatchStem(width, 32, int8_spec=numerics)
    finer = PatchNeck(width, int8_spec=numerics)
    return nn.Sequential(pyramid(2 * width, levels - 1, numerics), finer)
