"""Every case, without a cache, with an empty one and with a full one; and after edits of all kinds."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from trees import NAMES, Tree

EDITED = ["kda-before", "suppressions", "recipe-drift", "odd-files", "misnamed-layers", "leaf-shared-base"]
ROUNDS = 14


@pytest.mark.parametrize("name", NAMES)
def test_all_runs_say_the_same(name: str, plant: Callable[[str], Tree]) -> None:
    tree = plant(name)
    assert not tree.known()
    assert tree.known()


@pytest.mark.parametrize("name", EDITED)
def test_edits(name: str, plant: Callable[[str], Tree]) -> None:
    """An edit may change what is found or not; what a run with a cache says is what one without says."""
    tree = plant(name)
    tree.check()
    chance = random.Random(name)
    for _ in range(ROUNDS):
        edit(tree.root, chance)
        tree.known()
        # A broken recipe is told each time.
        assert tree.known() or tree.check().code == 2


def edit(root: Path, chance: random.Random) -> None:
    """Change something of a project, as people do."""
    files = sorted(path for path in root.rglob("*") if path.suffix in (".py", ".json") and path.is_file())
    path = chance.choice(files)
    kind = chance.choice(["comment", "blank", "word", "line", "twice", "remove", "copy", "swap", "manifest"])
    data = path.read_bytes()
    lines = data.split(b"\n")
    at = chance.randrange(len(lines))
    if kind == "comment":
        lines[at] += chance.choice(
            [b"  # looked at", b"  # quantfence: ignore[QF001]", b"  # float8_cfg", b"  # \xc3\xa9"]
        )
    elif kind == "blank":
        lines.insert(at, chance.choice([b"", b"# a comment of its own", b"\r", b"\x0c"]))
    elif kind == "word":
        words = list(re.finditer(rb"[a-z_]{4,}", data))
        if words:
            word = chance.choice(words)
            lines = (data[: word.start()] + word[0][::-1] + data[word.end() :]).split(b"\n")
    elif kind == "line":
        del lines[at]
    elif kind == "twice":
        lines.insert(at, lines[at])
    elif kind == "swap":
        other = chance.choice(files)
        lines, moved = other.read_bytes().split(b"\n"), data
        other.write_bytes(moved)
    elif kind == "copy":
        path.with_name(f"copy_{chance.randrange(9)}{path.suffix}").write_bytes(data)
    elif kind == "manifest":
        manifest = root / "quantfence.yaml"
        manifest.write_bytes(b"# more\n" + manifest.read_bytes())
    if kind == "remove" and len(files) > 3 and path.suffix == ".py":
        path.unlink()
    else:
        path.write_bytes(b"\n".join(lines))
