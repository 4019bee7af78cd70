"""QF100 unused-suppression."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from lint_rules.diagnostic import Diagnostic, Fix, Position
from lint_rules.manifest.problems import listed, quoted, suggest
from lint_rules.project.comment_edits import drop_codes, remove
from lint_rules.project.source import Source
from lint_rules.project.suppressions import UNUSED, YAML, Comment
from lint_rules.rules.base import Commented, Example, Rule, all_rules
from lint_rules.rules.context import Context

_MANIFEST = """
version: 1
quantization:
  names: [float8_cfg]
exclusions:
  - id: head
    modules: [ScoreHead]
"""

_MODEL = """
from torch import nn

class ScoreHead(nn.Module):
    def __init__(self, size, float8_cfg=None):
        super().__init__()
        self.proj = make_linear(size, float8_cfg=float8_cfg)

def build(size, float8_cfg):
    return ScoreHead(size, float8_cfg=float8_cfg)  # quantfence: ignore[QF001] only timed, never trained
"""


class UnusedSuppression(Rule):
    """
    ## What it does

    Reports an ignore comment that silences nothing, and each code of a comment's list that does: nothing is found there
    any more, the comment stands on the wrong line, or the code is another rule's or none's.

    Every rule runs in every check, so the verdict is the same whatever `select`, `ignore` and `per-file-ignores` leave out
    of the report: a comment is used if it would silence something. Nothing is said of the comments of a file that can't
    be parsed.

    ## Why it is bad

    A comment that was left over hides the next finding on its line, and one that stands in the wrong place makes people
    believe that somebody has decided about a finding.

    ## How to fix it

    Remove the comment, or the code from its list; `quantfence check --select QF100 --fix` does that. A comment works on its
    own line and, on the first line of a statement, on all of it: one that should silence a finding belongs there.

    ## When not to use it

    Where a comment has to stay although nothing is found today, name `QF100` in it: `# quantfence: ignore[QF001, QF100]`.
    `# quantfence: ignore-file[QF100]` keeps all comments of a file. A comment without codes does not excuse itself.
    """

    code = UNUSED
    name = "unused-suppression"
    summary = "an ignore comment that silences nothing"
    examples = (
        Example("it silences a finding", {"quantfence.yaml": _MANIFEST, "model.py": _MODEL}),
        Example(
            "nothing is found any more",
            {
                "quantfence.yaml": _MANIFEST,
                "model.py": _MODEL.replace("float8_cfg=float8_cfg)  #", "float8_cfg=None)  #"),
            },
            (("model.py", 9),),
        ),
        Example(
            "one code of two silences nothing",
            {"quantfence.yaml": _MANIFEST, "model.py": _MODEL.replace("QF001", "QF001, QF002")},
            (("model.py", 9),),
        ),
        Example(
            "it is meant to stay",
            {"quantfence.yaml": _MANIFEST, "model.py": _MODEL.replace("QF001", "QF001, QF002, QF100")},
        ),
    )

    def check(self, context: Context) -> Iterator[Diagnostic]:
        """Nothing: what comments are good for is known only when all findings are there."""
        yield from ()

    def review(self, files: Iterable[Commented]) -> Iterator[Diagnostic]:
        """A finding for each comment of which something silences nothing."""
        known = [rule.code for rule in all_rules()]
        for file in files:
            found = [
                (comment, verdict)
                for comment in file.suppressions.comments
                if (verdict := _judge(comment, file.suppressions.uses(comment), known)) is not None
            ]
            # A check parses only files that may matter; of one that it could not parse, nothing is said.
            if found and (file.source.path.suffix in YAML or file.source.module is not None):
                for comment, verdict in found:
                    yield _diagnostic(file.source, comment, verdict)


class _Verdict(NamedTuple):
    """Why something in a comment silences nothing, and the numbers of those codes in its list; no list: all of it."""

    reasons: tuple[str, ...]
    numbers: tuple[int, ...] | None


def _judge(comment: Comment, uses: frozenset[str], known: list[str]) -> _Verdict | None:
    if comment.codes is None:
        place = "in this file" if comment.whole_file else "on this line"
        return None if uses else _Verdict((f"nothing is found {place}",), None)
    if not comment.codes:
        return _Verdict(("its list is empty",), None)
    idle: list[str] = []
    twice: list[str] = []
    unknown: list[str] = []
    numbers: list[int] = []
    for number, code in enumerate(comment.codes):
        if code in comment.codes[:number]:
            kind = twice
        elif code not in known:
            kind = unknown
        elif code not in uses and code != UNUSED:
            kind = idle
        else:
            continue
        kind.append(code)
        numbers.append(number)
    if not numbers:
        return None
    reasons = [f"{listed(idle)} {'silences' if len(idle) == 1 else 'silence'} nothing here"] if idle else []
    reasons += [f"{quoted(code)} is named twice" for code in dict.fromkeys(twice)]
    reasons += [_no_rule(code, known) for code in unknown]
    return _Verdict(tuple(reasons), tuple(numbers) if len(numbers) < len(comment.codes) else None)


def _no_rule(code: str, known: list[str]) -> str:
    near = suggest(code, known)
    return f"{quoted(code)} is no rule" + (f" (did you mean {quoted(near)}?)" if near else "")


def _diagnostic(source: Source, comment: Comment, verdict: _Verdict) -> Diagnostic:
    codes = comment.codes or ()
    if verdict.numbers is None:
        what = "unused ignore comment"
        fix = Fix("Remove the comment", (remove(source, comment),))
    else:
        what = f"unused code{'s' if len(verdict.numbers) > 1 else ''} in an ignore comment"
        dropped = listed(dict.fromkeys(codes[number] for number in verdict.numbers))
        fix = Fix(f"Remove {dropped} from the comment", (drop_codes(source, comment, verdict.numbers),))
    start, end = Position(comment.line, comment.column), Position(comment.line, comment.end_column)
    return Diagnostic(UNUSED, f"{what}: {'; '.join(verdict.reasons)}", source.path, start, end, fix=fix)
