"""Which files are read, which builders are entries, and the blueprints of all that nobody else calls.

A builder that another one calls is judged by its callers. So each candidate is evaluated as if nobody called it, and the
outcome is kept only where that turns out to be so. Where that would lose a finding, all callers must have been heard: those
that looked as if they had no say, and those in files not read so far, become candidates, too, and are followed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from lint_rules.blueprint.crossings import Crossing, Crossings
from lint_rules.blueprint.frame import Result
from lint_rules.blueprint.holders import Holders
from lint_rules.blueprint.machine import Machine
from lint_rules.blueprint.mutations import Mutation, Mutations
from lint_rules.blueprint.relevance import Relevance
from lint_rules.blueprint.searching import calls, defines, is_told
from lint_rules.blueprint.vocabulary import Vocabulary
from lint_rules.blueprint.words import Words
from lint_rules.project.reading import Unreadable
from lint_rules.project.symbols import ClassInfo, FunctionInfo, ModuleInfo, Project

Progress = Callable[[int, int], None]
"""Called with files read and files in all."""


class Candidate(NamedTuple):
    """A builder that may be an entry: a function, a class, a method of a class, or a module's own statements."""

    builder: FunctionInfo | ClassInfo | ModuleInfo
    cls: ClassInfo | None = None


class Survey:
    """Everything that was built, by the entries that build it."""

    def __init__(
        self,
        project: Project,
        vocabulary: Vocabulary,
        exhaustive: bool = False,
        progress: Progress | None = None,
        whole_trees: bool = False,
    ) -> None:
        """With ``whole_trees``, all that stands below a model is evaluated, whatever the manifest's names mean."""
        self.project = project
        self.vocabulary = vocabulary
        self.exhaustive = exhaustive
        self.words = Words(vocabulary, project)
        self._progress = progress
        self._whole_trees = whole_trees
        self._finder: Holders | None = None
        self._done = 0
        self._read: set[Path] = set()
        self._opened: set[Path] = set()
        self._asked: set[str] = set()
        self._doubtful: set[FunctionInfo | ClassInfo] = set()
        self._cleared: set[FunctionInfo | ClassInfo] = set()
        self.machine = self._new_machine()
        self.roots: list[Result] = []
        """The blueprints of all entries, in the order of the files."""
        self.crossings: list[Crossing] = []
        """Where configs enter excluded modules."""
        self.mutations: list[Mutation] = []
        """Where shared objects lose their config for the sake of excluded modules."""

    def run(self) -> None:
        """Read what matters and evaluate it; where the manifest asks nothing of builders, only read."""
        if self.vocabulary.asks_of_builders:
            self._evaluate_all()
        words = self.vocabulary.own_words
        self._open(path for path in self.project.files if self._may_matter(path, words))

    def _evaluate_all(self) -> None:
        self._read_files()
        while True:
            self._settle()
            read, asked = self._read_callers(), self._ask_callers()
            if not (read or asked):
                return

    def _settle(self) -> None:
        self.machine = self._new_machine()
        self.roots, dropped = self._evaluate(self._candidates())
        self.crossings = Crossings(self.vocabulary, self.roots).find()
        self._cleared = self._cleared_by_callers(dropped)
        mutations = Mutations(self.vocabulary, self.roots)
        self.mutations = mutations.find()
        self._doubtful = mutations.entries

    def _new_machine(self) -> Machine:
        self.relevance = Relevance(
            self.project, self.vocabulary, self.words, self.exhaustive, frozenset(self._asked), self._holders()
        )
        self._leading: set[ClassInfo] | None = None
        if self.relevance.holders and self._finder is not None:
            classes = [cls for module in self.project.modules for cls in module.classes if cls.is_module]
            classes = [cls for cls in classes if self.relevance.is_live(cls)]
            self._leading = self._finder.leading(classes, self.relevance.holders)
        return Machine(self.project, self.vocabulary, self.relevance)

    def _holders(self) -> list[FunctionInfo] | None:
        """The builders that may hold a layer which ``names`` exclude; None where any may."""
        if self.exhaustive or self._whole_trees:
            return None
        if not any(exclusion.names for exclusion in self.vocabulary.manifest.exclusions):
            return []
        self._finder = Holders(self.project, self.vocabulary, frozenset(self.words.all))
        found = self._finder.find()
        # Where no layer looks itself up, what is forwarded to any model matters, and so do all ways there.
        return found if self.vocabulary.manifest.layers.classes or not found else None

    @property
    def unreadable(self) -> list[tuple[Path, Unreadable]]:
        """The files that had to be read and could not be."""
        found = []
        for path in sorted(self._read | self._opened):
            trouble = self.project.source(path).trouble
            if trouble is not None:
                found.append((path, trouble))
        return found

    # --- reading

    def _read_files(self) -> None:
        """Read the files that hold a word that matters; what they say may make more words matter."""
        todo = list(self.project.files)
        tried: set[str] = set()
        while True:
            words = self.words.all - tried
            tried |= words
            self._take((path for path in todo if self._may_matter(path, words)), self._read)
            todo = [path for path in todo if path not in self._read]
            if not self.words.learn([self.project.module(path) for path in sorted(self._read)]):
                break
        self._open_entrypoints(todo)

    def _take(self, paths: Iterable[Path], among: set[Path]) -> None:
        """Read some files, all of a round at once."""
        for module in self.project.read(paths):
            among.add(module.path)
            self._done += 1
            if self._progress is not None:
                self._progress(self._done, len(self.project.files))

    def _open(self, paths: Iterable[Path]) -> None:
        """Read files of which nobody is evaluated."""
        self._take((path for path in paths if path not in self._read and path not in self._opened), self._opened)

    def _may_matter(self, path: Path, words: Iterable[str]) -> bool:
        """Whether a file is to be read: it holds one of the words, or nobody could tell."""
        source = self.project.source(path)
        return self.exhaustive or is_told(source, words) or source.trouble is not None

    def _open_entrypoints(self, unread: Sequence[Path]) -> None:
        """Read the files that define entrypoints, so that these can be found; nothing else in them matters."""
        entries = [entry for exclusion in self.vocabulary.manifest.exclusions for entry in exclusion.entrypoints]
        names = {entry.text.split(".")[0] for entry in entries}
        self._open(path for path in unread if names and defines(self.project.source(path), names))

    def _read_callers(self) -> bool:
        """Read the files that may call an entry whose callers decide about a finding; whether there were any."""
        entries = {crossing.entry for crossing in self.crossings if crossing.entry is not None}
        names = {_called(entry) for entry in entries | self._doubtful | self._cleared}
        unread = [path for path in self.project.files if path not in self._read]
        if not names or not unread:
            return False
        found = [path for path in unread if calls(self.project.source(path), names)]
        self._take(found, self._read)
        return bool(found)

    def _ask_callers(self) -> bool:
        """Let those be entries whose calls decide about a finding and were not seen; whether there were any more.

        They call what changes an object that it is given, or what some callers, but maybe not all, hand no config.
        """
        entries = self._doubtful | self._cleared
        if self.relevance.holders:
            # Of models below which layers are excluded by name, only those are asked about that seem to be wrong.
            entries |= {crossing.entry for crossing in self.crossings if crossing.entry is not None}
        names = {_called(entry) for entry in entries}
        if names <= self._asked:
            return False
        self._asked |= names
        return True

    # --- entries

    def _candidates(self) -> list[Candidate]:
        out: list[Candidate] = []
        for module in self.project.modules:
            if module.path not in self._read:
                continue
            if self.relevance.is_module_candidate(module):
                out.append(Candidate(module))
            for function in module.functions:
                if self.relevance.is_candidate(function):
                    out.append(Candidate(function))
            for cls in module.classes:
                out.extend(self._of_class(cls))
        if self._leading is not None:
            out = [each for each in out if not self._is_idle(each.builder)]
        return out

    def _is_idle(self, builder: FunctionInfo | ClassInfo | ModuleInfo) -> bool:
        """Whether a class is a module that was only taken for one which leads to a holder."""
        return (
            isinstance(builder, ClassInfo)
            and builder.is_module
            and self._leading is not None
            and builder not in self._leading
            and not self.relevance.is_aimed(builder)
        )

    def _of_class(self, cls: ClassInfo) -> list[Candidate]:
        """A class whose constructor matters, and its methods that do, inherited ones included."""
        out: list[Candidate] = []
        methods: dict[str, FunctionInfo] = {}
        for base in reversed(cls.mro):
            methods.update(base.methods)
        weighty = {name: method for name, method in methods.items() if self.relevance.is_candidate(method)}
        init = cls.method("__init__")
        if init is not None and weighty and not cls.is_record:
            out.append(Candidate(cls))
        for name, method in weighty.items():
            if name == "__init__":
                continue
            if method.owner is cls or self._differs(cls, method):
                out.append(Candidate(method, cls))
        return out

    def _differs(self, cls: ClassInfo, method: FunctionInfo) -> bool:
        """Whether a subclass changes anything that an inherited method may look at."""
        above = cls.mro[: cls.mro.index(method.owner)] if method.owner in cls.mro else ()
        return any(base.fields or base.methods or base.classes for base in above) or bool(
            self.vocabulary.excluding(cls)
        )

    # --- evaluation

    def _evaluate(self, candidates: Sequence[Candidate]) -> tuple[list[Result], list[Candidate]]:
        """The blueprints of what nobody calls; and the candidates that others call."""
        reached_by: dict[object, set[object]] = {}
        results: list[tuple[Candidate, Result]] = []
        called: list[Candidate] = []
        seen: set[object] = set()
        for candidate in candidates:
            if candidate.builder in seen:
                called.append(candidate)
                continue
            result = self._one(candidate)
            if result is None:
                continue
            results.append((candidate, result))
            mine = candidate.builder
            for other in result.reached:
                if other is not mine:
                    reached_by.setdefault(other, set()).add(mine)
                    seen.add(other)
        reaches = {candidate.builder: result.reached for candidate, result in results}
        kept: list[Result] = []
        for candidate, result in results:
            mine = candidate.builder
            if all(other in reaches.get(mine, set()) for other in reached_by.get(mine, ())):
                kept.append(result)
            else:
                called.append(candidate)
        return kept, called

    def _cleared_by_callers(self, called: Sequence[Candidate]) -> set[FunctionInfo | ClassInfo]:
        """The builders that hand over a config if they are given one, and are given none by the callers seen so far."""
        results = [result for result in map(self._one, called) if result is not None and result.interesting]
        known = {crossing.site for crossing in self.crossings}
        # Each is looked at for itself: what crosses inside another one is found there.
        apart = {result.builder for result in results}
        cleared = {
            root.builder
            for crossing in Crossings(self.vocabulary, results, self.roots).find(apart)
            if crossing.site not in known
            for root in crossing.roots
        }
        above = {result.builder for result in results if not cleared.isdisjoint(result.reached)}
        return {builder for builder in cleared | above if not isinstance(builder, ModuleInfo)}

    def _one(self, candidate: Candidate) -> Result | None:
        builder = candidate.builder
        if isinstance(builder, ModuleInfo):
            return self.machine.evaluate_module(builder)
        if isinstance(builder, ClassInfo):
            return self.machine.evaluate_class(builder)
        return self.machine.evaluate_function(builder, candidate.cls)


def _called(entry: FunctionInfo | ClassInfo) -> str:
    """The name by which a builder is called."""
    if isinstance(entry, ClassInfo):
        return entry.name
    return entry.owner.name if entry.owner is not None and entry.facts.name == "__init__" else entry.facts.name
