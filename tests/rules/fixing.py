"""What the fixes of rules make of the files of a project, applied by the engine behind ``--fix``."""

from __future__ import annotations

from pathlib import Path

from lint_rules.check import Request, check
from lint_rules.diagnostic import Diagnostic, Fix
from lint_rules.fixing import batch
from lint_rules.fixing.rounds import Rounds
from lint_rules.fixing.workspace import Workspace
from lint_rules.fixing.writing import write_all
from lint_rules.manifest.load import load_manifest
from lint_rules.project.files import project_files


def diagnose(root: Path, *codes: str) -> list[Diagnostic]:
    """What a check of a folder says; only of some rules, if they are named."""
    request = Request(load_manifest(root / "quantfence.yaml"), root, project_files(root).files)
    return [each for each in _judged(request) if not codes or each.code in codes]


def apply(root: Path, fix: Fix) -> None:
    """Apply one fix, and write its files."""
    workspace = _workspace(root)
    done = batch.apply([fix], workspace)
    assert (done.applied, done.refused) == ([0], {})
    workspace.overrides.update(done.contents)
    write_all(workspace.changes(), root)


def repair(root: Path, unsafe: bool = False) -> list[Diagnostic]:
    """Apply all fixes that are safe, or all that there are, and write the files; what is said then.

    No fix may be one that can't be applied, and there must be an end to them.
    """
    workspace = _workspace(root)
    rounds = Rounds(workspace, unsafe)
    request = Request(load_manifest(root / "quantfence.yaml"), root, project_files(root).files, workspace.overrides)
    while rounds.apply(_judged(request)):
        assert rounds.refusals == []
    assert (rounds.refusals, rounds.unfinished) == ([], None)
    write_all(workspace.changes(), root)
    return diagnose(root)


def _judged(request: Request) -> list[Diagnostic]:
    """What is said of a program; few of these have all that their manifest names, which is not what they are about."""
    return [each for each in check(request).diagnostics if each.code != "QF009"]


def is_safe(diagnostic: Diagnostic) -> bool:
    return diagnostic.fix is not None and diagnostic.fix.safe


def _workspace(root: Path) -> Workspace:
    return Workspace(root, project_files(root).files, root / "quantfence.yaml", lambda _: True, {})
