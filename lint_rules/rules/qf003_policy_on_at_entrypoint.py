"""QF003 policy-on-at-entrypoint."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from lint_rules.blueprint.entrypoints import LeftOn, left_on
from lint_rules.diagnostic import Diagnostic, Edit, Fix, Position, Step
from lint_rules.project import facts
from lint_rules.project.symbols import ClassInfo
from lint_rules.rules.base import Example, Rule
from lint_rules.rules.context import Context

if TYPE_CHECKING:
    import libcst as cst

    from lint_rules.rules.syntax import Snippet

_MANIFEST = """
version: 1
quantization:
  types: [Float8Config]
  names: [float8_cfg]
exclusions:
  - id: recurrent
    modules: [RecurrentMixer]
    policy: RecurrentConfig.quantize
    entrypoints: [FlashConfig]
"""

_CONFIG = """
from dataclasses import dataclass, field

@dataclass
class RecurrentConfig:
    heads: int = 4
    quantize: bool = True

@dataclass
class FlashConfig:
    mixer: RecurrentConfig = field(default_factory=lambda: RecurrentConfig(heads=16))

class RecurrentMixer: ...
"""


class PolicyOnAtEntrypoint(Rule):
    """
    ## What it does

    Evaluates each entrypoint that the manifest lists (a config class with its field defaults, a method that reads a
    checkpoint, a function), and reports the construction of a config that it leaves with the policy on: by default, or
    because it says so. The final value decides: a later assignment, a `model_copy(update=...)` or a `replace` counts.

    ## Why it is bad

    The policy lets the module be quantized wherever it is on. At the entrypoints of a model whose checkpoint keeps the
    module in high precision it has to be off; a default that is right for models trained from scratch is wrong there.

    ## How to fix it

    Say so where the config is built: `RecurrentConfig(heads=16, quantize=False)`. Where a class inherits the default,
    give it a field of its own. `--fix` sets the flag where the construction belongs to the entrypoint alone.

    ## When not to use it

    Configs that a user builds elsewhere keep their own policy, and nothing is said of them: list as entrypoints only
    those that stand for checkpoints which exclude the module.

    ## The report behind it

    XTuner, GLM-5.3-Flash: the builder learned a policy, and both entrypoints, the field defaults and `from_hf`, had to
    switch it off before trainer and rollout agreed again.
    """

    code = "QF003"
    name = "policy-on-at-entrypoint"
    summary = "an entrypoint leaves the policy on, by default or because it says so"
    examples = (
        Example(
            "the policy is on by default",
            {"quantfence.yaml": _MANIFEST, "config.py": _CONFIG},
            (("config.py", 10),),
        ),
        Example(
            "the entrypoint switches it off",
            {
                "quantfence.yaml": _MANIFEST,
                "config.py": _CONFIG.replace("heads=16", "heads=16, quantize=False"),
            },
        ),
    )

    def check(self, context: Context) -> Iterator[Diagnostic]:
        """A finding for each config that an entrypoint leaves with its policy on."""
        for left in left_on(context.vocabulary, context.survey.machine):
            yield _inherited(left, left.heir, context) if left.heir is not None else _built(left, context)


def _built(left: LeftOn, context: Context) -> Diagnostic:
    """The construction itself is to be changed."""
    site = left.site
    source = context.source(site.path)
    _, span = context.snippet(site).call(source.offset(site.line, site.column))
    message = f"`{left.config.name}(...)` leaves `{_flag(left)}` {_state(left)} at entrypoint {left.entrypoint}: {_effect(left)}"
    help, fix = f"pass `{_setting(left)}`", _fix(left, context)
    return context.finding("QF003", message, source, span, flow=_flow(left), help=help, fix=fix)


def _inherited(left: LeftOn, heir: ClassInfo, context: Context) -> Diagnostic:
    """The class inherits a default that is right for its base: it needs one of its own."""
    source = context.source(heir.module.path)
    start = context.position(source, context.begin(source, heir.facts.line))
    line = context.source(left.site.path).line_feeds(left.site.line)
    field = left.where[0] if left.where else left.config.name
    name = left.config.name
    return Diagnostic(
        "QF003",
        f"entrypoint {left.entrypoint} inherits a `{field}` that leaves `{_flag(left)}` {_state(left)}: {_effect(left)}",
        heir.module.path,
        start,
        Position(start.line, start.column + len(f"class {heir.name}")),
        (*_flow(left), Step(name, left.site.path, line)),
        help=f"give {heir.name} a `{field}` of its own, with `{_setting(left)}`",
        statement_line=start.line,
    )


def _flow(left: LeftOn) -> tuple[Step, ...]:
    return (Step(".".join([left.entrypoint, *left.where])),)


def _flag(left: LeftOn) -> str:
    return f"{left.policy.owner.split('.')[-1]}.{left.policy.field}"


def _state(left: LeftOn) -> str:
    return "false" if left.policy.negated else "true"


def _setting(left: LeftOn) -> str:
    return f"{left.policy.field}={left.policy.negated}"


def _effect(left: LeftOn) -> str:
    exclusion = left.exclusion
    names = [entry.text for entry in exclusion.modules] or [entry.text for entry in exclusion.names]
    what = ", ".join(names[:2]) + (" and others" if len(names) > 2 else "")
    return f"{what} may be quantized, which exclusion `{exclusion.id}` keeps unquantized"


# --- the repair


def _fix(left: LeftOn, context: Context) -> Fix | None:
    """The flag set where the config is built: safe where that is the entrypoint's own text."""
    if not left.began:
        return None
    site = left.site
    snippet = context.snippet(site)
    at = context.source(site.path).offset(site.line, site.column)
    call, _ = snippet.call(at)
    found = _in_call(left, call, snippet, context) if call is not None else _as_factory(left, at, snippet, context)
    if found is None:
        return None
    edits, lossless = found
    return Fix(f"Pass `{_setting(left)}`", tuple(edits), left.private and lossless)


def _in_call(left: LeftOn, call: cst.Call, snippet: Snippet, context: Context) -> tuple[list[Edit], bool] | None:
    """The changes of the call that builds the config, and whether nothing is lost.

    None where the flag came in a splat, the call is no plain one, or the flag is switched on afterwards.
    """
    import libcst as cst

    from lint_rules.rules.repair import is_missed, with_argument

    name, value = left.policy.field, str(left.policy.negated)
    if not _names(call.func, left, context):
        return None
    if not left.told:
        return (with_argument(snippet, call, _setting(left)), True) if _takes(left.config, name) else None
    given = next((each for each in call.args if each.keyword is not None and each.keyword.value == name), None)
    given = given or _positional(left.config, name, call)
    if given is None or snippet.text_of(given.value) == value:
        return None
    return snippet.replace(given.value, cst.Name(value)), not is_missed(given.value)


def _as_factory(left: LeftOn, at: int, snippet: Snippet, context: Context) -> tuple[list[Edit], bool] | None:
    """The changes of ``default_factory=Config`` or ``default_factory=partial(Config, ...)``."""
    import libcst as cst

    from lint_rules.rules.repair import with_argument

    argument, _ = snippet.argument(at)
    if argument is None or left.told or not _takes(left.config, left.policy.field):
        return None
    value = argument.value
    if isinstance(value, cst.Call) and value.args and _names(value.args[0].value, left, context):
        return with_argument(snippet, value, _setting(left)), True
    if _names(value, left, context):
        made = f"lambda: {snippet.text_of(value)}({_setting(left)})"
        return [snippet.change(snippet.begin(value), snippet.end(value), made)], True
    return None


def _names(node: cst.BaseExpression, left: LeftOn, context: Context) -> bool:
    """Whether an expression is the name of the config's class, or a method's name for its own class."""
    import libcst as cst

    if isinstance(node, cst.Name) and node.value == "cls":
        return True
    dotted = _dotted(node)
    module = context.project.module(left.site.path)
    return dotted is not None and context.project.resolve(dotted, module) is left.config


def _takes(config: ClassInfo, name: str) -> bool:
    """Whether the class's constructor can be given the flag under its own name."""
    init = config.method("__init__")
    if init is not None:
        return any(each.name == name for each in init.facts.parameters)
    field = config.record_fields.get(name)
    default = field.default if field is not None else None
    renamed = isinstance(default, facts.Call) and any(
        each.name in ("alias", "validation_alias") for each in default.arguments
    )
    return not renamed and (not config.is_record or config.takes(name))


def _dotted(node: cst.BaseExpression) -> facts.Expression | None:
    """A name, or attributes of one, as facts."""
    import libcst as cst

    if isinstance(node, cst.Name):
        return facts.Name(node.value)
    if isinstance(node, cst.Attribute) and (value := _dotted(node.value)) is not None:
        return facts.Attribute(value, node.attr.value, 0, 0)
    return None


def _positional(config: ClassInfo, name: str, call: cst.Call) -> cst.Arg | None:
    """The argument that a call gives for a field by its place."""
    init = config.method("__init__")
    if init is not None:
        names = [each.name for each in init.facts.parameters if each.kind in ("", "/")][1:]
    else:
        names = config.positional_fields
    before = names[: names.index(name) + 1] if name in names else []
    places = [each for each in call.args if each.keyword is None]
    if not before or len(places) < len(before) or any(each.star for each in places[: len(before)]):
        return None
    return places[len(before) - 1]
