"""How time grows, as a small SVG: sizes to the right, seconds upwards, a line for each tool."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from itertools import cycle

from benchmarks.growth import Growth

_WIDTH, _HEIGHT = 640, 360
_LEFT, _RIGHT, _TOP, _BOTTOM = 60, 170, 30, 50
_COLORS = ("#888888", "#c2410c", "#1d4ed8")
_GRID = 'stroke="#cccccc" stroke-width="1"'


def chart(growth: Sequence[Growth], title: str) -> str:
    """Draw all lines in one picture with one scale."""
    top = _round_up(max(time for each in growth for time in each.medians))
    widest = max(size for each in growth for size in each.sizes)
    scale = _Scale(widest, top)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" font-family="sans-serif" font-size="12">',
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="#ffffff"/>',
        f'<text x="{_LEFT}" y="18" font-size="13">{escape(title)}</text>',
        *_axes(scale, growth[0].sizes),
    ]
    labels = _spread([scale.y(each.medians[-1]) for each in growth])
    for each, color, label in zip(growth, cycle(_COLORS), labels):
        lines += _line(each, scale, color, label)
    return "\n".join([*lines, "</svg>", ""])


class _Scale:
    """Where a size and a time are in the picture."""

    def __init__(self, widest: int, top: float) -> None:
        self.widest = widest
        self.top = top

    def x(self, size: float) -> float:
        return _LEFT + (_WIDTH - _LEFT - _RIGHT) * size / self.widest

    def y(self, time: float) -> float:
        return _HEIGHT - _BOTTOM - (_HEIGHT - _TOP - _BOTTOM) * time / self.top


def _axes(scale: _Scale, sizes: Sequence[int]) -> Iterator[str]:
    for part in range(5):
        time = scale.top * part / 4
        y = scale.y(time)
        yield f'<line x1="{_LEFT}" y1="{y:.1f}" x2="{_WIDTH - _RIGHT}" y2="{y:.1f}" {_GRID}/>'
        yield f'<text x="{_LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{time:g} s</text>'
    for size in sizes:
        yield f'<text x="{scale.x(size):.1f}" y="{_HEIGHT - _BOTTOM + 20}" text-anchor="middle">{size}x</text>'
    middle = (_LEFT + _WIDTH - _RIGHT) / 2
    yield f'<text x="{middle}" y="{_HEIGHT - 10}" text-anchor="middle">copies of the tree</text>'


def _line(growth: Growth, scale: _Scale, color: str, label: float) -> Iterator[str]:
    points = [(scale.x(size), scale.y(time)) for size, time in growth.points]
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    yield f'<polyline points="{path}" fill="none" stroke="{color}" stroke-width="2"/>'
    yield from (f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{color}"/>' for x, y in points)
    text = f"{growth.name}: {growth.medians[-1]:.3g} s"
    yield f'<text x="{points[-1][0] + 8:.1f}" y="{label + 4:.1f}" fill="{color}">{escape(text)}</text>'


def _spread(wanted: Sequence[float]) -> list[float]:
    """Move labels apart that would lie on each other, upwards from the lowest."""
    out = list(wanted)
    limit = float(_HEIGHT)
    for index in sorted(range(len(wanted)), key=lambda index: -wanted[index]):
        out[index] = min(wanted[index], limit - 15)
        limit = out[index]
    return out


def _round_up(value: float) -> float:
    """The next of 1, 2, 4, 8 times a power of ten."""
    power = 1.0
    while power > value:
        power /= 10
    while power * 10 <= value:
        power *= 10
    return next((power * step for step in (1, 2, 4, 8) if power * step >= value), power * 10)
