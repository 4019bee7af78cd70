"""How long an editor waits for what is found after a change: ``python -m benchmarks.editor``.

It talks to ``quantfence lsp`` as an editor does, makes the pinned changes of a tree in an open file that is not saved, and takes
the time until the diagnostics of that version are there.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from queue import Queue
from statistics import median, quantiles
from typing import Any

from benchmarks.pins import Edit, pins

_PATIENCE = 120.0
_Message = dict[str, Any]


class Client:
    """The least of an editor."""

    def __init__(self, root: Path) -> None:
        command = [sys.executable, "-m", "lint_rules", "lsp"]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=root)
        self._answers: Queue[_Message] = Queue()
        self.published: Queue[tuple[float, _Message]] = Queue()
        self._number = 0
        threading.Thread(target=self._read, daemon=True).start()
        folders = [{"uri": root.as_uri(), "name": root.name}]
        self.ask(
            "initialize",
            {"processId": os.getpid(), "rootUri": root.as_uri(), "workspaceFolders": folders, "capabilities": {}},
        )
        self.tell("initialized", {})

    def tell(self, method: str, params: object) -> None:
        self._send({"jsonrpc": "2.0", "method": method, "params": params})

    def ask(self, method: str, params: object) -> _Message:
        self._number += 1
        self._send({"jsonrpc": "2.0", "id": self._number, "method": method, "params": params})
        return self._answers.get(timeout=_PATIENCE)

    def wait(self, uri: str, version: int | None) -> float:
        """When the diagnostics of a version of a file came."""
        while True:
            at, params = self.published.get(timeout=_PATIENCE)
            if params["uri"] == uri and params.get("version") == version:
                return at

    def end(self) -> None:
        self.ask("shutdown", None)
        self.tell("exit", None)
        self._process.wait(timeout=10)

    def _send(self, message: _Message) -> None:
        assert self._process.stdin is not None
        data = json.dumps(message).encode()
        self._process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(data), data))
        self._process.stdin.flush()

    def _read(self) -> None:
        stream = self._process.stdout
        assert stream is not None
        while line := stream.readline():
            length = int(line.split(b":")[1]) if line.lower().startswith(b"content-length") else 0
            while line.strip():
                line = stream.readline()
                length = int(line.split(b":")[1]) if line.lower().startswith(b"content-length") else length
            message = json.loads(stream.read(length))
            if message.get("method") == "textDocument/publishDiagnostics":
                self.published.put((time.perf_counter(), message["params"]))
            elif "id" in message and "method" not in message:
                self._answers.put(message)


def measured(root: Path, edit: Edit, rounds: int) -> list[float]:
    """Seconds from a change to what is found after it, for each of some rounds."""
    client = Client(root)
    path = root / edit.file
    text, uri = path.read_text(encoding="utf-8"), path.as_uri()
    item = {"uri": uri, "languageId": "python", "version": 0, "text": text}
    client.tell("textDocument/didOpen", {"textDocument": item})
    client.wait(uri, 0)
    out: list[float] = []
    for version in range(1, rounds + 1):
        changed = text.replace(edit.old, edit.new.replace("{round}", str(version)), 1)
        document = {"uri": uri, "version": version}
        begun = time.perf_counter()
        client.tell("textDocument/didChange", {"textDocument": document, "contentChanges": [{"text": changed}]})
        out.append(client.wait(uri, version) - begun)
    client.end()
    return out


def index(root: Path, file: str) -> float:
    """Seconds from the start of a server to what is found in an open file, with what the last one has kept."""
    begun = time.perf_counter()
    client = Client(root)
    path = root / file
    item = {"uri": path.as_uri(), "languageId": "python", "version": 0, "text": path.read_text(encoding="utf-8")}
    client.tell("textDocument/didOpen", {"textDocument": item})
    taken = client.wait(path.as_uri(), 0) - begun
    client.end()
    return taken


def table(rows: Sequence[tuple[str, Sequence[float]]]) -> list[str]:
    """The rows of a table: medians and 95th percentiles, in milliseconds."""
    out = ["| change | rounds | median, ms | 95 %, ms |", "| --- | ---: | ---: | ---: |"]
    for name, taken in rows:
        high = quantiles(taken, n=20)[-1] if len(taken) > 1 else taken[0]
        out.append(f"| {name} | {len(taken)} | {1000 * median(taken):.0f} | {1000 * high:.0f} |")
    return out


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tree", default="sglang", choices=sorted(pins()))
    parser.add_argument("--root", type=Path, required=True, help="the unpacked wheel, with a manifest in it")
    parser.add_argument("--rounds", type=int, default=40)
    given = parser.parse_args()
    pin, root = pins()[given.tree], given.root.resolve()
    file = pin.edits[0].file
    index(root, file)
    rows = [("start, nothing changed", [index(root, file) for _ in range(5)])]
    rows += [(edit.kind, measured(root, edit, given.rounds)) for edit in pin.edits]
    print("\n".join(table(rows)))


if __name__ == "__main__":
    main()
