"""What vLLM and SGLang read alike: GPTQ's ``dynamic``, and the experts of a Quark recipe."""

from __future__ import annotations

from lint_rules.recipes.fused import last
from lint_rules.recipes.keys import EXCLUDING, QUANTIZING, REGEX_MARK
from lint_rules.recipes.matching import Entries, Find, expressions
from lint_rules.recipes.verdict import QUANTIZED, Fused, Judge, Outcome, Verdict


def dynamic_expression(entry: str) -> str:
    """The expression of a rule: ``-:`` excludes, all else quantizes in its own way."""
    mark = EXCLUDING if entry.startswith(EXCLUDING) else QUANTIZING
    return entry.removeprefix(mark)


def dynamic(rules: Entries) -> Judge:
    """The first expression that matches the beginning of the name decides."""
    find = expressions(rules, dynamic_expression)

    def judge(name: str, fused: Fused) -> Verdict:
        at = find(name)
        if at is None:
            return QUANTIZED
        return Verdict(Outcome.EXCLUDED if rules[at].startswith(EXCLUDING) else Outcome.QUANTIZED, at)

    return judge


def or_below_experts(entries: Entries, find: Find) -> Find:
    """Quark lists experts one by one, and an engine builds them as one layer: an entry below that excludes it."""
    names = [(at, entry) for at, entry in enumerate(entries) if not entry.startswith(REGEX_MARK)]

    def found(name: str) -> int | None:
        at = find(name)
        if at is None and last(name) == "experts":
            return next((at for at, entry in names if entry.startswith(f"{name}.")), None)
        return at

    return found
