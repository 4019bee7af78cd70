"""QF004 policy-never-consulted."""

from __future__ import annotations

from collections.abc import Iterator

from lint_rules.blueprint.policies import Unconsulted, unconsulted
from lint_rules.diagnostic import Diagnostic, Fix, Step
from lint_rules.rules.base import Example, Rule
from lint_rules.rules.context import Context
from lint_rules.rules.qf001_excluded_module_quantized import guarded

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
from dataclasses import dataclass
from torch import nn

class Float8Config: ...

class RecurrentMixer(nn.Module):
    def __init__(self, heads, float8_cfg=None):
        super().__init__()
        self.proj = make_linear(heads, float8_cfg=float8_cfg)

@dataclass
class RecurrentConfig:
    heads: int = 4
    quantize: bool = False

    def build(self):
        return RecurrentMixer(self.heads, float8_cfg=None)
"""


class PolicyNeverConsulted(Rule):
    """
    ## What it does

    Looks whether any builder on the way to an excluded module, or the module itself, reads the policy that the manifest
    declares for it. Naming the flag to leave it out of a dump (`exclude=`, `pop`) is not reading it.

    ## Why it is bad

    Entrypoints set the flag, reviewers trust it, and it decides nothing: the module is quantized, or is not, whatever the
    flag says. That is found when somebody changes it and nothing happens.

    ## How to fix it

    Let the builder ask: `float8_cfg if self.quantize else None`. Where the module is never to be quantized, take the
    field out, and the `policy` out of the manifest. `--fix` puts the question where the builder forwards the config.

    ## When not to use it

    Where the flag is read by code outside the project, or by name at run time.

    ## The report behind it

    XTuner, GLM-5.3-Flash: the flag was added to the config and set by both entrypoints before the builder read it.
    """

    code = "QF004"
    name = "policy-never-consulted"
    summary = "a policy is declared, and no builder reads it on the way to the module"
    examples = (
        Example("nobody asks", {"quantfence.yaml": _MANIFEST, "model.py": _BEFORE}, (("model.py", 14),)),
        Example(
            "the builder asks",
            {
                "quantfence.yaml": _MANIFEST,
                "model.py": _BEFORE.replace(
                    "def build(self):\n        return RecurrentMixer(self.heads, float8_cfg=None)",
                    "def build(self, float8_cfg: Float8Config):\n"
                    "        return RecurrentMixer(self.heads, float8_cfg=float8_cfg if self.quantize else None)",
                ),
            },
        ),
    )

    def check(self, context: Context) -> Iterator[Diagnostic]:
        """A finding for each policy that decides nothing."""
        for each in unconsulted(context.vocabulary, context.survey.roots):
            yield _diagnostic(each, context)


def _diagnostic(each: Unconsulted, context: Context) -> Diagnostic:
    site = each.site
    source = context.source(site.path)
    span = context.snippet(site).statement(context.begin(source, site.line))
    flag = f"{each.config.name}.{each.policy.field}"
    message = f"`{flag}` is the policy of exclusion `{each.exclusion.id}`, but no builder reads it on the way to {each.module}"
    state = "false" if each.policy.negated else "true"
    help = f"pass the config on only where `{flag}` is {state}, and None elsewhere; or take the policy out"
    flow, fix = _builders(each, context), _fix(each, context)
    return context.finding("QF004", message, source, span, flow=flow, help=help, fix=fix)


def _builders(each: Unconsulted, context: Context) -> tuple[Step, ...]:
    """Where the module is built without a question."""
    steps: dict[str, Step] = {}
    for construction in each.builders[:3]:
        label = construction.where.removesuffix(".__init__")
        line = context.source(construction.site.path).line_feeds(construction.site.line)
        steps.setdefault(label, Step(label, construction.site.path, line))
    return tuple(steps.values())


def _fix(each: Unconsulted, context: Context) -> Fix | None:
    """The question put in where the builders forward the config; there is none to put where they pass None anyway."""
    fixes = [
        fix
        for crossing in context.crossings
        if any(one.policy is not None and one.policy.key == each.policy.key for one in crossing.exclusions)
        if (fix := guarded(crossing, context)) is not None
    ]
    if not fixes:
        return None
    edits = dict.fromkeys(edit for fix in fixes for edit in fix.edits)
    return Fix(fixes[0].message, tuple(edits), all(fix.safe for fix in fixes))
