"""Entries that are taken out of a manifest: all else stays as it was."""

from __future__ import annotations

from pathlib import Path

import pytest

from lint_rules.manifest.load import load_manifest
from lint_rules.manifest.model import Place
from lint_rules.manifest.removing import removal

HEAD = "version: 1\nquantization: {names: [cfg]}\nexclusions:\n"


def without(body: str, what: str) -> str | None:
    """The exclusions after ``what``, a text that stands there once, was taken out."""
    text = HEAD + body
    at = text.index(what)
    place = Place(Path("quantfence.yaml"), text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at))
    found = removal(text, place)
    if found is None:
        return None
    out = text[: found.start] + found.content + text[found.end :]
    load_manifest(Path("quantfence.yaml"), out.encode())
    return out.removeprefix(HEAD)


@pytest.mark.parametrize(
    ("body", "what", "expected"),
    [
        ("  - id: a\n    modules:\n      - A\n      - B\n", "A\n", "  - id: a\n    modules:\n      - B\n"),
        ("  - id: a\n    modules:\n      - A\n      - B", "B", "  - id: a\n    modules:\n      - A\n"),
        (
            "  - id: a\n    modules:\n      # why A\n      - A  # the old one\n      - B\n",
            "A  #",
            "  - id: a\n    modules:\n      # why A\n      # the old one\n      - B\n",
        ),
        ("  - id: a\n    modules: [A, B, C]\n", "B", "  - id: a\n    modules: [A, C]\n"),
        ("  - id: a\n    modules: [A, B]  # two\n", "B", "  - id: a\n    modules: [A]  # two\n"),
        ("  - id: a\n    names:\n    - x.y\n    - 're:x\\.\\d'\n", "'re", "  - id: a\n    names:\n    - x.y\n"),
        # The last item takes the key along.
        (
            "  - id: a\n    modules: [A]\n    names:  # theirs\n      - x\n    reason: r\n",
            "x\n",
            "  - id: a\n    modules: [A]\n    # theirs\n    reason: r\n",
        ),
        ("  - names: [x]\n    modules: [A]\n    id: a\n", "x]", "  - modules: [A]\n    id: a\n"),
        ("  - id: a\n    modules: [A]\n    policy: P.q  # flag\n", "P.q", "  - id: a\n    modules: [A]\n    # flag\n"),
        ("  - id: a\n    modules: [A]\n    entrypoints: [E]\n", "E]", "  - id: a\n    modules: [A]\n"),
        # The last key that names something takes the exclusion along.
        (
            "  - id: a\n    modules: [A]\n    reason: >\n      Long, #1\n      text.\n  - id: b\n    modules: [B]\n",
            "A]",
            "  - id: b\n    modules: [B]\n",
        ),
        (
            "  - id: b\n    modules: [B]\n  - id: a  # gone\n    modules: [A]\n",
            "A]",
            "  - id: b\n    modules: [B]\n  # gone\n",
        ),
    ],
)
def test_what_is_left(body: str, what: str, expected: str) -> None:
    assert without(body, what) == expected


@pytest.mark.parametrize(
    ("body", "what"),
    [
        ("  - id: a\n    modules: [A]\n", "A]"),  # nothing would be left
        ("  - {id: a, modules: [A], names: [x]}\n", "x]"),
        ("  - id: a\n    modules: [A,  # one\n      B]\n", "A,"),
        ("  - id: a\n    modules: &m [A, B]\n  - id: b\n    modules: *m\n", "A,"),
        ("  -\n    id: a\n    modules:\n      -\n        A\n      - B\n", "A\n"),
    ],
)
def test_what_is_left_alone(body: str, what: str) -> None:
    assert without(body, what) is None


def test_line_ends_stay() -> None:
    body = "  - id: a\r\n    modules:\r\n      - A\r\n      - B  # b\r\n"
    assert without(body, "A\r") == "  - id: a\r\n    modules:\r\n      - B  # b\r\n"
