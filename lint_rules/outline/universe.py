"""The outlines of a project, read as far as a question needs: the names of its layers, and all of its modules."""

from __future__ import annotations

from collections.abc import Iterator

from lint_rules.blueprint.vocabulary import Vocabulary
from lint_rules.outline.drawer import Drawer
from lint_rules.outline.known import KnownModule
from lint_rules.outline.relation import Path
from lint_rules.outline.tree import Node, Step, Tree, called
from lint_rules.project.symbols import ClassInfo, Project

_MODULE = b"Module"
_DEPTH = 40


def tree_of(project: Project, vocabulary: Vocabulary, everything: bool) -> Tree:
    """The tree of a project's modules: of those that get a config, or of ``everything``."""
    words = [*vocabulary.names, *vocabulary.type_names]
    words += [name.rpartition(".")[2] for name in vocabulary.manifest.layers.classes]
    wanted = [word.encode() for word in words] + ([_MODULE] if everything else [])
    classes: list[ClassInfo] = []
    for path in sorted(project.files):
        data = project.source(path).data
        if any(word in data for word in wanted):
            classes += project.module(path).classes
    return Tree(Drawer(project, vocabulary), classes)


def known_modules(tree: Tree) -> list[KnownModule]:
    """All modules of all models, each once for each name that it has, outer ones first."""
    out: dict[tuple[str, str, str], KnownModule] = {}
    for root in tree.roots:
        for made in _below(tree, tree.start(root), (), (), root, frozenset(), 0):
            out.setdefault((made.root, made.fqn, made.cls), made)
    return list(out.values())


def _below(
    tree: Tree, node: Node, fqn: Path, given: Path | None, root: ClassInfo, within: frozenset[ClassInfo], depth: int
) -> Iterator[KnownModule]:
    if node.cls in within or depth > _DEPTH:
        return
    for each in tree.steps(node):
        if each.path is None or each.call.is_base:
            continue
        path = (*fqn, *each.path)
        name = called(given, each.text)
        yield KnownModule(
            ".".join(path),
            ".".join(name) if each.is_layer and name and not any("?" in part for part in name) else None,
            each.call.callee.name if isinstance(each.call.callee, ClassInfo) else each.call.callee.rpartition(".")[2],
            _is_leaf(tree, each),
            root.qualname,
            each.call.site,
        )
        if each.child is not None:
            yield from _below(tree, each.child, path, name, root, within | {node.cls}, depth + 1)


def _is_leaf(tree: Tree, each: Step) -> bool:
    """Whether nothing is known below what a call makes."""
    return each.is_layer or each.child is None or not tree.steps(each.child)
