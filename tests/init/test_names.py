"""Names of recipes: where they stand, how they fit, and that a manifest can hold whatever they are."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lint_rules.init.binding import Binding, Bound
from lint_rules.init.detect import Carrier, Detected
from lint_rules.init.names import PART, RENAMED, WHOLE, fit, gather
from lint_rules.init.recipe import Recipe, read_recipe
from lint_rules.init.writing import Content, render
from lint_rules.manifest.load import load_manifest


@pytest.mark.parametrize(
    ("config", "method", "key", "names"),
    [
        (
            {"quantization_config": {"quant_method": "fp8", "ignored_layers": ["a", "a"]}},
            "fp8",
            "ignored_layers",
            ("a",),
        ),
        (
            {"quantization_config": {"quant_method": "fp8", "modules_to_not_convert": ["a"], "ignore": ["b"]}},
            "fp8",
            "modules_to_not_convert",
            ("a",),
        ),
        (
            {"quantization_config": {"quant_method": "compressed-tensors", "ignore": ["re:.*b"]}},
            "compressed-tensors",
            "ignore",
            ("re:.*b",),
        ),
        (
            {"text_config": {"quantization_config": {"quant_method": "quark", "exclude": ["*.c"]}}},
            "quark",
            "exclude",
            ("*.c",),
        ),
        (
            {"quantization_config": {"quant_method": "gptq", "dynamic": {"-:x": {}, "+:y": {}}}},
            "gptq",
            "dynamic",
            ("re:x",),
        ),
        ({"quantization": {"quant_algo": "FP8", "exclude_modules": ["d*"]}}, "modelopt", "exclude_modules", ("d*",)),
        ({"quantization_config": {"quant_method": "new", "skip_modules": ["e"]}}, "new", "skip_modules", ("e",)),
    ],
)
def test_where_names_stand(tmp_path: Path, config: object, method: str, key: str, names: tuple[str, ...]) -> None:
    path = tmp_path / "r.json"
    path.write_text(json.dumps(config))
    recipe = read_recipe(path)
    assert (recipe.method, recipe.key.split(".")[-1], recipe.names) == (method, key, names)


def test_modelopt_asks_the_config_beside_it_about_the_model(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text('{"architectures": ["M"], "num_hidden_layers": 3}')
    path = tmp_path / "hf_quant_config.json"
    path.write_text('{"quantization": {"quant_algo": "FP8", "exclude_modules": ["d"]}}')
    recipe = read_recipe(path)
    assert (recipe.models, recipe.depth) == (("M",), 3)


@pytest.mark.parametrize(
    ("name", "path", "how"),
    [
        ("model.layers.0.self_attn.q_proj", "layers.*.self_attn.q_proj", WHOLE),
        ("model.layers.0.self_attn.q_proj.weight", "model.language_model.layers.*.self_attn.q_proj", WHOLE),
        ("layers.0.self_attn.q_proj", "vision.layers.*.self_attn.q_proj", 0),
        ("model.vision.layers.0.self_attn.q_proj", "layers.*.self_attn.q_proj", PART),
        ("mlp.gate", "model.layers.*.mlp.gate", WHOLE),
        ("mlp.gate", "model.layers.*.mlp.gate_proj", 0),
        ("model.layers.0.linear_attn.q", "layers.*.self_attn.q", RENAMED),
        ("model.layers.0.linear_attn.q", "layers.*.self_attn.k", 0),
        ("model.layers.0.a.b.q", "layers.*.self_attn.q", 0),
        ("model.layers.0.q", "q", 0),
        ("*.mlp.gate", "layers.*.mlp.gate", WHOLE),
        ("*gate*", "layers.*.mlp.gate_proj", WHOLE),
        ("re:.*kv_b_proj", "layers.*.self_attn.kv_b_proj", WHOLE),
        (r"re:model\.layers\.27\.x", "layers.*.x", WHOLE),
        (r"re:model\.layers\.27\.x", "layers.*.xy", 0),
        ("re:(a+)+$", "aaaa", 0),
        ("re:(", "(", 0),
    ],
)
def test_how_a_name_fits(name: str, path: str, how: int) -> None:
    (wanted,) = gather([name])
    assert fit(wanted, path) == how


ODD = st.one_of(
    st.text(max_size=40),
    st.text(alphabet="ab.*:?[]{}()\\'\"#&!|>%@`, -\n\t", max_size=20),
    st.text(max_size=20).map(lambda text: f"re:{text}"),
    st.sampled_from(
        [
            "yes",
            "null",
            "1",
            "1.5",
            "~",
            "- a",
            "a: b",
            "a #b",
            chr(0xD800),
            "\u2028",
            "\x85",
            "é",
            "𝕏",
            "re:",
            "***a*b*c*",
        ]
    ),
    st.text(alphabet="*a.", min_size=1, max_size=300),
)
DETECTED = Detected(None, "by hand", (), (Carrier("fp8", 1, ("a.py:1",)),), 1, ())


@settings(max_examples=400)
@given(
    names=st.lists(ODD, min_size=1, max_size=6), path=st.one_of(st.none(), st.text(max_size=20)), by_name=st.booleans()
)
def test_whatever_a_recipe_holds_the_manifest_is_valid(names: list[str], path: str | None, by_name: bool) -> None:
    wanted = tuple(gather(names))
    recipe = Recipe(Path("r") / "config.json", names[0], f"quantization_config.{names[0]}", tuple(names), (), None)
    bound = (Bound(names[0], ("Attention",), (), wanted, (), names[-1]), Bound("x", (), tuple(names), wanted, ()))
    for binding in (Binding((), wanted), Binding(bound, wanted)):
        text = render(Content(DETECTED, recipe, path, binding, by_name=by_name))
        assert text.endswith("\n") and "\r" not in text
        load_manifest(Path("quantfence.yaml"), text.encode())
