"""Where a recipe says what it leaves unquantized, and where in the file each name stands."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lint_rules.recipes.document import Leaf, List, Node, Table, read_json
from lint_rules.recipes.model import Recipe
from lint_rules.recipes.read import RecipeError, read_recipe

PATH = Path("config.json")


def read(config: object) -> Recipe:
    return read_recipe(PATH, json.dumps(config).encode())


def texts(recipe: Recipe, key: str) -> list[str] | None:
    found = recipe.names(key)
    return None if found is None else [item.text for item in found.items]


@pytest.mark.parametrize(
    "where",
    [
        "quantization_config",
        "text_config.quantization_config",
        "llm_config.quantization_config",
        "language_config.quantization_config",
        "thinker_config.text_config.quantization_config",
        "compression_config",
        "quantization",
    ],
)
def test_tables(where: str) -> None:
    config: Any = {"quant_method": "fp8", "ignored_layers": ["lm_head"]}
    for key in reversed(where.split(".")):
        config = {key: config}
    recipe = read(config)
    assert (recipe.table, recipe.method, texts(recipe, "ignored_layers")) == (where, "fp8", ["lm_head"])


def test_the_outer_table_is_read() -> None:
    inner = {"quantization_config": {"quant_method": "awq"}}
    assert read({"text_config": inner, "quantization_config": {"quant_method": "fp8"}}).method == "fp8"
    assert read({"text_config": inner, "quantization_config": None}).method == "awq"


@pytest.mark.parametrize(
    ("config", "method"),
    [
        ({"quantization_config": {"quant_method": "FP8"}}, "fp8"),
        ({"quantization_config": {"quant_algo": "FP8"}}, "modelopt"),
        ({"quantization_config": {"load_in_8bit": True}}, "bitsandbytes"),
        ({"compression_config": {"ignore": []}}, "compressed-tensors"),
        ({"quantization_config": {"ignore": []}}, ""),
        ({"quantization_config": {"quant_method": 8}}, ""),
    ],
)
def test_methods(config: object, method: str) -> None:
    assert read(config).method == method


def test_what_is_said_of_the_model() -> None:
    table = {"quant_method": "fp8"}
    config = {"architectures": ["M"], "model_type": "m", "text_config": {"model_type": "t", "num_hidden_layers": 3}}
    recipe = read({**config, "text_config": {**config["text_config"], "quantization_config": table}})  # type: ignore[dict-item]
    assert (recipe.models, recipe.depth) == (("M", "m", "t"), 3)
    assert read({"quantization_config": table, "num_hidden_layers": True}).depth is None


def test_all_lists_are_kept_in_their_order() -> None:
    table = {
        "modules_to_not_convert": None,
        "ignored_layers": ["a", "a"],
        "dynamic": {"-:b": {}, "+:c": {"bits": 8}},
        "x": ["y"],
    }
    recipe = read({"quantization_config": table})
    assert [(each.key, texts(recipe, each.key), each.is_null) for each in recipe.lists] == [
        ("modules_to_not_convert", [], True),
        ("ignored_layers", ["a", "a"], False),
        ("dynamic", ["-:b", "+:c"], False),
    ]


def test_lists_of_lists() -> None:
    recipe = read({"quantization_config": {"modules_in_block_to_quantize": [["q", "k"], ["o"], "d"]}})
    assert texts(recipe, "modules_in_block_to_quantize") == ["q", "k", "o", "d"]


def test_modelopt_writes_beside_the_config(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text('{"architectures": ["M"], "num_hidden_layers": 2}')
    (tmp_path / "hf_quant_config.json").write_text(
        '{"quantization": {"quant_algo": "nvfp4", "exclude_modules": ["lm_head"]}}'
    )
    for name in ("config.json", "hf_quant_config.json"):
        recipe = read_recipe(tmp_path / name)
        assert (recipe.path.name, recipe.algorithm) == ("hf_quant_config.json", "NVFP4")
        assert (recipe.models, recipe.depth, texts(recipe, "exclude_modules")) == (("M",), 2, ["lm_head"])


PLACES = (
    '{\r\n  "quantization_config": {"quant_method": "fp8",\r\n    "ignored_layers": ["café.a",\r\n'
    '      "b\\u002ec", "d\\\\\\"", "😀"]}}'
)


@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_places(mark: str) -> None:
    recipe = read_recipe(PATH, (mark + PLACES).encode())
    (found,) = recipe.lists
    assert (recipe.place.line, recipe.place.column) == (2, 3)
    assert (found.place.line, found.place.column) == (3, 5)
    assert [(item.text, *item.place[1:], *item.end[1:]) for item in found.items] == [
        ("café.a", 3, 24, 3, 32),
        ("b.c", 4, 7, 4, 17),
        ('d\\"', 4, 19, 4, 26),
        ("😀", 4, 28, 4, 31),
    ]


def test_places_on_one_line() -> None:
    text = json.dumps({"quantization_config": {"ignored_layers": ["a", "b"]}}, separators=(",", ":"))
    items = read_recipe(PATH, text.encode()).lists[0].items
    assert [(item.place.line, text[item.place.column - 1 : item.end.column - 1]) for item in items] == [
        (1, '"a"'),
        (1, '"b"'),
    ]


def test_of_duplicate_keys_the_last_counts() -> None:
    text = (
        b'{"quantization_config": {"quant_method": "awq"},\n'
        b'"quantization_config": {"ignored_layers": ["a"], "quant_method": "fp8",\n "ignored_layers": ["b"]}}'
    )
    recipe = read_recipe(PATH, text)
    assert (recipe.method, recipe.place.line, texts(recipe, "ignored_layers")) == ("fp8", 2, ["b"])
    assert [each.place.line for each in recipe.lists] == [3]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "config.json:1:1: not JSON: Expecting value"),
        ("{", "config.json:1:2: not JSON: "),
        ("[]", "config.json: found a list; accepted: an object"),
        ("null", "config.json: found null; accepted: an object"),
        ("{}", "config.json: this checkpoint says nothing of its quantization; looked for `quantization_config`, "),
        (
            '{"quantization_config": {\n"ignore": 1}}',
            "config.json:2:11: `quantization_config.ignore` is a number; accepted: ",
        ),
        (
            '{"quantization_config": {\n"ignore": ["a", true]}}',
            "config.json:2:17: `quantization_config.ignore` holds true or f",
        ),
        (
            '{"quantization_config": {"dynamic": ["a"]}}',
            "config.json:1:37: `quantization_config.dynamic` is a list; accepted: ",
        ),
        ("[" * 200_000, "config.json: can't be read as JSON: nested too deeply"),
        ('{"a": ' + "1" * 5000 + "}", "config.json: can't be read as JSON: Exceeds the limit"),
    ],
)
def test_what_is_no_recipe(text: str, message: str) -> None:
    with pytest.raises(RecipeError) as raised:
        read_recipe(PATH, text.encode())
    assert str(raised.value).startswith(message)


def test_bytes_that_are_no_text() -> None:
    with pytest.raises(RecipeError, match=r"^config.json:2: the byte 0xff is not UTF-8; accepted: JSON$"):
        read_recipe(PATH, b'{\n"\xff"}')


def test_files_that_are_not_there(tmp_path: Path) -> None:
    with pytest.raises(RecipeError, match="does not exist; accepted: a recipe in JSON"):
        read_recipe(tmp_path / "config.json")
    with pytest.raises(RecipeError, match="is no file; accepted: a recipe in JSON"):
        read_recipe(tmp_path)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda below: st.lists(below, max_size=4) | st.dictionaries(st.text(), below, max_size=4),
    max_leaves=20,
)


@given(JSON, st.sampled_from([None, 0, 2]), st.booleans())
def test_the_reader_reads_what_json_reads(value: object, indent: int | None, ascii: bool) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=ascii)
    node = read_json(text)
    assert _plain(node) == value
    assert all(json.loads(text[each.start : each.end]) == _plain(each) for each in _all(node))


def _plain(node: Node) -> object:
    if isinstance(node, Table):
        return {key.value: _plain(value) for key, value in node.pairs}
    return [_plain(item) for item in node.items] if isinstance(node, List) else node.value


def _all(node: Node) -> list[Node]:
    below: list[Node] = []
    if isinstance(node, Table):
        below = [each for pair in node.pairs for each in pair]
    elif isinstance(node, List):
        below = [*node.items]
    return [node, *(each for other in below for each in (_all(other) if not isinstance(other, Leaf) else [other]))]
