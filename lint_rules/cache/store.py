"""A folder of things that can be computed anew: bytes under a kind and a key."""

from __future__ import annotations

from pathlib import Path


class Store:
    """Keeps bytes below a folder. Whatever goes wrong with that folder, nothing is raised: a thing is then not there."""

    def __init__(self, folder: Path | None) -> None:
        """``folder`` is made when something is kept in it; without one, nothing is kept."""
        self.folder = folder

    def read(self, kind: str, key: str) -> bytes | None:
        """What was kept under a key, a lower-case hexadecimal digest; None where it is not there or is damaged."""
        return None

    def write(self, kind: str, key: str, data: bytes) -> None:
        """Keep something: all of it or nothing, whoever else writes the same."""
