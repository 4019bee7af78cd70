"""QF007 misnamed-layer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from lint_rules.diagnostic import Cited, Diagnostic
from lint_rules.outline.findings import Fault, Misnamed
from lint_rules.rules.base import Example, Rule
from lint_rules.rules.context import Context
from lint_rules.rules.told import builder_of, missed, place

if TYPE_CHECKING:
    from lint_rules.rules.naming import Writer

_MANIFEST = """
version: 1
quantization:
  names: [quant_config]
exclusions:
  - id: mixers
    names: [model.mixer]
layers:
  classes: [LinearBase]
  prefix: prefix
  helpers: {maybe_prefix: "{0}.{1}", add_prefix: "{1}.{0}"}
"""

_BEFORE = """
from torch import nn
from layers import LinearBase, add_prefix, maybe_prefix

class Decoder(nn.Module):
    def __init__(self, size, quant_config=None, prefix=""):
        super().__init__()
        self.mixer = LinearBase(size, quant_config=quant_config, prefix=maybe_prefix(prefix, "conv"))
        self.gate_proj = LinearBase(size, quant_config=quant_config, prefix=f"{prefix}.gate_proj")
        self.up_proj = LinearBase(size, quant_config=quant_config, prefix=f"{prefix}.gate_proj")
        self.down_proj = LinearBase(size, quant_config=quant_config, prefix=add_prefix(prefix, "down_proj"))
        self.router = LinearBase(size, quant_config=quant_config, prefix="router")

class Model(nn.Module):
    def __init__(self, size, quant_config=None, prefix=""):
        super().__init__()
        self.model = Decoder(size, quant_config=quant_config, prefix=maybe_prefix(prefix, "model"))
"""

_LAYERS = """
from torch import nn

class LinearBase(nn.Module):
    def __init__(self, size, quant_config=None, prefix=""):
        super().__init__()
        self.method = quant_config.method_for(prefix) if quant_config else None

def maybe_prefix(prefix, name):
    return f"{prefix}.{name}" if prefix else name

def add_prefix(name, prefix):
    return f"{prefix}.{name}" if prefix else name
"""

_MAPPER = """
class Mapper:
    def __init__(self, orig_to_new_substr):
        self.orig_to_new_substr = orig_to_new_substr

class Model(nn.Module):
    hf_to_vllm_mapper = Mapper(orig_to_new_substr={".mixer": ".conv"})

"""


class MisnamedLayer(Rule):
    """
    ## What it does

    Reports a name that is not the one that the layer has, where the engine's layers look themselves up in the list of
    exclusions by the name that they are given: the helper's arguments in each other's place, a component that is missing or
    too much, a constant without the builder's own prefix, the name of a sibling, one name for all layers of a list, an
    attribute that is called something else than its prefix says. With a parent, the report stands at the parent's prefix.

    The attribute's path is the truth, unless something explains the name: a mapper in the model's class, its packed modules,
    names that its weight loading replaces, or `rename` in the manifest. A constant is right in a model that nobody builds.

    What only looks wrong, because something in the code may explain it, is reported with `--preview`, or where `--select`
    or `select` names QF007 by its whole code.

    ## Why it is bad

    The checkpoint lists the layers that it left unquantized by their real names. A layer that goes by another one is not
    found there and gets quantized, or takes the exclusion of the layer whose name it has.

    ## How to fix it

    Pass the builder's own prefix and the attribute's path behind it. Where the checkpoint calls the layer otherwise, say so
    in the model's mapper, or in the manifest's `rename` where the code does not.

    `--fix` puts swapped arguments back. All else is a rename, which `--unsafe-fixes` does: the literal changes, and the way
    in which the name is put together stays. A name that a local variable holds is left alone.

    ## When not to use it

    Where prefixes are used for something else than to find a layer's precision, such as for the keys of a cache.

    ## The report behind it

    vllm-project/vllm#51495: a short convolution was built under one attribute with the prefix of another, while the mapper
    renamed the checkpoint's names to the first. vllm-project/vllm#48068: a subclass built a nested projection anew, with a
    prefix that lacked the component above it.
    """

    code = "QF007"
    name = "misnamed-layer"
    summary = "a prefix that is not the layer's FQN"
    examples = (
        Example(
            "another name, a sibling's, swapped arguments, a constant",
            {"quantfence.yaml": _MANIFEST, "layers.py": _LAYERS, "model.py": _BEFORE},
            (("model.py", 7), ("model.py", 9), ("model.py", 10), ("model.py", 11)),
        ),
        Example(
            "the names that the layers have",
            {
                "quantfence.yaml": _MANIFEST,
                "layers.py": _LAYERS,
                "model.py": _BEFORE.replace('maybe_prefix(prefix, "conv")', 'maybe_prefix(prefix, "mixer")')
                .replace(
                    'up_proj = LinearBase(size, quant_config=quant_config, prefix=f"{prefix}.gate_proj")',
                    'up_proj = LinearBase(size, quant_config=quant_config, prefix=f"{prefix}.up_proj")',
                )
                .replace('add_prefix(prefix, "down_proj")', 'add_prefix("down_proj", prefix)')
                .replace('prefix="router"', 'prefix=maybe_prefix(prefix, "router")'),
            },
        ),
    )

    def check(self, context: Context) -> Iterator[Diagnostic]:
        """A finding for each prefix argument that is wrong."""
        found = context.naming.misnamed
        if not found:
            return
        # It imports libcst, which is slow, and which a check without findings has no need of.
        from lint_rules.rules.naming import Writer

        writer = Writer(context)
        for misnamed in found:
            yield _diagnostic(misnamed, context, writer)


def _diagnostic(misnamed: Misnamed, context: Context, writer: Writer) -> Diagnostic:
    from lint_rules.rules.renaming import Renaming

    source = context.source(misnamed.argument.path)
    snippet = context.call_snippet(misnamed.argument)
    at = source.offset(misnamed.argument.line, misnamed.argument.column)
    argument, span = snippet.argument(at)
    if argument is not None and argument.keyword is not None:
        span = span._replace(start=at)
    renaming = Renaming(misnamed, writer, snippet, argument)
    message, cited = _message(misnamed, snippet.excerpt(span), context)
    found = context.finding(
        "QF007",
        message,
        source,
        span,
        flow=place(misnamed.root, misnamed.where, misnamed.path),
        layers=misnamed.layers,
        help=renaming.help,
        fix=renaming.fix,
    )
    return found._replace(preview=not misnamed.sure, cited=cited)


# --- what is said


def _message(misnamed: Misnamed, argument: str, context: Context) -> tuple[str, Cited | None]:
    callee, name, cited = misnamed.callee, misnamed.name, None
    if name is None or "?" in name:
        name = misnamed.given.replace("{prefix}", "<prefix>")
    right = misnamed.fqn or misnamed.expected.replace("{prefix}", "<prefix>")
    if not misnamed.sure:
        message = f"`{argument}` calls {callee} `{name}`, but its place is `{right}`"
    elif misnamed.fault is Fault.SWAPPED:
        message = f"the parts of `{argument}` stand in each other's place: {callee} is `{right}`, not `{name}`"
    elif misnamed.fault is Fault.UNCHANGED:
        builder = builder_of(misnamed.where).split(".")[0]
        message = f"`{argument}` gives {callee} the name of {builder}, but it is `{right}`"
    elif not name:
        message = f"`{argument}` gives {callee} no name, but it is `{right}`"
    else:
        message = f"`{argument}` calls {callee} `{name}`, but it is `{right}`{_reason(misnamed)}"
        if misnamed.fault is Fault.SIBLING and misnamed.other is not None:
            line = context.source(misnamed.other.path).line_feeds(misnamed.other.line)
            message += ": that is the name of what line "
            cited = Cited(len(message), misnamed.other.path, line)
            message += f"{line} builds"
    return message + missed(misnamed.missed, "what is below" if misnamed.layers else "it"), cited


def _reason(misnamed: Misnamed) -> str:
    match misnamed.fault:
        case Fault.CONSTANT:
            return ": the builder's own prefix is missing"
        case Fault.SHARED:
            return ": all of the list have that name"
        case _:
            return ""
