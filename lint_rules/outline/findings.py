"""What the outline says against a project: layers without a name, and layers with a wrong one."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from lint_rules.project.site import Site


class Unnamed(NamedTuple):
    """A call that gives a quantization config and no name (QF006)."""

    call: Site
    """Where the call begins; for a layer class that drops its prefix, its ``super().__init__(...)``."""
    callee: str
    """The class that is built, ``QKVParallelLinear``; the base for ``super().__init__``."""
    parameter: str
    """The callee's parameter that takes the name."""
    where: str
    """The builder that holds the call, ``VisionTower.__init__``."""
    path: tuple[str, ...] | None
    """What the module is called below its builder, ``("layers", "*", "mlp")``; ``*`` is an index; None where unknown."""
    own: str | None
    """How the builder itself knows its prefix where the call stands: a parameter or attribute, ``prefix``, ``self.prefix``.

    None where it has none. For ``super().__init__`` of a layer: the parameter that is dropped.
    """
    is_base: bool
    """Whether the call is ``super().__init__(...)`` of a layer class."""
    fqn: str | None
    """The FQN that the module has in one model (its root's name left out), ``visual.blocks.*.attn``."""
    root: str | None
    """The class of that model."""
    layers: tuple[str, ...]
    """For a parent: FQNs of layers below that lose their names."""
    missed: tuple[str, ...]
    """The ids of the exclusions that would therefore miss a layer."""


class Fault(Enum):
    """What is wrong with a name."""

    SWAPPED = "swapped"
    """The helper's arguments stand in each other's place."""
    CONSTANT = "constant"
    """It leaves out the builder's own prefix."""
    SIBLING = "sibling"
    """It is what another module of the same builder is called."""
    SHARED = "shared"
    """Several modules get one name: an index is missing."""
    UNCHANGED = "unchanged"
    """It is the builder's own prefix: the component is missing."""
    LONGER = "longer"
    """It has a component that the FQN lacks."""
    SHORTER = "shorter"
    """It lacks a component that the FQN has."""
    OTHER = "other"
    """It is another name."""


class Misnamed(NamedTuple):
    """A prefix argument that is not the module's FQN (QF007)."""

    argument: Site
    """Where the argument begins: a keyword's name, or a positional argument."""
    call: Site
    callee: str
    where: str
    """The builder that holds the call."""
    own: str | None
    """As in :class:`Unnamed`."""
    path: tuple[str, ...]
    """What the module is called below its builder; ``*`` is an index."""
    given: str
    """The name that is given, with the builder's own prefix as ``{prefix}`` and indices as ``*``: ``{prefix}.conv``."""
    expected: str
    """The name that it should be given, in the same terms: ``{prefix}.short_conv``."""
    fault: Fault
    fqn: str | None
    """The FQN in one model, ``model.layers.*.short_conv``."""
    name: str | None
    """The name that it is given in that model, ``model.layers.*.conv``."""
    root: str | None
    """The class of that model."""
    other: Site | None
    """The call that builds the sibling whose name it has."""
    layers: tuple[str, ...]
    """For a parent: the FQNs of layers below that get wrong names."""
    missed: tuple[str, ...]
    """The ids of the exclusions that would therefore miss a layer."""
    sure: bool
    """Whether it is surely wrong; what only looks wrong is reported with ``--preview``."""
