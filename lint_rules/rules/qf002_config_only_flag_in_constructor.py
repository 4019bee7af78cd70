"""QF002 config-only-flag-in-constructor."""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Iterator
from typing import TYPE_CHECKING

from lint_rules.blueprint.entering import Entering, flags_entering
from lint_rules.blueprint.sharing import Handover
from lint_rules.blueprint.values import Flag, options
from lint_rules.diagnostic import Diagnostic, Edit, Fix
from lint_rules.project import facts
from lint_rules.project.symbols import ClassInfo
from lint_rules.rules.base import Example, Rule
from lint_rules.rules.context import Context

if TYPE_CHECKING:
    import libcst as cst

    from lint_rules.rules.syntax import Snippet

_MANIFEST = """
version: 1
config_only:
  - RecurrentConfig.quantize
"""

_BEFORE = """
from dataclasses import asdict, dataclass
from torch import nn

class RecurrentMixer(nn.Module):
    def __init__(self, size, **settings):
        super().__init__()

@dataclass
class RecurrentConfig:
    heads: int = 4
    quantize: bool = False

    def build(self, size):
        return RecurrentMixer(size, **asdict(self))
"""


class ConfigOnlyFlagInConstructor(Rule):
    """
    ## What it does

    Reports the first argument by which a config-only flag enters a module constructor: by keyword, by position, or
    inside a `**` splat of a dumped config.

    ## Why it is bad

    The flag is for the builder: it decides what the module is given. A constructor that takes it fails with an
    unexpected argument, or, worse, swallows it in `**kwargs`, and then somebody reads it there and decides once more.

    ## How to fix it

    Leave the flag out of the dump (`model_dump(exclude={"quantize"})`, `settings.pop("quantize")`), or remove the
    argument. A value that was computed from the flag is fine, and so is a whole config object.

    `--fix` does so: it excludes the flag where a pydantic model is dumped, pops it from a dict that is new and not used
    again, and else filters it out at the splat; a keyword is removed with its line, a positional argument where no other
    follows. The fix is unsafe where the constructor needs the flag, or hands it on to what may; where other classes are
    given it at the same place; and where a comment, or what the value does besides, would go with it.

    ## When not to use it

    Where the module really needs the flag: then it is no config-only flag, and the manifest should not list it.

    ## The report behind it

    XTuner, GLM-5.3-Flash: a policy flag that was added to a config went into the attention's constructor with
    `**self.model_dump()`.
    """

    code = "QF002"
    name = "config-only-flag-in-constructor"
    summary = "a config-only flag reaches a module constructor"
    examples = (
        Example("the dump holds the flag", {"quantfence.yaml": _MANIFEST, "model.py": _BEFORE}, (("model.py", 14),)),
        Example(
            "the flag is taken out",
            {
                "quantfence.yaml": _MANIFEST,
                "model.py": _BEFORE.replace(
                    "        return RecurrentMixer(size, **asdict(self))",
                    '        settings = asdict(self)\n        settings.pop("quantize")\n'
                    "        return RecurrentMixer(size, **settings)",
                ),
            },
        ),
    )

    def check(self, context: Context) -> Iterator[Diagnostic]:
        """A finding for each argument by which a flag enters a module constructor."""
        for entering in flags_entering(context.vocabulary, context.survey.roots):
            yield _diagnostic(entering, context)


def _diagnostic(entering: Entering, context: Context) -> Diagnostic:
    site = entering.site
    source = context.source(site.path)
    at = source.splat(site.line, site.column) if entering.splat else source.offset(site.line, site.column)
    snippet = context.snippet(site)
    _, span = snippet.argument(at)
    flags = " and ".join(f"`{flag}`" for flag in entering.flags)
    what = snippet.excerpt(span)
    tail = "which is config-only" if len(entering.flags) == 1 else "which are config-only"
    if entering.splat:
        message = f"`{what}` still holds {flags}, {tail}, and goes into the constructor of {entering.module}"
    else:
        message = f"`{what}` hands {flags}, {tail}, to the constructor of {entering.module}"
    fields = ", ".join(f'"{flag.split(".")[-1]}"' for flag in entering.flags)
    advice = f"leave {fields} out of the dump" if entering.splat else "remove the argument; the builder reads the flag"
    fix = _fix(entering, context, snippet, at)
    return context.finding("QF002", message, source, span, help=advice, fix=fix)


# --- the repair


def _fix(entering: Entering, context: Context, snippet: Snippet, at: int) -> Fix | None:
    """Leave the flags out of the dump, or remove the argument."""
    argument, _ = snippet.argument(at)
    through = context.sharing.through(entering.site)
    brought = [each for each in through if _brings_flag(each)]
    keys = [key for each in brought if (key := each.given.parameter) is not None]
    if argument is None or argument.star == "*" or not keys:
        return None
    from lint_rules.rules.chosen import is_chosen

    names = list(dict.fromkeys(keys))
    if argument.star:
        from lint_rules.rules.dumps import Leaving

        leaving = Leaving(snippet, argument, names, _excludes(entering, names, context), _holders(entering, context))
        edits, lossless = leaving.edits(), leaving.lossless
        message = f"Leave {' and '.join(f'`{name}`' for name in names)} out of the dump"
    else:
        from lint_rules.rules.repair import is_missed

        removed = _removal(snippet, argument, brought)
        if removed is None:
            return None
        lossless = not is_missed(argument.value)
        edits, message = [removed], f"Remove the argument `{names[0]}`"
    shared = any(each.given.parameter in names and not _brings_flag(each) for each in through)
    shared = shared or is_chosen(snippet, at, context.project, any_parameter=True)
    if shared:
        message += ", also for other modules"
    return Fix(message, tuple(edits), lossless and not shared and not any(_needs(each) for each in brought))


def _holders(entering: Entering, context: Context) -> frozenset[str]:
    """The names of the classes whose objects surely have the flags; ``self`` where that is one of them."""
    classes = [cls for module in context.project.modules for cls in module.classes]
    fields = {flag.split(".")[-1] for flag in entering.flags}
    having = [cls for cls in classes if all(context.vocabulary.flag(cls, each) for each in fields)]
    names = {cls.name for cls in having} - {cls.name for cls in classes if cls not in having}
    owner = context.sharing.owner(entering.site)
    return frozenset({*names, "self"} if owner in having else names)


def _brings_flag(handover: Handover) -> bool:
    given = handover.given
    return any(isinstance(option, Flag) for _, option in options(given.value, handover.construction.condition))


def _removal(snippet: Snippet, argument: cst.Arg, brought: list[Handover]) -> Edit | None:
    """Take the argument away; one without a name only where no other moves into its place."""
    import libcst as cst

    from lint_rules.rules.repair import without_item

    call = snippet.parent(argument)
    if not isinstance(call, cst.Call):
        return None
    if argument.keyword is None:
        later = call.args[list(call.args).index(argument) + 1 :]
        if any(each.keyword is None and each.star != "**" for each in later):
            return None
        if "partial" in snippet.text_of(call.func) or any(
            each.construction.site != each.given.hop.call for each in brought
        ):
            # What the `partial` is called with comes behind.
            return None
    return without_item(snippet, call.args, argument)


def _excludes(entering: Entering, keys: list[str], context: Context) -> bool:
    """Whether the configs are pydantic models whose dumps nobody has overridden."""
    if not all(any(flag.endswith(f".{key}") for flag in entering.flags) for key in keys):
        return False
    owners = [
        cls
        for module in context.project.modules
        for cls in module.classes
        if any(context.vocabulary.flag(cls, key) in entering.flags for key in keys)
    ]
    return bool(owners) and all(
        cls.is_validated and cls.method("model_dump") is None and cls.method("dict") is None for cls in owners
    )


def _needs(handover: Handover) -> bool:
    """Whether a constructor can't do without what it is given, as far as that can be told."""
    cls, name = handover.construction.callee, handover.given.parameter
    if not isinstance(cls, ClassInfo):
        return True
    inits = [base.methods["__init__"] for base in cls.mro if "__init__" in base.methods]
    if not inits:
        field = cls.all_fields.get(name or "")
        return not cls.is_record or (field is not None and field.default is None)
    for init in inits:
        text = init.module.source.segment(init.facts.line, init.facts.end_line)
        if any(f"{quote}{name}{quote}" in text for quote in "\"'"):
            return True
        if any(_is_required(parameter, name) for parameter in init.facts.parameters):
            return True
        if not any(parameter.name == name for parameter in init.facts.parameters) and _hands_on(text, cls):
            return True
        if not any(parameter.kind == "**" for parameter in init.facts.parameters):
            # What stands above gets what this constructor hands on by name.
            return False
    return False


def _hands_on(text: str, cls: ClassInfo) -> bool:
    """Whether a constructor hands its ``**kwargs`` to anything but the constructors of known bases."""
    (init,) = ast.parse(textwrap.dedent(text)).body
    assert isinstance(init, ast.FunctionDef | ast.AsyncFunctionDef)
    rest = init.args.kwarg.arg if init.args.kwarg is not None else None
    for node in ast.walk(init):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Call(func=ast.Name(id="super")), attr="__init__")):
                given = [] if _are_known(cls) else [each.value for each in node.keywords]
            case ast.Call(args=arguments, keywords=keywords):
                given = [*arguments, *(each.value for each in keywords)]
            case ast.Dict(keys=keys, values=values):
                given = [value for key, value in zip(keys, values, strict=True) if key is None]
            case _:
                continue
        if any(isinstance(each, ast.Name) and each.id == rest for each in given):
            return True
    return False


def _are_known(cls: ClassInfo) -> bool:
    """Whether all bases of a class lie in the project, but for those whose constructors take nothing."""
    return all(name.split(".")[-1] in ("Module", "object", "ABC", "Generic", "Protocol") for name in cls.outside)


def _is_required(parameter: facts.Parameter, name: str | None) -> bool:
    return parameter.name == name and parameter.default is None and parameter.kind in ("", "/", "k")
