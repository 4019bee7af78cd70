"""Which layers of a project have no name, and which have a wrong one: what QF006 and QF007 report."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from lint_rules.blueprint.values import Site
from lint_rules.manifest.model import Manifest
from lint_rules.manifest.patterns import compile_name
from lint_rules.outline.findings import Fault, Misnamed, Unnamed
from lint_rules.outline.relation import SAME, Path, Verdict, step
from lint_rules.outline.tree import Chain, Node, Step, Tree, called
from lint_rules.outline.values import Call
from lint_rules.project.symbols import ClassInfo

_EXAMPLES = 3

Explain = Callable[[str, str, Sequence[ClassInfo]], bool]
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
        self._explain = explain
        self._reaching: dict[Node, tuple[Path, ...]] = {}
        self._wrong: dict[Node, tuple[Path, ...]] = {}
        self.unnamed: list[Unnamed] = []
        self.misnamed: list[Misnamed] = []
        self._judge()

    def _judge(self) -> None:
        unnamed: dict[Site, list[_Place]] = {}
        misnamed: dict[Site, list[_Place]] = {}
        for node in self.tree.nodes:
            for each in self.tree.steps(node):
                if self._is_unnamed(each):
                    unnamed.setdefault(each.call.site, []).append(_Place(node, each))
                elif self._is_judged(node, each):
                    misnamed.setdefault(self._blamed(node, each), []).append(_Place(node, each))
        self.unnamed = [each for _, places in sorted(unnamed.items()) if (each := self._unnamed(places))]
        self.misnamed = [found for site, places in sorted(misnamed.items()) if (found := self._misnamed(site, places))]

    # --- no name

    def _is_unnamed(self, each: Step) -> bool:
        gives = each.given
        if gives.is_named or not gives.accepts:
            return False
        if each.is_layer:
            return each.is_live
        return each.child is not None and bool(self._reached(each.child._replace(relation=SAME)))

    def _reached(self, node: Node) -> tuple[Path, ...]:
        """The layers below a node that have a config, and a name that begins with its own."""
        if node not in self._reaching:
            self._reaching[node] = ()
            found: list[Path] = []
            for each in self.tree.steps(node):
                if not any(text.holds_prefix for text in each.given.texts):
                    continue
                below: tuple[Path, ...] = ()
                if each.is_layer:
                    below = ((),) if each.is_live else ()
                elif each.child is not None:
                    below = self._reached(each.child._replace(relation=SAME))
                found += ((*(each.path or ("?",)), *path) for path in below)
            self._reaching[node] = tuple(dict.fromkeys(found))[:_EXAMPLES]
        return self._reaching[node]

    def _unnamed(self, places: list[_Place]) -> Unnamed | None:
        each = places[0].step
        chains = [chain for place in places[:4] for chain in self.tree.chains(place.node)]
        if each.path is not None and chains and not each.is_layer and all(self._excused(c, each) for c in chains):
            return None
        chain = chains[0] if chains else None
        fqn = _full(chain, each.path)
        below = self._reached(each.child._replace(relation=SAME)) if each.child is not None else ()
        layers = tuple(".".join((*fqn, *path)) for path in below) if fqn is not None else ()
        return Unnamed(
            each.call.site,
            _name(each.call.callee),
            self.tree.drawer.prefix,
            each.call.where,
            each.path,
            each.call.own,
            each.call.is_base,
            ".".join(fqn) if fqn is not None else None,
            chain.root.name if chain is not None else None,
            layers,
            self._missed(layers or ((".".join(fqn),) if fqn else ()), None),
        )

    def _excused(self, chain: Chain, each: Step) -> bool:
        """Whether the checkpoint has no component where the module is, so that its name is the one that was left out."""
        fqn = _full(chain, each.path)
        if fqn is None or chain.given is None:
            return False
        below = self._reached(each.child._replace(relation=SAME)) if each.child is not None else ()
        return bool(below) and all(
            self._explain(".".join((*fqn, *path)), ".".join(path), chain.classes) for path in below
        )

    # --- a wrong name

    def _is_judged(self, node: Node, each: Step) -> bool:
        """Whether a call gives a name that is wrong, or may be, and that matters."""
        if each.path is None or each.text is None or node.relation.given is None or each.call.is_base:
            return False
        if each.verdict is Verdict.RIGHT:
            return False
        if not node.relation.is_right:
            alone = step(SAME, each.path, each.text, True)
            if alone is not None and alone[1] is Verdict.RIGHT:
                # It does its part: who gave its builder a wrong name is to blame.
                return False
        return self._matters(each)

    def _matters(self, each: Step) -> bool:
        if each.is_layer:
            return each.is_live
        return bool(self._wrong_below(each))

    def _wrong_below(self, each: Step) -> tuple[Path, ...]:
        """The layers below what a call makes that end with a wrong name because of it."""
        if each.child is None:
            return ()
        if each.relation.given is None:
            return self._reached(each.child._replace(relation=SAME))
        return self._misled(each.child)

    def _misled(self, node: Node) -> tuple[Path, ...]:
        if node.relation.is_right:
            return ()
        if node not in self._wrong:
            self._wrong[node] = ()
            found: list[Path] = []
            for each in self.tree.steps(node):
                path = each.path or ("?",)
                if each.verdict is Verdict.RIGHT or not each.given.texts:
                    continue
                if each.is_layer:
                    below: tuple[Path, ...] = ((),) if each.is_live else ()
                else:
                    below = self._wrong_below(each)
                found += ((*path, *rest) for rest in below)
            self._wrong[node] = tuple(dict.fromkeys(found))[:_EXAMPLES]
        return self._wrong[node]

    def _blamed(self, node: Node, each: Step) -> Site:
        """The argument that brought the wrong component in; that of the call itself, where one is missing."""
        argument = each.given.argument or each.call.site
        components = each.text.components() if each.text is not None else None
        if components is None or each.path is None:
            return argument
        for number, component in enumerate(components):
            if number >= len(each.path) or component.text != each.path[number]:
                return component.site or argument
        return argument

    def _misnamed(self, site: Site, places: list[_Place]) -> Misnamed | None:
        wrong = [place for place in places if place.step.verdict is Verdict.WRONG]
        open_places = [place for place in wrong if not self._is_explained(place)]
        if not open_places and wrong:
            return None
        node, each = (open_places or places)[0]
        chains = self.tree.chains(node)
        chain = chains[0] if chains else None
        fqn = _full(chain, each.path)
        assert each.text is not None and each.path is not None
        own = "{prefix}."
        given = each.text.told()
        expected = (
            ".".join(each.path) if node.relation.at_root and each.text.prefix is None else own + ".".join(each.path)
        )
        below = self._wrong_below(each)
        layers = tuple(".".join((*fqn, *path)) for path in below) if fqn is not None else ()
        name = _called_in_full(chain, each)
        return Misnamed(
            site,
            each.call.site,
            _name(each.call.callee),
            each.call.where,
            each.call.own,
            each.path,
            given,
            expected,
            self._fault(node, each),
            ".".join(fqn) if fqn is not None else None,
            name,
            chain.root.name if chain is not None else None,
            self._sibling(node, each),
            layers,
            self._missed(layers or ((".".join(fqn),) if fqn else ()), name),
            bool(open_places),
        )

    def _is_explained(self, place: _Place) -> bool:
        """Whether something explains the name in every model in which it is given."""
        chains = self.tree.chains(place.node)
        each = place.step
        if not chains or each.path is None or each.text is None:
            return False
        for chain in chains:
            fqn, name = _full(chain, each.path), _called_in_full(chain, each)
            if fqn is None or name is None:
                fqn, name = each.path, _alone(each)
            if name is None or not self._explain(".".join(fqn), name, (*chain.classes, *_callee(each.call))):
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
        if text.prefix is None and not node.relation.at_root:
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


def _full(chain: Chain | None, path: Path | None) -> Path | None:
    return None if chain is None or chain.fqn is None or path is None else (*chain.fqn, *path)


def _called_in_full(chain: Chain | None, each: Step) -> str | None:
    name = called(chain.given if chain is not None else None, each.text)
    return ".".join(name) if name is not None else None


def _alone(each: Step) -> str | None:
    """The name without the builder's own."""
    components = each.text.components() if each.text is not None else None
    return ".".join(component.text for component in components) if components is not None else None


def _callee(call: Call) -> tuple[ClassInfo, ...]:
    return (call.callee,) if isinstance(call.callee, ClassInfo) else ()


def _name(callee: ClassInfo | str) -> str:
    return callee.rpartition(".")[2] if isinstance(callee, str) else callee.name
