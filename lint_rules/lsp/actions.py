"""What an editor offers to do about findings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from lsprotocol import types

from lint_rules.adding import add_ignores
from lint_rules.change.lines import between
from lint_rules.diagnostic import Diagnostic, Edit
from lint_rules.fixing.batch import apply
from lint_rules.fixing.workspace import Workspace
from lint_rules.lsp.documents import Documents, encoded
from lint_rules.lsp.engine import Analysis
from lint_rules.lsp.findings import Pair
from lint_rules.lsp.lines import Lines
from lint_rules.project.suppressions import UNREADABLE, UNUSED
from lint_rules.project.text import Texts, decode, with_line_ends

BASELINE = "quantfence.addToBaseline"
PATH = "quantfence.showPath"
RULE = "quantfence.showRule"
FIX_ALL = "source.fixAll.quantfence"


class Desk(NamedTuple):
    """What it takes to write an edit that a client can apply."""

    documents: Documents
    lines: Callable[[str], Lines]
    versioned: bool
    """Whether the client takes edits of versions."""

    def text(self, path: Path) -> str:
        """A file as the editor has it, else as it is on disk."""
        document = self.documents.get(path)
        return document.text if document is not None else Texts({}).text(path)

    def edit(self, edits: Iterable[Edit]) -> types.WorkspaceEdit:
        """Edits of some files, each once."""
        files: dict[Path, list[types.TextEdit]] = {}
        for each in dict.fromkeys(sorted(edits, key=lambda edit: (str(edit.path), edit.start, edit.end))):
            text = self.text(each.path)
            content = with_line_ends(each.content, text, each.start)
            files.setdefault(each.path, []).append(
                types.TextEdit(self.lines(text).range(each.start, each.end), content)
            )
        if not self.versioned:
            return types.WorkspaceEdit(changes={path.as_uri(): made for path, made in files.items()})
        return types.WorkspaceEdit(
            document_changes=[
                types.TextDocumentEdit(
                    types.OptionalVersionedTextDocumentIdentifier(path.as_uri(), self._version(path)), list(made)
                )
                for path, made in files.items()
            ]
        )

    def _version(self, path: Path) -> int | None:
        document = self.documents.get(path)
        return document.version if document is not None else None


def actions(path: Path, pairs: Sequence[Pair], here: types.Range, desk: Desk) -> Iterator[types.CodeAction]:
    """What can be done about the findings of a file that touch a range."""
    document = desk.documents.get(path)
    if document is not None and document.good is not None:
        # What was found is about another text than the one that would be edited.
        return
    for finding, shown in pairs:
        if finding is None or not _touch(shown.range, here):
            continue
        fix = finding.fix
        if fix is not None:
            yield types.CodeAction(
                f"{fix.message} ({finding.code}{'' if fix.safe else ', may change more'})",
                kind=types.CodeActionKind.QuickFix,
                diagnostics=[shown],
                is_preferred=fix.safe,
                edit=desk.edit(fix.edits),
            )
        yield from _beside(path, finding, shown, desk)


def _beside(path: Path, finding: Diagnostic, shown: types.Diagnostic, desk: Desk) -> Iterator[types.CodeAction]:
    """What can be done about any finding."""
    if finding.code not in (UNREADABLE, UNUSED):
        comment = _ignored(path, finding, desk)
        if comment is not None:
            title = f"Ignore {finding.code} here"
            yield types.CodeAction(title, kind=types.CodeActionKind.QuickFix, diagnostics=[shown], edit=comment)
        place = [path.as_uri(), finding.code, finding.start.line, finding.start.column]
        yield _command(f"Add {finding.code} to the baseline", BASELINE, place, shown)
        if any(step.path is not None for step in finding.flow):
            yield _command(f"Show the path of {finding.code}", PATH, place, shown)
    yield _command(f"Show the page of {finding.code}", RULE, [path.as_uri(), finding.code], shown)


def _command(title: str, name: str, arguments: list[object], shown: types.Diagnostic) -> types.CodeAction:
    return types.CodeAction(
        title,
        kind=types.CodeActionKind.QuickFix,
        diagnostics=[shown],
        command=types.Command(title, name, arguments=arguments),
    )


def _ignored(path: Path, finding: Diagnostic, desk: Desk) -> types.WorkspaceEdit | None:
    """An ignore comment for a finding, where there is a place for one."""
    text = desk.text(path)
    after = decode(add_ignores(path, encoded(text), [finding], "").data)
    if after == text:
        return None
    went = between(text, after)
    return desk.edit([Edit(path, went.kept, went.end, after[went.kept : went.end + went.shift])])


def fix_all(path: Path, pairs: Sequence[Pair], analysis: Analysis, desk: Desk) -> types.CodeAction | None:
    """All safe fixes of a file that go together, and what they need elsewhere."""
    task = analysis.task
    document = desk.documents.get(path)
    fixes = [finding.fix for finding, _ in pairs if finding is not None and finding.fix and finding.fix.safe]
    if not fixes or task is None or (document is not None and document.good is not None):
        return None
    overrides = desk.documents.overrides(task.project)
    root, manifest = task.project
    batch = apply(fixes, Workspace(root, task.found.files, manifest, lambda _: True, overrides))
    if not batch.applied:
        return None
    edits = [edit for number in batch.applied for edit in fixes[number].edits]
    return types.CodeAction("Fix all that quantfence can fix safely", kind=FIX_ALL, edit=desk.edit(edits))


def _touch(one: types.Range, other: types.Range) -> bool:
    return _before(one.start, other.end) and _before(other.start, one.end)


def _before(one: types.Position, other: types.Position) -> bool:
    return (one.line, one.character) <= (other.line, other.character)
