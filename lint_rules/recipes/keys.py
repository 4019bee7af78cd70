"""Where a recipe says what it leaves unquantized: the tables, and the keys of their lists."""

from __future__ import annotations

TABLES = (
    ("quantization_config",),
    ("text_config", "quantization_config"),
    ("llm_config", "quantization_config"),
    ("language_config", "quantization_config"),
    ("thinker_config", "text_config", "quantization_config"),
    ("compression_config",),
    ("quantization",),
)
"""Where a checkpoint keeps what it says of its quantization, the first of them that is there."""

ALLOWING = "modules_in_block_to_quantize"
"""The one list that says what is quantized: GPTQ's; all else is not."""
DYNAMIC = "dynamic"
"""GPTQ's table of regular expressions: what begins with ``-:`` is excluded, all else is quantized in its own way."""
EXCLUDING_LISTS = (
    "ignored_layers",
    "modules_to_not_convert",
    "ignore",
    "exclude",
    "exclude_modules",
    "llm_int8_skip_modules",
    "skip_modules",
)
FILTERED = "filter_fqns"
"""Torchtitan's, in a config of its own."""
LISTS = (*EXCLUDING_LISTS, FILTERED, DYNAMIC, ALLOWING)
"""The keys under which some engine looks for names."""

EXCLUDING = "-:"
QUANTIZING = "+:"
REGEX_MARK = "re:"
