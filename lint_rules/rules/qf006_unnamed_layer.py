"""QF006 unnamed-layer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from lint_rules.diagnostic import Diagnostic, Fix
from lint_rules.outline.findings import Unnamed
from lint_rules.rules.base import Example, Rule
from lint_rules.rules.context import Context
from lint_rules.rules.told import builder_of, missed, place

if TYPE_CHECKING:
    import libcst as cst

    from lint_rules.rules.naming import Writer
    from lint_rules.rules.syntax import Snippet, Span

_MANIFEST = """
version: 1
quantization:
  names: [quant_config]
exclusions:
  - id: vision
    names: [visual]
layers:
  classes: [LinearBase]
  prefix: prefix
  helpers: {maybe_prefix: "{0}.{1}"}
"""

_LAYERS = """
from torch import nn

class LinearBase(nn.Module):
    def __init__(self, size, quant_config=None, prefix=""):
        super().__init__()
        self.method = quant_config.method_for(prefix) if quant_config else None

def maybe_prefix(prefix, name):
    return f"{prefix}.{name}" if prefix else name
"""

_BEFORE = """
from torch import nn
from layers import LinearBase, maybe_prefix

class VisionTower(nn.Module):
    def __init__(self, size, quant_config=None, prefix=""):
        super().__init__()
        self.proj = LinearBase(size, quant_config=quant_config, prefix=maybe_prefix(prefix, "proj"))

class Model(nn.Module):
    def __init__(self, size, quant_config=None, prefix=""):
        super().__init__()
        self.visual = VisionTower(size, quant_config=quant_config)
        self.lm_head = LinearBase(size, quant_config=quant_config)
"""

_MANY = 20
"""Findings that take longer to write than a process takes to start."""


class UnnamedLayer(Rule):
    """
    ## What it does

    Reports a call that gives a layer the quantization config and no name, where the engine's layers look themselves up in
    the list of exclusions by the name that they are given. So it does with a parent whose own name would have reached such
    layers: one report, at the call of the parent. In a parent that takes no name, each layer is reported. A layer class that
    takes a name and does not hand it on is reported at its `super().__init__`. A model that nobody in the project builds
    needs no name.

    ## Why it is bad

    A layer without a name matches no exclusion. It is quantized whatever the checkpoint says, or its weights are not found,
    and nothing fails until somebody compares outputs.

    ## How to fix it

    Pass the builder's own prefix with the attribute's name behind it, by the helper that the engine has for that, since the
    prefix of a model is empty: `prefix=maybe_prefix(prefix, "proj")`. A builder that has no prefix needs a parameter for it,
    and its callers have to fill it.

    `--fix` adds the argument where the builder has a prefix and the attribute is known: in the words that the function or
    the file uses, else those of the files next to it, with an import of the helper where one is needed. The fix is unsafe
    where the prefix is not simply a parameter of the builder, or is assigned anew, and where the number of a module in a
    list is not surely the loop's. A call that builds several modules, each at another place, is left to you.

    ## When not to use it

    Where the engine does not choose by name. Without `layers` in the manifest, or a profile that brings them, the rule says
    nothing.

    ## The report behind it

    sgl-project/sglang#37848: layers of many models were built with a quantization config and without a prefix, so that no
    exclusion of a recipe could reach them. vllm-project/vllm#9628: a parent gave its vision model no prefix, and every name
    below it began with a dot.
    """

    code = "QF006"
    name = "unnamed-layer"
    summary = "a layer that looks itself up by name gets a config and no prefix"
    examples = (
        Example(
            "a parent and a layer without a name",
            {"quantfence.yaml": _MANIFEST, "layers.py": _LAYERS, "model.py": _BEFORE},
            (("model.py", 12), ("model.py", 13)),
        ),
        Example(
            "both have one",
            {
                "quantfence.yaml": _MANIFEST,
                "layers.py": _LAYERS,
                "model.py": _BEFORE.replace(
                    "VisionTower(size, quant_config=quant_config)",
                    'VisionTower(size, quant_config=quant_config, prefix=maybe_prefix(prefix, "visual"))',
                ).replace(
                    "lm_head = LinearBase(size, quant_config=quant_config)",
                    'lm_head = LinearBase(size, quant_config=quant_config, prefix=maybe_prefix(prefix, "lm_head"))',
                ),
            },
        ),
        Example(
            "a layer class drops it",
            {
                "quantfence.yaml": _MANIFEST,
                "layers.py": _LAYERS
                + """
class ScaledLinear(LinearBase):
    def __init__(self, size, quant_config=None, prefix=""):
        super().__init__(size, quant_config=quant_config)
""",
            },
            (("layers.py", 13),),
        ),
        Example(
            "no config, no name",
            {
                "quantfence.yaml": _MANIFEST,
                "layers.py": _LAYERS,
                "model.py": _BEFORE.replace("quant_config=quant_config)\n", "quant_config=None)\n"),
            },
        ),
    )

    def check(self, context: Context) -> Iterator[Diagnostic]:
        """A finding for each call that leaves the name out."""
        found = context.naming.unnamed
        if not found:
            return
        # It imports libcst, which is slow, and which a check without findings has no need of.
        from lint_rules.rules.naming import Writer

        writer = Writer(context)
        for unnamed in found:
            yield _diagnostic(unnamed, context, writer)

    def stands_alone(self, context: Context) -> bool:
        """Where many layers lack a name, to write that down takes as long as to write down what others are wrongly called."""
        return len(context.naming.unnamed) > _MANY


def _diagnostic(unnamed: Unnamed, context: Context, writer: Writer) -> Diagnostic:
    source = context.source(unnamed.call.path)
    snippet = context.call_snippet(unnamed.call)
    at = source.offset(unnamed.call.line, unnamed.call.column)
    call, span = _call(unnamed, snippet, at)
    code, fix = _repair(unnamed, writer, snippet, call)
    return context.finding(
        "QF006",
        _message(unnamed),
        source,
        span,
        flow=place(unnamed.root, unnamed.where, unnamed.path),
        layers=unnamed.layers,
        help=_help(unnamed, code, _is_taken(unnamed, snippet, call)),
        fix=fix,
    )


def _call(unnamed: Unnamed, snippet: Snippet, at: int) -> tuple[cst.Call | None, Span]:
    """The call that is meant, of those that begin at one place: ``get_class()(...)`` and ``super().__init__(...)``."""
    from lint_rules.rules.naming import last_name

    found = snippet.calls(at)
    for call, span in reversed(found):
        if last_name(call.func) == ("__init__" if unnamed.is_base else unnamed.callee):
            return call, span
    # What makes the class is called in its turn: ``getattr(self, "layer_cls")(config)``.
    makers = [call.func for call, _ in found]
    for call, span in reversed(found):
        if call.args and not any(call is maker for maker in makers):
            return call, span
    return snippet.call(at)


# --- what is said


def _message(unnamed: Unnamed) -> str:
    builder, own = builder_of(unnamed.where), f"`{unnamed.parameter}`"
    if unnamed.is_base and unnamed.own is not None and not unnamed.layers:
        message = f"{builder} takes {own} and does not hand it to {unnamed.callee}, so that no such layer has a name"
    elif unnamed.layers:
        message = f"{unnamed.callee} gets a quantization config and no {own}, so that the layers below{_name(unnamed)} go by wrong names"
    else:
        name = _name(unnamed)
        what = f"can't know that it is{name}" if name else "has no name"
        message = f"{unnamed.callee} gets a quantization config and no {own}, so that it {what}"
    return message + missed(unnamed.missed, "them" if unnamed.layers else "it")


def _name(unnamed: Unnamed) -> str:
    """The module's name, as well as it is known."""
    if unnamed.fqn and "?" not in unnamed.fqn:
        return f" `{unnamed.fqn}`"
    if unnamed.path and "?" not in unnamed.path:
        return f" `{'.'.join(unnamed.path)}` of {builder_of(unnamed.where).split('.')[0]}"
    return ""


def _is_taken(unnamed: Unnamed, snippet: Snippet, call: cst.Call | None) -> bool:
    """Whether the builder has a parameter for its own name, whatever became of it."""
    from lint_rules.rules.surroundings import binder

    return call is not None and binder(snippet, call, unnamed.parameter) is not None


def _help(unnamed: Unnamed, code: str | None, is_taken: bool) -> str:
    if code is not None:
        return f"pass `{unnamed.parameter}={code}`"
    if unnamed.own is None and unnamed.path and not is_taken:
        path = ".".join(unnamed.path)
        if path == unnamed.fqn and "*" not in path:
            return f'pass `{unnamed.parameter}="{path}"`'
        owner = builder_of(unnamed.where).split(".")[0]
        return f"give {owner} a `{unnamed.parameter}`, fill it where {owner} is built, and pass it on here with `{path}` behind it"
    return f"pass its name as `{unnamed.parameter}`"


# --- the repair


def _repair(unnamed: Unnamed, writer: Writer, snippet: Snippet, call: cst.Call | None) -> tuple[str | None, Fix | None]:
    """The code of the argument that is missing, as far as it is known, and the fix that adds it."""
    if call is None or unnamed.own is None or unnamed.path is None or not writer.builds_one(unnamed.call):
        return None, None
    from lint_rules.rules.layout import with_keyword

    written = writer.name(
        snippet, call, unnamed.own, unnamed.path, unnamed.parameter, at_root=unnamed.fqn == ".".join(unnamed.path)
    )
    if written is None:
        return None, None
    edits = with_keyword(snippet, call, unnamed.parameter, written.code)
    if edits is None:
        return written.code, None
    message = f"Pass `{unnamed.parameter}={written.code}`"
    return written.code, Fix(message, (*edits, *written.imports), written.safe)
