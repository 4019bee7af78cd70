"""QF900 unreadable-file."""

from __future__ import annotations

from collections.abc import Iterator

from lint_rules.diagnostic import Diagnostic, Position
from lint_rules.rules.base import Example, Rule
from lint_rules.rules.context import Context

_MANIFEST = """
version: 1
quantization:
  names: [float8_cfg]
exclusions:
  - id: head
    modules: [ScoreHead]
"""


class UnreadableFile(Rule):
    """
    ## What it does

    Reports a file that can't be read, decoded or parsed, at the line that is to blame. Nothing else is said of that file.
    A file whose bytes can't be read is always reported. Of the others, those that hold none of the names that matter are not
    parsed, and so not judged; `--exhaustive` parses all.

    ## Why it is bad

    A file that is skipped in silence looks like a file that is right.

    ## How to fix it

    Repair the file, leave it out (`exclude` in `[tool.quantfence]`), or run quantfence with a Python that is new enough
    to read it.

    ## When not to use it

    Leave files of another language version out with `exclude` or `per-file-ignores`.
    """

    code = "QF900"
    name = "unreadable-file"
    summary = "a file that can't be read or parsed"
    examples = (
        Example(
            "a comma is missing",
            {
                "quantfence.yaml": _MANIFEST,
                "model.py": "class ScoreHead: ...\n\ndef build(size float8_cfg):\n    return size\n",
            },
            (("model.py", 3),),
        ),
    )

    def check(self, context: Context) -> Iterator[Diagnostic]:
        """A finding for each file that had to be read and could not be."""
        for path, trouble in context.survey.unreadable:
            start = Position(trouble.line, 1)
            yield Diagnostic("QF900", trouble.message, path, start, start)
