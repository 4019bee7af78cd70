"""QF001 excluded-module-quantized."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from lint_rules.blueprint.crossings import Crossing
from lint_rules.blueprint.values import configs
from lint_rules.diagnostic import Diagnostic, Edit, Fix
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

    `--fix` writes just that: `None` without a policy, and with one the config guarded by the flag, as it can be read at
    that place (`self.quantize`, `config.mixer.quantize`). A config inside a `**` splat is changed where it was put into
    the dict, or, where others use that dict, at the splat: `**{**common, "float8_cfg": None}`. The fix is unsafe, and
    always `None`, where the flag can't be read; where the same argument serves modules that are not excluded, or others
    may choose what is built there, since they would lose the config, too; and where a comment, or what the value does
    besides, would go with it.

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
    """Judge the concrete syntax of the place: its span, its message, its help, its repair."""
    source = context.source(crossing.site.path)
    snippet, at = _place(crossing, context)
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
    return context.finding(
        "QF001",
        message,
        source,
        span,
        flow=context.flow(crossing.trace),
        layers=crossing.layers,
        help=_help(crossing),
        fix=_fix(crossing, context, snippet, at, _guard(crossing, context, snippet, at)),
    )


def _help(crossing: Crossing) -> str:
    policy = crossing.exclusion.policy
    if policy is None:
        return "pass None, or declare a policy in the manifest"
    flag = f"{policy.owner.split('.')[-1]}.{policy.field}"
    state = "false" if policy.negated else "true"
    return f"pass the config only where `{flag}` is {state}, and None elsewhere"


# --- the repair


class _Guard(NamedTuple):
    """When the config may be handed over: as code, and as a message says it; never, where there is no code."""

    test: str | None
    words: str
    safe: bool = True
    settled: bool = False
    """Whether the test holds only there, since it is known there that something is not None."""


def guarded(crossing: Crossing, context: Context) -> Fix | None:
    """What makes a crossing ask its policies; None where they can't be read there, or one entry has none."""
    snippet, at = _place(crossing, context)
    guard = _guard(crossing, context, snippet, at)
    return _fix(crossing, context, snippet, at, guard) if guard.test is not None else None


def _place(crossing: Crossing, context: Context) -> tuple[Snippet, int]:
    """The syntax around a crossing, and the index at which it begins."""
    site = crossing.site
    source = context.source(site.path)
    at = source.splat(site.line, site.column) if crossing.splat else source.offset(site.line, site.column)
    return context.snippet(site), at


def _fix(crossing: Crossing, context: Context, snippet: Snippet, at: int, guard: _Guard) -> Fix | None:
    """``None`` in the place of the config, or the config guarded by the policy."""
    from lint_rules.rules.chosen import is_chosen
    from lint_rules.rules.repair import real

    if crossing.stored:
        found = _of_statement(crossing, snippet, at, guard)
    else:
        found = _of_argument(crossing, context, snippet, at, guard)
    if found is None or not (edits := real(found[0])):
        return None
    shared = context.sharing.serves_others(crossing) or is_chosen(snippet, at, context.project)
    message = f"{'Set' if crossing.stored else 'Pass'} {guard.words}" + (", also for other modules" if shared else "")
    return Fix(message, edits, guard.safe and found[1] and not shared)


def _of_argument(
    crossing: Crossing, context: Context, snippet: Snippet, at: int, guard: _Guard
) -> tuple[list[Edit], bool] | None:
    """The changes at an argument, and whether neither a comment nor an effect is lost."""
    from lint_rules.rules.splats import without_configs

    argument, _ = snippet.argument(at)
    if argument is None or argument.star == "*":
        return None
    handed = [each.given for each in context.sharing.through(crossing.site)]
    if argument.star:
        keys = dict.fromkeys(each.parameter for each in handed if any(configs(each.value)))
        names = [key for key in keys if key is not None]
        return without_configs(snippet, argument, names, guard.test, guard.settled) if names else None
    if handed and not any(any(configs(each.value)) for each in handed):
        # It lies deeper, in a dict or a list that holds more than the config.
        return None
    return _of_value(snippet, argument.value, guard)


def _of_statement(crossing: Crossing, snippet: Snippet, at: int, guard: _Guard) -> tuple[list[Edit], bool] | None:
    """The changes at ``layer.float8_cfg = cfg`` or ``setattr(layer, "float8_cfg", cfg)``."""
    value = snippet.assigned(at)
    return _of_value(snippet, value, guard) if value is not None else None


def _of_value(snippet: Snippet, value: cst.BaseExpression, guard: _Guard) -> tuple[list[Edit], bool]:
    from lint_rules.rules.repair import has_effect, limited, loses_comments

    lost = has_effect(value) or (guard.test is None and loses_comments(value))
    return snippet.replace(value, limited(value, guard.test)), not lost


def _guard(crossing: Crossing, context: Context, snippet: Snippet, at: int) -> _Guard:
    """What the policies of all entries that are concerned ask for, as it can be read at the place."""
    never = _Guard(None, "`None`")
    if any(exclusion.policy is None for exclusion in crossing.exclusions):
        return never
    text = snippet.around(at)
    tests: list[str] = []
    words: list[str] = []
    settled = False
    for policy in dict.fromkeys(each.policy for each in crossing.exclusions if each.policy is not None):
        reading = context.reaches.reading(crossing.call or crossing.site, policy, text)
        if reading is None:
            return _Guard(None, "`None`, whatever the policy says", False)
        settled = settled or reading.settled
        tests += [f"{each} is not None" for each in reading.doubtful]
        tests.append(f"not {reading.expression}" if policy.negated else reading.expression)
        words.append(f"`{reading.expression}` is {'false' if policy.negated else 'true'}")
    return _Guard(" and ".join(tests), f"the config only if {' and '.join(words)}", settled=settled)
