"""What an editor shows of an analysis: the findings of each file, where they stand in the text that it has."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from lsprotocol import types

from lint_rules.diagnostic import Diagnostic, Position
from lint_rules.lsp.documents import Documents, moved
from lint_rules.lsp.engine import Analysis
from lint_rules.lsp.lines import Lines
from lint_rules.lsp.pages import page_of
from lint_rules.project.text import Texts
from lint_rules.reports.text import notes

SOURCE = "quantfence"


class Shown:
    """The findings of an analysis, each with the one that an editor shows for it, by file."""

    def __init__(self, analysis: Analysis, documents: Documents, lines: Callable[[str], Lines]) -> None:
        """``lines`` makes lines of a text, in the encoding that the client has asked for."""
        self.by_file: dict[Path, list[tuple[Diagnostic | None, types.Diagnostic]]] = {}
        self._analysis = analysis
        self._documents = documents
        self._lines = lines
        self._texts = Texts({})
        self._cache: dict[Path, Lines] = {}
        self._pages: dict[str, types.CodeDescription | None] = {}
        self._collect()

    def _collect(self) -> None:
        if self._analysis.verdict is not None:
            for each in self._analysis.verdict.selected.shown:
                if self._analysis.problems and each.path == self._analysis.project.manifest:
                    # It was found in the last manifest that could be used.
                    continue
                made = self._diagnostic(each)
                if made is not None:
                    self.by_file.setdefault(each.path, []).append((each, made))
        for problem in self._analysis.problems:
            place = problem.place
            at = self.lines(place.path).at(Position(place.line, place.column))
            text = self.lines(place.path).text
            end = next((index for index in range(at, len(text)) if text[index] in "\r\n#"), len(text))
            found = types.Diagnostic(
                self.lines(place.path).range(at, max(at + len(text[at:end].rstrip()), min(at + 1, len(text)))),
                problem.message,
                severity=types.DiagnosticSeverity.Error,
                source=SOURCE,
                code="manifest",
            )
            self.by_file.setdefault(place.path, []).append((None, found))

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
        line = moved(document.good, document.text).line(place.line)
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
