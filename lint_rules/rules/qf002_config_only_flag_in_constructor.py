"""QF002 config-only-flag-in-constructor."""

from __future__ import annotations

from collections.abc import Iterator

from lint_rules.blueprint.entering import Entering, flags_entering
from lint_rules.diagnostic import Diagnostic
from lint_rules.rules.base import Example, Rule
from lint_rules.rules.context import Context

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
    return Diagnostic(
        "QF002",
        message,
        site.path,
        context.position(source, span.start),
        context.position(source, span.end),
        (),
        (),
        advice,
        context.position(source, span.statement).line,
    )
