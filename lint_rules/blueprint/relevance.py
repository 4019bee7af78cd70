"""Which builders can matter, told from the names in their text, before any is evaluated.

A finding is a construction that a manifest names, and a value that travels to it. So a builder is *live* where its text
names an excluded class, a flag, or another live builder: only live ones are entries. A call is followed where the callee
may make a value (its text names something that carries a config, or another function that does), may be judged by what
the call leaves out, or is given something that matters. What is not followed is judged as an entry of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from lint_rules.blueprint.vocabulary import Vocabulary, mentions
from lint_rules.blueprint.words import Words
from lint_rules.project import facts
from lint_rules.project.symbols import ClassInfo, FunctionInfo, ModuleInfo, Project

DUMPS = frozenset({"model_dump", "asdict", "_asdict", "to_dict", "__dict__", "vars", "dict"})
"""The names by which configs are dumped."""

_CONSTRUCTORS = frozenset({"__init__", "__new__", "__post_init__", "model_post_init"})
_OWN_CLASS = re.compile(r"\bcls\s*\(|__class__|\btype\(self\)")
"""How a method calls its own class."""
_WORD = re.compile(r"[^\W\d]\w*")
_SILENT = re.compile(r'#[^\n]*|""".*?"""', re.DOTALL)
"""Comments and the long strings in which prose stands."""

_QUOTED = re.compile(r"\"[^\"\n]*\"|'[^'\n]*'")


class Relevance:
    """The builders that matter among the files read so far."""

    def __init__(
        self,
        project: Project,
        vocabulary: Vocabulary,
        words: Words,
        everything: bool,
        asked: frozenset[str] = frozenset(),
        holders: Sequence[FunctionInfo] | None = None,
    ) -> None:
        """``asked`` are the names of builders whose callers decide about a finding, all the way up.

        ``holders`` are those that may hold a layer which ``names`` exclude; None where any builder may.
        """
        self.project = project
        self.vocabulary = vocabulary
        self.words = frozenset(words.all)
        self._targets = frozenset(words.targets)
        self._carriers = frozenset(words.carriers)
        self._everything = everything
        self.holders = holders
        self.whole_trees = holders != [] and any(exclusion.names for exclusion in vocabulary.manifest.exclusions)
        """Whether layers are excluded by their names, so that all that stands above them matters."""
        self._names: dict[FunctionInfo, frozenset[str]] = {}
        self._live: set[FunctionInfo] = set()
        self._aimed: set[FunctionInfo] = set()
        self._takers: set[str] = set()
        self._changers: set[str] = set()
        self._asked: set[str] = set()
        self._valued: set[FunctionInfo] = set()
        self._makers: frozenset[str] = frozenset()
        self._valued_in: dict[ClassInfo, set[FunctionInfo]] = {}
        self._spread_valued()
        self._spread_live(asked)

    # --- questions

    def enters(self, function: FunctionInfo, cls: ClassInfo | None = None) -> bool:
        """Whether a call of this function, or of this method of an object of ``cls``, is followed in any case."""
        if function in self._valued or self.takes_config(function) or function.facts.name in self._asked:
            return True
        return cls is not None and function in self.valued_in(cls)

    def enters_class(self, cls: ClassInfo) -> bool:
        """Whether anything that the constructor of this class does can matter."""
        if self.vocabulary.excluding(cls) or self.vocabulary.paths_below(cls):
            return True
        return any(self.enters(method, cls) for base in cls.mro for method in base.methods.values())

    def builds(self, cls: ClassInfo) -> bool:
        """Whether a construction of this class is followed, whatever it is given."""
        if self.vocabulary.excluding(cls) or self.vocabulary.paths_below(cls):
            return True
        init = cls.method("__init__")
        if init is None:
            return False
        return (
            self.takes_config(init)
            or init in self._valued
            or cls.name in self._asked
            # A context manager works on what its constructor keeps.
            or (cls.method("__exit__") in self.valued_in(cls))
            or (self.whole_trees and cls.is_module and init in self._live)
        )

    def is_live(self, cls: ClassInfo) -> bool:
        """Whether the constructor of a class is live."""
        return cls.method("__init__") in self._live

    def is_aimed(self, cls: ClassInfo) -> bool:
        """Whether a class is live for the sake of anything but names."""
        return cls.method("__init__") in self._aimed

    def is_candidate(self, function: FunctionInfo) -> bool:
        """Whether a function is evaluated for its own sake: a live one that has a say in what is handed over."""
        if self._everything:
            return True
        if function not in self._live:
            return False
        if self.whole_trees and function.owner is not None and function.owner.is_module:
            if function.facts.name in _CONSTRUCTORS:
                # It may be a model, below which names are excluded: what it hands over, if anything, does not matter.
                return True
        names = self.names(function)
        if not (names.isdisjoint(self.words) and names.isdisjoint(self._takers) and names.isdisjoint(self._changers)):
            return True
        if not self.vocabulary.flags:
            return False
        return not (names.isdisjoint(DUMPS) and names.isdisjoint(self._makers))

    def is_module_candidate(self, module: ModuleInfo) -> bool:
        """Whether a module's own statements build something, or hand something over."""
        if self._everything:
            return bool(module.loose)
        for statement in module.loose:
            value = statement.value if isinstance(statement, facts.Assign | facts.Evaluate) else None
            if value is not None and _calls_any(value, self._targets | self._takers | self._changers):
                return True
        return False

    def takes_config(self, function: FunctionInfo) -> bool:
        """Whether a function has a parameter that carries a config: a call that leaves it out hands over its default."""
        return any(
            parameter.name in self.words
            or (parameter.annotation is not None and not self.words.isdisjoint(mentions(parameter.annotation)))
            for parameter in function.facts.parameters
        )

    def names(self, function: FunctionInfo) -> frozenset[str]:
        """All words in a function's text, but for those in comments and docstrings."""
        if function not in self._names:
            segment = function.module.source.segment(function.facts.line, function.facts.end_line)
            decorators = " ".join(name for d in function.facts.decorators for name in mentions(d))
            _, _, segment = segment.partition("(")
            own = f" {function.owner.name}" if function.owner is not None and _OWN_CLASS.search(segment) else ""
            decorators += own
            self._names[function] = frozenset(_WORD.findall(f"{_SILENT.sub(' ', segment)} {decorators}"))
        return self._names[function]

    def _names_as_code(self, function: FunctionInfo) -> frozenset[str]:
        """The words in a function's text, but for those in strings."""
        segment = function.module.source.segment(function.facts.line, function.facts.end_line)
        return frozenset(_WORD.findall(_QUOTED.sub(" ", _SILENT.sub(" ", segment.partition("(")[2]))))

    # --- what is live

    def _seeds(self) -> set[str]:
        """The names of all that an exclusion or a flag speaks of, under all their names."""
        seeds = set(self.words if self.whole_trees and self.holders is None else self._targets)
        return seeds | DUMPS | self._makers if self.vocabulary.flags else seeds

    def _functions(self) -> Iterator[FunctionInfo]:
        for module in self.project.modules:
            yield from module.functions
            for cls in module.classes:
                yield from cls.methods.values()

    def _spread_live(self, asked: frozenset[str]) -> None:
        """Whoever names a live builder is live."""
        subclasses = self._subclass_names()
        targets = {target.name for target in self.vocabulary.targets}
        waiting = []
        fresh = self._seeds()
        known = set(fresh)
        held = list(self._held())
        for function in self._functions():
            owner = function.owner
            if owner is not None and any(base.name in targets for base in owner.mro):
                self._live.add(function)
                if not self.names(function).isdisjoint(self.words):
                    fresh |= self._called_as(function, subclasses)
            else:
                waiting.append(function)
        while fresh:
            found: set[str] = set()
            left = []
            for function in waiting:
                if self.names(function).isdisjoint(fresh):
                    left.append(function)
                    continue
                self._live.add(function)
                found |= self._called_as(function, subclasses)
            waiting = left
            holders = {name for name, names in held if not names.isdisjoint(found | fresh)}
            fresh = (found | holders) - known
            known |= fresh
        self._aimed = set(self._live)
        self._spread_holders(asked)
        for function in self._live:
            if self.takes_config(function) or any(p.kind == "**" for p in function.facts.parameters):
                self._takers |= self._called_as(function, subclasses)
        self._spread_changers(subclasses, asked)

    def _spread_holders(self, asked: frozenset[str]) -> None:
        """Whoever builds what may hold an excluded layer is live: modules; and, where their callers decide, these."""
        subclasses = self._subclass_names() if self.holders else {}
        fresh: set[str] = set()
        for holder in self.holders or ():
            self._live.add(holder)
            fresh |= subclasses.get(holder.owner, set()) if holder.owner is not None else {holder.facts.name}
        waiting = [each for each in self._functions() if each not in self._live] if fresh else []
        held = list(self._held()) if fresh else []
        known = set(fresh)
        while fresh:
            found = {name for name, names in held if not names.isdisjoint(fresh)}
            left = []
            for function in waiting:
                owner = function.owner
                names = self.names(function)
                if not names.isdisjoint(fresh):
                    # What only stands in a text is not built.
                    names = self._names_as_code(function)
                builds = owner is None or owner.is_module or owner.is_record
                if not (builds and not names.isdisjoint(fresh)) and names.isdisjoint(asked & fresh):
                    left.append(function)
                    continue
                builder = owner is not None and owner.is_module and function.facts.name in _CONSTRUCTORS
                if builder or not names.isdisjoint(asked):
                    self._live.add(function)
                if owner is None:
                    found.add(function.facts.name)
                elif owner.is_module or function.facts.name in _CONSTRUCTORS:
                    found |= subclasses.get(owner, {owner.name})
                elif owner.is_record:
                    found.add(function.facts.name)
            waiting = left
            fresh = found - known
            known |= fresh

    def _spread_changers(self, subclasses: dict[ClassInfo, set[str]], asked: frozenset[str]) -> None:
        """Functions that may take a config from an object; and all that call, up to its maker, what is asked for."""
        pattern = _taking(self._carriers)
        for function in self._valued:
            if function.facts.name not in _CONSTRUCTORS and self._may_take(function, pattern):
                self._changers |= self._called_as(function, subclasses)
        self._asked = self._above(asked, subclasses)
        self._changers |= self._asked

    def _above(self, names: Iterable[str], subclasses: dict[ClassInfo, set[str]]) -> set[str]:
        """These names, and those of all live builders that call them, up to their makers."""
        waiting, fresh = list(self._live), set(names)
        known = set(fresh)
        while fresh:
            found: set[str] = set()
            for function in waiting:
                if not self.names(function).isdisjoint(fresh):
                    found |= self._called_as(function, subclasses)
            waiting = [function for function in waiting if self.names(function).isdisjoint(fresh)]
            fresh = found - known
            known |= fresh
        return known

    def _may_take(self, function: FunctionInfo, pattern: re.Pattern[str]) -> bool:
        """Whether a function's text may take a config from an object that is not a module of its own."""
        segment = function.module.source.segment(function.facts.line, function.facts.end_line)
        own = function.owner is None or function.owner.is_module
        return any(not (own and match["self"]) for match in pattern.finditer(segment))

    def _held(self) -> Iterator[tuple[str, frozenset[str]]]:
        """The names under which classes and functions are kept: fields, tables, aliases; and what each mentions."""
        for module in self.project.modules:
            for name, bindings in module.bindings.items():
                for binding in bindings:
                    if isinstance(binding, facts.Assign) and binding.value is not None:
                        yield name, frozenset(mentions(binding.value))
                    elif isinstance(binding, facts.ImportFrom) and binding.original != name:
                        yield name, frozenset({binding.original})
            for cls in module.classes:
                for name, field in cls.fields.items():
                    if field.value is not None and not isinstance(field.value, facts.Call):
                        yield name, frozenset(mentions(field.value))

    def _subclass_names(self) -> dict[ClassInfo, set[str]]:
        out: dict[ClassInfo, set[str]] = {}
        for module in self.project.modules:
            for cls in module.classes:
                for base in cls.mro:
                    out.setdefault(base, set()).add(cls.name)
        return out

    def _called_as(self, function: FunctionInfo, subclasses: dict[ClassInfo, set[str]]) -> set[str]:
        """The names by which those call a function who have a say in what it builds.

        A constructor is called by its class and all subclasses of it.
        """
        name = function.facts.name
        if function.owner is None:
            return {name}
        if name in _CONSTRUCTORS:
            return subclasses.get(function.owner, {function.owner.name})
        return {name} if self._is_told(function) and not name.startswith("__") and name != "forward" else set()

    def _is_told(self, function: FunctionInfo) -> bool:
        """Whether a call of a method can bring a config along, or leave one out: else its callers have no say."""
        if self.takes_config(function) or any(p.kind in ("*", "**") for p in function.facts.parameters):
            return True
        # A plain object that is no config may carry one in its attributes: who made it decides.
        owner = function.owner
        init = owner.method("__init__") if owner is not None and not owner.is_module and not owner.is_record else None
        return init is not None and len(init.facts.parameters) > 1

    # --- what makes values

    def _spread_valued(self) -> None:
        """Functions whose text names something that carries a config, and functions that name one of these."""
        waiting = []
        fresh: set[str] = set()
        words = self.words | DUMPS if self.vocabulary.flags else self.words
        for function in self._functions():
            if not self.names(function).isdisjoint(words):
                self._valued.add(function)
                if function.owner is None:
                    fresh.add(function.facts.name)
            elif function.owner is None:
                waiting.append(function)
        while fresh:
            found = [function for function in waiting if not self.names(function).isdisjoint(fresh)]
            self._valued.update(found)
            waiting = [function for function in waiting if function not in self._valued]
            fresh = {function.facts.name for function in found}
        names = {function.facts.name for function in self._valued}
        self._makers = frozenset(name for name in names if name != "forward" and not name.startswith("__"))

    def valued_in(self, cls: ClassInfo) -> set[FunctionInfo]:
        """The methods of a class that make values, or that name a method of it that does."""
        if cls not in self._valued_in:
            methods = {method for base in cls.mro for method in base.methods.values()}
            valued = {method for method in methods if method in self._valued}
            names = {method.facts.name for method in valued if method.facts.name != "forward"}
            grown = bool(names)
            while grown:
                more = {method for method in methods - valued if not self.names(method).isdisjoint(names)}
                valued |= more
                names |= {method.facts.name for method in more if method.facts.name != "forward"}
                grown = bool(more)
            self._valued_in[cls] = valued
        return self._valued_in[cls]


def _taking(carriers: frozenset[str]) -> re.Pattern[str]:
    """What may be the beginning of a statement that takes a config away."""
    name = "(?:" + "|".join(sorted(map(re.escape, carriers))) + ")" if carriers else "(?!)"
    return re.compile(
        rf"^[^=\n(#]*?(?P<self>\bself)?\.{name}\b[^=\n(]*=[^\n]*(?:\bNone\b|\bFalse\b|\{{\}})"
        rf"|\bdel\b[^\n]*(?:\.|\[\s*[\"']){name}\b"
        rf"|(?:setattr|delattr|(?:set|del)(?:attr|item)__|(?<!kwargs\.)pop)\([^\n]*[\"']{name}[\"']"
        rf"|\[\s*[\"']{name}[\"']\s*\]\s*=[^\n]*(?:\bNone\b|\bFalse\b|\{{\}})"
        rf"|update\([^\n]*\b{name}\b",
        re.MULTILINE,
    )


def _calls_any(value: facts.Expression, names: frozenset[str]) -> bool:
    """Whether an expression that holds a call mentions any of these names."""
    called = isinstance(value, facts.Call | facts.Comprehension | facts.DictLiteral | facts.SequenceLiteral)
    return called and not names.isdisjoint(mentions(value))
