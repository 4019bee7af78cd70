"""The modules of a project by their names: what patterns, recipes and manifests are held against."""

from __future__ import annotations

from typing import NamedTuple

from lint_rules.project.site import Site


class KnownModule(NamedTuple):
    """One module of one model."""

    fqn: str
    """Relative to its root, an index as ``*``: ``model.layers.*.self_attn.qkv_proj``."""
    name: str | None
    """The name under which it looks itself up, where it does and that could be told (same spelling); else None."""
    cls: str
    """The bare name of its class."""
    is_layer: bool
    """Whether it holds weights of its own and nothing below it is known: what an exclusion protects in the end."""
    root: str
    """The class of the model, ``package.module.Class``."""
    site: Site | None
    """The call that builds it."""
