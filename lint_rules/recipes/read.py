"""From a checkpoint's ``config.json`` or ``hf_quant_config.json`` to a ``Recipe``."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Iterator
from pathlib import Path

from lint_rules.errors import UsageError
from lint_rules.manifest.model import Place
from lint_rules.manifest.problems import Problem, listed
from lint_rules.recipes.document import Leaf, List, Node, Table, read_json
from lint_rules.recipes.keys import DYNAMIC, LISTS, TABLES
from lint_rules.recipes.model import Item, NameList, Recipe

MAX_BYTES = 16 << 20
BESIDE = "hf_quant_config.json"
"""What ModelOpt writes beside a ``config.json`` that says nothing itself."""


class RecipeError(UsageError):
    """A file that is no recipe, or none that can be read."""


def read_recipe(path: Path, text: bytes | None = None) -> Recipe:
    """Read a recipe; ``text`` stands for the file's content where it is given, such as what an editor has not saved yet.

    Raises RecipeError where it can't be read, is not JSON, or says nothing of its quantization.
    """
    config = _File(path, text)
    found = _table(config)
    beside = path.with_name(BESIDE)
    if found is None and path.name != BESIDE and beside.is_file():
        other = _File(beside)
        found = _table(other)
    else:
        other = config
    if found is None:
        looked = listed(".".join(keys) for keys in TABLES)
        raise RecipeError(f"{path}: this checkpoint says nothing of its quantization; looked for {looked}")
    where, key, table = found
    about = _about(other)
    lists = tuple(_lists(other, where, table))
    return Recipe(
        path=other.path,
        method=_method(where, table),
        table=where,
        place=other.place(key.start),
        lists=lists,
        algorithm=_text(table.get("quant_algo")).upper(),
        models=_models(about),
        depth=_depth(about),
    )


class _File:
    """A JSON file that holds an object, and its places."""

    def __init__(self, path: Path, content: bytes | None = None) -> None:
        self.path = path
        text = _decoded(path, _content(path) if content is None else content)
        self._starts = [0, *(feed.end() for feed in re.finditer("\n", text))]
        try:
            root = read_json(text)
        except json.JSONDecodeError as error:
            raise RecipeError(f"{path}:{error.lineno}:{error.colno}: not JSON: {error.msg}") from None
        except (RecursionError, ValueError) as error:
            what = "nested too deeply" if isinstance(error, RecursionError) else str(error)
            raise RecipeError(f"{path}: can't be read as JSON: {what}") from None
        if not isinstance(root, Table):
            raise RecipeError(f"{path}: found {kind(root)}; accepted: an object such as a checkpoint's config.json")
        self.root = root

    def place(self, index: int) -> Place:
        line = bisect_right(self._starts, index)
        return Place(self.path, line, index - self._starts[line - 1] + 1)

    def error(self, node: Node, message: str) -> RecipeError:
        return RecipeError(str(Problem(self.place(node.start), message)))


def _content(path: Path) -> bytes:
    try:
        # Opening a pipe would wait for its other end.
        if not path.is_file():
            what = "is no file" if path.exists() else "does not exist"
            raise RecipeError(f"{path} {what}; accepted: a recipe in JSON")
        with path.open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        raise RecipeError(f"{path}: can't be read: {getattr(error, 'strerror', None) or error}") from None


def _decoded(path: Path, content: bytes) -> str:
    if len(content) > MAX_BYTES:
        raise RecipeError(f"{path} is too large; accepted: a recipe of up to {MAX_BYTES:,} bytes")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        at = content.count(b"\n", 0, error.start) + 1
        raise RecipeError(f"{path}:{at}: the byte 0x{content[error.start]:02x} is not UTF-8; accepted: JSON") from None


def _table(file: _File) -> tuple[str, Leaf, Table] | None:
    """The table that speaks of the quantization: where it stands, its key, and itself."""
    for keys in TABLES:
        outer = file.root.table(*keys[:-1])
        key, table = (outer.pair(keys[-1]) if outer else None) or (None, None)
        if key is not None and isinstance(table, Table):
            return ".".join(keys), key, table
    return None


def _method(where: str, table: Table) -> str:
    if method := _text(table.get("quant_method")):
        # Both spellings are out there.
        return method.lower().replace("compressed_tensors", "compressed-tensors")
    if table.get("quant_algo") is not None:
        return "modelopt"
    if any(table.get(flag) is not None for flag in ("load_in_4bit", "load_in_8bit")):
        # What bitsandbytes wrote before methods had names.
        return "bitsandbytes"
    return "compressed-tensors" if where == "compression_config" else ""


def _text(node: Node | None) -> str:
    return node.value.strip() if isinstance(node, Leaf) and isinstance(node.value, str) else ""


def _lists(file: _File, where: str, table: Table) -> Iterator[NameList]:
    for key, value in table.read():
        if key.value in LISTS:
            items = tuple(_items(file, f"{where}.{key.value}", value, key.value == DYNAMIC))
            yield NameList(str(key.value), items, file.place(key.start), isinstance(value, Leaf))


def _items(file: _File, where: str, value: Node, dynamic: bool) -> Iterator[Item]:
    if isinstance(value, Leaf) and value.value in (None, False):
        return
    if dynamic and isinstance(value, Table):
        yield from (_item(file, key) for key, _ in value.read())
        return
    accepted = "an object with regular expressions as its keys" if dynamic else "a list of names"
    if dynamic or not isinstance(value, List):
        raise file.error(value, f"`{where}` is {kind(value)}; accepted: {accepted}")
    for item in value.items:
        # GPTQ writes a list of lists, one for each step.
        for leaf in item.items if isinstance(item, List) else (item,):
            if not isinstance(leaf, Leaf) or not isinstance(leaf.value, str):
                raise file.error(leaf, f"`{where}` holds {kind(leaf)}; accepted: names")
            yield _item(file, leaf)


def _item(file: _File, leaf: Leaf) -> Item:
    return Item(str(leaf.value), file.place(leaf.start), file.place(leaf.end))


def _about(file: _File) -> Table:
    """What speaks of the model: what ModelOpt writes beside a ``config.json`` does not."""
    beside = file.path.with_name("config.json")
    if file.root.get("quantization") is not None and beside != file.path and beside.is_file():
        return _File(beside).root
    return file.root


def _models(config: Table) -> tuple[str, ...]:
    found: list[Node | None] = []
    for table in _texts_about(config):
        architectures = table.get("architectures")
        found += architectures.items if isinstance(architectures, List) else ()
        found.append(table.get("model_type"))
    texts = (leaf.value for leaf in found if isinstance(leaf, Leaf))
    return tuple(dict.fromkeys(text for text in texts if isinstance(text, str) and text))


def _depth(config: Table) -> int | None:
    for table in _texts_about(config):
        leaf = table.get("num_hidden_layers")
        depth = leaf.value if isinstance(leaf, Leaf) else None
        if isinstance(depth, int) and not isinstance(depth, bool) and depth > 0:
            return depth
    return None


def _texts_about(config: Table) -> Iterator[Table]:
    """The model's own table, and those of its language part."""
    yield config
    for keys in (keys[:-1] for keys in TABLES if len(keys) > 1):
        if (table := config.table(*keys)) is not None:
            yield table


def kind(node: Node) -> str:
    """What a value is, in words."""
    if isinstance(node, Table | List):
        return "an object" if isinstance(node, Table) else "a list"
    if isinstance(node.value, str):
        return "a text"
    if node.value is None:
        return "null"
    return "true or false" if isinstance(node.value, bool) else "a number"
