"""``ExitStack``: what is entered or called back through it, as the nested statements that it stands for."""

from __future__ import annotations

from lint_rules.project import facts


def stack_name(item: facts.WithItem) -> str | None:
    """The name of the stack that ``with ExitStack() as stack`` binds."""
    call, target = item.value, item.target
    if not isinstance(call, facts.Call) or call.arguments or not isinstance(target, facts.Name):
        return None
    function = call.function
    name = function.name if isinstance(function, facts.Attribute) else None
    if isinstance(function, facts.Name):
        name = function.id
    return target.id if name in ("ExitStack", "AsyncExitStack") else None


def unstacked(block: list[facts.Statement], stack: str) -> list[facts.Statement]:
    """A block under a stack: what follows ``enter_context`` is a ``with``, what follows ``callback`` a ``try``.

    Only statements of the block itself are seen: whether others are reached is not known here.
    """
    for number, statement in enumerate(block):
        rest = block[number + 1 :]
        if not isinstance(statement, facts.Assign | facts.Evaluate):
            continue
        call, target = statement.value, None
        if isinstance(statement, facts.Assign):
            target = statement.targets[0] if len(statement.targets) == 1 else None
        method = _method(call, stack)
        if not isinstance(call, facts.Call) or not call.arguments or method is None:
            continue
        first, *others = call.arguments
        if method == "enter_context":
            inner: facts.Statement = facts.With([facts.WithItem(first.value, target)], unstacked(rest, stack))
            return [*block[:number], inner]
        if method == "callback" and first.name is None and first.stars == 0:
            kept, given = _kept(others, call)
            line, column = statement.line, statement.column
            back = facts.Evaluate(facts.Call(first.value, given, call.line, call.column), line, column)
            return [*block[:number], *kept, facts.Try(unstacked(rest, stack), [], [], [back], False)]
    return block


def _kept(arguments: list[facts.Argument], call: facts.Call) -> tuple[list[facts.Statement], list[facts.Argument]]:
    """Arguments are evaluated when the callback is handed over: statements that keep their values, and what reads these."""
    kept: list[facts.Statement] = []
    given: list[facts.Argument] = []
    for number, argument in enumerate(arguments):
        value: facts.Expression = argument.value
        if not isinstance(value, facts.Constant):
            value = facts.Name(f"<callback {call.line}:{call.column} {number}>")
            kept.append(facts.Assign([value], argument.value, None, argument.line, argument.column))
        given.append(facts.Argument(argument.name, argument.stars, value, argument.line, argument.column))
    return kept, given


def _method(call: facts.Expression | None, stack: str) -> str | None:
    """The method of the stack that is called."""
    if isinstance(call, facts.Call) and isinstance(call.function, facts.Attribute):
        owner = call.function.value
        if isinstance(owner, facts.Name) and owner.id == stack:
            return call.function.name
    return None
