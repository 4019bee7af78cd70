"""The real server process, driven as an editor drives it, and a small project for it."""

from __future__ import annotations

import ast
import asyncio
import os
import sys
import textwrap
from pathlib import Path
from typing import Any

from lsprotocol import types
from pytest_lsp import LanguageClient, client_capabilities, make_test_lsp_client

MANIFEST = """\
version: 1
quantization: {types: [QuantConfig], names: [quant_config]}
layers: {classes: [LinearBase], prefix: prefix}
exclusions:
  - id: kda
    modules: [Delta]
    reason: The checkpoint keeps it in BF16.
"""
LAYERS = """\
import torch.nn as nn


class QuantConfig:
    pass


class LinearBase(nn.Module):
    def __init__(self, size, quant_config=None, prefix=""):
        super().__init__()


class Linear(LinearBase):
    def __init__(self, size, quant_config=None, prefix=""):
        super().__init__(size, quant_config, prefix)


class Delta(nn.Module):
    def __init__(self, config, quant_config=None, prefix=""):
        super().__init__()
        self.proj = Linear(1, quant_config=quant_config, prefix=f"{prefix}.proj")
"""
MODEL = """\
import torch.nn as nn
from acme.layers import Delta, Linear


class Model(nn.Module):
    def __init__(self, config, quant_config=None, prefix=""):
        super().__init__()
        self.delta = Delta(config, quant_config=quant_config, prefix=f"{prefix}.delta")
        self.name = "\N{GRINNING FACE}漢"; self.head = Linear(1, quant_config=quant_config, prefix=f"{prefix}.wrong")
"""


class Editor:
    """What a person does in an editor, and what the editor shows then."""

    def __init__(self, client: LanguageClient, root: Path) -> None:
        self.client = client
        self.root = root
        self.versions: dict[str, int] = {}

    def uri(self, name: str) -> str:
        return Path(os.path.normpath(self.root / name)).as_uri()

    def open(self, name: str, text: str | None = None) -> None:
        text = (self.root / name).read_text(encoding="utf-8") if text is None else text
        kind = "python" if name.endswith(".py") else "yaml"
        self.versions[name] = 1
        item = types.TextDocumentItem(self.uri(name), kind, 1, text)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))

    def type(self, name: str, text: str) -> None:
        """Have another text in an open file."""
        self.versions[name] += 1
        document = types.VersionedTextDocumentIdentifier(uri=self.uri(name), version=self.versions[name])
        change = types.TextDocumentContentChangeWholeDocument(text)
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(document, [change]))

    def save(self, name: str, text: str) -> None:
        (self.root / name).write_text(text, encoding="utf-8")
        self.type(name, text)
        document = types.TextDocumentIdentifier(self.uri(name))
        self.client.text_document_did_save(types.DidSaveTextDocumentParams(document))

    def write(self, name: str, text: str | None) -> None:
        """Write a file as somebody else does, or remove it."""
        path = self.root / name
        kind = types.FileChangeType.Changed if path.exists() else types.FileChangeType.Created
        if text is None:
            path.unlink()
            kind = types.FileChangeType.Deleted
        else:
            path.write_text(text, encoding="utf-8")
        event = types.FileEvent(self.uri(name), kind)
        self.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([event]))

    def found(self, name: str) -> list[types.Diagnostic]:
        return list(self.client.diagnostics.get(self.uri(name), ()))

    def codes(self, name: str) -> list[Any]:
        return [each.code for each in self.found(name)]

    async def shows(self, name: str, *codes: str) -> list[types.Diagnostic]:
        """Wait until a file has findings of just these codes."""
        for _ in range(600):
            if self.codes(name) == list(codes):
                return self.found(name)
            await asyncio.sleep(0.02)
        raise AssertionError(f"{name}: {self.codes(name)}, not {list(codes)}; log: {self.log()}")

    async def actions(self, name: str, at: types.Range, only: list[Any] | None = None) -> dict[str, types.CodeAction]:
        context = types.CodeActionContext(self.found(name), only)
        document = types.TextDocumentIdentifier(self.uri(name))
        answer = await self.client.text_document_code_action_async(types.CodeActionParams(document, at, context))
        return {each.title: _action(each) for each in answer or ()}

    def applied(self, name: str, text: str, edit: types.WorkspaceEdit) -> str:
        """The text of a file after an edit."""
        from lint_rules.lsp.lines import Lines

        lines, edits = Lines(text, self.client.encoding), self.edits(name, edit)
        for each in sorted(edits, key=lambda edit: (edit.range.start.line, edit.range.start.character), reverse=True):
            start, end = lines.offset(each.range.start), lines.offset(each.range.end)
            text = text[:start] + each.new_text + text[end:]
        return text

    def edits(self, name: str, edit: types.WorkspaceEdit) -> list[types.TextEdit]:
        if edit.changes is not None:
            return list(edit.changes.get(self.uri(name), ()))
        out: list[types.TextEdit] = []
        for each in edit.document_changes or ():
            assert isinstance(each, types.TextDocumentEdit)
            if each.text_document.uri == self.uri(name):
                out += [one for one in each.edits if isinstance(one, types.TextEdit)]
        return out

    def log(self) -> list[str]:
        return [each.message for each in self.client.log_messages]


def _action(said: types.CodeAction | types.Command) -> types.CodeAction:
    """An action; where it has a command, lsprotocol 2025.0.0 takes it for that, and what is in it for a text."""
    if isinstance(said, types.CodeAction):
        return said
    return types.CodeAction(said.title, command=types.Command(**ast.literal_eval(said.command)))


def plant(root: Path) -> Path:
    """Write the small project."""
    (root / "acme").mkdir(parents=True)
    for name, text in {
        "quantfence.yaml": MANIFEST,
        "acme/__init__.py": "",
        "acme/layers.py": LAYERS,
        "acme/model.py": MODEL,
    }.items():
        (root / name).write_text(textwrap.dedent(text), encoding="utf-8")
    return root


async def started(root: Path, encoding: str = "utf-16", options: object = None) -> Editor:
    """An editor with a folder open."""
    client = make_test_lsp_client()

    @client.feature(types.CLIENT_REGISTER_CAPABILITY)
    def registered(params: types.RegistrationParams) -> None:
        client.registered = params.registrations  # type: ignore[attr-defined]

    environment = {name: value for name, value in os.environ.items() if not name.startswith("QUANTFENCE_")}
    await client.start_io(sys.executable, "-m", "lint_rules", "lsp", env=environment)
    capabilities = client_capabilities("visual-studio-code")
    assert capabilities.general is not None
    capabilities.general.position_encodings = [types.PositionEncodingKind(encoding)]
    folder = types.WorkspaceFolder(root.as_uri(), "project")
    params = types.InitializeParams(
        capabilities=capabilities, root_uri=root.as_uri(), workspace_folders=[folder], initialization_options=options
    )
    answer = await client.initialize_session(params)
    client.encoding = answer.capabilities.position_encoding or "utf-16"  # type: ignore[attr-defined]
    return Editor(client, root)
