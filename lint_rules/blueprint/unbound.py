"""Flags of the manifest's ``config_only`` that name nothing in the project, so that nothing is looked at for them.

What is wrong with exclusions in this way is QF009.
"""

from __future__ import annotations

from collections.abc import Iterator

from lint_rules.blueprint.vocabulary import Vocabulary, is_declared
from lint_rules.manifest.model import Place


def unbound(vocabulary: Vocabulary) -> Iterator[tuple[Place, str]]:
    """The place of each such flag in the manifest, and what is said of it, once the project's files were read."""
    for flag in vocabulary.manifest.config_only:
        if not is_declared(flag, vocabulary):
            yield flag.place, f"config-only flag `{flag.key}` names no field of a class of the project"
