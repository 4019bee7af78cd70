"""The names that a checkpoint gives its modules: from a list of names, or from a ``model.safetensors.index.json``."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from lint_rules.errors import UsageError

MAX_BYTES = 128 << 20
INDEX = "model.safetensors.index.json"

_PARAMETERS = frozenset(
    (
        *("weight", "bias", "weight_scale", "weight_scale_inv", "weight_scale_2", "weight_packed"),
        *("weight_shape", "weight_zero_point", "weight_g_idx", "weight_global_scale", "input_scale"),
        *("input_global_scale", "input_zero_point", "output_scale", "activation_scale", "qweight", "qzeros"),
        *("scales", "g_idx", "k_scale", "v_scale", "q_scale", "kv_scale", "absmax", "quant_map"),
    )
)
"""What the tensors of a module are called, so that a name that ends so is one of a tensor."""


def modules(names: Iterable[str]) -> list[str]:
    """The modules of these names, each once: a name that ends like a tensor's is the tensor's of a module."""
    return list(dict.fromkeys(_module(name) for name in names if name.strip()))


def named(text: bytes, where: str) -> list[str]:
    """The modules that a text names: a list with one name a line, or a ``model.safetensors.index.json``, told by what it holds.

    Raises UsageError where it is neither; ``where`` is what the text is called.
    """
    if text.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] == b"{":
        return indexed(text, where)
    try:
        lines = text.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError as error:
        at = text.count(b"\n", 0, error.start) + 1
        raise UsageError(
            f"{where}:{at}: the byte 0x{text[error.start]:02x} is not UTF-8; accepted: names, one a line"
        ) from None
    return modules(line.strip() for line in lines)


def indexed(text: bytes, where: str) -> list[str]:
    """The modules of a ``model.safetensors.index.json``. Raises UsageError where it is none."""
    try:
        index: Any = json.loads(text.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{where}: not JSON: {error}") from None
    tensors = index.get("weight_map") if isinstance(index, dict) else None
    if not isinstance(tensors, dict):
        raise UsageError(f"{where}: there is no `weight_map`; accepted: a {INDEX}")
    # Whatever the tensor is called, what holds it is a module.
    return list(dict.fromkeys(name.rpartition(".")[0] or name for name in tensors))


def read(path: Path) -> bytes:
    """A file with names. Raises UsageError where it can't be read or is too large."""
    try:
        if path.exists() and not path.is_file():
            raise UsageError(f"{path} is no file; accepted: names, one a line, or a {INDEX}")
        with path.open("rb") as file:
            text = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        raise UsageError(f"{path} can't be read: {getattr(error, 'strerror', None) or error}") from None
    if len(text) > MAX_BYTES:
        raise UsageError(f"{path} is too large; accepted: up to {MAX_BYTES:,} bytes")
    return text


def _module(name: str) -> str:
    module, _, parameter = name.rpartition(".")
    return module if module and parameter in _PARAMETERS else name
