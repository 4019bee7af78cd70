"""QF005 shared-config-mutated."""

from __future__ import annotations

from collections.abc import Iterator

from lint_rules.blueprint.mutations import Mutation
from lint_rules.diagnostic import Diagnostic
from lint_rules.rules.base import Example, Rule
from lint_rules.rules.context import Context

_MANIFEST = """
version: 1
quantization:
  names: [quant_config]
exclusions:
  - id: scores
    modules: [ScoreHead]
"""

_BEFORE = """
from copy import copy
from torch import nn

class ScoreHead(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.out = make_linear(config.size, quant_config=config.quant_config)

class Ranker(nn.Module):
    def __init__(self, config):
        super().__init__()
        kept = config.quant_config
        config.quant_config = None
        self.scores = ScoreHead(config)
        config.quant_config = kept
        self.words = make_linear(config.size, quant_config=config.quant_config)
"""

_FINALLY = """
        try:
            self.scores = ScoreHead(config)
        finally:
            config.quant_config = kept
"""


class SharedConfigMutated(Rule):
    """
    ## What it does

    Reports the assignment, `del` or call by which a builder takes the quantization config from an object that others
    share (a model's config that it was given, a module-level name), in order to build an excluded module without it.
    It is fine to do so for a while if the config is put back in a `finally` or at the end of a `with` block, and to do
    it to a copy.

    ## Why it is bad

    The whole model is built from that one object. If the config is not put back, all that is built later loses it: one
    exclusion switches quantization off for the rest of the model, and nothing fails. If it is put back, but not in a
    `finally`, an error on the way, which a caller may well survive, has the same effect.

    ## How to fix it

    Hand `None` to the excluded module. Where it reads the config itself, give it a private copy (`copy.copy`,
    `dataclasses.replace`, `model_copy`) whose field is `None`. Where neither is possible, put the config back in a
    `finally`.

    ## When not to use it

    Where each module has a config object of its own, so that nothing is shared. A function that switches quantization
    off for a whole model before it builds it is not reported.

    ## The report behind it

    vLLM builds some heads without quantization by setting `vllm_config.quant_config` to `None` while their base class
    builds them, and puts it back in a `finally`. This rule is about code that leaves out that last step.
    """

    code = "QF005"
    name = "shared-config-mutated"
    summary = "an exclusion is made by changing an object that others share"
    examples = (
        Example(
            "put back, but not after an error", {"quantfence.yaml": _MANIFEST, "model.py": _BEFORE}, (("model.py", 13),)
        ),
        Example(
            "never put back",
            {
                "quantfence.yaml": _MANIFEST,
                "model.py": _BEFORE.replace("        kept = config.quant_config\n", "").replace(
                    "        config.quant_config = kept\n", ""
                ),
            },
            (("model.py", 12),),
        ),
        Example(
            "put back in a `finally`",
            {
                "quantfence.yaml": _MANIFEST,
                "model.py": _BEFORE.replace(
                    "\n        self.scores = ScoreHead(config)\n        config.quant_config = kept\n", _FINALLY
                ),
            },
        ),
        Example(
            "a private copy",
            {
                "quantfence.yaml": _MANIFEST,
                "model.py": _BEFORE.replace("        kept = config.quant_config\n", "        plain = copy(config)\n")
                .replace("        config.quant_config = None\n", "        plain.quant_config = None\n")
                .replace("ScoreHead(config)", "ScoreHead(plain)")
                .replace("        config.quant_config = kept\n", ""),
            },
        ),
    )

    def check(self, context: Context) -> Iterator[Diagnostic]:
        """A finding for each place at which a shared object loses its config."""
        for mutation in context.mutations:
            yield _diagnostic(mutation, context)


def _diagnostic(mutation: Mutation, context: Context) -> Diagnostic:
    site = mutation.site
    source = context.source(site.path)
    snippet = context.snippet(site)
    span = snippet.changing(source.offset(site.line, site.column))
    message = (
        f"`{snippet.excerpt(span)}` takes the quantization config from an object that others share, to keep "
        f"{mutation.module} unquantized (exclusion `{mutation.exclusion.id}`); {_consequence(mutation)}"
    )
    flow = context.flow(mutation.trace)
    return context.finding("QF005", message, source, span, flow=flow, help=_help(mutation))


def _consequence(mutation: Mutation) -> str:
    later = (
        "an error before it is put back leaves the whole model without it"
        if mutation.put_back
        else "all that is built later loses it"
    )
    if not mutation.others:
        return later
    others = ", ".join(mutation.others[:3]) + (" and others" if len(mutation.others) > 3 else "")
    verb = "is" if len(mutation.others) == 1 else "are"
    return f"{others} {verb} built without it, too, and {later}"


def _help(mutation: Mutation) -> str:
    if mutation.put_back:
        return "put it back in a `finally`, or change a private copy of the object"
    return f"pass None to {mutation.module}, or give it a private copy of the object without the config"
