"""Whether a call names what it builds, or builds what others chose: a class that is a default of something."""

from __future__ import annotations

import re
from collections.abc import Iterator

import libcst as cst

from lint_rules.project.symbols import Project
from lint_rules.rules.repair import names_in, text_of
from lint_rules.rules.syntax import Snippet

_DEPTH = 4
"""How many names lead from a call to what it calls, at most."""


def is_chosen(snippet: Snippet, at: int, project: Project, any_parameter: bool = False) -> bool:
    """Whether others may choose what is built, or changed, at the argument or the statement at an index.

    With ``any_parameter``, whoever calls a function with a class chooses it, though the calls may be seen.
    """
    argument, _ = snippet.argument(at)
    call = snippet.parent(argument) if argument is not None else None
    if isinstance(call, cst.Call):
        return _Callee(snippet, project, any_parameter).is_chosen(call, call, 0)
    target = snippet.target(at)
    if not isinstance(target, cst.Name):
        return False
    function = snippet.enclosing(target, cst.FunctionDef)
    return function is not None and _is_parameter(function, target.value) and any(_assigned(snippet, function, target))


class _Callee:
    """Follows what is called to where it comes from."""

    def __init__(self, snippet: Snippet, project: Project, any_parameter: bool) -> None:
        self.snippet = snippet
        self.project = project
        self.any_parameter = any_parameter

    def is_chosen(self, value: cst.BaseExpression, place: cst.CSTNode, depth: int) -> bool:
        match value:
            case cst.Call(func=cst.Name("partial") | cst.Attribute(attr=cst.Name("partial")), args=[first, *_]):
                return self.is_chosen(first.value, place, depth)
            case cst.Call(func=cst.Name("getattr"), args=[holder, key]) if name := text_of(key.value):
                return self._is_local(holder.value, place) and self._is_chosen_attribute(name)
            case cst.Call(func=cst.Name("getattr")) | cst.BooleanOperation():
                return True
            case cst.Call(func=function):
                return self.is_chosen(function, place, depth)
            case cst.IfExp(body=body, orelse=orelse):
                return self.is_chosen(body, place, depth) or self.is_chosen(orelse, place, depth)
            case cst.Name():
                return depth < _DEPTH and self._is_chosen_name(value, place, depth)
            case cst.Attribute(value=holder, attr=cst.Name(name)):
                return self._is_local(holder, place) and self._is_chosen_attribute(name)
            case _:
                return False

    def _is_chosen_name(self, name: cst.Name, place: cst.CSTNode, depth: int) -> bool:
        for above in self.snippet.above(place):
            if isinstance(above, cst.FunctionDef | cst.Lambda):
                values = list(_assigned(self.snippet, above, name))
                if _is_parameter(above, name.value):
                    # Without a default, all callers name the class: it is known which.
                    return self.any_parameter or bool(values) or _has_default(above, name.value)
                if values:
                    return any(self.is_chosen(each, above.body, depth + 1) for each in values)
        return False

    def _is_local(self, holder: cst.BaseExpression, place: cst.CSTNode) -> bool:
        """Whether an attribute is read from an object, not from a module or a class of the top level."""
        while isinstance(holder, cst.Attribute | cst.Subscript | cst.Call):
            holder = holder.func if isinstance(holder, cst.Call) else holder.value
        functions = [each for each in self.snippet.above(place) if isinstance(each, cst.FunctionDef | cst.Lambda)]
        return isinstance(holder, cst.Name) and any(
            _is_parameter(each, holder.value) or any(_assigned(self.snippet, each, holder)) for each in functions
        )

    def _is_chosen_attribute(self, name: str) -> bool:
        """Whether an attribute holds a class, other than in the body of a module class, and is set nowhere else."""
        classes = [cls for module in self.project.modules for cls in module.classes]
        if any(cls.name == name or name in cls.methods for cls in classes) or name.startswith("__"):
            return False
        owners = [cls for cls in classes if name in cls.fields]
        if not owners or not all(cls.is_module and not cls.is_record for cls in owners):
            return True
        # In bytes: most files need not even be decoded.
        plain = f".{name}".encode()
        written = re.compile(re.escape(plain) + rb"\b\s*(:[^=]+)?=(?!=)")
        texts = (self.project.source(path).data for path in self.project.files)
        return any(plain in data and written.search(data) for data in texts)


def _is_parameter(function: cst.FunctionDef | cst.Lambda, name: str) -> bool:
    return any(names_in(function.params, name, parameters=True))


def _has_default(function: cst.FunctionDef | cst.Lambda, name: str) -> bool:
    parameters = [*function.params.posonly_params, *function.params.params, *function.params.kwonly_params]
    return any(each.name.value == name and each.default is not None for each in parameters)


def _assigned(snippet: Snippet, function: cst.FunctionDef | cst.Lambda, name: cst.Name) -> Iterator[cst.BaseExpression]:
    """What a function assigns to a name."""
    # A long function may hold hundreds of findings, and each asks for the same names.
    uses = snippet.remembered.get((function.body, name.value))
    if uses is None:
        uses = snippet.remembered[function.body, name.value] = list(names_in(function.body, name.value))
    for use in uses:
        parent = snippet.parent(use)
        statement = snippet.parent(parent) if isinstance(parent, cst.AssignTarget) else parent
        match statement:
            case cst.Assign(value=value) | cst.NamedExpr(target=cst.Name(), value=value) if value is not use:
                yield value
            case cst.AnnAssign(target=target, value=cst.BaseExpression() as value) if target is use:
                yield value
            case _:
                pass
