"""JUnit's XML, which build servers show as tests: each finding is one that failed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as xml

from lint_rules.diagnostic import Diagnostic
from lint_rules.reports.report import Report
from lint_rules.reports.terminal import visible
from lint_rules.reports.text import notes

_PACKAGE = "org.quantfence"


def render(report: Report) -> Iterator[str]:
    """Yield one XML document, in the shape that ruff prints: a suite for each file, a case for each finding.

    It is ASCII whatever the texts hold, so that no terminal's encoding can break it.
    """
    by_file: dict[Path, list[Diagnostic]] = {}
    for diagnostic in report.diagnostics:
        by_file.setdefault(diagnostic.path, []).append(diagnostic)
    found = len(report.diagnostics)
    root = xml.Element("testsuites", {"name": "quantfence", **_counts(max(found, 1), found)})
    for path, diagnostics in by_file.items():
        suite = _suite(root, _text(report.place(path)), len(diagnostics), len(diagnostics))
        for diagnostic in diagnostics:
            _add_case(suite, diagnostic, report)
    if not by_file:
        # Build servers take a document without tests for a run that went wrong.
        xml.SubElement(_suite(root, "quantfence", 1, 0), "testcase", name="No problems found", classname="quantfence")
    xml.indent(root, "    ")
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield xml.tostring(root, encoding="us-ascii", xml_declaration=False).decode("ascii")


def _suite(root: xml.Element, name: str, tests: int, failures: int) -> xml.Element:
    return xml.SubElement(root, "testsuite", {"name": name, **_counts(tests, failures), "package": _PACKAGE})


def _counts(tests: int, failures: int) -> dict[str, str]:
    return {"tests": str(tests), "skipped": "0", "failures": str(failures), "errors": "0"}


def _add_case(suite: xml.Element, diagnostic: Diagnostic, report: Report) -> None:
    line, column = diagnostic.start
    attributes = {
        "name": f"{_PACKAGE}.{diagnostic.code}",
        "classname": _text(report.place(diagnostic.path)).removesuffix(".py"),
        "line": str(line),
        "column": str(column),
    }
    message = _text(diagnostic.headline)
    failure = xml.SubElement(xml.SubElement(suite, "testcase", attributes), "failure", message=message)
    text = [f"line {line}, col {column}, {message}", *(f"{label}: {_text(note)}" for label, note in notes(diagnostic))]
    failure.text = "\n".join(text)


def _text(text: str) -> str:
    """Return a line without what XML can't hold."""
    return visible(text).replace("\ufffe", "\ufffd").replace("\uffff", "\ufffd")
