"""What a rule is given: the manifest, the project and its blueprints, and the syntax of a place."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from lint_rules.blueprint.crossings import Crossing
from lint_rules.blueprint.mutations import Mutation
from lint_rules.blueprint.reach import Reaches
from lint_rules.blueprint.sharing import Sharing
from lint_rules.blueprint.survey import Survey
from lint_rules.blueprint.values import Trace
from lint_rules.blueprint.vocabulary import Vocabulary
from lint_rules.coverage.dead import Dead, Untold, dead
from lint_rules.coverage.drift import Comparison, compare
from lint_rules.coverage.entries import Entries
from lint_rules.diagnostic import Diagnostic, Fix, Position, Step
from lint_rules.manifest.model import Manifest
from lint_rules.outline.explain import Explainer
from lint_rules.outline.naming import Naming
from lint_rules.outline.tree import Tree
from lint_rules.outline.universe import tree_of
from lint_rules.project import facts
from lint_rules.project.site import Site
from lint_rules.project.source import Source
from lint_rules.project.symbols import Project

if TYPE_CHECKING:
    from lint_rules.rules.syntax import Snippet, Span


class Context:
    """One check. Nothing is computed before a rule asks for it."""

    def __init__(self, manifest: Manifest, project: Project, survey: Survey) -> None:
        self.manifest = manifest
        self.project = project
        self.survey = survey
        self._snippets: dict[tuple[Path, int, bool], Snippet] = {}

    @property
    def vocabulary(self) -> Vocabulary:
        """The manifest's names, bound to the project's classes."""
        return self.survey.vocabulary

    @property
    def crossings(self) -> list[Crossing]:
        """Where configs enter excluded modules."""
        return self.survey.crossings

    @cached_property
    def sharing(self) -> Sharing:
        """What goes through each argument."""
        return Sharing(self.vocabulary, self.survey.roots)

    @cached_property
    def reaches(self) -> Reaches:
        """How the policies of all crossings can be read where these are."""
        reaches = Reaches(self.project, self.vocabulary, self.survey.relevance)
        reaches.look(
            [
                (crossing.call or crossing.site, crossing.roots, policies)
                for crossing in self.crossings
                if (policies := [each.policy for each in crossing.exclusions if each.policy is not None])
            ]
        )
        return reaches

    @cached_property
    def naming(self) -> Naming:
        """What the layers of the project are called, and which of these names are wrong."""
        return Naming(self.tree, self.manifest, self.explainer.explained)

    @cached_property
    def explainer(self) -> Explainer:
        """What mappers and loaders say of names; each class is read once."""
        return Explainer(dict(self.manifest.layers.rename), dict(self.manifest.layers.fused))

    @cached_property
    def tree(self) -> Tree:
        """The modules of all models; without ``names`` or a recipe in the manifest, of those alone that get a config."""
        everything = self.survey.exhaustive or any(each.names or each.recipe for each in self.manifest.exclusions)
        return tree_of(self.project, self.vocabulary, everything)

    @cached_property
    def entries(self) -> Entries:
        """The manifest's entries, and what they cover."""
        return Entries(self.manifest, self.vocabulary, self.project, lambda: self.tree, self.explainer)

    @cached_property
    def dead(self) -> list[Dead | Untold]:
        """The manifest's entries that name nothing, and those of which that can't be told."""
        unreadable = [self.source(path).data for path, _ in self.survey.unreadable]
        return list(dead(self.vocabulary, self.entries, unreadable))

    @cached_property
    def comparisons(self) -> list[Comparison]:
        """The exclusions that mirror recipes, held against these."""
        if not any(each.recipe for each in self.manifest.exclusions):
            return []
        return [compare(mirror, self.entries, self.entries.presence) for mirror in self.entries.mirrors]

    @property
    def mutations(self) -> list[Mutation]:
        """Where shared objects lose their config for the sake of excluded modules."""
        return self.survey.mutations

    def source(self, path: Path) -> Source:
        """A file of the project."""
        return self.project.source(path)

    def snippet(self, site: Site) -> Snippet:
        """The concrete syntax of the smallest definition around a place."""
        return self._snippet(site, ())

    def call_snippet(self, site: Site) -> Snippet:
        """The same, for what a call at a place is given: only what matters at the calls that are wrong is in the tree."""
        return self._snippet(site, () if self.survey.exhaustive else self._wrong_calls[site.path])

    @cached_property
    def _wrong_calls(self) -> dict[Path, list[int]]:
        """The lines at which the rules about names look, by file."""
        sites = [each.call for each in self.naming.unnamed]
        sites += (site for each in self.naming.misnamed for site in (each.argument, each.call))
        out: dict[Path, list[int]] = {}
        for site in sites:
            out.setdefault(site.path, []).append(site.line)
        return out

    def _snippet(self, site: Site, places: Sequence[int]) -> Snippet:
        source = self.source(site.path)
        function = None if self.survey.exhaustive else _enclosing(source, site.line)
        begin = _first_line(function) if function is not None else 1
        key = (site.path, function.line if function is not None else 0, bool(places))
        if key not in self._snippets:
            # It imports libcst, which is slow, and which a check without findings has no need of.
            from lint_rules.rules.syntax import Snippet

            if function is None:
                self._snippets[key] = Snippet(source, begin, source.text or "")
            else:
                inside = [each for each in places if begin <= each <= function.end_line]
                self._snippets[key] = Snippet(source, begin, source.function_text(function, begin), inside)
        return self._snippets[key]

    def flow(self, trace: Trace) -> tuple[Step, ...]:
        """A config's path, as a report shows it: the origin, the builders that hand it on, and the one that errs."""
        steps: list[Step] = []
        last = len(trace) - 1
        for number, hop in enumerate(trace):
            line = self.source(hop.site.path).line_feeds(hop.site.line)
            label = hop.where.removesuffix(".__init__")
            place = number < last or hop.kind == "origin"
            step = Step(label, hop.site.path, line) if place else Step(label)
            if not steps or steps[-1].label != label or not place:
                steps.append(step)
        return tuple(steps)

    def finding(
        self,
        code: str,
        message: str,
        source: Source,
        span: Span,
        *,
        flow: tuple[Step, ...] = (),
        layers: tuple[str, ...] = (),
        help: str | None = None,
        fix: Fix | None = None,
    ) -> Diagnostic:
        """What a rule says of a piece of a file."""
        start, end = self.position(source, span.start), self.position(source, span.end)
        statement = self.position(source, span.statement).line
        return Diagnostic(code, message, source.path, start, end, flow, layers, help, statement, fix)

    def begin(self, source: Source, line: int) -> int:
        """Where the text of a line begins, behind its white space, as an index; lines as :mod:`ast` counts them."""
        text = source.segment(line, line)
        return source.offset(line, 0) + len(text) - len(text.lstrip())

    def position(self, source: Source, offset: int) -> Position:
        """A place in a file, as reports give it."""
        return Position(*source.place(offset))


def _enclosing(source: Source, line: int) -> facts.Function | None:
    """The smallest function or method, not nested in another one, around a line."""
    module = source.module
    found: facts.Function | None = None
    stack: list[facts.Statement] = list(module.body) if module is not None else []
    while stack:
        statement = stack.pop()
        match statement:
            case facts.Define(function):
                if _first_line(function) <= line <= function.end_line and (
                    found is None or _length(function) < _length(found)
                ):
                    found = function
            case facts.DefineClass(klass):
                if klass.line <= line <= klass.end_line:
                    stack.extend(klass.body)
            case facts.If(body=body, orelse=orelse):
                stack.extend([*body, *orelse])
            case facts.Try(body=body, handlers=handlers, orelse=orelse, final=final):
                stack.extend([*body, *orelse, *final])
                for handler in handlers:
                    stack.extend(handler)
            case _:
                pass
    return found


def _first_line(function: facts.Function) -> int:
    """The line on which a function begins, as far as it is known of its decorators where they stand."""
    known = [each.line for each in function.decorators if isinstance(each, facts.Call | facts.Attribute)]
    return min([function.line, *known])


def _length(function: facts.Function) -> int:
    return function.end_line - _first_line(function)
