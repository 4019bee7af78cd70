"""The folder to which a build server takes paths to be relative, which the project may be a part of."""

from __future__ import annotations

import os
from pathlib import Path


def checkout(root: Path, variable: str) -> Path:
    """Return the folder that an environment variable names, if the project root is in it; else the root itself."""
    named = os.environ.get(variable)
    folder = Path(named).resolve() if named else root
    return folder if root.is_relative_to(folder) else root
