"""What a checkpoint's own ``config.json`` says of itself: which names it left unquantized, and which model it holds."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

from lint_rules.errors import UsageError
from lint_rules.manifest.problems import listed, quoted

MAX_BYTES = 16 << 20

_TABLES = (
    ("quantization_config",),
    ("text_config", "quantization_config"),
    ("llm_config", "quantization_config"),
    ("language_config", "quantization_config"),
    ("thinker_config", "text_config", "quantization_config"),
    ("compression_config",),
    ("quantization",),
)
"""Where a checkpoint keeps what it says of its quantization."""
_KEYS = {
    "fp8": ("ignored_layers", "modules_to_not_convert"),
    "fbgemm_fp8": ("modules_to_not_convert",),
    "compressed-tensors": ("ignore",),
    "quark": ("exclude",),
    "awq": ("modules_to_not_convert",),
    "gptq": ("dynamic",),
    "modelopt": ("exclude_modules", "ignore"),
    "bitsandbytes": ("llm_int8_skip_modules",),
    "eetq": ("modules_to_not_convert", "skip_modules"),
    "hqq": ("skip_modules",),
}
"""The keys that hold a method's names, in the order in which it asks for them."""
_ALL_KEYS = tuple(dict.fromkeys(key for keys in _KEYS.values() for key in keys))
_EXCLUDING = "-:"
"""What begins an entry of GPTQ's ``dynamic`` that excludes; the rest of it is a regular expression."""
REGEX_MARK = "re:"


class Recipe(NamedTuple):
    """What a recipe excludes, in its own words."""

    path: Path
    method: str
    key: str
    """Where its names stand, ``quantization_config.ignored_layers``."""
    names: tuple[str, ...]
    """Each once, in its order; a regular expression begins with ``re:``."""
    models: tuple[str, ...]
    """The names that it gives its model: architectures, and model types."""
    depth: int | None
    """How many layers its model has."""


def read_recipe(path: Path) -> Recipe:
    """Read a recipe.

    Raises UsageError where it can't be read, is not JSON, or excludes nothing.
    """
    config = _load(path)
    where, table = _table(path, config)
    method = _method(table)
    key = _key(path, where, table, method)
    names = _names(path, f"{where}.{key}", table[key])
    # What ModelOpt writes beside the config says nothing of the model.
    beside = path.with_name("config.json")
    about = _load(beside) if "quantization" in config and beside != path and beside.is_file() else config
    return Recipe(path, method, f"{where}.{key}", names, _models(about), _depth(about))


def _load(path: Path) -> dict[str, Any]:
    if not path.is_file():
        raise UsageError(f"{path} {'is no file' if path.exists() else 'does not exist'}; accepted: a recipe in JSON")
    with path.open("rb") as file:
        content = file.read(MAX_BYTES + 1)
    if len(content) > MAX_BYTES:
        raise UsageError(f"{path} is too large; accepted: a recipe of up to {MAX_BYTES:,} bytes")
    try:
        config = json.loads(content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        at = content.count(b"\n", 0, error.start) + 1
        raise UsageError(f"{path}:{at}: the byte 0x{content[error.start]:02x} is not UTF-8; accepted: JSON") from None
    except json.JSONDecodeError as error:
        raise UsageError(f"{path}:{error.lineno}:{error.colno}: not JSON: {error.msg}") from None
    except (RecursionError, ValueError) as error:
        what = "nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise UsageError(f"{path}: can't be read as JSON: {what}") from None
    if not isinstance(config, dict):
        raise UsageError(f"{path}: found {_kind(config)}; accepted: an object such as a checkpoint's config.json")
    return config


def _table(path: Path, config: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    for keys in _TABLES:
        found: object = config
        for key in keys:
            found = found.get(key) if isinstance(found, dict) else None
        if isinstance(found, dict):
            return ".".join(keys), found
    looked = listed(".".join(keys) for keys in _TABLES)
    raise UsageError(f"{path}: this checkpoint says nothing of its quantization; looked for {looked}")


def _method(table: dict[str, Any]) -> str:
    method = table.get("quant_method")
    if isinstance(method, str):
        return method.lower()
    return "modelopt" if "quant_algo" in table else ""


def _key(path: Path, where: str, table: dict[str, Any], method: str) -> str:
    """The key that holds the names: the first of the method's own that holds any; any known one if it has none."""
    own = next((keys for name, keys in _KEYS.items() if method == name or method.startswith(f"{name}_")), ())
    found = [key for key in dict.fromkeys((*own, *_ALL_KEYS)) if table.get(key)]
    if found:
        return found[0]
    looked = listed(own or _ALL_KEYS)
    named = f" (method {quoted(method)})" if method else ""
    raise UsageError(f"{path}: `{where}`{named} excludes nothing; looked for {looked}")


def _names(path: Path, where: str, value: object) -> tuple[str, ...]:
    if isinstance(value, dict):
        # GPTQ's `dynamic`: what is excluded, and what is quantized in another way.
        excluded = [key.removeprefix(_EXCLUDING) for key in value if key.startswith(_EXCLUDING)]
        names = [f"{REGEX_MARK}{key}" for key in excluded]
        if not names:
            raise UsageError(f"{path}: no entry of `{where}` begins with `{_EXCLUDING}`, so that nothing is excluded")
    elif isinstance(value, list):
        wrong = next((item for item in value if not isinstance(item, str)), None)
        if wrong is not None:
            raise UsageError(f"{path}: `{where}` holds {_kind(wrong)}; accepted: names")
        names = value
    else:
        raise UsageError(f"{path}: `{where}` is {_kind(value)}; accepted: a list of names")
    kept = tuple(dict.fromkeys(name for name in names if name.strip()))
    if not kept:
        raise UsageError(f"{path}: `{where}` holds empty names only")
    return kept


def _models(config: dict[str, Any]) -> tuple[str, ...]:
    found: list[object] = []
    for table in (config, *(config.get(key) for key in ("text_config", "llm_config"))):
        if isinstance(table, dict):
            architectures = table.get("architectures")
            found += architectures if isinstance(architectures, list) else []
            found.append(table.get("model_type"))
    return tuple(dict.fromkeys(each for each in found if isinstance(each, str) and each))


def _depth(config: dict[str, Any]) -> int | None:
    for table in (config, *(config.get(key) for key in ("text_config", "llm_config"))):
        depth = table.get("num_hidden_layers") if isinstance(table, dict) else None
        if isinstance(depth, int) and not isinstance(depth, bool) and depth > 0:
            return depth
    return None


def _kind(value: object) -> str:
    kinds = {
        dict: "an object",
        list: "a list",
        str: "a text",
        bool: "true or false",
        int: "a number",
        float: "a number",
    }
    return kinds.get(type(value), "null")
