"""``quantfence clean``: remove what earlier runs have kept."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from lint_rules.cache.place import NAME, cache_folder
from lint_rules.cache.removing import remove
from lint_rules.commands.streams import warn, write
from lint_rules.errors import UsageError
from lint_rules.locate import locate
from lint_rules.project.files import SKIPPED
from lint_rules.reports.report import shown_path
from lint_rules.reports.terminal import visible
from lint_rules.settings import load_settings


def run(cache_dir: Path | None, quiet: bool) -> int:
    """Remove the caches in the current folder and below it, and the project's, wherever it is; say what was removed.

    Raises UsageError where one can't be removed.
    """
    folder = Path.cwd()
    for cache in dict.fromkeys([*_below(folder), _configured(folder, cache_dir)]):
        shown = visible(shown_path(cache, folder))
        try:
            left = remove(cache)
        except OSError as error:
            raise UsageError(f"can't remove {error.filename or cache}: {error.strerror or error}") from None
        if left is None:
            continue
        if not quiet:
            write([f"Removed the cache {shown}"])
        if left:
            warn(f"{shown} holds more than a cache, which was left: {left[0]}{' and more' if len(left) > 1 else ''}")
    return 0


def _below(folder: Path) -> Iterator[Path]:
    for above, names, _ in os.walk(folder):
        if NAME in names:
            yield Path(above, NAME)
        names[:] = [name for name in names if name not in SKIPPED]


def _configured(folder: Path, cache_dir: Path | None) -> Path:
    """Where a check that is run here has its cache."""
    root = folder
    # Without a manifest there is no project, and a check would say so; but there may have been one.
    with suppress(UsageError):
        root = locate(None, None).root
    return cache_folder(root, load_settings(root).cache_dir, cache_dir)
