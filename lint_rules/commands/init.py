"""``quantfence init``: look at the project and at a recipe, write the first manifest, and show what it says."""

from __future__ import annotations

import shlex
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from lint_rules.commands import check
from lint_rules.commands.streams import STANDARD_OUTPUT, warn, write, write_file
from lint_rules.errors import UsageError
from lint_rules.locate import NAMES, Project, covering, locate
from lint_rules.project.files import Found, project_files
from lint_rules.reports.progress import Progress
from lint_rules.reports.report import shown_path
from lint_rules.reports.terminal import visible
from lint_rules.settings import FILE, TABLE, load_settings

if TYPE_CHECKING:
    from lint_rules.init.starting import Start


class Options(NamedTuple):
    """The command line, parsed."""

    recipe: Path | None = None
    root: Path | None = None
    output: Path | None = None
    profile: str | None = None
    force: bool = False
    color: str = "auto"


def run(options: Options) -> int:
    """Write the first manifest and check the project with it; 0 if it was written, whatever the check finds.

    Raises UsageError, with nothing written, where there is a manifest already, or no project that can be read.
    """
    from lint_rules.init.telling import summary

    root = (options.root or Path.cwd()).resolve()
    if not root.is_dir():
        raise UsageError(f"--root {options.root} is {'no folder' if root.exists() else 'missing: no such folder'}")
    _check_profile(options.profile)
    output = _output(options, root)
    found = project_files(root, load_settings(root).exclude)
    start = _start(options, root, found, output)
    if options.output == STANDARD_OUTPUT:
        sys.stdout.write(start.text)
        return 0
    write_file(output, start.text.encode())
    write([*summary(start, root, found), f"Wrote {_shown(output)}.", ""])
    command = f"`quantfence check{_flags(root, output)}`"
    if start.is_example:
        write(
            [f"Nothing is excluded yet, so that nothing was checked: replace `YourModule` in {_shown(output)}, or run"]
        )
        write([f"`quantfence init --force --recipe FILE` with a checkpoint's config.json. Then {command} has its say."])
        return 0
    check.run(check.Options(manifest=output, root=root, color=options.color))
    write(["", f"Next: read {_shown(output)}, commit it, and let {command} run in"])
    write(["CI and as a pre-commit hook (the README shows how)."])
    return 0


def _check_profile(name: str | None) -> None:
    from lint_rules.manifest.keys import PROFILES
    from lint_rules.manifest.problems import unknown

    if name is not None and name not in PROFILES:
        raise UsageError(f"--profile: {unknown('profile', name, PROFILES)}")


def _output(options: Options, root: Path) -> Path:
    """Where the manifest goes. Raises UsageError where one is in its way, or speaks for this folder from above."""
    named = load_settings(root).manifest
    usual = [root / name for name in ((named,) if named else ()) + NAMES]
    present = [path.resolve() for path in usual if path.exists()]
    if options.output == STANDARD_OUTPUT:
        return usual[0]
    # A manifest that is there is what --force means; else a new one goes where the settings say.
    output = (options.output or (usual[0] if named else (*present, usual[0])[0])).absolute()
    said = f"--output {options.output}" if options.output else f'"manifest" in {TABLE} of {FILE}: {named}'
    if output.is_dir():
        raise UsageError(f"{said} is a folder; accepted: a file")
    if not output.parent.is_dir():
        what = f"can't write {_shown(output)}" if options.output else said
        raise UsageError(f"{what}: there is no folder {_shown(output.parent)}")
    output = output.resolve()
    if not options.force:
        _require_none(output, present)
        if output in [path.resolve() for path in usual]:
            _require_none_above(root, output)
    if named and output != (root / named).resolve():
        warn(f"`quantfence check` reads {named}, which {FILE} names, unless --manifest says otherwise")
    return output


def _require_none(output: Path, present: list[Path]) -> None:
    if output.exists():
        raise UsageError(f"there is a manifest already: {_shown(output)}; --force replaces it")
    if present:
        beside = f"--force writes {_shown(output)} all the same"
        raise UsageError(f"there is a manifest already: {_shown(present[0])}; {beside}")


def _require_none_above(root: Path, output: Path) -> None:
    if (above := covering(root)) is not None:
        raise UsageError(
            f"{above} covers this folder already, and a manifest in it would take its place here: add the exclusions\n"
            f"there; --force writes {_shown(output)} all the same"
        )


def _start(options: Options, root: Path, found: Found, output: Path) -> Start:
    from lint_rules.init.starting import Wish, start
    from lint_rules.init.telling import unread

    talks = sys.stderr.isatty()
    with Progress(sys.stderr, enabled=talks) as progress:
        wish = Wish(root, found.files, output, options.recipe, options.profile, progress)
        beginning = start(wish)
    if beginning.text:
        return beginning
    raise UsageError("\n".join(unread(beginning, root, found)))


def _flags(root: Path, output: Path) -> str:
    """The options with which a check finds this manifest and this root from here, the fewest that do."""
    for manifest, folder in ((None, None), (None, root), (output, None), (output, root)):
        with suppress(UsageError):
            if locate(manifest, folder) == Project(root, output):
                options = (("--manifest", manifest), ("--root", folder))
                return "".join(f" {option} {shlex.quote(_shown(path))}" for option, path in options if path)
    return ""


def _shown(path: Path) -> str:
    return visible(shown_path(path, Path.cwd()))
