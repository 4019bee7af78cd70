"""A project on disk that is checked again and again."""

from __future__ import annotations

from pathlib import Path

import pytest

from lint_rules.cache.place import NAME
from lint_rules.cli import main
from tests.command import Result

CASES = Path(__file__).parents[1] / "cases"
NAMES = sorted(path.parent.name for path in CASES.glob("*/expected.txt"))


class Tree:
    """Runs the command in a folder."""

    def __init__(self, root: Path, capsys: pytest.CaptureFixture[str], checks: list[int]) -> None:
        self.root = root
        self.cache = root / NAME
        self._capsys = capsys
        self._checks = checks

    def run(self, *arguments: str) -> Result:
        code = main(arguments)
        return Result(code, *self._capsys.readouterr())

    def check(self, *options: str) -> Result:
        return self.run("check", "--output-format", "json", "--show-unresolved", *options)

    def known(self, *options: str) -> bool:
        """Check, with the same result as without a cache; say whether that was known before."""
        before = len(self._checks)
        result = self.check(*options)
        was_known = len(self._checks) == before
        assert "internal error" not in result.err
        assert result == self.check("--no-cache", *options)
        return was_known

    def entries(self, kind: str = "*") -> list[Path]:
        """The files of what is kept."""
        return sorted(path for path in self.cache.glob(f"*/{kind}/*") if path.is_file())
