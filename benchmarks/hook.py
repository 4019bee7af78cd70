"""The command line that pre-commit runs."""

from __future__ import annotations

import shlex

from benchmarks.pins import REPOSITORY


def hook_words(program: str) -> tuple[str, ...]:
    """The words of the hook ``quantfence``, with the program to run for its first; file names follow."""
    import yaml

    hooks = yaml.safe_load((REPOSITORY / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    (hook,) = (each for each in hooks if each["id"] == "quantfence")
    return (program, *shlex.split(hook["entry"])[1:], *hook.get("args", ()))
