"""A small project on disk that is checked again and again."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from lint_rules.cli import main
from tests.command import Result

MANIFEST = """
version: 1
quantization: {types: [QuantConfig], names: [quant_config]}
layers: {classes: [LinearBase], prefix: prefix, helpers: {add_prefix: "{1}.{0}"}}
"""
LAYERS = """
    import torch.nn as nn


    class QuantConfig:
        pass


    class LinearBase(nn.Module):
        def __init__(self, size, quant_config=None, prefix=""):
            super().__init__()


    class Linear(LinearBase):
        def __init__(self, size, quant_config=None, prefix=""):
            super().__init__(size, quant_config, prefix)
"""


class Project:
    """Runs the command in a folder."""

    def __init__(self, root: Path, capsys: pytest.CaptureFixture[str], checks: list[int]) -> None:
        self.root = root
        self._capsys = capsys
        self._checks = checks

    def run(self, *options: str) -> Result:
        code = main(["check", "--preview", "--show-unresolved", *options])
        return Result(code, *self._capsys.readouterr())

    def path(self, name: str) -> Path:
        """A file of the package."""
        return self.root / "acme" / f"{name}.py"

    def write(self, name: str, text: str) -> None:
        """Write a file of the package."""
        self.path(name).write_text(textwrap.dedent(text).lstrip())

    def change(self, name: str, old: str, new: str) -> None:
        """Put a text in the place of another one that stands once in a file of the package."""
        path = self.path(name)
        text = path.read_text()
        assert text.count(old) == 1, old
        path.write_text(text.replace(old, new))

    def known(self, *options: str) -> bool:
        """Check, with the same result as without a cache; say whether that took no check."""
        before = len(self._checks)
        result = self.run(*options)
        was_known = len(self._checks) == before
        assert "internal error" not in result.err
        assert result == self.run("--no-cache", *options)
        return was_known
