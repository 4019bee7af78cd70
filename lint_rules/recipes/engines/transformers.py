"""Transformers 5.24.0. What is named below was read in ``quantizers`` and ``integrations``.

It adds to the list what must stay in 32 bits, and without a list the head and what is tied to it; neither stands in a recipe.
Its models fuse nothing.
"""

from __future__ import annotations

from lint_rules.recipes.engines import compressed_tensors
from lint_rules.recipes.fused import as_it_is
from lint_rules.recipes.matching import (
    PLAIN,
    Entries,
    Find,
    earliest,
    ending,
    equal,
    expressions,
    loosely_beginning,
    only,
)
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
    """The entry, as a regular expression, matches the beginning; one that is a name needs none to be compiled for that."""
    others = only(entries, lambda entry: not _is_plain(entry), lambda kept: expressions(kept, expression))
    return earliest(only(entries, _is_plain, loosely_beginning), others)


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
