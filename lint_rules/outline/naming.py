"""Which layers of a project have no name, and which have a wrong one: what QF006 and QF007 report."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from lint_rules.manifest.model import Manifest
from lint_rules.manifest.patterns import compile_name
from lint_rules.outline.findings import Fault, Misnamed, Unnamed
from lint_rules.outline.reaching import ITSELF
from lint_rules.outline.relation import SAME, Path, Verdict, same, step
from lint_rules.outline.sketch import Made
from lint_rules.outline.tree import Chain, Node, Step, Tree, called
from lint_rules.project.site import Site
from lint_rules.project.symbols import ClassInfo

_COUNTED = re.compile(r"\*(?:[+-]\d+|\?)?|\?")
"""An index, shifted or untold."""

Explain = Callable[[str, str, Sequence[ClassInfo]], object]
"""Whether something in the code explains a name: an FQN, the name given, and the classes from the root down."""


class _Place(NamedTuple):
    """One call under one way of being reached."""

    node: Node
    step: Step


class Naming:
    """The names of a project's layers, judged."""

    def __init__(self, tree: Tree, manifest: Manifest, explain: Explain) -> None:
        self.tree = tree
        self.manifest = manifest
        self._asked = explain
        self.unnamed: list[Unnamed] = []
        self.misnamed: list[Misnamed] = []
        self._judge()

    def _explain(self, fqn: str, given: str, chain: Sequence[ClassInfo]) -> bool:
        """Whether the code says why a layer is given that name; what can't be told of an index is an index."""
        return bool(self._asked(_COUNTED.sub("*", fqn), _COUNTED.sub("*", given), chain))

    def _judge(self) -> None:
        unnamed: dict[Site, list[_Place]] = {}
        misnamed: dict[Site, list[_Place]] = {}
        for node in self.tree.nodes:
            for each in self.tree.steps(node):
                if self._is_unnamed(each) and not _is_named_by_default(node, each):
                    unnamed.setdefault(each.call.site, []).append(_Place(node, each))
                elif each.text is not None and each.text.missing is not None:
                    if each.verdict is Verdict.WRONG and self._matters(each):
                        unnamed.setdefault(each.text.missing, []).append(_Place(node, each))
                elif self._is_judged(node, each):
                    misnamed.setdefault(self._blamed(node, each), []).append(_Place(node, each))
        self.unnamed = [none for site, places in sorted(unnamed.items()) if (none := self._unnamed(site, places))]
        self.misnamed = [found for site, places in sorted(misnamed.items()) if (found := self._misnamed(site, places))]

    # --- no name

    def _is_unnamed(self, each: Step) -> bool:
        gives = each.given
        if gives.is_named or not gives.accepts:
            return False
        if each.is_layer:
            return each.is_live
        return each.child is not None and bool(self.tree.reaching.reached(each.child.rightly()))

    def _unnamed(self, site: Site, places: list[_Place]) -> Unnamed | None:
        each = places[0].step
        chains = [chain for place in places[:4] for chain in self.tree.chains(place.node)]
        if each.path is not None and chains and not each.is_layer and all(self._excused(c, each) for c in chains):
            return None
        chain = chains[0] if chains else None
        fqn = _full(chain, each.path)
        below = self.tree.reaching.reached(each.child.rightly()) if each.child is not None else ()
        layers = tuple(shown((*fqn, *layer.path)) for layer in below) if fqn is not None else ()
        path, is_base = each.path, each.call.is_base
        if each.text is not None and each.text.missing is not None and path is not None:
            # What was left out is what stands above the components that are there.
            said = each.text.components() or ()
            path = path[: len(path) - len(said)]
            is_base = not path
        if path is not None:
            path = _plain(path)
        return Unnamed(
            site,
            _name(each.call.callee),
            self.tree.drawer.prefix,
            each.call.where,
            path,
            each.call.own,
            is_base,
            shown(fqn) if fqn is not None else None,
            chain.root.name if chain is not None else None,
            layers,
            self._missed(layers or ((shown(fqn),) if fqn else ()), None),
        )

    def _excused(self, chain: Chain, each: Step) -> bool:
        """Whether the checkpoint has no component where the module is, so that its name is the one that was left out."""
        fqn = _full(chain, each.path)
        if fqn is None or chain.given is None:
            return False
        below = self.tree.reaching.reached(each.child.rightly()) if each.child is not None else ()
        return bool(below) and all(
            self._explain(".".join((*fqn, *layer.path)), ".".join(layer.path), chain.classes) for layer in below
        )

    # --- a wrong name

    def _is_judged(self, node: Node, each: Step) -> bool:
        """Whether a call gives a name that is wrong, or may be, and that matters."""
        if each.path is None or each.text is None or node.is_lost or each.call.is_base:
            return False
        if each.verdict is Verdict.RIGHT:
            return False
        if not node.is_right:
            alone = step(SAME, each.path, each.text)
            if alone is not None and alone[1] is Verdict.RIGHT:
                # It does its part: who gave its builder a wrong name is to blame.
                return False
        return self._matters(each)

    def _matters(self, each: Step) -> bool:
        if each.is_layer:
            return each.is_live
        return bool(self.tree.reaching.misled(each))

    def _blamed(self, node: Node, each: Step) -> Site:
        """The argument that brought the wrong component in; that of the call itself, where one is missing."""
        argument = each.given.argument or each.call.site
        components = each.text.components() if each.text is not None else None
        if components is None or each.path is None or each.text is None:
            return argument
        if each.text.prefix is None and not node.at_root and components:
            return components[0].site or argument
        for number, component in enumerate(components):
            if number >= len(each.path) or same(each.path[number], component.text) is Verdict.WRONG:
                return component.site or argument
        return argument

    def _misnamed(self, site: Site, places: list[_Place]) -> Misnamed | None:
        wrong = [place for place in places if place.step.verdict is Verdict.WRONG]
        open_places = [place for place in wrong if not self._is_explained(place)]
        if not open_places and (wrong or all(self._is_explained(place) for place in places)):
            return None
        node, each = (open_places or places)[0]
        chains = self.tree.chains(node)
        chain = chains[0] if chains else None
        fqn = _full(chain, each.path)
        assert each.text is not None and each.path is not None
        own = "{prefix}."
        given = each.text.told()
        expected = shown(each.path) if node.at_root and each.text.prefix is None else own + shown(each.path)
        below = self.tree.reaching.misled(each)
        layers = tuple(shown((*fqn, *layer.path)) for layer in below) if fqn is not None else ()
        name = _called_in_full(chain, each)
        return Misnamed(
            site,
            each.call.site,
            _name(each.call.callee),
            each.call.where,
            each.call.own,
            _plain(each.path),
            given,
            expected,
            self._fault(node, each),
            shown(fqn) if fqn is not None else None,
            name,
            chain.root.name if chain is not None else None,
            self._sibling(node, each),
            layers,
            self._missed(layers or ((shown(fqn),) if fqn else ()), name),
            bool(open_places),
        )

    def _is_explained(self, place: _Place) -> bool:
        """Whether something explains the name in every model in which it is given."""
        each = place.step
        if each.path is None or each.text is None:
            return False
        chains = self.tree.chains(place.node)
        # A name that leaves the builder's own out is right in no model but those where nothing stands above.
        enough = all if each.text.prefix is None else any
        return bool(chains) and enough(self._is_explained_in(chain, each) for chain in chains)

    def _is_explained_in(self, chain: Chain, each: Step) -> bool:
        """Whether the names of the layers that depend on a call are explained in one model."""
        fqn = _full(chain, each.path)
        classes = (*chain.classes, *_callee(each.call))
        # As it is called in the model; and as if its builder had its own name, since that is another matter.
        for above in dict.fromkeys((chain.given, chain.fqn)):
            name = called(above, each.text)
            if fqn is not None and name is not None and self._speaks_for(each, fqn, name, classes):
                return True
        alone = _alone(each)
        relative = each.text is not None and each.text.prefix is not None and (fqn is None or chain.given is None)
        if relative and each.path is not None and alone is not None:
            return self._speaks_for(each, each.path, alone, classes)
        return False

    def _speaks_for(self, each: Step, fqn: Path, name: Path, classes: Sequence[ClassInfo]) -> bool:
        """Whether the code says why a module is given a name, or why those of all layers below it are what they are."""
        if each.path and self._explain(".".join(fqn), ".".join(name), classes):
            return True
        for layer in self.tree.reaching.misled(each) or (ITSELF,):
            given: Path | None = name
            for text in layer.texts:
                given = called(given, text)
            if given is None:
                given = (*name, *layer.path)
            true = (*fqn, *layer.path)
            if true != given and not self._explain(".".join(true), ".".join(given), classes):
                return False
        return True

    def _fault(self, node: Node, each: Step) -> Fault:
        text, path = each.text, each.path
        assert text is not None and path is not None
        components = text.components()
        if components is None:
            return Fault.SWAPPED if text.holds_prefix and text.prefix is None else Fault.OTHER
        said = tuple(component.text for component in components)
        if text.is_own:
            return Fault.UNCHANGED
        if text.prefix is None and not node.at_root:
            return Fault.CONSTANT
        if self._sibling(node, each) is not None:
            return Fault.SIBLING
        if said == tuple(part for part in path if part != "*") != path:
            return Fault.SHARED
        if len(said) > len(path):
            return Fault.LONGER
        return Fault.SHORTER if len(said) < len(path) else Fault.OTHER

    def _sibling(self, node: Node, each: Step) -> Site | None:
        """The call of the same builder whose module has the name that is given."""
        components = each.text.components() if each.text is not None and each.text.prefix is not None else None
        if not components:
            return None
        said = tuple(component.text for component in components)
        for other in self.tree.steps(node):
            if other.path == said and other.call is not each.call:
                return other.call.site
        return None

    def _missed(self, fqns: Sequence[str], name: str | None) -> tuple[str, ...]:
        """The exclusions that speak of a layer and don't cover the name that it is given."""
        out: list[str] = []
        for exclusion in self.manifest.exclusions:
            patterns = [compile_name(entry.text) for entry in exclusion.names]
            covering = [pattern for pattern in patterns if any(pattern.covers(fqn) for fqn in fqns)]
            if covering and not (name is not None and any(pattern.covers(name) for pattern in covering)):
                out.append(exclusion.id)
        return tuple(out)


def shown(path: Path) -> str:
    """A path as a name."""
    return ".".join(_plain(path))


def _plain(path: Path) -> Path:
    """A path in which an index is a ``*``, wherever and however it is counted."""
    return tuple(_COUNTED.sub("*", part) for part in path)


def _is_named_by_default(node: Node, each: Step) -> bool:
    """Whether the name that the callee takes where none is given is the one that it has: ``prefix="model"`` below a root."""
    return node.at_root and each.given.default is not None and tuple(each.given.default.split(".")) == each.path


def _full(chain: Chain | None, path: Path | None) -> Path | None:
    return None if chain is None or chain.fqn is None or path is None else (*chain.fqn, *path)


def _called_in_full(chain: Chain | None, each: Step) -> str | None:
    name = called(chain.given if chain is not None else None, each.text)
    return ".".join(name) if name is not None else None


def _alone(each: Step) -> Path | None:
    """The name without the builder's own."""
    components = each.text.components() if each.text is not None else None
    return tuple(component.text for component in components) if components is not None else None


def _callee(call: Made) -> tuple[ClassInfo, ...]:
    return (call.callee,) if isinstance(call.callee, ClassInfo) else ()


def _name(callee: ClassInfo | str) -> str:
    return callee.rpartition(".")[2] if isinstance(callee, str) else callee.name
