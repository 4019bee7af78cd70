"""Where a project's cache is, and whether there is one: by option, by environment, by setting, else in the project."""

from __future__ import annotations

import os
from pathlib import Path

from lint_rules.cache.store import Store

NAME = ".quantfence_cache"
"""The folder in the project root."""
FOLDER_VARIABLE = "QUANTFENCE_CACHE_DIR"
NONE_VARIABLE = "QUANTFENCE_NO_CACHE"
_NO = frozenset({"", "0", "false", "f", "no", "n", "off"})


def cache_folder(root: Path, setting: str | None, option: Path | None = None) -> Path:
    """Return the folder: what the option says, else the environment, else the setting (from the root), else the usual one."""
    if named := option or os.environ.get(FOLDER_VARIABLE):
        return Path(os.path.realpath(named))
    # A link in the project, which may be anybody's, leads nowhere: a person who wants one says so.
    return root / NAME if setting is None else Path(os.path.abspath(root / setting))


def open_store(root: Path, setting: str | None, option: Path | None = None, no_cache: bool = False) -> Store:
    """Return the project's store; one that keeps nothing where that is what a person wants."""
    if no_cache or os.environ.get(NONE_VARIABLE, "").strip().lower() not in _NO:
        return Store(None)
    return Store(cache_folder(root, setting, option))
