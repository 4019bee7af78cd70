"""The names of one function while an outline is drawn."""

from __future__ import annotations

from msgspec import Struct, field

from lint_rules.outline.values import Value
from lint_rules.project.symbols import ClassInfo, FunctionInfo, ModuleInfo


class Scope(Struct, eq=False):
    """One function's names; lambdas and inner functions see those of the functions around them."""

    module: ModuleInfo
    label: str
    """``Class.method``, for messages."""
    function: FunctionInfo | None = None
    parent: Scope | None = None
    owner: ClassInfo | None = None
    """The class in whose text it stands."""
    self: Value | None = None
    names: dict[str, Value] = field(default_factory=dict)
    narrowed: dict[str, Value] = field(default_factory=dict)
    """What attributes are known to be here, by their text: ``self.quant_config`` after a test."""
    returns: list[Value] = field(default_factory=list)
    at_root: bool = False
    """Whether the builder's own prefix is known to be empty here."""
    left: bool = False
    """Whether the rest of the block is not reached."""

    def find(self, name: str) -> Value | None:
        """What a name stands for, here or in a function around."""
        scope: Scope | None = self
        while scope is not None:
            if name in scope.names:
                return scope.names[name]
            scope = scope.parent
        return None
