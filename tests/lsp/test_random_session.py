"""A session of random edits ends with what the command line finds."""

from __future__ import annotations

import asyncio
import os
import random
from pathlib import Path

import pytest
from command_line import on_the_command_line
from editor import LAYERS, MANIFEST, MODEL, Editor, plant, started
from lsprotocol import types

_TEXTS = {
    "quantfence.yaml": MANIFEST,
    "acme/layers.py": LAYERS,
    "acme/model.py": MODEL,
    "acme/other.py": MODEL.replace("Model", "Other"),
}
_EDITS = int(os.environ.get("QF_TEST_EDITS", "60"))
_LINES = [
    "x = 1",
    "",
    "# 漢\N{GRINNING FACE}",
    "def (",
    "        quant_config = None",
    "import acme.layers",
    "    pass",
]


class _Person:
    """Edits files at random, open ones in the editor and others on disk."""

    def __init__(self, editor: Editor, chance: random.Random) -> None:
        self.editor = editor
        self.chance = chance
        self.open: dict[str, str] = {}

    def act(self) -> None:
        name = self.chance.choice(list(_TEXTS))
        path = self.editor.root / name
        deed = self.chance.randrange(10)
        if name not in self.open:
            if deed < 5 and path.exists():
                self.open[name] = path.read_text(encoding="utf-8")
                self.editor.open(name)
            elif deed < 8 or not path.exists():
                self.editor.write(name, self.edited(_TEXTS[name]))
            elif name != "quantfence.yaml":
                self.editor.write(name, None)
        elif deed == 0:
            self.close(name)
        elif deed == 1:
            self.save(name)
        elif deed == 2:
            self.type(name, _TEXTS[name])
        else:
            self.type(name, self.edited(self.open[name]))

    def type(self, name: str, text: str) -> None:
        self.open[name] = text
        self.editor.type(name, text)

    def save(self, name: str) -> None:
        self.editor.save(name, self.open[name])

    def close(self, name: str) -> None:
        del self.open[name]
        document = types.TextDocumentIdentifier(self.editor.uri(name))
        self.editor.client.text_document_did_close(types.DidCloseTextDocumentParams(document))

    def edited(self, text: str) -> str:
        lines = text.split("\n")
        at = self.chance.randrange(len(lines))
        match self.chance.randrange(4):
            case 0:
                lines.insert(at, self.chance.choice(_LINES))
            case 1:
                del lines[at]
            case 2:
                lines[at] = lines[at].replace("prefix", "name").replace("Delta", "Linear")
            case _:
                lines[at : at + 2] = reversed(lines[at : at + 2])
        return "\n".join(lines)


def _found(editor: Editor) -> dict[str, list[tuple[object, int]]]:
    out: dict[str, list[tuple[object, int]]] = {}
    for name in _TEXTS:
        found = sorted((str(each.code), each.range.start.line + 1) for each in editor.found(name))
        if found:
            out[str(editor.root / name)] = list(found)
    return out


@pytest.mark.parametrize("seed", range(3))
async def test_a_random_session(tmp_path: Path, seed: int) -> None:
    editor = await started(plant(tmp_path.resolve() / "project"))
    person = _Person(editor, random.Random(seed))
    for number in range(_EDITS):
        person.act()
        if number % 7 == 0:
            await asyncio.sleep(0.03)
    if "quantfence.yaml" in person.open:
        person.type("quantfence.yaml", MANIFEST)
    else:
        editor.write("quantfence.yaml", MANIFEST)
    for name in person.open:
        person.save(name)
    said = on_the_command_line(editor.root)
    wanted = {name: sorted((code, line) for code, line, _ in found) for name, found in said.items()}
    for _ in range(500):
        if _found(editor) == wanted:
            break
        await asyncio.sleep(0.02)
    assert _found(editor) == wanted
    await editor.client.shutdown_session()
    assert not any("Traceback" in each or "Error(" in each for each in editor.log()), editor.log()
