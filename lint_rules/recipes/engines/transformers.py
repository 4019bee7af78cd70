"""Transformers 5.24.0. What is named below was read in ``quantizers`` and ``integrations``.

It adds to the list what must stay in 32 bits, and without a list the head and what is tied to it; neither stands in a recipe.
Its models fuse nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from lint_rules.manifest.regex import MAX_NAME
from lint_rules.recipes.engines import compressed_tensors
from lint_rules.recipes.fused import as_it_is
from lint_rules.recipes.matching import PLAIN, Entries, Find, earliest, ending, equal, expressions, only
from lint_rules.recipes.method import Method, present
from lint_rules.recipes.model import NameList, Recipe
from lint_rules.recipes.verdict import Judge

RELEASE = "Transformers 5.24.0"
FUSES = False

_BOUNDARY = r"(?:(?<=\.)|(?=\.|$))"
_UNNAMED = frozenset({"model", "layers"})


def modules_to_not_convert(entries: Entries) -> Judge:
    """The entry is a regular expression that matches the name's beginning up to a dot or its end; or the name ends with it, be
    it in the middle of a component.

    ``quantizers_utils.py``: ``should_convert_module``.
    """
    return as_it_is(earliest(_beginning(entries), ending(entries)))


def expression(entry: str) -> str:
    """The regular expression as which an entry is run."""
    return rf"(?:{entry}){_BOUNDARY}"


def hqq(entries: Entries) -> Judge:
    """The entry is the name without numbers, ``model`` and ``layers``. ``integrations/hqq.py``: ``name_to_linear_tag``."""
    find = equal(entries)
    return as_it_is(lambda name: find(_tag(name)))


def _tag(name: str) -> str:
    return ".".join(part for part in name.split(".") if part not in _UNNAMED and not part.isnumeric())


def _beginning(entries: Entries) -> Find:
    others = only(entries, lambda entry: not _is_plain(entry), lambda kept: expressions(kept, expression))
    # An entry that is longer than any name means none.
    plain = [entry for entry in entries if _is_plain(entry) and len(entry) <= MAX_NAME]
    if not plain:
        return others
    # All of them at once first: a name that none of them means is by far the usual case.
    any_plain = re.compile(expression(_together([entry.split(".") for entry in plain])))
    each_plain = only(entries, _is_plain, lambda kept: expressions(kept, expression))
    return earliest(lambda name: each_plain(name) if any_plain.match(name) else None, others)


def _together(entries: Sequence[Sequence[str]]) -> str:
    """One expression for all of these entries, given by their components, in which what begins alike is written once."""
    below: dict[str, list[Sequence[str]]] = {}
    for head, *rest in entries:
        below.setdefault(head, []).append(rest)
    return "|".join(
        head
        + (
            ""
            if not any(rests)
            else f"(?:.(?:{_together([rest for rest in rests if rest])})){'' if all(rests) else '?'}"
        )
        for head, rests in below.items()
    )


def _is_plain(entry: str) -> bool:
    return PLAIN.fullmatch(entry) is not None


def _fp8_keys(recipe: Recipe) -> list[NameList | None]:
    """``ignored_layers`` is an alias, read where the key proper is not there or ``null``."""
    own = recipe.names("modules_to_not_convert")
    return [own if own and not own.is_null else recipe.names("ignored_layers")]


_LIKE_ALL = (
    *(
        "fbgemm_fp8",
        "eetq",
        "awq",
        "quanto",
        "vptq",
        "higgs",
        "bitnet",
        "torchao",
        "spqr",
        "fp_quant",
        "mxfp4",
        "nvfp4",
    ),
    *("sinq", "metal", "gemma"),
)
"""Methods whose list stands under ``modules_to_not_convert``."""

METHODS = (
    Method(("fp8", "mxfp8"), _fp8_keys, modules_to_not_convert, expression),
    Method(_LIKE_ALL, present("modules_to_not_convert"), modules_to_not_convert, expression),
    Method(("bitsandbytes",), present("llm_int8_skip_modules"), modules_to_not_convert, expression),
    Method(("hqq",), present("skip_modules"), hqq),
    *compressed_tensors.METHODS,
)
