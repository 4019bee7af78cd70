"""The forms that a single text of the manifest takes, each with the regular expression that the JSON schema shows."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from lint_rules.manifest.patterns import REGEX_MARK, glob_problem
from lint_rules.manifest.problems import quoted
from lint_rules.manifest.regex import regex_problem


class Form(NamedTuple):
    """What a text may look like."""

    noun: str
    """``a class``"""
    accepted: str
    """The accepted forms, for messages and documentation."""
    pattern: str
    """A regular expression that must match the whole text, in the syntax that Python and JavaScript share.

    A text may be a megabyte long, so it has to fail in linear time.
    """
    check: Callable[[str], str | None] = lambda text: None
    """What an expression can't say: returns what is wrong with a text of the right form, or ``None``."""

    def problem(self, text: str) -> str | None:
        """Return what is wrong with a text, or ``None``."""
        if not re.fullmatch(self.pattern, text):
            found = f"{quoted(text)} is not {self.noun}" if text.strip() else "found an empty text"
            return f"{found}; accepted: {self.accepted}"
        wrong = self.check(text)
        return f"{quoted(text)} {wrong}" if wrong else None


def _check_name(text: str) -> str | None:
    if text.startswith(REGEX_MARK):
        return regex_problem(text.removeprefix(REGEX_MARK))
    return glob_problem(text)


def _check_inside(text: str) -> str | None:
    """Return what is wrong with a path that does not stay in its folder."""
    depth = 0
    for part in re.split(r"[/\\]", text):
        depth += -1 if part == ".." else part not in ("", ".")
        if depth < 0:
            return "leads out of the manifest's folder; accepted: a path inside it"
    return None


_ID = r"[A-Za-z_\u0080-\uffff][A-Za-z0-9_\u0080-\uffff]*"
_PART = r"(?:[A-Za-z0-9_*?\u0080-\uffff]|\[!?[A-Za-z0-9_\u0080-\uffff-]+\])+"
_NAME_PART = r"[A-Za-z0-9_*:/@\u0080-\uffff-]+"
_PLAIN_PART = r"[A-Za-z0-9_\u0080-\uffff-]+"

ANY_TEXT = Form("a text", "a text, possibly an empty one", r"[^\x00-\x1f\x7f]*")
LINE = Form("a text of one line", "a text of one line", r"[^\s\x00-\x1f\x7f](?:[^\x00-\x1f\x7f]*[^\s\x00-\x1f\x7f])?")
PROSE = Form("a text", "a text", r"(?=[\s\S]*\S)[^\x00-\x08\x0b\x0c\x0e-\x1f\x7f]*")
IDENTIFIER = Form("a Python name", "a Python name such as `quant_config`", _ID)
CLASS = Form("a class", "`Class` or `pkg.mod.Class`", rf"{_ID}(?:\.{_ID})*")
FUNCTION = Form("a function", "`function` or `pkg.mod.function`", rf"{_ID}(?:\.{_ID})*")
MODULE = Form(
    "a module",
    "`Class`, `pkg.mod.Class` or `Class.path`, where a path may hold `*`, `**`, `?` and `[ab]`",
    rf"{_ID}(?:\.{_PART})*",
    glob_problem,
)
NAME = Form(
    "a name pattern",
    "a full name with dots, where `*` stands for any characters but a dot and `**` for any; "
    "or `re:` before a regular expression that matches the whole name",
    rf"re:[^\x00-\x1f\x7f]+|(?!re:){_NAME_PART}(?:\.{_NAME_PART})*",
    _check_name,
)
FLAG = Form("a flag", "`Class.flag` or `pkg.mod.Class.flag`", rf"{_ID}(?:\.{_ID})+")
POLICY = Form(
    "a policy",
    "`Class.flag`, `pkg.mod.Class.flag` or `not Class.flag`",
    rf"(?:not +)?{_ID}(?:\.{_ID})+",
)
ENTRYPOINT = Form(
    "an entrypoint", "`Class`, `Class.method` or a dotted function `pkg.mod.function`", rf"{_ID}(?:\.{_ID})*"
)
RECIPE = Form(
    "a relative path",
    "a path relative to the manifest, with forward slashes, such as `recipes/config.json`",
    r"(?![A-Za-z]:)[^\x00-\x1f\x7f/\\][^\x00-\x1f\x7f\\]*",
    _check_inside,
)
TEMPLATE = Form(
    "a template of a name",
    "a text that holds both `{0}` and `{1}`, the positions of the arguments, such as `{0}.{1}`",
    r"(?=.*\{0\})(?=.*\{1\})(?:[^{}\x00-\x1f\x7f]|\{[0-9]\})*",
)
COMPONENT = Form("a layer's name", "a name such as `qkv_proj`", rf"{_PLAIN_PART}(?:\.{_PLAIN_PART})*")
FRAGMENT = Form("a part of a name", "a part of a name, without blanks, such as `.conv.`", r"[^\s\x00-\x1f\x7f]+")
