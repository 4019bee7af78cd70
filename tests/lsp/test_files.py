"""Findings follow what a person types, saves and removes."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from command_line import on_the_command_line
from editor import LAYERS, MANIFEST, MODEL, Editor, plant, started
from lsprotocol import types

MODEL_PY, LAYERS_PY, YAML = "acme/model.py", "acme/layers.py", "quantfence.yaml"
BOTH = ("QF001", "QF007")


async def test_a_folder_is_checked_before_a_file_is_open(editor: Editor) -> None:
    first, second = await editor.shows(MODEL_PY, *BOTH)
    assert "Delta" in first.message
    assert (first.source, first.severity) == ("quantfence", types.DiagnosticSeverity.Error)
    assert first.code_description is not None
    assert Path(first.code_description.href.removeprefix("file://")).read_text().startswith("# excluded-module")
    assert second.range.start.line == 8


async def test_each_step_of_the_path_is_told(editor: Editor) -> None:
    found = (await editor.shows(MODEL_PY, *BOTH))[0]
    assert found.related_information
    assert all(each.location.uri.startswith(editor.uri("acme")) for each in found.related_information)
    assert [each.message for each in found.related_information] == ["step 1 of the path: Model.__init__(quant_config)"]


async def test_typing(editor: Editor) -> None:
    await editor.shows(MODEL_PY, *BOTH)
    editor.open(MODEL_PY)
    editor.type(MODEL_PY, MODEL.replace(".wrong", ".head"))
    await editor.shows(MODEL_PY, "QF001")
    editor.type(MODEL_PY, MODEL)
    await editor.shows(MODEL_PY, *BOTH)


async def test_a_change_elsewhere(editor: Editor) -> None:
    await editor.shows(MODEL_PY, *BOTH)
    editor.open(LAYERS_PY)
    editor.type(LAYERS_PY, LAYERS.replace("class Linear(LinearBase)", "class Linear(nn.Module)"))
    await editor.shows(MODEL_PY, "QF001")


async def test_half_typed_code_keeps_what_was_found(editor: Editor) -> None:
    editor.open(MODEL_PY)
    await editor.shows(MODEL_PY, *BOTH)
    editor.type(MODEL_PY, MODEL.replace("import torch", "def (\n\nimport torch"))
    for _ in range(100):
        if editor.found(MODEL_PY)[0].range.start.line == 9:
            break
        await asyncio.sleep(0.02)
    assert [each.range.start.line for each in editor.found(MODEL_PY)] == [9, 10]
    editor.type(MODEL_PY, MODEL)
    for _ in range(100):
        if editor.found(MODEL_PY)[0].range.start.line == 7:
            break
        await asyncio.sleep(0.02)
    assert [each.range.start.line for each in editor.found(MODEL_PY)] == [7, 8]


async def test_saved_and_broken_is_what_the_command_line_says(editor: Editor) -> None:
    editor.open(MODEL_PY)
    await editor.shows(MODEL_PY, *BOTH)
    editor.save(MODEL_PY, MODEL + "\ndef (\n")
    await editor.shows(MODEL_PY, "QF900")
    assert [code for code, *_ in on_the_command_line(editor.root)[str(editor.root / MODEL_PY)]] == ["QF900"]


async def test_the_manifest(editor: Editor) -> None:
    await editor.shows(MODEL_PY, *BOTH)
    editor.open(YAML)
    editor.type(YAML, MANIFEST.replace("Delta", "Delto"))
    await editor.shows(YAML, "QF009")
    await editor.shows(MODEL_PY, "QF007")
    editor.type(YAML, MANIFEST.replace("modules:", "moduls:"))
    found = (await editor.shows(YAML, "manifest"))[0]
    assert "moduls" in found.message
    assert found.range.start == types.Position(5, 4)
    # What was found with the last one that could be used is still there.
    assert editor.codes(MODEL_PY) == ["QF007"]
    editor.type(YAML, MANIFEST)
    await editor.shows(MODEL_PY, *BOTH)
    assert not editor.found(YAML)


async def test_files_that_somebody_else_changes(editor: Editor) -> None:
    await editor.shows(MODEL_PY, *BOTH)
    editor.write(MODEL_PY, MODEL.replace(".wrong", ".head"))
    await editor.shows(MODEL_PY, "QF001")
    editor.write(MODEL_PY, None)
    await editor.shows(MODEL_PY)
    editor.write(MODEL_PY, MODEL)
    await editor.shows(MODEL_PY, *BOTH)
    assert any("py" in str(each.register_options) for each in editor.client.registered)  # type: ignore[attr-defined]


async def test_what_is_closed_is_what_is_on_disk(editor: Editor) -> None:
    editor.open(MODEL_PY)
    editor.type(MODEL_PY, MODEL.replace(".wrong", ".head"))
    await editor.shows(MODEL_PY, "QF001")
    document = types.TextDocumentIdentifier(editor.uri(MODEL_PY))
    editor.client.text_document_did_close(types.DidCloseTextDocumentParams(document))
    await editor.shows(MODEL_PY, *BOTH)


async def test_a_file_that_is_not_saved_yet(editor: Editor) -> None:
    await editor.shows(MODEL_PY, *BOTH)
    editor.open("acme/other.py", MODEL.replace("Model", "Other"))
    await editor.shows("acme/other.py", *BOTH)


async def test_a_file_outside_is_left_alone(editor: Editor, tmp_path: Path) -> None:
    other = tmp_path.resolve() / "elsewhere.py"
    other.write_text(MODEL)
    editor.open("../elsewhere.py")
    # Nor is one a part of the project that is not saved yet.
    editor.open("../new.py", MODEL)
    editor.open(MODEL_PY)
    editor.type(MODEL_PY, MODEL.replace(".wrong", ".head"))
    await editor.shows(MODEL_PY, "QF001")
    assert not editor.client.diagnostics.get(other.as_uri())
    assert not editor.found("../new.py")


async def test_it_finds_what_the_command_line_finds(editor: Editor) -> None:
    await editor.shows(MODEL_PY, *BOTH)
    wanted = on_the_command_line(editor.root)
    # Not open, so that columns can be told from the file; the emoji counts two in UTF-16.
    found = {
        name: [(each.code, each.range.start.line + 1, each.range.start.character + 1) for each in editor.found(name)]
        for name in (MODEL_PY, LAYERS_PY, YAML)
    }
    mine = {str(editor.root / name): each for name, each in found.items() if each}
    [first, (code, line, column)] = mine[str(editor.root / MODEL_PY)]
    mine[str(editor.root / MODEL_PY)] = [first, (code, line, column - 1)]
    assert mine == wanted


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
async def test_columns(tmp_path: Path, encoding: str) -> None:
    editor = await started(plant(tmp_path.resolve() / "project"), encoding)
    found = (await editor.shows(MODEL_PY, *BOTH))[1]
    line = MODEL.splitlines()[found.range.start.line]
    units = {"utf-8": "utf-8", "utf-16": "utf-16-le", "utf-32": "utf-32-le"}[encoding]
    width = {"utf-8": 1, "utf-16": 2, "utf-32": 4}[encoding]
    data = line.encode(units)
    begin, end = found.range.start.character * width, found.range.end.character * width
    assert data[begin:end].decode(units) == 'prefix=f"{prefix}.wrong"'
    await editor.client.shutdown_session()


async def test_a_coding_line(editor: Editor) -> None:
    text = "# coding: latin-1\n" + MODEL.replace("\N{GRINNING FACE}漢", "ééé")
    (editor.root / MODEL_PY).write_bytes(text.replace(".wrong", ".head").encode("latin-1"))
    editor.open(MODEL_PY, text)
    found = (await editor.shows(MODEL_PY, *BOTH))[-1]
    line = text.splitlines()[found.range.start.line]
    said = line[found.range.start.character : found.range.end.character]
    assert said == 'prefix=f"{prefix}.wrong"'


async def test_progress_ends(editor: Editor) -> None:
    await editor.shows(MODEL_PY, *BOTH)
    for _ in range(250):
        kinds = [[each.kind for each in reports] for reports in editor.client.progress_reports.values()]
        if kinds and all(each[-1] == "end" for each in kinds):
            break
        await asyncio.sleep(0.02)
    assert [(each[0], each[-1]) for each in kinds] == [("begin", "end")]


async def test_settings(tmp_path: Path) -> None:
    root = plant(tmp_path.resolve() / "project")
    editor = await started(root, options={"settings": {"ignore": ["QF007"], "colour": 1}})
    await editor.shows(MODEL_PY, "QF001")
    assert any("quantfence.colour: unknown setting" in each for each in editor.log())
    editor.client.set_configuration({"quantfence": {"enable": False}})
    editor.client.workspace_did_change_configuration(types.DidChangeConfigurationParams(None))
    await editor.shows(MODEL_PY)
    await editor.client.shutdown_session()


async def test_several_folders(tmp_path: Path) -> None:
    one, two = plant(tmp_path.resolve() / "one"), plant(tmp_path.resolve() / "two")
    editor = await started(one)
    await editor.shows(MODEL_PY, *BOTH)
    added = types.WorkspaceFoldersChangeEvent([types.WorkspaceFolder(two.as_uri(), "two")], [])
    editor.client.workspace_did_change_workspace_folders(types.DidChangeWorkspaceFoldersParams(added))
    await editor.shows(f"../two/{MODEL_PY}", *BOTH)
    gone = types.WorkspaceFoldersChangeEvent([], [types.WorkspaceFolder(one.as_uri(), "one")])
    editor.client.workspace_did_change_workspace_folders(types.DidChangeWorkspaceFoldersParams(gone))
    await editor.shows(MODEL_PY)
    await editor.client.shutdown_session()


async def test_a_folder_without_a_manifest(tmp_path: Path) -> None:
    root = plant(tmp_path.resolve() / "project")
    (root / YAML).unlink()
    editor = await started(root)
    editor.open(MODEL_PY)
    await asyncio.sleep(0.3)
    assert not editor.found(MODEL_PY)
    editor.write(YAML, MANIFEST)
    await editor.shows(MODEL_PY, *BOTH)
    await editor.client.shutdown_session()
    assert not any("Traceback" in each for each in editor.log())
