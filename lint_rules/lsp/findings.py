"""What an editor shows of an analysis: the findings of each file, where they stand in the text that it has."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from lsprotocol import types

from lint_rules.change import lines as change_lines
from lint_rules.diagnostic import Diagnostic, Position
from lint_rules.lsp.documents import Documents
from lint_rules.lsp.engine import Analysis
from lint_rules.lsp.lines import Lines
from lint_rules.lsp.pages import page_of
from lint_rules.manifest.problems import Problem
from lint_rules.project.text import Texts
from lint_rules.reports.text import notes

SOURCE = "quantfence"
Pair = tuple[Diagnostic | None, types.Diagnostic]
"""A finding, where it is one of a rule, and what an editor shows for it."""


class Shown:
    """The findings of an analysis, each with the one that an editor shows for it, by file."""

    def __init__(
        self,
        analysis: Analysis,
        documents: Documents,
        lines: Callable[[str], Lines],
        before: Shown | None = None,
    ) -> None:
        """``lines`` makes lines of a text, in the encoding that the client has asked for.

        What was shown ``before`` is taken over where nothing has changed: most files are not open, and need not be read again.
        """
        self.by_file: dict[Path, list[Pair]] = {}
        self._analysis = analysis
        self._documents = documents
        self._lines = lines
        self._texts = Texts({})
        self._cache: dict[Path, Lines] = {}
        self._went: dict[Path, change_lines.Lines] = {}
        self._pages: dict[str, types.CodeDescription | None] = before._pages if before is not None else {}
        self.opened = frozenset(documents.paths())
        """The files that were open then."""
        self._near = self.opened | (before.opened if before is not None else frozenset())
        self._collect(before.by_file if before is not None else {})

    def _collect(self, before: Mapping[Path, list[Pair]]) -> None:
        for path, findings in self._findings().items():
            known = before.get(path)
            if known is not None and not self._is_near(path, findings) and [each for each, _ in known] == findings:
                self.by_file[path] = known
                continue
            made: list[Pair] = [(each, shown) for each in findings if (shown := self._diagnostic(each)) is not None]
            if made:
                self.by_file[path] = made
        for problem in self._analysis.problems:
            self.by_file.setdefault(problem.place.path, []).append((None, self._problem(problem)))

    def _findings(self) -> dict[Path, list[Diagnostic]]:
        """The findings of each file."""
        out: dict[Path, list[Diagnostic]] = {}
        for each in self._analysis.verdict.selected.shown if self._analysis.verdict is not None else ():
            if not self._analysis.problems or each.path != self._analysis.project.manifest:
                # What was found in the last manifest that could be used stands elsewhere in the one that can't be.
                out.setdefault(each.path, []).append(each)
        return out

    def _is_near(self, path: Path, findings: Iterable[Diagnostic]) -> bool:
        """Whether findings speak of a file that is open, or was."""
        return path in self._near or any(step.path in self._near for each in findings for step in each.flow)

    def _problem(self, problem: Problem) -> types.Diagnostic:
        lines, place = self.lines(problem.place.path), problem.place
        at, text = lines.at(Position(place.line, place.column)), lines.text
        end = next((index for index in range(at, len(text)) if text[index] in "\r\n#"), len(text))
        return types.Diagnostic(
            lines.range(at, max(at + len(text[at:end].rstrip()), min(at + 1, len(text)))),
            problem.message,
            severity=types.DiagnosticSeverity.Error,
            source=SOURCE,
            code="manifest",
        )

    def lines(self, path: Path) -> Lines:
        """The text of a file as the editor has it, or as it is on disk."""
        if path not in self._cache:
            document = self._documents.get(path)
            self._cache[path] = self._lines(document.text if document is not None else self._texts.text(path))
        return self._cache[path]

    def _moved(self, path: Path, place: Position) -> Position | None:
        """Where a place is in a text of which an earlier one was checked, since it can't be parsed."""
        document = self._documents.get(path)
        if document is None or document.good is None:
            return place
        if path not in self._went:
            self._went[path] = document.lines
        line = self._went[path].moved(place.line)
        return None if line is None else place._replace(line=line)

    def _diagnostic(self, each: Diagnostic) -> types.Diagnostic | None:
        start, end = self._moved(each.path, each.start), self._moved(each.path, each.end)
        if start is None or end is None:
            return None
        said = [f"{each.headline[0].upper()}{each.headline[1:]}."] if each.headline else []
        said += [f"{label}: {note}" for label, note in notes(each) if label in ("layers", "help")]
        return types.Diagnostic(
            self.lines(each.path).span(start, end),
            "\n".join(said),
            severity=types.DiagnosticSeverity.Warning if each.preview else types.DiagnosticSeverity.Error,
            code=each.code,
            code_description=self._page(each.code),
            source=SOURCE,
            tags=[types.DiagnosticTag.Unnecessary] if each.code in _UNNECESSARY else None,
            related_information=list(self._related(each)) or None,
        )

    def _page(self, code: str) -> types.CodeDescription | None:
        if code not in self._pages:
            page = page_of(self._analysis.task, code) if self._analysis.task is not None else None
            self._pages[code] = types.CodeDescription(page.as_uri()) if page is not None else None
        return self._pages[code]

    def _related(self, each: Diagnostic) -> Iterator[types.DiagnosticRelatedInformation]:
        for number, step in enumerate(each.flow, 1):
            if step.path is None or step.line is None:
                continue
            place = self._moved(step.path, Position(step.line, 1))
            if place is not None:
                location = types.Location(step.path.as_uri(), self.lines(step.path).line(place.line))
                yield types.DiagnosticRelatedInformation(location, f"step {number} of the path: {step.label}")


_UNNECESSARY = frozenset({"QF009", "QF100"})
"""Rules that say of something that it does nothing."""
