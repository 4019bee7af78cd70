"""The outlines of a project, read as far as a question needs: the names of its layers, and all of its modules."""

from __future__ import annotations

from collections.abc import Iterator

from lint_rules.blueprint.vocabulary import Vocabulary
from lint_rules.outline.drawer import Drawer
from lint_rules.outline.known import KnownModule
from lint_rules.outline.naming import shown
from lint_rules.outline.relation import Path
from lint_rules.outline.tree import Node, Step, Tree, called
from lint_rules.project.symbols import ClassInfo, Project
from lint_rules.words import words_of_trees

_DEPTH = 40


def tree_of(project: Project, vocabulary: Vocabulary, everything: bool) -> Tree:
    """The tree of a project's modules: of those that get a config, or of ``everything``."""
    wanted = words_of_trees(vocabulary, everything)
    holding = [path for path in sorted(project.files) if any(map(project.source(path).holds, wanted))]
    classes = [cls for module in project.read(holding) for cls in module.classes]
    return Tree(Drawer(project, vocabulary), classes)


def known_modules(tree: Tree) -> list[KnownModule]:
    """All modules of all models in the order in which they nest, each once for each name that it has.

    Where one of several classes may stand at a name, each is there with all that lies below it.
    """
    out: dict[tuple[tuple[ClassInfo, ...], str, str], KnownModule] = {}
    for root in tree.roots:
        for within, made in _below(tree, tree.start(root), (), (), ()):
            out.setdefault((within, made.fqn, made.cls), made)
    return list(out.values())


def _below(
    tree: Tree, node: Node, fqn: Path, given: Path | None, above: tuple[ClassInfo, ...]
) -> Iterator[tuple[tuple[ClassInfo, ...], KnownModule]]:
    """What lies below a node, each with the classes that it is inside of, the model first."""
    if node.cls in above or len(above) > _DEPTH:
        return
    within = (*above, node.cls)
    for each in tree.steps(node):
        if each.path is None or each.call.is_base:
            continue
        path = (*fqn, *each.path)
        name = called(given, each.text)
        callee = each.call.callee
        known = KnownModule(
            shown(path),
            ".".join(name) if each.is_layer and name and not any("?" in part for part in name) else None,
            callee.name if isinstance(callee, ClassInfo) else callee.rpartition(".")[2],
            _is_leaf(tree, each),
            within[0].qualname,
            each.call.site,
        )
        yield within, known
        if each.child is not None:
            yield from _below(tree, each.child, path, name, within)


def _is_leaf(tree: Tree, each: Step) -> bool:
    """Whether nothing is known below what a call makes."""
    return each.is_layer or each.child is None or not tree.steps(each.child)
