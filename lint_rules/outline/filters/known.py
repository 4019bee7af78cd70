"""Functions and methods from outside the project that are known: those that try patterns, and those that handle collections."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Callable

from lint_rules.outline.filters.texts import How, method
from lint_rules.outline.filters.things import Things
from lint_rules.outline.filters.trials import all_of, any_of
from lint_rules.outline.filters.values import (
    NONE,
    UNKNOWN,
    Config,
    Function,
    Given,
    Items,
    Judged,
    Kind,
    Outside,
    Plain,
    Regex,
    Text,
    Unknown,
    Value,
    tainted,
    truth,
)
from lint_rules.project.symbols import External


class Known(Things):
    """Calls what is known."""

    @abstractmethod
    def apply(self, callee: Value, given: Given) -> Value:
        """Call something."""

    def native(self, owner: Value, name: str, given: Given) -> Value:
        """A method of a text, a regular expression, a collection or a config."""
        first = given.get(0, "")
        match owner:
            case Config():
                return Config()
            case Regex(text=text, flags=flags) if name in _TRIALS and isinstance(first, Text):
                return _or_none(self.trial(_TRIALS[name], text, first, flags))
            case Text():
                return self._of_text(owner, name, given)
            case Items():
                return self._of_items(owner, name, given)
            case _:
                return Unknown(tainted([owner, *given.positional]))

    def _of_text(self, text: Text, name: str, given: Given) -> Value:
        first = given.get(0, "")
        if name in ("startswith", "endswith") and isinstance(first, Text | Items) and len(given.positional) == 1:
            how = How.START if name == "startswith" else How.END
            options = first.values if isinstance(first, Items) else (first,)
            tried = [
                self.trial(how, each, text) if isinstance(each, Text) else Unknown(tainted([text])) for each in options
            ]
            open_rest = isinstance(first, Items) and not first.closed
            return any_of([*tried, Unknown(text.named)] if open_rest else tried)
        if name in ("find", "count", "rfind", "__contains__") and isinstance(first, Text):
            found = truth(self.trial(How.INSIDE, first, text))
            if found is None or name == "__contains__":
                return Plain(found) if found is not None else UNKNOWN
            return Plain((0 if found else -1) if name != "count" else int(found))
        if name == "join" and isinstance(first, Items) and first.closed and text.text == "|":
            parts = tuple(each for each in first.values if isinstance(each, Text))
            if len(parts) == len(first.values):
                return Text("|".join(each.text for each in parts), None, any(each.named for each in parts), parts)
        made = method(text, name, given.positional) if not given.keywords and given.complete else None
        return made if made is not None else Unknown(tainted([text, *given.positional]))

    def _of_items(self, items: Items, name: str, given: Given) -> Value:
        first = given.get(0, "")
        if name == "get" and items.entries is not None and isinstance(first, Text):
            return self._got(items, first, given.get(1, "default") or NONE)
        if name in ("keys", "copy"):
            return items if name == "copy" else Items(items.values, items.closed)
        if name == "values" and items.entries is not None:
            return Items(items.entries, items.closed)
        if name == "items" and items.entries is not None:
            pairs = zip(items.values, items.entries, strict=True)
            return Items(tuple(Items(pair) for pair in pairs), items.closed)
        if name in ("union", "intersection", "isdisjoint", "__contains__") and first is not None:
            if name == "__contains__":
                return self.contains(items, first)
            if isinstance(first, Items):
                if name == "union":
                    return Items((*items.values, *first.values), items.closed and first.closed)
                common = self.overlap(first, items)
                known = truth(common)
                if name == "isdisjoint":
                    return Plain(not known) if known is not None else common
                return common
        return Unknown(tainted([items, *given.positional]))

    def _got(self, table: Items, key: Text, default: Value) -> Value:
        """``table.get(key)``: an equality is tried with each key."""
        for each, entry in zip(table.values, table.entries or (), strict=True):
            asked = truth(self.equal(key, each))
            if asked:
                return entry
            if asked is None:
                return Unknown(tainted([key]))
        return default if table.closed else Unknown(tainted([key]))

    def outside(self, name: str, given: Given) -> Value:
        """A function from outside the project, by its full name."""
        if self.vocabulary.is_type(External(name)) or self.vocabulary.is_type(External(name.rpartition(".")[0])):
            return Config()
        known = _FUNCTIONS.get(name.replace("regex.", "re."))
        every = [*given.positional, *given.keywords.values()]
        if known is None:
            return Unknown(tainted(every))
        return known(self, given) or Unknown(tainted(every))

    def _tried(self, how: How, given: Given) -> Value | None:
        pattern, subject, flags = given.get(0, "pattern"), given.get(1, "string"), given.get(2, "flags")
        if not isinstance(subject, Text):
            return None
        number = flags.value if isinstance(flags, Plain) and isinstance(flags.value, int) else 0
        match pattern:
            case Text():
                return _or_none(self.trial(how, pattern, subject, number))
            case Regex(text=text, flags=own):
                return _or_none(self.trial(how, text, subject, own))
            case _:
                return None

    def _search(self, given: Given) -> Value | None:
        return self._tried(How.SEARCH, given)

    def _match(self, given: Given) -> Value | None:
        return self._tried(How.MATCH, given)

    def _fullmatch(self, given: Given) -> Value | None:
        return self._tried(How.FULLMATCH, given)

    def _compile(self, given: Given) -> Value | None:
        pattern, flags = given.get(0, "pattern"), given.get(1, "flags")
        if flags is not None and not isinstance(flags, Plain):
            return None
        number = flags.value if isinstance(flags, Plain) and isinstance(flags.value, int) else 0
        return Regex(pattern, number) if isinstance(pattern, Text) else None

    def _escape(self, given: Given) -> Value | None:
        text = given.get(0, "pattern")
        return Text(re.escape(text.text), text.literal, text.named) if isinstance(text, Text) else None

    def _glob(self, given: Given) -> Value | None:
        name, pattern = given.get(0, "name"), given.get(1, "pat")
        return self.trial(How.GLOB, pattern, name) if isinstance(name, Text) and isinstance(pattern, Text) else None

    def _any(self, given: Given) -> Value | None:
        items = given.get(0, "")
        if not isinstance(items, Items):
            return None
        return any_of(items.values if items.closed else [*items.values, Unknown(tainted(items.values))])

    def _all(self, given: Given) -> Value | None:
        items = given.get(0, "")
        if not isinstance(items, Items):
            return None
        return all_of(items.values if items.closed else [*items.values, Unknown(tainted(items.values))])

    def _bool(self, given: Given) -> Value | None:
        known = truth(given.get(0, "") or Plain(False))
        return Plain(known) if known is not None else None

    def _next(self, given: Given) -> Value | None:
        items = given.get(0, "")
        if not isinstance(items, Items):
            return None
        if items.values:
            return items.values[0]
        return given.get(1, "") if items.closed else None

    def _len(self, given: Given) -> Value | None:
        items = given.get(0, "")
        return Plain(len(items.values)) if isinstance(items, Items) and items.closed else None

    def _enumerate(self, given: Given) -> Value | None:
        items = given.get(0, "")
        if not isinstance(items, Items):
            return None
        return Items(tuple(Items((Plain(number), each)) for number, each in enumerate(items.values)), items.closed)

    def _collection(self, given: Given) -> Value | None:
        if not given.positional:
            return Items(())
        items = given.positional[0]
        if not isinstance(items, Items):
            return None
        return Items(items.values, items.closed, items.entries)

    def _table(self, given: Given) -> Value | None:
        if given.positional:
            return self._collection(given)
        keys = tuple(Text(key) for key in given.keywords)
        return Items(keys, given.complete, tuple(given.keywords.values()))

    def _map(self, given: Given) -> Value | None:
        function, items = given.get(0, ""), given.get(1, "")
        if function is None or not isinstance(items, Items):
            return None
        return Items(tuple(self.apply(function, Given((each,), {})) for each in items.values), items.closed)

    def _filter(self, given: Given) -> Value | None:
        function, items = given.get(0, ""), given.get(1, "")
        if function is None or not isinstance(items, Items):
            return None
        kept = [(each, truth(self.apply(function, Given((each,), {})))) for each in items.values]
        closed = items.closed and all(asked is not None for _, asked in kept)
        return Items(tuple(each for each, asked in kept if asked), closed)

    def _isinstance(self, given: Given) -> Value | None:
        if len(given.positional) != 2 or not isinstance(given.positional[0], Judged):
            return None
        # Only layers that a conversion could take are judged: linear ones.
        wanted = given.positional[1]
        kinds = wanted.values if isinstance(wanted, Items) else (wanted,)
        names = [
            each.name if isinstance(each, Outside) else each.cls.name
            for each in kinds
            if isinstance(each, Outside | Kind)
        ]
        return Plain(True) if any(name.endswith(("Linear", "Module")) for name in names) else None

    def _partial(self, given: Given) -> Value | None:
        if not given.positional:
            return None
        function, *bound = given.positional
        if not isinstance(function, Function):
            return None
        keywords = {**function.keywords, **given.keywords}
        return Function(function.node, function.scope, function.self_value, (*function.bound, *bound), keywords)

    def _field(self, given: Given) -> Value | None:
        """``field(default=..., default_factory=...)``: the default, wrapped."""
        factory = given.keywords.get("default_factory")
        default = self.apply(factory, Given((), {})) if factory is not None else given.get(0, "default")
        return Items((NONE,), True, (default,)) if default is not None else None

    def _getattr(self, given: Given) -> Value | None:
        if len(given.positional) < 2 or not isinstance(given.positional[1], Text):
            return None
        name = given.positional[1].text
        return Config() if name in self.vocabulary.names else self.attribute(given.positional[0], name)

    def _first(self, given: Given) -> Value | None:
        return given.positional[-1] if given.positional else None


def _or_none(matched: Value) -> Value:
    """A match, as ``re`` returns it: ``None`` where there is none."""
    return NONE if matched == Plain(False) else matched


_TRIALS = {"search": How.SEARCH, "match": How.MATCH, "fullmatch": How.FULLMATCH}

_FUNCTIONS: dict[str, Callable[[Known, Given], Value | None]] = {
    "re.search": Known._search,
    "re.match": Known._match,
    "re.fullmatch": Known._fullmatch,
    "re.compile": Known._compile,
    "re.escape": Known._escape,
    "fnmatch.fnmatch": Known._glob,
    "fnmatch.fnmatchcase": Known._glob,
    "builtins.any": Known._any,
    "builtins.all": Known._all,
    "builtins.bool": Known._bool,
    **dict.fromkeys(
        (f"builtins.{name}" for name in ("list", "tuple", "set", "frozenset", "sorted", "iter", "reversed")),
        Known._collection,
    ),
    "builtins.next": Known._next,
    "builtins.len": Known._len,
    "builtins.enumerate": Known._enumerate,
    "builtins.dict": Known._table,
    "builtins.map": Known._map,
    "builtins.filter": Known._filter,
    "builtins.isinstance": Known._isinstance,
    "builtins.getattr": Known._getattr,
    "functools.partial": Known._partial,
    "dataclasses.field": Known._field,
    "pydantic.Field": Known._field,
    "attrs.field": Known._field,
    "attr.ib": Known._field,
    "typing.cast": Known._first,
}
