"""What tests of recipes share: a recipe from a table, without a file."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from lint_rules.recipes.model import Recipe
from lint_rules.recipes.read import read_recipe
from lint_rules.recipes.reading import reading
from lint_rules.recipes.verdict import Outcome

FUSED: Mapping[str, Sequence[str]] = {
    "qkv_proj": ["q_proj", "k_proj", "v_proj"],
    "gate_up_proj": ["gate_proj", "up_proj"],
}
SIGNS = {Outcome.EXCLUDED: "x", Outcome.QUANTIZED: ".", Outcome.ERROR: "!", Outcome.UNREAD: "?"}


def recipe(table: Mapping[str, Any], where: str = "quantization_config") -> Recipe:
    """A recipe with this table."""
    return read_recipe(Path("config.json"), json.dumps({where: table}).encode())


def sign(engine: str, table: Mapping[str, Any], name: str, fused: Mapping[str, Sequence[str]] = FUSED) -> str:
    """``x`` excluded, ``.`` quantized, ``!`` error, ``?`` not read."""
    return SIGNS[reading(engine, recipe(table)).verdict(name, fused).outcome]
