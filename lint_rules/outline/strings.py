"""Strings, put together by any of the means that Python has."""

from __future__ import annotations

import re
from collections.abc import Iterable
from collections.abc import Sequence as Row
from itertools import islice, product

from lint_rules.outline.core import Core
from lint_rules.outline.scope import Scope
from lint_rules.outline.texts import INDEX, UNTOLD, Cut, Hole, Text, concatenated, cut, hole, literal
from lint_rules.outline.values import UNKNOWN, Const, Index, Passed, Sequence, Value, choice, options
from lint_rules.project import facts

_READINGS = 6
"""So many readings of one string are kept."""
_SPECIFIER = re.compile(r"%[-\d.]*[sdi]")
_SLOTS = re.compile(r"\{([^{}]*)\}")


class Strings(Core):
    """The part of the drawer that knows strings."""

    def texts(self, value: Value, label: str = "") -> list[Text]:
        """A value as the text that an f-string makes of it; several where it may be several."""
        out: list[Text] = []
        for option in options(value):
            match option:
                case Text():
                    out.append(option)
                case Index(shift):
                    out.append(hole(INDEX if shift == 0 else Hole("index", "?" if shift is None else f"{shift:+}")))
                case Const(value=plain) if plain is not None:
                    out.append(literal(str(plain)))
                case _:
                    out.append(hole(Hole("unknown", label) if label else UNTOLD))
        return list(dict.fromkeys(out))[:_READINGS]

    def together(self, rows: list[list[Text]], at_root: bool = False) -> Value:
        """Strings put one after the other, each of which may have several readings."""
        made = (concatenated(texts) for texts in islice(product(*rows), _READINGS))
        return choice(Text(text.pieces, text.at_root or at_root) for text in made)

    def joined(self, parts: Iterable[facts.Expression], scope: Scope) -> Value:
        return self.together(
            [self.texts(self.evaluate(part, scope), facts.render(part)) for part in parts], scope.at_root
        )

    def formatted(self, pattern: Text, value: Value, said: str) -> Value:
        """``"%s.%s" % (prefix, name)``"""
        plain = pattern.literal
        if plain is None:
            return UNKNOWN
        values = value.items if isinstance(value, Sequence) else [value]
        pieces = _SPECIFIER.split(plain)
        if len(pieces) != len(values) + 1:
            return UNKNOWN
        rows = [[literal(pieces[0])]]
        for each, piece in zip(values, pieces[1:], strict=True):
            rows += [self.texts(each, said), [literal(piece)]]
        return self.together(rows)

    def text_method(self, owner: Text, name: str, arguments: Row[Passed]) -> Value:
        values = [argument.value for argument in arguments if not argument.stars and argument.name is None]
        plain = [value.literal if isinstance(value, Text) else None for value in values]
        match name, plain:
            case "replace", [str(old), str(new), *_]:
                return cut(owner, Cut("replace", old, new)) or UNKNOWN
            case (("removesuffix" | "removeprefix"), [str(old)]):
                return cut(owner, Cut(name, old)) or UNKNOWN
            case "format", _:
                return self._format(owner, arguments)
            case "join", _ if len(values) == 1:
                return self._join(owner, values[0])
            case (("strip" | "rstrip" | "lstrip" | "lower" | "upper"), _):
                return owner if not owner.holds_prefix or plain == ["."] or not plain else UNKNOWN
            case "rpartition", ["."]:
                above = cut(owner, Cut("parent")) or UNKNOWN
                return Sequence([above, UNKNOWN, UNKNOWN])
            case "rsplit", ["."]:
                return Sequence([cut(owner, Cut("parent")) or UNKNOWN, UNKNOWN])
            case "rsplit", [".", None] if isinstance(values[1], Const) and values[1].value == 1:
                return Sequence([cut(owner, Cut("parent")) or UNKNOWN, UNKNOWN])
            case _:
                return UNKNOWN

    def _format(self, owner: Text, arguments: Row[Passed]) -> Value:
        """``"{}.{}".format(prefix, name)``"""
        plain = owner.literal
        if plain is None:
            return UNKNOWN
        rows: list[list[Text]] = []
        number = 0
        for at, part in enumerate(_SLOTS.split(plain)):
            if at % 2 == 0:
                rows.append([literal(part)])
                continue
            name = part.partition(":")[0]
            if not name:
                name, number = str(number), number + 1
            given = [each for each in arguments if each.name == name]
            positional = [each for each in arguments if each.name is None and not each.stars]
            if name.isdecimal() and int(name) < len(positional):
                given = [positional[int(name)]]
            rows.append(self.texts(given[0].value if given else UNKNOWN, name))
        return self.together(rows)

    def _join(self, owner: Text, value: Value) -> Value:
        """``".".join([prefix, name])``"""
        found: list[Value] = []
        for option in options(value):
            if not isinstance(option, Sequence) or not option.counted or not option.items:
                found.append(UNKNOWN)
                continue
            rows: list[list[Text]] = []
            for number, item in enumerate(option.items):
                if number:
                    rows.append([owner])
                rows.append(self.texts(item))
            found.append(self.together(rows))
        return choice(found)
