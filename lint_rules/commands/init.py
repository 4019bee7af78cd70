"""``quantfence init``: look at the project and at a recipe, write the first manifest, and show what it says."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from lint_rules.commands import check
from lint_rules.commands.streams import STANDARD_OUTPUT, write, write_file
from lint_rules.errors import UsageError
from lint_rules.locate import NAMES
from lint_rules.project.files import Found, project_files
from lint_rules.reports.progress import Progress
from lint_rules.reports.report import shown_path
from lint_rules.reports.summary import count
from lint_rules.reports.terminal import visible
from lint_rules.settings import load_settings

if TYPE_CHECKING:
    from lint_rules.init.starting import Start

_SHOWN = 3


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
    write(_summary(start, found, output))
    elsewhere = output.parent != root or output.name not in NAMES
    flags = f" --manifest {shown_path(output, Path.cwd())} --root {shown_path(root, Path.cwd())}" if elsewhere else ""
    check.run(check.Options(manifest=output, root=root, color=options.color))
    write(
        [
            "",
            f"Next: read {visible(shown_path(output, Path.cwd()))}, commit it, and let `quantfence check{flags}` run in",
        ]
    )
    write(["CI and as a pre-commit hook (the README shows how)."])
    return 0


def _check_profile(name: str | None) -> None:
    from lint_rules.manifest.keys import PROFILES
    from lint_rules.manifest.problems import unknown

    if name is not None and name not in PROFILES:
        raise UsageError(f"--profile: {unknown('profile', name, PROFILES)}")


def _output(options: Options, root: Path) -> Path:
    """Where the manifest goes. Raises UsageError where one is in its way."""
    output = (options.output or root / NAMES[0]).absolute()
    if options.output == STANDARD_OUTPUT:
        return root / NAMES[0]
    if output.is_dir():
        raise UsageError(f"--output {options.output} is a folder; accepted: a file")
    if not output.parent.is_dir():
        shown, folder = (shown_path(path, Path.cwd()) for path in (output, output.parent))
        raise UsageError(f"can't write {shown}: there is no folder {folder}")
    output = output.resolve()
    named = load_settings(root).manifest
    in_its_way = [path for path in (output, *(root / name for name in NAMES)) if path.exists()]
    if named is not None and (root / named).exists():
        in_its_way.append(root / named)
    if in_its_way and not options.force:
        shown = shown_path(in_its_way[0], Path.cwd())
        raise UsageError(f"there is a manifest already: {shown}; --force writes {output.name} all the same")
    return output


def _start(options: Options, root: Path, found: Found, output: Path) -> Start:
    from lint_rules.init.starting import Wish, start

    talks = sys.stderr.isatty()
    with Progress(sys.stderr, enabled=talks) as progress:
        wish = Wish(root, found.files, output, options.recipe, options.profile, progress)
        beginning = start(wish)
    if beginning.text:
        return beginning
    raise UsageError("\n".join(_unread(beginning, root, found)))


def _unread(start: Start, root: Path, found: Found) -> Iterator[str]:
    """What is said of a project that can't be read."""
    unreadable = [*start.unreadable, *((problem.path, problem.message) for problem in found.problems)]
    if not found.files:
        yield f"no Python files below {root}, so that nothing was written"
    else:
        yield "found nothing that carries a quantization config, so that nothing was written"
        yield f"  saw: {count(len(found.files), 'Python file')} below {root}, {start.hinted} with a word such as quant or fp8"
        yield "  looked for: the engines lmdeploy, sglang, vllm and xtuner; parameters and fields annotated with a class"
        yield "    such as Float8Config or QuantSettings; parameters and fields named as quant_config or fp8_cfg is"
    if unreadable:
        yield f"  could not read: {count(len(unreadable), 'file')}"
        for path, message in unreadable[:_SHOWN]:
            yield f"    {shown_path(path, Path.cwd())}: {message}"
    if found.files:
        yield "  A manifest by hand needs `quantization` with the `names` or `types` that carry it; see `quantfence manifest schema`."


def _summary(start: Start, found: Found, output: Path) -> Iterator[str]:
    detected = start.detected
    carriers = [*detected.types, *detected.names]
    engine = f"profile {detected.profile}" if detected.profile else "no known engine"
    yield f"Saw {count(len(found.files), 'Python file')}: {engine} ({detected.reason})."
    yield from (f"  {visible(str(carrier))}" for carrier in carriers[:6])
    if start.unreadable:
        yield f"  could not read {count(len(start.unreadable), 'file')}; the check says which"
    if start.recipe is not None:
        recipe, binding = start.recipe, start.binding
        yield f"Read {count(len(recipe.names), 'name')} of `{recipe.key}` in {visible(recipe.path.name)}."
        for bound in binding.bound:
            spelled = sum(len(wanted.spelled) for wanted in bound.wanted)
            means = ", ".join(bound.modules or bound.names[:_SHOWN])
            yield f"  {visible(means)}: {count(spelled, 'name')}"
        lost = sum(len(wanted.spelled) for wanted in binding.unbound)
        if lost and not start.by_name:
            yield f"  bound to no class of this project: {count(lost, 'name')}"
    yield f"Wrote {visible(shown_path(output, Path.cwd()))}."
    yield ""
