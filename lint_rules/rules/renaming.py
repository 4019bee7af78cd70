"""The repair of a name: the literal changes, and the way in which the name is put together stays."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

import libcst as cst

from lint_rules.diagnostic import Edit, Fix
from lint_rules.outline.findings import Fault, Misnamed
from lint_rules.rules.layout import with_value
from lint_rules.rules.naming import Helper, Name, Writer, components, is_in_reach, literal
from lint_rules.rules.repair import has_comment, real, text_of
from lint_rules.rules.surroundings import counter, last_name
from lint_rules.rules.syntax import Snippet

_DOT = re.compile(r"\.(?![^{}]*\})")
_OWN = "{prefix}"


class _Spelled(NamedTuple):
    """A name as an expression spells it: what it begins with, the components behind that, and how these are written."""

    lead: str | None
    """The code of what it begins with; None where it begins with a literal."""
    parts: tuple[str, ...]
    """Literals, and ``{i}`` for what is no literal."""
    node: cst.BaseExpression
    """The node that holds the components."""
    before: str
    """What stands in that node before the components: ``{prefix}.`` in an f-string, a dot behind a ``+``."""


class Renaming:
    """What becomes of one prefix argument."""

    def __init__(self, misnamed: Misnamed, writer: Writer, snippet: Snippet, argument: cst.Arg | None) -> None:
        self.fix: Fix | None = None
        self.help: str = f"its name is `{misnamed.expected.replace(_OWN, '<prefix>')}`"
        self._misnamed = misnamed
        self._writer = writer
        self._snippet = snippet
        if argument is None or argument.star or not self._is_for_one(argument):
            return
        self._look(argument.value)

    def _is_for_one(self, argument: cst.Arg) -> bool:
        """Whether the argument names one module alone."""
        site = self._misnamed.call
        at = self._snippet.source.offset(site.line, site.column)
        call = self._snippet.parent(argument)
        mine = site.path == self._snippet.source.path and any(each is call for each, _ in self._snippet.calls(at))
        return not mine or self._writer.builds_one(site)

    def _look(self, value: cst.BaseExpression) -> None:
        swapped = self._swapped(value) if self._misnamed.fault is Fault.SWAPPED else None
        if swapped is not None:
            self.help = "swap the arguments"
            self.fix = Fix("Swap the arguments", swapped, self._misnamed.sure)
            return
        found = self._renamed(value)
        if found is None or not real(found[1]):
            return
        name, edits = found
        self.help = f"pass `{name.code}`"
        self.fix = Fix(f"Pass `{name.code}`", (*real(edits), *name.imports), safe=False)

    # --- arguments in each other's place

    def _swapped(self, value: cst.BaseExpression) -> tuple[Edit, ...] | None:
        """The two arguments of a helper, each in the place of the other; None where that does not give the name."""
        helper = self._helper(value)
        if helper is None or not isinstance(value, cst.Call):
            return None
        # What should be the name is what the name begins with, and the other way round.
        name, prefix = (each.value for each in (value.args if helper.prefix_first else value.args[::-1]))
        parts = _parts(name)
        if parts is None or isinstance(prefix, cst.BaseString) or not self._is_wanted(tuple(parts)):
            return None
        snippet = self._snippet
        return real([*snippet.replace(name, prefix), *snippet.replace(prefix, name)])

    def _is_wanted(self, parts: tuple[str, ...]) -> bool:
        wanted = [each for each in _split(self._misnamed.expected) if each != _OWN]
        return len(parts) == len(wanted) and all(_covers(*each) for each in zip(parts, wanted, strict=True))

    def _helper(self, value: cst.BaseExpression) -> Helper | None:
        if (
            not isinstance(value, cst.Call)
            or len(value.args) != 2
            or any(each.keyword or each.star for each in value.args)
        ):
            return None
        return self._writer.helpers.get(last_name(value.func) or "")

    # --- another name

    def _renamed(self, value: cst.BaseExpression) -> tuple[Name, list[Edit]] | None:
        if isinstance(value, cst.IfExp):
            return self._both(value)
        if self._misnamed.fault is Fault.SWAPPED:
            return self._the_other_way_round(value)
        spelled = self._spelled(value)
        target = self._target(spelled) if spelled is not None else None
        if spelled is None or target is None:
            return None
        lead, parts = target
        if spelled.lead is None or not spelled.parts:
            return self._anew(value, lead, parts)
        code = spelled.before + ".".join(parts)
        new = _same_quotes(spelled.node, code)
        if new is None:
            return None
        snippet = self._snippet
        begin, end = snippet.begin(spelled.node), snippet.end(spelled.node)
        text, start = snippet.text_of(value), snippet.begin(value)
        whole = text[: begin - start] + new + text[end - start :]
        return Name(new if "\n" in whole or "\r" in whole else whole), self._put(value, whole)

    def _the_other_way_round(self, value: cst.BaseExpression) -> tuple[Name, list[Edit]] | None:
        """The name in place of one that ends with what it should begin with: ``f"x.{prefix}"``."""
        own = self._misnamed.own
        plain = isinstance(value, cst.FormattedString) or self._helper(value) is not None
        if own is None or not plain or has_comment(value) or not is_in_reach(self._snippet, value, own):
            return None
        found = components(self._snippet, value, self._misnamed.path)
        return self._anew(value, own, found[0]) if found is not None and found[0] else None

    def _both(self, value: cst.IfExp) -> tuple[Name, list[Edit]] | None:
        """``f"{prefix}.x" if prefix else "x"``: the literals on both sides."""
        body, orelse = self._spelled(value.body), self._spelled(value.orelse)
        if body is None or orelse is None or body.lead is None or orelse.lead is not None or body.parts != orelse.parts:
            return None
        target = self._target(body)
        changed = self._renamed(value.body)
        new = _same_quotes(orelse.node, ".".join(target[1])) if target is not None else None
        if changed is None or new is None:
            return None
        snippet = self._snippet
        edits = [*changed[1], snippet.change(snippet.begin(orelse.node), snippet.end(orelse.node), new)]
        return Name(f"{changed[0].code} if {snippet.text_of(value.test)} else {new}"), edits

    def _anew(self, value: cst.BaseExpression, lead: str | None, parts: Sequence[str]) -> tuple[Name, list[Edit]]:
        """A name where only a literal or only a prefix was: written as names are in the file."""
        snippet, misnamed = self._snippet, self._misnamed
        if lead is None:
            name = Name(literal(".".join(parts)))
        else:
            at_root = misnamed.fqn is not None and misnamed.fqn == ".".join(misnamed.path)
            name = self._writer.joined(snippet, value, lead, parts, at_root)
        return name, self._put(value, name.code)

    def _put(self, value: cst.BaseExpression, code: str) -> list[Edit]:
        """Put code in the place of an expression, in the layout that its call has."""
        snippet, argument = self._snippet, self._snippet.parent(value)
        if isinstance(argument, cst.Arg) and argument.value is value:
            return with_value(snippet, argument, code)
        return [snippet.change(snippet.begin(value), snippet.end(value), code)]

    def _target(self, spelled: _Spelled) -> tuple[str | None, list[str]] | None:
        """What the name should begin with, and its components behind that."""
        given, wanted = _split(self._misnamed.given), _split(self._misnamed.expected)
        parts = spelled.parts
        for tail in range(len(given) - len(parts) + 1):
            start = len(given) - len(parts) - tail
            behind = given[len(given) - tail :]
            if not all(_covers(*each) for each in zip(parts, given[start:], strict=False)):
                continue
            if behind and wanted[-len(behind) :] != behind:
                break
            rest = wanted[: len(wanted) - tail]
            found = self._below(spelled, given[:start], rest)
            if found is not None:
                return found
        return None

    def _below(self, spelled: _Spelled, head: list[str], wanted: list[str]) -> tuple[str | None, list[str]] | None:
        """The components behind what the name begins with, where that stands for ``head``."""
        lead, own = spelled.lead, self._misnamed.own
        if lead is None:
            if head:
                return None
            if wanted[:1] == [_OWN]:
                if own is None or not is_in_reach(self._snippet, spelled.node, own):
                    return None
                lead, wanted = own, wanted[1:]
            elif own is not None and is_in_reach(self._snippet, spelled.node, own) and not spelled.parts:
                lead = own
        elif not head or wanted[: len(head)] != head:
            return None
        else:
            wanted = wanted[len(head) :]
        parts = self._filled(spelled, wanted)
        return (lead, parts) if parts else None

    def _filled(self, spelled: _Spelled, wanted: Sequence[str]) -> list[str] | None:
        """Components with the expressions that the name has for its indices, or else the loop's variable."""
        holes = [each for each in spelled.parts if "{" in each]
        if any(each != "*" and not re.fullmatch(r"\w+", each) for each in wanted):
            return None
        stars = wanted.count("*")
        if holes and len(holes) == stars and all(re.fullmatch(r"\{[^{}]*\}", each) for each in holes):
            filling = iter(holes)
            return [next(filling) if each == "*" else each for each in wanted]
        if holes:
            return None
        found = components(self._snippet, spelled.node, wanted)
        if found is None or (stars and counter(self._snippet, spelled.node) is None):
            return None
        return found[0]

    # --- how it is spelled

    def _spelled(self, value: cst.BaseExpression) -> _Spelled | None:
        helper = self._helper(value)
        if helper is not None and isinstance(value, cst.Call):
            prefix, name = (each.value for each in (value.args if helper.prefix_first else value.args[::-1]))
            parts = _parts(name)
            if parts is None or isinstance(prefix, cst.BaseString):
                return None
            return _Spelled(self._snippet.text_of(prefix), tuple(parts), name, "")
        match value:
            case cst.Name() | cst.Attribute() if self._snippet.text_of(value) == self._misnamed.own:
                return _Spelled(self._snippet.text_of(value), (), value, "")
            case cst.BinaryOperation(left=left, operator=cst.Add(), right=right):
                parts = _parts(right)
                if parts is None or parts[:1] != [""] or not isinstance(left, cst.Name | cst.Attribute):
                    return None
                return _Spelled(self._snippet.text_of(left), tuple(parts[1:]), right, ".")
            case cst.FormattedString(
                parts=[cst.FormattedStringExpression() as first, cst.FormattedStringText() as text, *_]
            ):
                if text.value.startswith(".") and isinstance(first.expression, cst.Name | cst.Attribute):
                    lead = self._snippet.text_of(first.expression)
                    parts = _parts(value)
                    return _Spelled(lead, tuple(parts[1:]), value, f"{parts[0]}.") if parts is not None else None
        parts = _parts(value)
        return _Spelled(None, tuple(each for each in parts if each), value, "") if parts is not None else None


def _parts(node: cst.BaseExpression) -> list[str] | None:
    """The components of a literal, ``{i}`` for what is no literal; None for anything else."""
    plain = text_of(node) if isinstance(node, cst.SimpleString) else None
    if plain is not None:
        return plain.split(".") if "{" not in plain and "\\" not in plain else None
    if not isinstance(node, cst.FormattedString) or node.start.lower() not in ('f"', "f'"):
        return None
    out = ""
    for part in node.parts:
        if isinstance(part, cst.FormattedStringText):
            if "{" in part.value or "}" in part.value or "\\" in part.value:
                return None
            out += part.value
        elif isinstance(part, cst.FormattedStringExpression):
            if part.conversion or part.format_spec or part.equal:
                return None
            out += f"{{{cst.Module([]).code_for_node(part.expression)}}}"
    return [str(each) for each in _DOT.split(out)]


def _split(name: str) -> list[str]:
    """The components of a name as a record has it; what stands in braces is one."""
    return [each for each in _DOT.split(name) if each]


def _covers(part: str, told: str) -> bool:
    """Whether a component of an expression may be what a record has in its place."""
    return any(each in told for each in "*?{") if "{" in part else part == told


def _same_quotes(node: cst.BaseExpression, text: str) -> str | None:
    """A literal with the quotes of another one, an f-string where it has to be one."""
    if isinstance(node, cst.SimpleString) and node.prefix == "" and len(node.quote) == 1:
        quote = node.quote
    elif isinstance(node, cst.FormattedString):
        quote = node.end
    else:
        return None
    return f"{'f' if '{' in text else ''}{quote}{text}{quote}" if quote not in text else None
