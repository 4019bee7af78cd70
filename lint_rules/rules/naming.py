"""How a fix writes a name: in the words that the function, the file or its neighbours use for that."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

import libcst as cst

from lint_rules.diagnostic import Edit
from lint_rules.project.site import Site
from lint_rules.project.source import Source
from lint_rules.rules.context import Context
from lint_rules.rules.imports import Imports
from lint_rules.rules.styles import ADDED, Styles
from lint_rules.rules.surroundings import binder, counter, is_parameter, last_name, maker, parameters
from lint_rules.rules.syntax import Snippet

__all__ = ["Helper", "Name", "Writer", "last_name"]

_TEMPLATE = re.compile(r"\{([01])\}\.\{([01])\}\Z")
_COMPONENT = re.compile(r"\w+\Z")


class Helper(NamedTuple):
    """A function that joins two parts of a name."""

    name: str
    prefix_first: bool
    """Whether what the name begins with is its first argument."""

    def call(self, prefix: str, name: str) -> str:
        """The code of a call."""
        return f"{self.name}({prefix}, {name})" if self.prefix_first else f"{self.name}({name}, {prefix})"


class Name(NamedTuple):
    """The code of a name, what else it needs, and whether it is surely the one that is meant."""

    code: str
    imports: tuple[Edit, ...] = ()
    safe: bool = True


class Writer:
    """Writes the names of one project. What a file says of its style is read once."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._imports: dict[Path, Imports] = {}

    @cached_property
    def helpers(self) -> dict[str, Helper]:
        """The helpers of the manifest that join two parts at a dot."""
        out: dict[str, Helper] = {}
        for name, template in self._context.manifest.layers.helpers:
            match = _TEMPLATE.match(template)
            if match is not None and match[1] != match[2]:
                out[name] = Helper(name, match[1] == "0")
        return out

    @cached_property
    def _built(self) -> dict[Site, set[tuple[str, ...] | None]]:
        """Each call, with all that it is called by below its builders; None where that can't be told, or it takes no name."""
        out: dict[Site, set[tuple[str, ...] | None]] = {}
        tree = self._context.tree
        for node in tree.nodes:
            for each in tree.steps(node):
                takes = each.given.accepts and not str(each.call.callee).startswith("torch.nn.")
                out.setdefault(each.call.site, set()).add(each.path if takes else None)
        return out

    def builds_one(self, site: Site) -> bool:
        """Whether a call builds one module alone: one that builds several, each at another place, needs several names."""
        return len(self._built.get(site, ())) <= 1

    def name(
        self, snippet: Snippet, node: cst.CSTNode, own: str, path: Sequence[str], parameter: str, at_root: bool
    ) -> Name | None:
        """The name of a module below its builder, for a call; None where it can't be written there."""
        if not path:
            return Name(own, safe=is_parameter(snippet, node, own)) if binder(snippet, node, own) else None
        handed = _handed(snippet, node, path, parameter)
        if handed is not None:
            own, path, safe = *handed, False
        elif not is_in_reach(snippet, node, own):
            return None
        else:
            safe = is_parameter(snippet, node, own)
        found = components(snippet, node, path)
        if found is None:
            return None
        if not found[0]:
            return Name(own, (), False)
        return self.joined(snippet, node, own, found[0], at_root)._replace(safe=safe and found[1])

    def joined(self, snippet: Snippet, node: cst.CSTNode, own: str, parts: Sequence[str], at_root: bool) -> Name:
        """What a name begins with and components, of which ``{i}`` is a variable, put together."""
        source, rest = snippet.source, ".".join(parts)
        style = self._style(snippet, node)
        helper = self.helpers.get(style or "")
        imports: tuple[Edit, ...] = ()
        if helper is not None and not self._imports_of(source).binds(helper.name):
            module = self._styles.home(helper.name, source.path)
            if module is None:
                helper = None
            else:
                imports = (self._imports_of(source).adding(module, helper.name),)
        if helper is not None:
            return Name(helper.call(own, literal(rest)), imports)
        if style == ADDED and not at_root and "{" not in rest:
            return Name(f"{own} + {literal(f'.{rest}')}")
        code = literal(f"{{{own}}}.{rest}")
        return Name(f"{code} if {own} else {literal(rest)}" if at_root else code)

    # --- the style

    def _style(self, snippet: Snippet, node: cst.CSTNode) -> str | None:
        """A helper's name, or another way to write names: as the function does, else the file, else its neighbours."""
        path, around = snippet.source.path, snippet.definition(node)
        mine = self._styles.in_text(around) if around is not None else None
        mine = mine or self._styles.in_file(path)
        if mine is None:
            imports = self._imports_of(snippet.source)
            mine = next((name for name in self.helpers if imports.binds(name)), None)
        return mine or self._styles.beside(path)

    @cached_property
    def _styles(self) -> Styles:
        return Styles(self._context.project, list(self.helpers))

    # --- the import

    def _imports_of(self, source: Source) -> Imports:
        if source.path not in self._imports:
            self._imports[source.path] = Imports(source)
        return self._imports[source.path]


def literal(text: str) -> str:
    """The literal of a text; one with variables where it has braces."""
    quote = "'" if '"' in text else '"'
    return f"{'f' if '{' in text else ''}{quote}{text}{quote}"


def is_in_reach(snippet: Snippet, node: cst.CSTNode, own: str) -> bool:
    """Whether the builder's own prefix can be read at a node, and no lambda or inner function hides it."""
    root = own.split(".")[0]
    found = binder(snippet, node, root)
    if isinstance(found, cst.FunctionDef):
        return snippet.enclosing(found, cst.FunctionDef) is None
    # A local of the builder, or nothing that we see.
    return found is None and root != "self"


def components(snippet: Snippet, node: cst.CSTNode, path: Sequence[str]) -> tuple[list[str], bool] | None:
    """The components of a path, an index as the variable that counts; None where one can't be told."""
    out: list[str] = []
    sure = True
    for part in path:
        if part == "*" and path.count("*") == 1:
            index = counter(snippet, node)
            if index is None:
                return None
            sure = index.sure
            out.append(f"{{{index.name}}}")
        elif _COMPONENT.match(part):
            out.append(part)
        else:
            return None
    return out, sure


def _handed(
    snippet: Snippet, node: cst.CSTNode, path: Sequence[str], parameter: str
) -> tuple[str, tuple[str, ...]] | None:
    """The name that a maker of lists hands to a function around a node, and the rest of the path below it."""
    function = binder(snippet, node, parameter)
    inner = isinstance(function, cst.Lambda) or (
        isinstance(function, cst.FunctionDef) and snippet.enclosing(function, cst.FunctionDef) is not None
    )
    if not inner or path.count("*") != 1:
        return None
    assert isinstance(function, cst.Lambda | cst.FunctionDef)
    call = maker(snippet, function)
    given = (
        next((each for each in call.args if each.keyword and each.keyword.value == parameter), None) if call else None
    )
    place = list(path).index("*")
    if given is None or place == 0 or not re.search(rf"\b{path[place - 1]}\b", snippet.text_of(given.value)):
        return None
    return (parameter, tuple(path[place + 1 :])) if parameter in parameters(function) else None
