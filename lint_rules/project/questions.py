"""Questions about the text of a file that one and the same text always answers alike.

Whoever looks at a file's text for more than its facts does so by a question, if it can: what was asked is remembered with
its answer, so that the next run can ask again of a file that has changed, and need do no more if the answers are what they were.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeAlias, TypeVar

Argument: TypeAlias = str | int
_Text = TypeVar("_Text", str, bytes)
_Answer = TypeVar("_Answer")

_QUESTIONS: dict[str, Question[Any, Any]] = {}


class Question(Generic[_Text, _Answer]):
    """A function of a text and of plain arguments, under a name by which it is found again.

    Its answers consist of numbers, strings, None, and tuples of such.
    """

    def __init__(self, answer: Callable[..., _Answer]) -> None:
        self.answer = answer
        self.name = f"{answer.__module__}:{answer.__qualname__}"


def of_file(answer: Callable[..., _Answer]) -> Question[bytes, _Answer]:
    """Make a question of a function at the top of a module, which is given the bytes of a file first."""
    made: Question[bytes, _Answer] = Question(answer)
    _QUESTIONS[made.name] = made
    return made


def of_function(answer: Callable[..., _Answer]) -> Question[str, _Answer]:
    """The same of a function that is given the text of a function."""
    made: Question[str, _Answer] = Question(answer)
    _QUESTIONS[made.name] = made
    return made


def named(name: str) -> Question[Any, Any] | None:
    """The question of a name; None where there is none, or no longer."""
    if name not in _QUESTIONS:
        from importlib import import_module

        module = name.partition(":")[0]
        if not module.startswith("lint_rules."):
            return None
        try:
            import_module(module)
        except ImportError:
            return None
    return _QUESTIONS.get(name)
