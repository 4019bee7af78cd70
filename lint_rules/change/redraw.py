"""Sketches drawn once more, of classes whose text has changed: whether they are what they were."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from lint_rules.blueprint.vocabulary import Vocabulary
from lint_rules.cache.kept import Before
from lint_rules.cache.store import Store
from lint_rules.change.record import Record, manifest_of, recorded
from lint_rules.outline.drawer import Drawer
from lint_rules.outline.likeness import Likeness, drawing_of
from lint_rules.outline.sketch import sketched
from lint_rules.project.asked import Asker
from lint_rules.project.source import Source
from lint_rules.project.symbols import Project


def redrawn(
    root: Path,
    names: Sequence[str],
    overrides: Mapping[Path, bytes],
    store: Store,
    record: Record,
    askers: Iterable[Asker],
) -> Project | None:
    """The project in which the sketches of some askers are like those that they once drew; None where one is not."""
    project = Project(root, names, overrides, store)
    vocabulary = Vocabulary(manifest_of(record), project)
    drawer, likeness, before = Drawer(project, vocabulary), Likeness(), dict(record.askers)
    for asker in askers:
        cls, variant = drawing_of(asker, project)
        with project.asking.by(asker):
            sketch = sketched(drawer, cls, variant)
        if likeness.of(sketch) != before[asker]:
            return None
    return project


def also_asked(project: Project, names: Sequence[str], before: Before, record: Record) -> Record | None:
    """A record of what was asked by now; None where a file has changed while it was read."""
    numbers = {name: number for number, name in enumerate(names)}
    sources = [source for source in project.looked_into() if str(source.path) in numbers]
    if any(source.digest != before.digest(numbers[str(source.path)]) for source in sources):
        return None
    _search(project, [source for source in sources if numbers[str(source.path)] not in record.rows], record)
    return recorded(record.manifest, sources, names, {}, record)


def _search(project: Project, sources: Sequence[Source], record: Record) -> None:
    """Ask of files that were not looked into before for all that a check looks for in each file."""
    if sources:
        from lint_rules.words import expected

        words = expected(Vocabulary(manifest_of(record), project))
        for source in sources:
            source.holds_any(words)
