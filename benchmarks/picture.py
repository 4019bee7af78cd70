"""A picture of growth: time over the size of the tree."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from benchmarks.growth import SIZES, Line

_WIDTH, _HEIGHT, _EDGE = 640, 400, 56
_COLORS = ("#8a8a8a", "#c2410c", "#0f766e")


def picture(title: str, lines: Sequence[Line]) -> str:
    """An SVG image with a curve for each line; a straight one through the origin is linear growth."""
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" font-family="sans-serif" font-size="13">',
            f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="white"/>',
            f'<text x="{_EDGE}" y="24" font-size="15">{escape(title)}</text>',
            *_axes(lines),
            *(part for number, line in enumerate(lines) for part in _curve(number, line, _top(lines))),
            "</svg>\n",
        ]
    )


def _top(lines: Sequence[Line]) -> float:
    return max(second for line in lines for second in line.seconds)


def _at(size: float, second: float, top: float) -> tuple[float, float]:
    x = _EDGE + (_WIDTH - 2 * _EDGE) * size / SIZES[-1]
    return round(x, 1), round(_HEIGHT - _EDGE - (_HEIGHT - 2.2 * _EDGE) * second / top, 1)


def _axes(lines: Sequence[Line]) -> Iterator[str]:
    top = _top(lines)
    (left, bottom), (right, high) = _at(0, 0, top), _at(SIZES[-1], top, top)
    yield f'<path d="M{left} {high}V{bottom}H{right}" fill="none" stroke="#333"/>'
    for size in SIZES:
        x, y = _at(size, 0, top)
        yield f'<text x="{x}" y="{y + 20}" text-anchor="middle">{size}x</text>'
    for part in (0.25, 0.5, 0.75, 1.0):
        x, y = _at(0, top * part, top)
        yield f'<text x="{x - 6}" y="{y + 4}" text-anchor="end">{top * part:.1f} s</text>'


def _curve(number: int, line: Line, top: float) -> Iterator[str]:
    color = _COLORS[number % len(_COLORS)]
    points = [_at(size, second, top) for size, second in zip(SIZES, line.seconds, strict=False)]
    joined = " ".join(f"{x},{y}" for x, y in points)
    yield f'<polyline points="{joined}" fill="none" stroke="{color}" stroke-width="2"/>'
    yield from (f'<circle cx="{x}" cy="{y}" r="3" fill="{color}"/>' for x, y in points)
    yield f'<text x="{_EDGE + 12}" y="{48 + 18 * number}" fill="{color}">{escape(line.title)}</text>'
