"""QF001 excluded-module-quantized."""

from __future__ import annotations

from collections.abc import Iterator

from lint_rules.blueprint.crossings import Crossing
from lint_rules.diagnostic import Diagnostic
from lint_rules.rules.base import Example, Rule
from lint_rules.rules.context import Context

_MANIFEST = """
version: 1
quantization:
  types: [Float8Config]
  names: [float8_cfg]
exclusions:
  - id: recurrent
    modules: [RecurrentMixer]
    policy: RecurrentConfig.quantize
"""

_BEFORE = """
from torch import nn

class Float8Config: ...

class RecurrentMixer(nn.Module):
    def __init__(self, size, float8_cfg=None):
        super().__init__()
        self.proj = make_linear(size, float8_cfg=float8_cfg)

class RecurrentConfig:
    def __init__(self, quantize: bool = False):
        self.quantize = quantize

    def build(self, size, float8_cfg: Float8Config | None):
        return RecurrentMixer(size, float8_cfg=float8_cfg)
"""


class ExcludedModuleQuantized(Rule):
    """
    ## What it does

    Follows every quantization config from where it comes (a field of a model's config, a parameter, a read by name)
    through each builder that hands it on, and reports the argument by which it enters a module that the manifest keeps
    unquantized.

    ## Why it is bad

    The checkpoint holds this module in high precision, and the other side (the serving engine, or the trainer) builds it
    so. This side would build it with quantized layers. Nothing fails: the two sides compute different numbers, and the
    divergence between them grows by an order of magnitude.

    ## How to fix it

    Hand over `None`. Where a flag of the module's config decides whether it is quantized, declare that flag as the
    exclusion's `policy` and write `float8_cfg if self.quantize else None`. Forwarding is right on all paths on which the
    policy is known to be true; a condition on anything else is no policy.

    ## When not to use it

    For engines in which each layer looks its own precision up by its name (vLLM, SGLang), handing the config on is right:
    list names there instead of classes.

    ## The report behind it

    XTuner, GLM-5.3-Flash: one builder forwarded the model-wide FP8 config into nine projections that the checkpoint
    excludes; the sampled KL divergence between trainer and rollout rose from 1e-3 to 3.4e-2.
    """

    code = "QF001"
    name = "excluded-module-quantized"
    summary = "a builder forwards a quantization config into an excluded module"
    examples = (
        Example(
            "the config is forwarded",
            {"quantfence.yaml": _MANIFEST.replace("    policy: RecurrentConfig.quantize\n", ""), "model.py": _BEFORE},
            (("model.py", 15),),
        ),
        Example(
            "the policy decides",
            {
                "quantfence.yaml": _MANIFEST,
                "model.py": _BEFORE.replace(
                    "RecurrentMixer(size, float8_cfg=float8_cfg)",
                    "RecurrentMixer(size, float8_cfg=float8_cfg if self.quantize else None)",
                ),
            },
        ),
        Example(
            "another condition decides, too",
            {
                "quantfence.yaml": _MANIFEST,
                "model.py": _BEFORE.replace(
                    "RecurrentMixer(size, float8_cfg=float8_cfg)",
                    "RecurrentMixer(size, float8_cfg=float8_cfg if self.quantize or size > 64 else None)",
                ),
            },
            (("model.py", 15),),
        ),
    )

    def check(self, context: Context) -> Iterator[Diagnostic]:
        """A finding for each place at which a config enters an excluded module."""
        for crossing in context.crossings:
            yield _diagnostic(crossing, context)


def _diagnostic(crossing: Crossing, context: Context) -> Diagnostic:
    """Judge the concrete syntax of the place: its span, its message, its help."""
    site = crossing.site
    source = context.source(site.path)
    snippet = context.snippet(site)
    at = source.splat(site.line, site.column) if crossing.splat else source.offset(site.line, site.column)
    if crossing.stored:
        span = snippet.statement(at)
    else:
        _, span = snippet.argument(at)
    what = snippet.excerpt(span)
    verb = "sets a quantization config on" if crossing.stored else "is forwarded into"
    message = f"`{what}` {verb} {crossing.module}, which exclusion `{crossing.exclusion.id}` keeps unquantized"
    if crossing.conditions:
        message += f" (where {' and '.join(f'`{text}`' for text in crossing.conditions[:3])})"
    if crossing.shared:
        others = ", ".join(crossing.shared[:3]) + (" and others" if len(crossing.shared) > 3 else "")
        message += f"; the call builds it for {others}, too, where it is not excluded"
    return Diagnostic(
        "QF001",
        message,
        site.path,
        context.position(source, span.start),
        context.position(source, span.end),
        context.flow(crossing.trace),
        crossing.layers,
        _help(crossing),
        context.position(source, span.statement).line,
    )


def _help(crossing: Crossing) -> str:
    policy = crossing.exclusion.policy
    if policy is None:
        return "pass None, or declare a policy in the manifest"
    flag = f"{policy.owner.split('.')[-1]}.{policy.field}"
    state = "false" if policy.negated else "true"
    return f"pass the config only where `{flag}` is {state}, and None elsewhere"
