"""LMDeploy 0.18.0, its PyTorch engine: ``pytorch/config.py``, ``QuantizationConfig``.

A model renames the entries before they are compared, where it has a ``rename_weight``; they are taken as they are here.
"""

from __future__ import annotations

from lint_rules.recipes.fused import as_it_is
from lint_rules.recipes.keys import REGEX_MARK
from lint_rules.recipes.matching import Entries, earliest, equal, expressions, holding, only
from lint_rules.recipes.method import Method, after, filled, present
from lint_rules.recipes.verdict import Fused, Judge, Outcome, Verdict

RELEASE = "LMDeploy 0.18.0"
FUSES = True

_regex = after(REGEX_MARK)


def ignored_layers(entries: Entries) -> Judge:
    """The name is a substring of the entry: the other way round. Of a fused layer one part is enough, since the list is given
    the fused name of each ``q_proj`` and ``gate_proj``, and the name of the experts as a whole.

    ``get_quant_method``; ``pytorch/models/utils/model.py``: ``update_quant_config``.
    """
    added = [(fused, at) for at, entry in enumerate(entries) if (fused := _fused(entry)) is not None]
    find = holding([*entries, *(name for name, _ in added)])

    def judge(name: str, fused: Fused) -> Verdict:
        at = find(name) if name else None
        if at is None:
            return Verdict(Outcome.QUANTIZED)
        return Verdict(Outcome.EXCLUDED, at if at < len(entries) else added[at - len(entries)][1])

    return judge


def compressed_tensors(entries: Entries) -> Judge:
    """The entry is the name, or ``re:`` and an expression that matches its beginning; fused layers are not taken apart.

    ``_matches_compressed_tensors_ignore``. A layer without a name is an error.
    """
    by_name = only(entries, lambda entry: not entry.startswith(REGEX_MARK), equal)
    return as_it_is(earliest(by_name, expressions(entries, _regex)))


def _fused(entry: str) -> str | None:
    """What an entry adds to the list."""
    if ".q_proj" in entry:
        return entry.replace(".q_proj", ".qkv_proj")
    if ".gate_proj" in entry or ".down_proj" in entry:
        if ".experts" in entry:
            return entry.partition(".experts")[0] + ".experts"
        return entry.replace(".gate_proj", ".gate_up_proj")
    return None


METHODS = (
    Method(("fp8", "awq", "smooth_quant"), filled("ignored_layers", "modules_to_not_convert"), ignored_layers),
    Method(("compressed-tensors",), present("ignore"), compressed_tensors, _regex),
)
