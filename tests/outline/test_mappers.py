"""Mappers and packed layers, read from class bodies, and applied as the engines do."""

from __future__ import annotations

from pathlib import Path

import pytest

from lint_rules.outline.declared import fused_of, mapper_of
from lint_rules.outline.mappers import Mapper
from tests.outline.models import MAPPER, SINGLE, Models


def mapper(tmp_path: Path, body: str, name: str = "Model", utils: str = MAPPER) -> Mapper | None:
    return mapper_of(Models(tmp_path, {"utils.py": utils, "model.py": body})[name])


# --- how one is applied


def test_what_is_looked_for_inside_goes_first_then_beginnings_then_ends() -> None:
    found = Mapper(
        substr=((".mixer.", ".mamba."),),
        prefix=(("backbone.", "model."),),
        suffix=((".gamma", ".weight"),),
    )
    assert found.apply("backbone.layers.0.mixer.norm.gamma") == "model.layers.0.mamba.norm.weight"


def test_one_after_the_other_or_only_the_longest() -> None:
    pairs = (("attn.dense", "attn.out_proj"), ("layers.7.attn.out_proj", "layers.7.attn.o_proj"))
    assert Mapper(substr=pairs).apply("layers.7.attn.dense") == "layers.7.attn.o_proj"
    assert Mapper(substr=pairs, single=True).apply("layers.7.attn.dense") == "layers.7.attn.out_proj"
    nested = (("model.", "text.model."), ("model.visual.", "visual."))
    assert Mapper(prefix=nested, single=True).apply("model.visual.proj") == "visual.proj"


def test_a_name_is_replaced_once() -> None:
    assert Mapper(substr=(("a.", "b."),)).apply("a.a.x") == "b.a.x"


def test_a_weight_that_is_dropped_has_no_name() -> None:
    assert Mapper(prefix=(("mtp.", None),)).apply("mtp.layers.0") is None
    assert Mapper(prefix=(("mtp.", None),)).apply("model.mtp.layers.0") == "model.mtp.layers.0"


def test_regular_expressions_go_before_all_else() -> None:
    found = Mapper(regex=((r"^visual\.(\d+)\.", r"vision.blocks.\1."),), prefix=(("vision.", "tower."),))
    assert found.apply("visual.3.attn") == "tower.blocks.3.attn"


def test_a_regular_expression_that_could_hang_is_not_tried() -> None:
    assert Mapper(regex=((r"(a+)+$", "b"),)).apply("a" * 60 + "!") == "a" * 60 + "!"


def test_a_group_that_a_regular_expression_lacks_changes_nothing() -> None:
    assert Mapper(regex=((r"^a\.", r"\2."),)).apply("a.b") == "a.b"


# --- how one is found


@pytest.mark.parametrize(
    "made",
    [
        'WeightsMapper(orig_to_new_substr={".conv.": ".short_conv."})',
        'WeightsMapper({".conv.": ".short_conv."})',
        "WeightsMapper(orig_to_new_substr=NAMES)",
        "WeightsMapper(orig_to_new_substr={**NAMES})",
        'WeightsMapper(orig_to_new_substr=dict([]) | {".conv.": ".short_conv."})',
        "SHARED",
        "Base.name_mapper | WeightsMapper(orig_to_new_substr=NAMES)",
    ],
)
def test_forms_of_a_mapper(tmp_path: Path, made: str) -> None:
    body = f"""
        from utils import WeightsMapper

        NAMES = {{".conv.": ".short_conv."}}
        SHARED = WeightsMapper(orig_to_new_substr=NAMES)

        class Base:
            name_mapper = WeightsMapper(orig_to_new_substr={{}})

        class Model:
            name_mapper = {made}
        """
    found = mapper(tmp_path, body)
    assert found is not None
    assert found.substr == ((".conv.", ".short_conv."),)
    assert found.prefix == found.suffix == ()


def test_a_mapper_is_inherited_and_merged(tmp_path: Path) -> None:
    body = """
        from utils import WeightsMapper

        class Base:
            hf_mapper = WeightsMapper(orig_to_new_prefix={"a.": "b.", "c.": "d."})

        class Middle(Base):
            pass

        class Model(Middle):
            hf_mapper = Middle.hf_mapper | WeightsMapper(orig_to_new_prefix={"c.": "e."})
        """
    assert mapper(tmp_path, body, "Middle") == Mapper(prefix=(("a.", "b."), ("c.", "d.")))
    assert mapper(tmp_path, body) == Mapper(prefix=(("a.", "b."), ("c.", "e.")))


def test_a_class_may_take_its_mapper_away(tmp_path: Path) -> None:
    body = """
        from utils import WeightsMapper

        class Base:
            hf_mapper = WeightsMapper(orig_to_new_prefix={"a.": "b."})

        class Model(Base):
            hf_mapper = None
        """
    assert mapper(tmp_path, body) is None


@pytest.mark.parametrize(
    "inside",
    [
        """
            @property
            def hf_mapper(self):
                return WeightsMapper(orig_to_new_prefix={"a.": "b."})
        """,
        """
            @classmethod
            def get_mapper(cls):
                prefixes = {}
                prefixes["a."] = "b."
                return WeightsMapper(orig_to_new_prefix=prefixes)
        """,
        """
            @property
            def hf_mapper(self):
                return make()
        """,
    ],
)
def test_a_mapper_that_code_returns(tmp_path: Path, inside: str) -> None:
    body = f"""
        from utils import WeightsMapper

        def make():
            return WeightsMapper(orig_to_new_prefix={{"a.": "b."}})

        class Model:
            {inside}
        """
    assert mapper(tmp_path, body) == Mapper(prefix=(("a.", "b."),))


def test_a_mapper_of_the_constructor_is_for_loading_alone(tmp_path: Path) -> None:
    """An engine maps its lists before there is a model that could tell one."""
    models = Models(
        tmp_path,
        {
            "model.py": """
            class Model:
                def __init__(self, config):
                    self.hf_mapper = WeightsMapper(orig_to_new_substr={".mlp.": ".block.mlp."})

                def load_weights(self, weights):
                    return AutoWeightsLoader(self).load_weights(weights, mapper=self.hf_mapper)
            """
        },
    )
    assert mapper_of(models["Model"]) is None
    assert models.renames("Model") == [("substr", ".mlp.", ".block.mlp.")]
    assert models.explained("layers.*.block", "layers.*", "Model") is not None


def test_a_mapper_of_which_a_part_is_replaced(tmp_path: Path) -> None:
    body = """
        from dataclasses import replace
        from utils import WeightsMapper

        class Base:
            hf_mapper = WeightsMapper(orig_to_new_prefix={"a.": "b."}, orig_to_new_suffix={".g": ".w"})

        class Model(Base):
            hf_mapper = replace(Base.hf_mapper, orig_to_new_prefix={})
        """
    assert mapper(tmp_path, body) == Mapper(suffix=((".g", ".w"),))


def test_whether_a_mapper_stops_is_seen_in_its_class(tmp_path: Path) -> None:
    body = """
        from utils import WeightsMapper

        class Model:
            hf_mapper = WeightsMapper(orig_to_new_prefix={"a.": "b."})
        """
    assert mapper(tmp_path, body, utils=SINGLE) == Mapper(prefix=(("a.", "b."),), single=True)


def test_a_mapper_from_outside_the_project(tmp_path: Path) -> None:
    body = """
        from engine.models import WeightsMapper

        class Model:
            hf_mapper = WeightsMapper(orig_to_new_prefix={"a.": None, unknown(): "c."})
        """
    assert mapper(tmp_path, body) == Mapper(prefix=(("a.", None),))


def test_regular_expressions_of_a_mapper(tmp_path: Path) -> None:
    body = r"""
        import re
        from engine.models import WeightsMapper

        class Model:
            hf_mapper = WeightsMapper(orig_to_new_regex={re.compile(r"^h\.(\d+)"): r"layers.\1"})
        """
    found = mapper(tmp_path, body)
    assert found is not None
    assert found.apply("h.3.attn") == "layers.3.attn"


def test_a_class_without_a_mapper(tmp_path: Path) -> None:
    body = """
        class Model:
            names = {"orig_to_new_prefix": {"a.": "b."}}
        """
    assert mapper(tmp_path, body) is None


def test_a_mapper_that_is_made_of_itself_is_none(tmp_path: Path) -> None:
    body = """
        class Model:
            hf_mapper = Other.hf_mapper

        class Other:
            hf_mapper = Model.hf_mapper
        """
    assert mapper(tmp_path, body) is None


# --- packed layers


@pytest.mark.parametrize(
    "packed",
    [
        '{"qkv_proj": ["q_proj", "k_proj", "v_proj"], "gate_up": ["gate", "up"]}',
        '{"qkv_proj": [("q_proj", "q"), ("k_proj", "k"), ("v_proj", "v")], "gate_up": ("gate", "up")}',
        '{**Base.packed_modules_mapping, "gate_up": ["gate", "up"]}',
        'Base.packed_modules_mapping | {"gate_up": ["gate", "up"]}',
        'dict(Base.packed_modules_mapping, gate_up=["gate", "up"])',
    ],
)
def test_forms_of_packed_layers(tmp_path: Path, packed: str) -> None:
    models = Models(
        tmp_path,
        {
            "model.py": f"""
            class Base:
                packed_modules_mapping = {{"qkv_proj": ["q_proj", "k_proj", "v_proj"]}}

            class Model:
                packed_modules_mapping = {packed}

            class Late:
                def __init__(self):
                    self.packed_modules_mapping = {packed}
            """
        },
    )
    wanted = {"qkv_proj": ("q_proj", "k_proj", "v_proj"), "gate_up": ("gate", "up")}
    assert fused_of(models["Model"]) == wanted
    assert fused_of(models["Late"]) == wanted
    assert fused_of(models["Base"]) == {"qkv_proj": ("q_proj", "k_proj", "v_proj")}


def test_packed_layers_that_a_mapper_stacks(tmp_path: Path) -> None:
    models = Models(
        tmp_path,
        {
            "model.py": """
            class Model:
                hf_mapper = WeightsMapper(
                    orig_to_new_stacked={".q_proj": (".qkv_proj", "q"), ".k_proj": (".qkv_proj", "k")}
                )
            """
        },
    )
    assert fused_of(models["Model"]) == {"qkv_proj": ("q_proj", "k_proj")}
    found = mapper_of(models["Model"])
    assert found is not None
    assert found.apply("a.q_proj") == "a.q_proj"
