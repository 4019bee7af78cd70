"""What tests of the command share: a file to check, and what a run gives."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple


class Result(NamedTuple):
    """The exit code, standard output and standard error of a run."""

    code: int
    out: str
    err: str

    @property
    def findings(self) -> list[str]:
        """The findings of a concise report, without their messages: ``model.py:9 QF001``."""
        out = []
        for line in self.out.splitlines():
            place, _, rest = line.partition(": ")
            if place.count(":") == 2:
                out.append(f"{place.rsplit(':', 1)[0]} {rest.split()[0]}")
        return out


def write(path: Path, text: str | bytes = "") -> Path:
    """Write a file, with the folders that it needs."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path
