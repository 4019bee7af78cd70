"""QF009 dead-exclusion."""

from __future__ import annotations

from collections.abc import Iterator

from lint_rules.coverage.dead import Dead, Kind, nearest
from lint_rules.diagnostic import Diagnostic, Edit, Fix
from lint_rules.manifest.problems import quoted
from lint_rules.reports.summary import count
from lint_rules.rules.base import Example, Rule
from lint_rules.rules.context import Context
from lint_rules.rules.entry_spans import dash_line, item_span

_MODEL = """
from torch import nn

class Float8Config: ...

class TokenRouter(nn.Module):
    def __init__(self, size, float8_cfg=None):
        super().__init__()
        self.scores = nn.Linear(size, 8)

class Block(nn.Module):
    def __init__(self, size, float8_cfg=None):
        super().__init__()
        self.router = TokenRouter(size)
        self.up_proj = nn.Linear(size, size)

class Model(nn.Module):
    def __init__(self, size, float8_cfg: Float8Config = None):
        super().__init__()
        self.blocks = nn.ModuleList([Block(size) for _ in range(8)])
"""

_MANIFEST = """
version: 1
quantization:
  types: [Float8Config]
  names: [float8_cfg]
exclusions:
  - id: routing
    modules:
      - ExpertRouter
    names:
      - blocks.*.up_projs
"""


class DeadExclusion(Rule):
    """
    ## What it does

    Reports an entry of an exclusion that names nothing in the project: a class that there is not (nor a layer at its path),
    a name that no module has, a policy that no config declares, an entrypoint that is no class, method or function. Names may
    be the code's or the checkpoint's: what the models' mappers, their packed modules, their weight loaders and `rename` in
    the manifest make of a name counts.

    Nothing is said where a module of that name may be built in a way that can't be followed; `--show-unresolved` lists that.

    ## Why it is bad

    The entry looks like protection and is none. It is what is left after somebody renamed a class or an attribute, or a
    name that was copied from a checkpoint whose engine calls the layer something else: that layer is quantized.

    ## How to fix it

    Name what the code has; the finding says what is nearest. Where the module is gone, remove the entry:
    `--fix --unsafe-fixes` does that.

    ## When not to use it

    Where one manifest serves several checkouts of a project, of which not all have every module.

    ## The report behind it

    ROCm/ATOM#451: the recipe said `indexers_proj`, the code `indexer.weights_proj`, and the entry matched nothing.
    """

    code = "QF009"
    name = "dead-exclusion"
    summary = "an entry matches no class, no layer and no name in the project"
    examples = (
        Example(
            "a class and a layer that were renamed",
            {"quantfence.yaml": _MANIFEST, "model.py": _MODEL},
            (("quantfence.yaml", 8), ("quantfence.yaml", 10)),
        ),
        Example(
            "their new names",
            {
                "quantfence.yaml": _MANIFEST.replace("ExpertRouter", "TokenRouter").replace("up_projs", "up_proj"),
                "model.py": _MODEL,
            },
        ),
    )

    def check(self, context: Context) -> Iterator[Diagnostic]:
        """A finding for each entry that names nothing."""
        for each in context.dead:
            if isinstance(each, Dead):
                yield _diagnostic(each, context)


def _diagnostic(each: Dead, context: Context) -> Diagnostic:
    start, end = item_span(context, each.place)
    where = f"of exclusion {quoted(each.exclusion.id)}"
    text = quoted(each.text)
    message = {
        Kind.CLASS: f"{text} {where} names no class of the project, so that it protects nothing",
        Kind.PATH: f"{text} {where} names no layer of that class, so that it protects nothing",
        Kind.NAME: f"{text} {where} matches no module of any model, so that it protects nothing",
        Kind.POLICY: f"policy {text} {where} names no field of a class of the project",
        Kind.ENTRYPOINT: f"entrypoint {text} {where} names no class, method or function of the project",
    }[each.kind]
    return Diagnostic(
        "QF009",
        message,
        each.place.path,
        start,
        end,
        help=_help(each, context),
        statement_line=dash_line(context, each.exclusion),
        fix=_fix(each, context),
    )


def _fix(each: Dead, context: Context) -> Fix | None:
    """Removing what was meant to protect something is for a person to decide."""
    # It needs the parser of YAML, which a check without findings has no more use for.
    from lint_rules.manifest.removing import removal

    found = removal(context.source(each.place.path).text or "", each.place)
    if found is None:
        return None
    what = {"entry": "the entry", "key": "the entry with its key", "exclusion": "the exclusion"}[found.what]
    edit = Edit(each.place.path, found.start, found.end, found.content)
    return Fix(f"Remove {what}", (edit,), safe=False)


def _help(each: Dead, context: Context) -> str:
    near = _nearest(each, context)
    otherwise = "remove the entry if it is gone"
    return f"did you mean {near}? Otherwise {otherwise}" if near else f"name what the code has, or {otherwise}"


def _nearest(each: Dead, context: Context) -> str | None:
    if each.kind is Kind.NAME:
        name = nearest(each.text, list(context.entries.universe.names))
        return f"{quoted(name)} ({_modules_at(name, context)})" if name else None
    if each.kind is Kind.CLASS:
        *module, bare = each.text.split(".")
        name = nearest(bare, _module_classes(context))
        return f"{quoted(name)} ({_places_of(name, context)})" if name and not module else None
    return None


def _modules_at(name: str, context: Context) -> str:
    models = {context.entries.universe.modules[number].root for number in context.entries.universe.names[name]}
    return f"in {count(len(models), 'model')}"


def _places_of(name: str, context: Context) -> str:
    if not any(exclusion.names or exclusion.recipe for exclusion in context.manifest.exclusions):
        # Nothing else asks for the models' modules, and to draw them takes longer than the rest.
        return "a module of the project"
    layers = {module.fqn for module in context.entries.universe.modules if module.cls == name}
    return f"{count(len(layers), 'layer')} of the project" if layers else "a module of the project"


def _module_classes(context: Context) -> list[str]:
    return [cls.name for module in context.project.modules for cls in module.classes if cls.is_module]
