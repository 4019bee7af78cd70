"""Small projects of model classes, and what is asked of them."""

from __future__ import annotations

import textwrap
from pathlib import Path

from lint_rules.outline.explain import Explainer, Explanation
from lint_rules.outline.loading import Loaders
from lint_rules.project.symbols import ClassInfo, Project

MAPPER = """
    from dataclasses import dataclass, field

    @dataclass
    class WeightsMapper:
        orig_to_new_substr: dict = field(default_factory=dict)
        orig_to_new_prefix: dict = field(default_factory=dict)
        orig_to_new_suffix: dict = field(default_factory=dict)

        def _map_name(self, key):
            for old, new in self.orig_to_new_substr.items():
                if old in key:
                    key = key.replace(old, new, 1)
            return key
    """
"""A mapper that goes through all that it looks for."""

SINGLE = MAPPER.replace("new, 1)", "new, 1)\n                    break")
"""One that stops at what fits."""


class Models:
    """The classes of some files, written below a folder."""

    def __init__(self, root: Path, files: dict[str, str]) -> None:
        for name, text in files.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(textwrap.dedent(text))
        paths = sorted(root.rglob("*.py"))
        self._project = Project(root, paths)
        self._classes = {klass.name: klass for path in paths for klass in self._project.module(path).classes}

    def __getitem__(self, name: str) -> ClassInfo:
        return self._classes[name]

    def explained(self, fqn: str, given: str, *chain: str, rename: dict[str, str] | None = None) -> Explanation | None:
        """Why a layer goes by a name, below the classes of a chain."""
        return Explainer(rename).explained(fqn, given, [self[name] for name in chain])

    def renames(self, name: str) -> list[tuple[str, str, str]]:
        """What a class's loading renames: where, what, and to what."""
        return [(each.where, each.old, each.new) for each in Loaders().of(self[name]).renames]
