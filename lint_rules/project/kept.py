"""Where the facts of a file are kept on disk."""

from __future__ import annotations

import hashlib
import sys
from functools import lru_cache
from pathlib import Path

from lint_rules.project import extract, facts, lowering

KIND = "facts"


def key(data: bytes) -> str:
    """Under which the facts of a file, given as its bytes, are kept: other bytes, code or Python give other facts."""
    return hashlib.blake2b(data, digest_size=20, key=_version()).hexdigest()


@lru_cache(maxsize=1)
def _version() -> bytes:
    """What becomes of a file's bytes depends on this code and on Python's parser."""
    digest = hashlib.blake2b(sys.version.encode())
    for module in (lowering, extract, facts):
        digest.update(Path(str(module.__file__)).read_bytes())
    return digest.digest()
