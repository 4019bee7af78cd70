"""How engines read recipes: which list they take, which item decides, what they say of what can't be run."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from recipes import FUSED, recipe, sign

from lint_rules.manifest.keys import ENGINES
from lint_rules.recipes.comparing import probes
from lint_rules.recipes.reading import FULL_NAMES, engines_for, known_methods, reading
from lint_rules.recipes.verdict import Outcome, Verdict

LAYER = "model.layers.1.mlp.gate"


@pytest.mark.parametrize(
    ("engine", "table", "expected"),
    [
        # vLLM and LMDeploy take the second key where the first is empty; SGLang takes the first that is there; Transformers has
        # them the other way round.
        ("vllm", {"ignored_layers": None, "modules_to_not_convert": [LAYER]}, "x"),
        ("vllm", {"ignored_layers": [], "modules_to_not_convert": [LAYER]}, "x"),
        ("vllm", {"ignored_layers": ["y"], "modules_to_not_convert": [LAYER]}, "."),
        ("lmdeploy", {"ignored_layers": [], "modules_to_not_convert": [LAYER]}, "x"),
        ("sglang", {"ignored_layers": None, "modules_to_not_convert": [LAYER]}, "."),
        ("sglang", {"ignored_layers": [], "modules_to_not_convert": [LAYER]}, "."),
        ("sglang", {"modules_to_not_convert": [LAYER]}, "x"),
        ("transformers", {"ignored_layers": [LAYER], "modules_to_not_convert": ["y"]}, "."),
        ("transformers", {"ignored_layers": [LAYER], "modules_to_not_convert": None}, "x"),
        ("transformers", {"ignored_layers": [LAYER], "modules_to_not_convert": []}, "."),
        ("transformers", {"ignored_layers": [LAYER]}, "x"),
        ("vllm", {"ignore": [LAYER], "exclude": [LAYER]}, "."),
    ],
)
def test_keys_of_fp8(engine: str, table: dict[str, Any], expected: str) -> None:
    assert sign(engine, {"quant_method": "fp8", **table}, LAYER) == expected


@pytest.mark.parametrize(
    ("engine", "where", "table", "expected"),
    [
        ("vllm", "quantization_config", {"ignore": [LAYER]}, "x"),
        ("vllm", "quantization_config", {"exclude_modules": [LAYER]}, "x"),
        ("vllm", "quantization_config", {"ignore": [], "exclude_modules": [LAYER]}, "."),
        ("vllm", "quantization", {"exclude_modules": [LAYER]}, "x"),
        ("vllm", "quantization", {"ignore": [LAYER]}, "."),
        ("sglang", "quantization", {"exclude_modules": [LAYER]}, "x"),
        ("sglang", "quantization_config", {"ignore": [LAYER]}, "x"),
        ("sglang", "quantization_config", {"exclude_modules": [LAYER]}, "."),
        ("sglang", "quantization_config", {"quant_algo": "NVFP4", "exclude_modules": [LAYER]}, "x"),
        ("sglang", "quantization_config", {"quant_algo": "MIXED_PRECISION", "exclude_modules": [LAYER]}, "x"),
    ],
)
def test_keys_of_modelopt(engine: str, where: str, table: dict[str, Any], expected: str) -> None:
    read = reading(engine, recipe({"quant_method": "modelopt", "quant_algo": "FP8", **table}, where))
    assert (read.verdict(LAYER).outcome is Outcome.EXCLUDED) == (expected == "x")


def test_sglang_reads_modelopts_mxfp8_as_fp8() -> None:
    table = {"quant_method": "modelopt", "quant_algo": "MXFP8", "exclude_modules": ["layers.1"]}
    assert sign("sglang", table, LAYER) == "x"
    assert sign("sglang", {**table, "quant_algo": "NVFP4"}, LAYER) == "x"
    assert sign("sglang", {**table, "exclude_modules": ["gate*"]}, LAYER) == "."
    assert sign("sglang", {**table, "exclude_modules": ["gate*"], "quant_algo": "NVFP4"}, LAYER) == "x"


def test_the_item_that_decides() -> None:
    table = {
        "quant_method": "fp8",
        "ignored_layers": ["lm_head", "mlp.gate_proj", "mlp.up_proj", "self_attn.k_proj", "lm_head"],
    }
    read = reading("sglang", recipe(table))
    assert read.place == "quantization_config.ignored_layers"
    assert read.verdict("lm_head") == Verdict(Outcome.EXCLUDED, 0)
    assert read.verdict("layers.0.mlp.gate_up_proj") == Verdict(Outcome.EXCLUDED, 1, "gate_proj")
    assert read.verdict("layers.0.self_attn.qkv_proj") == Verdict(
        Outcome.ERROR, 3, "k_proj", ("q_proj", "v_proj"), "`k_proj` is excluded, `q_proj`, `v_proj` are not"
    )
    assert [at for at in range(5) if read.matches(at, "model.lm_head")] == [0, 4]
    assert read.items[read.verdict("lm_head").item or 0].place.line == 1


def test_items_of_two_lists() -> None:
    table = {
        "quant_method": "gptq",
        "dynamic": {"-:.*gate": {}},
        "modules_in_block_to_quantize": [["mlp.up", "mlp.gate"]],
    }
    read = reading("vllm", recipe(table))
    assert read.place == "quantization_config.dynamic and quantization_config.modules_in_block_to_quantize"
    assert [item.text for item in read.items] == ["-:.*gate", "mlp.up", "mlp.gate"]
    assert read.verdict(LAYER) == Verdict(Outcome.EXCLUDED, 0)
    assert read.verdict("model.layers.1.mlp.up") == Verdict(Outcome.QUANTIZED, 1)
    assert read.verdict("lm_head").message == "no entry of `modules_in_block_to_quantize` names it"
    assert [read.matches(at, LAYER) for at in range(3)] == [True, False, True]


def test_an_unknown_method_is_said() -> None:
    read = reading("vllm", recipe({"quant_method": "novel", "ignored_layers": ["a"]}))
    assert (read.is_known, read.items, engines_for(read.recipe)) == (False, (), [])
    assert read.verdict("a") == Verdict(Outcome.UNREAD, message="vllm does not know this method")
    assert not read.matches(0, "a")


def test_engines_that_know_a_method() -> None:
    assert engines_for(recipe({"quant_method": "fp8"})) == ["lmdeploy", "sglang", "transformers", "vllm"]
    assert engines_for(recipe({"quant_method": "hqq"})) == ["transformers"]
    assert "fp8" in known_methods() and "novel" not in known_methods()


@pytest.mark.parametrize("engine", ENGINES)
def test_every_reading_says_what_it_means(engine: str) -> None:
    for method in known_methods():
        read = reading(engine, recipe({"quant_method": method, "ignored_layers": ["a"]}))
        assert not read.is_known or read.meaning.startswith(("The ", "As ", "First ", "`dynamic`"))


HANGS = "(a+)+(b+)+$"


@pytest.mark.parametrize(
    ("engine", "method", "key", "item"),
    [
        ("vllm", "compressed-tensors", "ignore", f"re:{HANGS}"),
        ("vllm", "compressed-tensors", "ignore", "re:("),
        ("transformers", "fp8", "modules_to_not_convert", HANGS),
        ("sglang", "modelopt", "ignore", HANGS),
        ("vllm", "gptq", "dynamic", f"-:{HANGS}"),
    ],
)
def test_an_expression_that_can_not_be_trusted_is_said_and_not_run(
    engine: str, method: str, key: str, item: str
) -> None:
    prefix = "-:" if key == "dynamic" else ""
    items = [f"{prefix}lm_head", item]
    read = reading(engine, recipe({"quant_method": method, key: dict.fromkeys(items, 0) if prefix else items}))
    assert list(read.problems) == [1]
    assert read.verdict("lm_head").outcome is Outcome.EXCLUDED
    assert read.verdict("a" * 60) == Verdict(Outcome.UNREAD, 1, message=read.problems[1])
    assert not read.matches(1, "a" * 60)


def test_what_stands_behind_such_an_expression_in_an_ordered_list_is_not_known() -> None:
    read = reading("vllm", recipe({"quant_method": "gptq", "dynamic": {f"+:{HANGS}": {}, "-:lm_head": {}}}))
    assert read.verdict("lm_head").outcome is Outcome.UNREAD


def test_what_stands_before_such_an_expression_in_an_ordered_list_decides() -> None:
    rules = {"-:lm_head": {}, "+:embed": {}, f"-:{HANGS}": {}}
    read = reading("sglang", recipe({"quant_method": "gptq", "dynamic": rules}))
    assert read.verdict("lm_head") == Verdict(Outcome.EXCLUDED, 0)
    assert read.verdict("embed") == Verdict(Outcome.QUANTIZED, 1)
    assert read.verdict("model").outcome is Outcome.UNREAD


def test_a_name_that_is_too_long_is_not_judged() -> None:
    read = reading("vllm", recipe({"quant_method": "fp8", "ignored_layers": ["a"]}))
    assert read.verdict("a" * 201).outcome is Outcome.UNREAD


def test_full_names() -> None:
    read = reading(
        FULL_NAMES, recipe({"quant_method": "fp8", "ignored_layers": [LAYER, "a.q_proj", "a.k_proj", "a.v_proj"]})
    )
    assert read.verdict(LAYER) == Verdict(Outcome.EXCLUDED, 0)
    assert read.verdict("model.layers.1.mlp").outcome is Outcome.QUANTIZED
    assert read.verdict(f"{LAYER}.x").outcome is Outcome.QUANTIZED
    assert read.verdict("a.qkv_proj", FUSED) == Verdict(Outcome.EXCLUDED, 1, "q_proj")


@pytest.mark.parametrize("pattern", ["re:.*gate", "*.gate", r"mlp\.gate", "gate$", "mlp.gate[0-3]"])
def test_of_full_names_a_pattern_is_said(pattern: str) -> None:
    read = reading(FULL_NAMES, recipe({"quant_method": "fp8", "ignored_layers": ["lm_head", pattern]}))
    assert read.problems == {1: "is a pattern, and no engine says what it means"}
    assert (read.verdict("lm_head").outcome, read.verdict(LAYER).outcome) == (Outcome.EXCLUDED, Outcome.UNREAD)


WORDS = [
    "model",
    "layers",
    "0",
    "1",
    "10",
    "mlp",
    "self_attn",
    "gate",
    "gate_proj",
    "up_proj",
    "gate_up_proj",
    "q_proj",
    "qkv_proj",
]
COMPONENT = st.sampled_from([*WORDS, "experts", "shared_experts", "lm_head", "visual"])
NAME = st.lists(COMPONENT, min_size=1, max_size=5).map(".".join)
ENTRIES = st.lists(NAME, max_size=4)
LISTS = [
    (engine, method, key)
    for engine, methods in {
        "vllm": [
            "fp8 ignored_layers",
            "compressed-tensors ignore",
            "quark exclude",
            "awq modules_to_not_convert",
            "modelopt ignore",
        ],
        "sglang": [
            "fp8 ignored_layers",
            "compressed-tensors ignore",
            "quark exclude",
            "awq modules_to_not_convert",
            "modelopt ignore",
        ],
        "transformers": [
            "fp8 modules_to_not_convert",
            "compressed-tensors ignore",
            "bitsandbytes llm_int8_skip_modules",
        ],
        "lmdeploy": ["fp8 ignored_layers", "compressed-tensors ignore"],
        "compressed-tensors": ["compressed-tensors ignore"],
        "torchtitan": ["fp8 ignored_layers"],
        FULL_NAMES: ["fp8 ignored_layers"],
    }.items()
    for method, key in (each.split() for each in methods)
]
READINGS = st.sampled_from(LISTS)
BY_FULL_NAME = [
    ("vllm", "compressed-tensors", "ignore"),
    ("lmdeploy", "compressed-tensors", "ignore"),
    (FULL_NAMES, "fp8", "ignored_layers"),
]
FUSING = st.sampled_from([each for each in LISTS if each[0] in ("vllm", FULL_NAMES)])


@given(READINGS, NAME, ENTRIES)
def test_a_name_excludes_itself(which: tuple[str, str, str], name: str, others: list[str]) -> None:
    engine, method, key = which
    if engine == "sglang" and name.rpartition(".")[2] in FUSED:
        # It knows these without being told, and asks for their parts.
        name += ".x"
    read = reading(engine, recipe({"quant_method": method, key: [*others, name]}))
    assert read.matches(len(others), name)
    assert read.verdict(name).outcome is Outcome.EXCLUDED


@given(st.sampled_from(BY_FULL_NAME), NAME, ENTRIES)
def test_by_full_name_nothing_else_is_excluded(which: tuple[str, str, str], name: str, entries: list[str]) -> None:
    engine, method, key = which
    read = reading(engine, recipe({"quant_method": method, key: entries}))
    assert (read.verdict(name).outcome is Outcome.EXCLUDED) == (name in entries)


@given(READINGS, NAME, ENTRIES)
def test_an_item_matches_if_it_would_exclude_alone(which: tuple[str, str, str], name: str, entries: list[str]) -> None:
    engine, method, key = which
    read = reading(engine, recipe({"quant_method": method, key: entries}))
    assert any(read.matches(at, name) for at in range(len(entries))) == (read.verdict(name).item is not None)
    decided = read.verdict(name).item
    assert decided is None or read.matches(decided, name)


@given(FUSING, NAME, st.sets(st.sampled_from(FUSED["qkv_proj"])))
def test_a_fused_layer_is_what_its_parts_are(which: tuple[str, str, str], above: str, parts: set[str]) -> None:
    engine, method, key = which
    if engine == "vllm" and method == "awq":
        # It takes an entry for a substring: `v_proj` is inside `qkv_proj`.
        parts -= {"v_proj"}
    above = above.replace("qkv_proj", "o_proj")
    read = reading(engine, recipe({"quant_method": method, key: sorted(f"{above}.{part}" for part in parts)}))
    whole = read.verdict(f"{above}.qkv_proj", FUSED)
    assert all(read.verdict(f"{above}.{part}").outcome is Outcome.EXCLUDED for part in parts)
    outcomes = {0: Outcome.QUANTIZED, len(FUSED["qkv_proj"]): Outcome.EXCLUDED}
    assert whole.outcome is outcomes.get(len(parts), Outcome.ERROR)
    assert set(whole.left_out) == (set(FUSED["qkv_proj"]) - parts if whole.outcome is Outcome.ERROR else set())


ANCHORED = [
    ("vllm", "compressed-tensors", "ignore", "re:"),
    ("sglang", "compressed-tensors", "ignore", "re:"),
    ("lmdeploy", "compressed-tensors", "ignore", "re:"),
    ("compressed-tensors", "compressed-tensors", "ignore", "re:"),
    ("vllm", "quark", "exclude", "re:"),
    ("sglang", "quark", "exclude", "re:"),
    ("vllm", "gptq", "dynamic", "-:"),
    ("sglang", "gptq", "dynamic", "-:"),
]


@given(st.sampled_from(ANCHORED), NAME, COMPONENT, st.sampled_from(["", ".", "_", "s"]))
def test_an_expression_is_anchored_at_its_start_and_open_at_its_end(
    which: tuple[str, str, str, str], name: str, more: str, between: str
) -> None:
    engine, method, key, mark = which
    item = f"{mark}{re.escape(name)}"
    read = reading(engine, recipe({"quant_method": method, key: {item: 0} if key == "dynamic" else [item]}))
    assert read.matches(0, f"{name}{between}{more}")
    assert not read.matches(0, f"z{between}{name}")


@given(NAME, st.sampled_from(["x", "7", "proj.x"]), st.sampled_from(["_", "s"]))
def test_transformers_ends_an_expression_at_a_dot(name: str, more: str, between: str) -> None:
    read = reading("transformers", recipe({"quant_method": "fp8", "modules_to_not_convert": [re.escape(name)]}))
    assert read.matches(0, name) and read.matches(0, f"{name}.{more}")
    assert not read.matches(0, f"{name}{between}{more}") and not read.matches(0, f"z.{name}.z")


@given(NAME, st.sampled_from(["x", "7", "proj.x"]), st.sampled_from(["_", "s"]))
def test_sglang_keeps_to_whole_components(name: str, more: str, between: str) -> None:
    read = reading("sglang", recipe({"quant_method": "fp8", "modules_to_not_convert": [f"z.{name}"]}))
    assert read.matches(0, f"y.z.{name}.{more}")
    assert not read.matches(0, f"z.{name}{between}{more}") and not read.matches(0, f"y{between}z.{name}.x")


@given(st.lists(NAME, min_size=1, max_size=12), NAME)
def test_transformers_asks_all_entries_at_once_and_each(entries: list[str], name: str) -> None:
    read = reading("transformers", recipe({"quant_method": "fp8", "modules_to_not_convert": entries}))
    expected = next((at for at, entry in enumerate(entries) if _means(entry, name)), None)
    assert read.verdict(name).item == expected


def test_experts_that_are_listed_one_by_one() -> None:
    names = [f"layers.{layer}.experts.{expert}.down_proj" for layer in range(50) for expert in range(200)]
    listed = recipe({"quant_method": "fp8", "modules_to_not_convert": names})
    for engine in engines_for(listed):
        assert reading(engine, listed).verdict(names[-1]) == Verdict(Outcome.EXCLUDED, len(names) - 1)
    assert probes(listed) == names[:2000]


def _means(entry: str, name: str) -> bool:
    return re.match(rf"(?:{entry})(?:(?<=\.)|(?=\.|$))", name) is not None or name.endswith(entry)


def test_entries_with_many_components() -> None:
    deep = ".".join("a" * 100)
    read = reading(
        "transformers", recipe({"quant_method": "fp8", "modules_to_not_convert": [deep, f"{deep}." * 50 + "a"]})
    )
    assert (read.verdict(deep).item, read.verdict("a.a").item) == (0, None)
