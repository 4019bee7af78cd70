"""Where the manifest is, and with it the project."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from lint_rules.errors import UsageError
from lint_rules.settings import FILE, TABLE, load_settings

NAMES = ("quantfence.yaml", "quantfence.yml")

MINIMAL = """\
version: 1
quantization:
  types: [Float8Config]          # the class of your quantization config
  names: [float8_cfg]            # the parameters and fields that carry it
exclusions:
  - id: kda
    modules: [KimiDeltaAttention]  # a class that must not receive it
    reason: The checkpoint keeps its projections in BF16.
"""


class Project(NamedTuple):
    """A project, both paths absolute and without links."""

    root: Path
    manifest: Path


def locate(manifest: Path | None, root: Path | None) -> Project:
    """Find the project, from the options ``--manifest`` and ``--root`` and from the current directory upwards.

    Raises UsageError where there is no manifest, or where what the options name does not exist.
    """
    if root is not None and not root.is_dir():
        raise UsageError(f"--root {root} is {'no folder' if root.exists() else 'missing: there is no such folder'}")
    if manifest is None:
        found = _search([Path.cwd(), *([root.resolve()] if root else [])])
        return Project(root.resolve() if root else found.root, found.manifest)
    if not manifest.is_file():
        raise UsageError(
            f"--manifest {manifest} is {'no file' if manifest.exists() else 'missing: there is no such file'}"
        )
    return Project((root or Path.cwd()).resolve(), manifest.resolve())


def project_around(folder: Path) -> Project | None:
    """The project that a folder is in, as the command line finds it from there; None where there is none."""
    try:
        return _search([folder])
    except UsageError:
        return None


def covering(folder: Path) -> Path | None:
    """Return the manifest that speaks for a folder from one above it, if there is one."""
    for above in folder.parents:
        # What is wrong with settings up there is said by who uses them.
        with suppress(UsageError):
            for candidate in _candidates(above):
                return candidate
    return None


def _search(starts: list[Path]) -> Project:
    looked: list[Path] = []
    for start in starts:
        for folder in (start, *start.parents):
            if folder in looked:
                break
            looked.append(folder)
            for candidate in _candidates(folder):
                return Project(folder.resolve(), candidate.resolve())
    places = "\n".join(f"  {folder}" for folder in looked)
    minimal = "".join(f"  {line}\n" for line in MINIMAL.splitlines())
    raise UsageError(
        f'no manifest found. Looked for {" or ".join(NAMES)}, and for "manifest" in {TABLE} of {FILE}, in\n'
        f"{places}\n"
        "`quantfence init` writes the first one, from what the code says. A project in another folder is found with\n"
        "--root DIR or --manifest FILE. By hand, a minimal quantfence.yaml in the project's folder is:\n\n"
        f"{minimal}"
    )


def _candidates(folder: Path) -> Iterator[Path]:
    """Yield the manifest of a folder. One that the settings name comes first, and has to be there."""
    named = load_settings(folder).manifest
    if named is not None:
        path = folder / named
        if not path.is_file():
            raise UsageError(f'{folder / FILE}: "manifest" in {TABLE} names {named}, and there is no such file')
        yield path
    for name in NAMES:
        if (path := folder / name).is_file():
            yield path
