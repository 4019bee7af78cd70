"""What of the manifest can't be told, so that nothing is said about it: ``--show-unresolved`` lists it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from lint_rules.blueprint.unbound import unbound
from lint_rules.coverage.dead import Untold
from lint_rules.manifest.model import Place
from lint_rules.rules.context import Context


def untold(context: Context) -> Iterator[tuple[Path, int, int, str]]:
    """The places of entries that may name something or nothing, and of flags that name nothing, with what is said of them."""
    found: list[tuple[Place, str]] = [(each.place, each.message) for each in context.dead if isinstance(each, Untold)]
    for place, message in [*found, *unbound(context.vocabulary)]:
        yield (*place, message)
