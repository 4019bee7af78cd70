"""Which patterns of filter functions catch layers that they should not."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from lint_rules.outline.filters.filter import Filter
from lint_rules.outline.filters.texts import How, Reading, matches
from lint_rules.outline.filters.values import Literal
from lint_rules.outline.known import KnownModule

_INDICES = ("1", "0")
"""The numbers that are tried for an index: the second layer tells more, for the first is often another one."""


class Overbroad(NamedTuple):
    """A pattern that catches layers which it is meant for, and others that are quantized."""

    pattern: Literal
    how: How
    right: tuple[str, ...]
    """FQNs of layers that it is meant for, with ``*`` for an index."""
    wrong: tuple[str, ...]
    """FQNs of layers that are quantized."""
    by_dot: bool
    """Whether a dot that stands for any character lets it catch these."""
    by_recipe: bool
    """Whether a recipe says so."""
    judge: Filter


class Told(NamedTuple):
    """What is known of modules."""

    listed: Callable[[KnownModule], bool | None]
    """Whether a recipe leaves it unquantized; None where no recipe speaks of its model."""
    named: Callable[[KnownModule], bool]
    """Whether the manifest names it."""
    quantizable: Callable[[KnownModule], bool]
    """Whether it is of a kind that is ever quantized."""


class _Catch(NamedTuple):
    module: KnownModule
    name: str
    """Its FQN with a number for each index."""
    how: How
    others: frozenset[Literal]
    """The patterns that catch it as well."""


Catches = Mapping[Literal, Sequence[_Catch]]


def overbroad(filters: Iterable[Filter], modules: Iterable[KnownModule], told: Told) -> list[Overbroad]:
    """The patterns that catch too much, each once, in the order of the text.

    By a recipe, what it lists is meant, and all else in its model is quantized. Where none speaks of a model, only what a
    pattern catches by accident is called wrong: by a dot that stands for another character, or by a word that ends in the
    middle of a component, beside what the manifest names.
    """
    layers = list({(module.root, module.fqn): module for module in modules if module.is_layer}.values())
    found: dict[Literal, Overbroad] = {}
    for each in filters:
        catches = _catches(each, layers)
        for pattern in catches:
            if pattern not in found:
                meant = _meant(pattern, catches[pattern], layers)
                verdict = _by_recipe(each, pattern, catches, meant, told)
                verdict = verdict or _by_accident(each, pattern, catches, meant, told)
                if verdict is not None:
                    found[pattern] = verdict
    return [found[pattern] for pattern in sorted(found)]


def _catches(judge: Filter, layers: Iterable[KnownModule]) -> dict[Literal, list[_Catch]]:
    """What each pattern of a filter catches."""
    found: dict[Literal, list[_Catch]] = {}
    for module in layers:
        seen: set[Literal] = set()
        for name in _spellings(module.fqn):
            caught = judge.caught(name)
            patterns = caught.patterns
            if patterns and not caught.alone:
                # Several must match together: the one that says the most speaks for them.
                longest = max(patterns, key=lambda pattern: len(pattern.text))
                patterns = {longest: patterns[longest]}
            for pattern, how in patterns.items():
                if pattern not in seen:
                    seen.add(pattern)
                    others = frozenset(patterns) - {pattern}
                    found.setdefault(pattern, []).append(_Catch(module, name, how, others))
    return found


def _spellings(fqn: str) -> Iterable[str]:
    if "*" not in fqn:
        return (fqn,)
    return tuple(re.sub(r"\*", index, fqn) for index in _INDICES)


def _meant(pattern: Literal, catches: Sequence[_Catch], layers: Iterable[KnownModule]) -> list[_Catch]:
    """The layers of whose parameters a regular expression plainly speaks, ``mlp.gate.``, if it is tried on names of modules.

    It catches none of them then, but for those that it does not mean.
    """
    how = catches[0].how
    if not how.is_regex:
        return []
    caught = {each.module for each in catches}
    spelled = ((module, name) for module in layers if module not in caught for name in _spellings(module.fqn))
    return [
        _Catch(module, name, how, frozenset())
        for module, name in spelled
        if matches(how, pattern.text, f"{name}.weight", reading=Reading.WHOLE)
        and not matches(how, pattern.text, name, reading=Reading.WHOLE)
    ]


def _by_recipe(
    judge: Filter, pattern: Literal, catches: Catches, meant: Sequence[_Catch], told: Told
) -> Overbroad | None:
    """Right is what a recipe lists, in the model in which it lists it."""
    mine = catches[pattern]
    right = [each for each in [*mine, *meant] if told.listed(each.module)]
    roots = {each.module.root for each in right}
    wrong = [
        each
        for each in mine
        if each.module.root in roots
        and told.listed(each.module) is False
        and told.quantizable(each.module)
        # Another pattern speaks of nothing but such layers: somebody wants them so.
        and not any(not any(told.listed(one.module) for one in catches.get(other, ())) for other in each.others)
    ]
    return _verdict(judge, pattern, right, wrong, True) if right and wrong else None


def _by_accident(
    judge: Filter, pattern: Literal, catches: Catches, meant: Sequence[_Catch], told: Told
) -> Overbroad | None:
    """Right is what the pattern catches as a name is read; wrong, what stands beside it and is caught otherwise."""
    mine = [each for each in catches[pattern] if told.listed(each.module) is None]
    right = [each for each in mine if judge.keeps(each.name, pattern, Reading.WHOLE)]
    right += (each for each in meant if told.listed(each.module) is None)
    wrong = []
    for each in mine:
        beside = [one for one in right if _parent(one.module) == _parent(each.module)]
        if told.named(each.module) or each.others or not beside or not told.quantizable(each.module):
            continue
        by_dot = not judge.keeps(each.name, pattern, Reading.DOTTED)
        by_word = any(told.named(one.module) for one in beside) and not judge.keeps(each.name, pattern, Reading.WHOLE)
        if by_dot or by_word:
            wrong.append(each)
    return _verdict(judge, pattern, right, wrong, False) if wrong else None


def _parent(module: KnownModule) -> tuple[str, str]:
    return module.root, module.fqn.rpartition(".")[0]


def _verdict(
    judge: Filter, pattern: Literal, right: Sequence[_Catch], wrong: Sequence[_Catch], by_recipe: bool
) -> Overbroad:
    by_dot = not any(judge.keeps(each.name, pattern, Reading.DOTTED) for each in wrong)
    return Overbroad(pattern, wrong[0].how, _names(right), _names(wrong), by_dot, by_recipe, judge)


def _names(catches: Iterable[_Catch]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(each.module.fqn for each in catches))
