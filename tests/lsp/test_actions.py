"""What an editor offers to do about findings, and what the file is then."""

from __future__ import annotations

import json

import pytest
from editor import MODEL, Editor
from lsprotocol import types

MODEL_PY = "acme/model.py"
BOTH = ("QF001", "QF007")


async def test_a_fix(editor: Editor) -> None:
    editor.open(MODEL_PY)
    excluded, misnamed = await editor.shows(MODEL_PY, *BOTH)
    for found, old, new in [
        (excluded, "Delta(config, quant_config=quant_config", "Delta(config, quant_config=None"),
        (misnamed, "{prefix}.wrong", "{prefix}.head"),
    ]:
        offered = await editor.actions(MODEL_PY, found.range)
        title = next(each for each in offered if found.code in each and "ass" in each.lower())
        action = offered[title]
        assert action.kind == types.CodeActionKind.QuickFix
        assert action.edit is not None
        assert action.diagnostics and list(action.diagnostics) == [found]
        assert editor.applied(MODEL_PY, MODEL, action.edit) == MODEL.replace(old, new)


async def test_all_fixes(editor: Editor) -> None:
    editor.open(MODEL_PY)
    found = (await editor.shows(MODEL_PY, *BOTH))[0]
    offered = await editor.actions(MODEL_PY, found.range, ["source.fixAll"])
    [action] = offered.values()
    assert action.kind == "source.fixAll.quantfence"
    assert action.edit is not None
    text = editor.applied(MODEL_PY, MODEL, action.edit)
    editor.type(MODEL_PY, text)
    await editor.shows(MODEL_PY, *[each for each in BOTH if each != "QF001"])


async def test_an_ignore_comment(editor: Editor) -> None:
    editor.open(MODEL_PY)
    found = (await editor.shows(MODEL_PY, *BOTH))[0]
    action = (await editor.actions(MODEL_PY, found.range))["Ignore QF001 here"]
    assert action.edit is not None
    text = editor.applied(MODEL_PY, MODEL, action.edit)
    assert "  # quantfence: ignore[QF001]\n" in text
    editor.type(MODEL_PY, text)
    await editor.shows(MODEL_PY, "QF007")


async def test_the_baseline(editor: Editor) -> None:
    found = (await editor.shows(MODEL_PY, *BOTH))[0]
    command = (await editor.actions(MODEL_PY, found.range))["Add QF001 to the baseline"].command
    assert command is not None
    await editor.client.workspace_execute_command_async(types.ExecuteCommandParams(command.command, command.arguments))
    await editor.shows(MODEL_PY, "QF007")
    assert "QF001" in json.dumps(json.loads((editor.root / "quantfence-baseline.json").read_text()))


async def test_the_baseline_holds_one_finding_and_not_its_like(editor: Editor) -> None:
    line = '        self.delta = Delta(config, quant_config=quant_config, prefix=f"{prefix}.delta")\n'
    text = MODEL.replace(".wrong", ".head").replace(line, line + line.replace("self.delta", "self.delto"))
    editor.write(MODEL_PY, text)
    editor.write("acme/other.py", text)
    await editor.shows("acme/other.py", "QF001", "QF001", "QF007")
    await editor.shows(MODEL_PY, "QF001", "QF001", "QF007")
    for left in (("QF001", "QF007"), ("QF007",)):
        command = (await editor.actions(MODEL_PY, editor.found(MODEL_PY)[0].range))["Add QF001 to the baseline"].command
        assert command is not None
        params = types.ExecuteCommandParams(command.command, command.arguments)
        await editor.client.workspace_execute_command_async(params)
        await editor.shows(MODEL_PY, *left)
        assert editor.codes("acme/other.py") == ["QF001", "QF001", "QF007"]


async def test_the_path_and_the_page(editor: Editor) -> None:
    found = (await editor.shows(MODEL_PY, *BOTH))[0]
    offered = await editor.actions(MODEL_PY, found.range)
    command = offered["Show the path of QF001"].command
    assert command is not None
    params = types.ExecuteCommandParams(command.command, command.arguments)
    places = await editor.client.workspace_execute_command_async(params)
    assert [each["uri"] if isinstance(each, dict) else each.uri for each in places] == [editor.uri(MODEL_PY)]
    command = offered["Show the page of QF001"].command
    assert command is not None
    params = types.ExecuteCommandParams(command.command, command.arguments)
    assert str(await editor.client.workspace_execute_command_async(params)).endswith("QF001.md")


async def test_a_command_about_what_is_no_more(editor: Editor) -> None:
    await editor.shows(MODEL_PY, *BOTH)
    arguments = [editor.uri(MODEL_PY), "QF001", 1, 1]
    params = types.ExecuteCommandParams("quantfence.addToBaseline", arguments)
    assert await editor.client.workspace_execute_command_async(params) is None
    assert "no longer found" in editor.client.messages[-1].message


@pytest.mark.parametrize("end", ["\r\n", "\n"])
async def test_line_ends(editor: Editor, end: str) -> None:
    text = MODEL.replace("\n", end)
    (editor.root / MODEL_PY).write_bytes(text.encode())
    editor.open(MODEL_PY, text)
    await editor.shows(MODEL_PY, *BOTH)
    found = editor.found(MODEL_PY)[0]
    offered = await editor.actions(MODEL_PY, found.range)
    action = next(each for title, each in offered.items() if title.startswith("Pass"))
    assert action.edit is not None
    wanted = text.replace("Delta(config, quant_config=quant_config", "Delta(config, quant_config=None")
    assert editor.applied(MODEL_PY, text, action.edit) == wanted
