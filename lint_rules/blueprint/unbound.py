"""Names of the manifest that name nothing in the project, so that whatever is said with them is not looked at."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lint_rules.blueprint.entrypoints import resolve
from lint_rules.blueprint.vocabulary import Target, Vocabulary
from lint_rules.manifest.model import FlagName, Place


def unbound(vocabulary: Vocabulary) -> Iterator[tuple[Place, str]]:
    """The place of each such name in the manifest, and what is said of it, once the project's files were read."""
    for target in vocabulary.targets:
        if not _is_known(target, vocabulary):
            yield target.entry.place, f"`{target.entry.text}` of `{target.exclusion.id}` names no class of the project"
    for exclusion in vocabulary.manifest.exclusions:
        for entry in exclusion.entrypoints:
            if not resolve(vocabulary.project, entry):
                what = "names no class, method or function of the project"
                yield entry.place, f"entrypoint `{entry.text}` of `{exclusion.id}` {what}"
        if exclusion.policy is not None and not _is_declared(exclusion.policy, vocabulary):
            policy = exclusion.policy
            what = "names no field of a class of the project"
            yield policy.place, f"policy `{policy.key}` of `{exclusion.id}` {what}"
    for flag in vocabulary.manifest.config_only:
        if not _is_declared(flag, vocabulary):
            yield flag.place, f"config-only flag `{flag.key}` names no field of a class of the project"


def _is_known(target: Target, vocabulary: Vocabulary) -> bool:
    """Whether the project has a class of this name, or imports one."""
    if target.dotted:
        return target.cls is not None
    return any(
        target.name in module.bindings or any(cls.name == target.name for cls in module.classes)
        for module in vocabulary.project.modules
    )


def _is_declared(flag: FlagName, vocabulary: Vocabulary) -> bool:
    """Whether a class that the flag may mean, or a base of it, speaks of the flag at all: also ``self.flag = …`` counts."""
    word = re.compile(rf"\b{re.escape(flag.field)}\b")
    return any(
        word.search(base.module.source.segment(base.facts.line, base.facts.end_line))
        for cls in vocabulary.declaring(flag)
        for base in cls.mro
    )
