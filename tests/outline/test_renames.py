"""What weight loading does to names, and which names it therefore explains."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from lint_rules.outline.explain import Reason
from tests.outline.models import MAPPER, SINGLE, Models


def loading(tmp_path: Path, body: str, before: str = "") -> list[tuple[str, str, str]]:
    """What a loader renames that does some statements for each weight."""
    inside = textwrap.indent(textwrap.dedent(body).strip("\n"), " " * 12)
    text = f"{textwrap.dedent(before)}\n\nclass Model:\n    def load_weights(self, weights):\n"
    text += f"        for name, weight in weights:\n{inside}\n"
    return Models(tmp_path, {"model.py": text}).renames("Model")


# --- forms of a rename


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        ('name = name.replace(".attn.", ".self_attn.")', ("substr", ".attn.", ".self_attn.")),
        ('name = name.replace(OLD, "new.", 1)', ("substr", "old.", "new.")),
        ('name = name.removeprefix("model.")', ("prefix", "model.", "")),
        ('name = "visual." + name.removeprefix("model.visual.")', ("prefix", "model.visual.", "visual.")),
        ('if name.startswith("model."):\n    name = name[len("model.") :]', ("prefix", "model.", "")),
        ('if name.startswith("model."):\n    name = name[6:]', ("prefix", "model.", "")),
        ('if name.startswith("model."):\n    name = name.split(".", 1)[1]', ("prefix", "model.", "")),
        ('if name.startswith("model.visual."):\n    name = name[len("model.") :]', ("prefix", "model.visual.", "visual.")),
        ('_, _, name = name.partition(".")\nname = name.split(".", 1)[1]', ("regex", r"^[^.]+\.", "")),
        ('name = name.split("encoder.")[1]', ("regex", r"^.*?encoder\.", "")),
        ('name = re.sub(r"^model\\.", "", name)', ("regex", r"^model\.", "")),
        ('name = PATTERN.sub(r"blocks.\\1", name)', ("regex", r"layers\.(\d+)", r"blocks.\1")),
        ('name = f"model.{name}"', ("prefix", "", "model.")),
        ('name = "model." + name', ("prefix", "", "model.")),
        ('if name.startswith("layers."):\n    name = "model." + name', ("prefix", "layers.", "model.layers.")),
        ('rest = name[len("lm.") :]\nname = f"llm.model.{rest}"', ("prefix", "lm.", "llm.model.")),
        ('if name == "head.weight":\n    name = "lm_head.weight"', ("whole", "head.weight", "lm_head.weight")),
        ('name = TABLE[name]', ("whole", "old.weight", "new.weight")),
        ('name = TABLE.get(name, name)', ("whole", "old.weight", "new.weight")),
        ('for a, b in PAIRS:\n    name = name.replace(a, b)', ("substr", "x.", "y.")),
        ('for a, b in dict(PAIRS=1, **SPELT).items():\n    name = name.replace(a, b)', ("substr", "u.", "v.")),
        ('for param, part, shard in STACKED:\n    name = name.replace(part, param)', ("substr", ".q_proj", ".qkv_proj")),
    ],
)  # fmt: skip
def test_forms_of_a_rename(tmp_path: Path, body: str, wanted: tuple[str, str, str]) -> None:
    before = r"""
        import re

        OLD = "old."
        PATTERN = re.compile(r"layers\.(\d+)")
        TABLE = {"old.weight": "new.weight"}
        PAIRS = [("x.", "y.")]
        SPELT = {"u.": "v."}
        STACKED = [(".qkv_proj", ".q_proj", "q")]
        """
    assert wanted in loading(tmp_path, body, before)


@pytest.mark.parametrize(
    "body",
    [
        'if "rotary_emb.inv_freq" in name:\n    continue',
        'message = f"cannot load {name}"',
        'if name.endswith(".bias") and name not in params:\n    continue',
        'name = name.replace(unknown, "model.")',
        'name = name.replace("same.", "same.")',
        'shard = name.rsplit(".", 1)[-1]',
        'name = f"{unknown}.{name}"',
    ],
)
def test_what_is_no_rename(tmp_path: Path, body: str) -> None:
    assert loading(tmp_path, body) == []


def test_an_index_that_only_the_configuration_knows(tmp_path: Path) -> None:
    body = 'name = name.replace(f"model.layers.{self.config.depth}.", "model.decoder.")'
    assert loading(tmp_path, body) == [("regex", r"model\.layers\.([^.]+)\.", "model.decoder.")]


def test_the_groups_of_a_match(tmp_path: Path) -> None:
    body = r"""
        found = re.match(r"(tower)\.layers\.(\d+)\.(.*)", name)
        if found:
            tower, number, rest = found.groups()
            name = f"{tower}.blocks.{number}.{rest}"
        """
    assert loading(tmp_path, body, "import re") == [
        ("regex", r"^(?:(tower)\.layers\.(\d+)\.(.*)).*", r"\g<1>.blocks.\g<2>.\g<3>")
    ]


def test_renames_in_what_loading_calls(tmp_path: Path) -> None:
    models = Models(
        tmp_path,
        {
            "names.py": """
            def remap(name, old):
                return name.replace(old, "new.")
            """,
            "model.py": """
            from names import remap

            class Base:
                def load_weights(self, weights):
                    def inner(name):
                        return name.replace("inner.", "nested.")

                    for name, weight in weights:
                        name = self._fix(inner(remap(name, "old.")))

                def _fix(self, name):
                    return name.replace("base.", "x.")

            class Model(Base):
                def load_weights(self, weights):
                    super().load_weights(weights)

                def _fix(self, name):
                    return name.replace("own.", "y.")
            """,
        },
    )
    assert models.renames("Model") == [
        ("substr", "inner.", "nested."),
        ("substr", "own.", "y."),
        ("substr", "old.", "new."),
    ]


def test_loading_that_calls_itself_ends(tmp_path: Path) -> None:
    models = Models(
        tmp_path,
        {
            "model.py": """
            class Model:
                def load_weights(self, weights):
                    for name, weight in weights:
                        self.load_weights([(name.replace("a.", "b."), weight)])
            """
        },
    )
    assert models.renames("Model") == [("substr", "a.", "b.")]


# --- what children load


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        ("self.llm.load_weights(weights)", [("prefix", "", "llm.")]),
        ("AutoWeightsLoader(self.llm).load_weights(weights)", [("prefix", "", "llm.")]),
        (
            """
            mine = []
            for name, weight in weights:
                if name.startswith("decoder."):
                    mine.append((name[len("decoder.") :], weight))
                elif name.startswith("visual."):
                    name = "vpm." + name
            self.llm.load_weights(mine)
            """,
            [
                ("prefix", "decoder.", ""),
                ("prefix", "visual.", "vpm.visual."),
                ("prefix", "decoder.", "llm."),
            ],
        ),
        (
            """
            self.llm.load_weights((n.removeprefix("text."), w) for n, w in weights if n.startswith("text."))
            """,
            [("prefix", "text.", "llm."), ("prefix", "text.", "")],
        ),
        (
            """
            def own():
                for name, weight in weights:
                    if name.startswith("llm."):
                        yield name[len("llm.") :], weight

            self.llm.load_weights(own())
            """,
            [("prefix", "llm.", "")],
        ),
        (
            """
            for name, weight in weights:
                for part in ("llm", "visual"):
                    if name.startswith(part + "_v2."):
                        name = name[len(part + "_v2.") :]
                        getattr(self, part).load_weights([(name, weight)])
            """,
            [
                ("prefix", "llm_v2.", ""),
                ("prefix", "llm_v2.", "llm."),
                ("prefix", "visual_v2.", ""),
                ("prefix", "visual_v2.", "visual."),
            ],
        ),
    ],
)
def test_what_is_handed_to_a_child(tmp_path: Path, body: str, wanted: list[tuple[str, str, str]]) -> None:
    inside = textwrap.indent(textwrap.dedent(body).strip("\n"), " " * 8)
    text = f"class Model:\n    def load_weights(self, weights):\n{inside}\n"
    assert Models(tmp_path, {"model.py": text}).renames("Model") == wanted


# --- what mappers explain


def engine(tmp_path: Path, body: str, utils: str = MAPPER) -> Models:
    return Models(
        tmp_path, {"utils.py": utils, "model.py": f"from utils import WeightsMapper\n\n{textwrap.dedent(body)}"}
    )


def test_the_mapper_turns_the_own_name_into_the_given_one(tmp_path: Path) -> None:
    models = engine(tmp_path, 'class Model:\n    mapper = WeightsMapper({".mixer.": ".mamba."})')
    found = models.explained("model.layers.*.mixer", "model.layers.*.mamba", "Model")
    assert found is not None and (found.reason, found.klass) == (Reason.MAPPER, models["Model"])
    assert models.explained("model.layers.*.mixer.out_proj", "model.layers.*.mamba.out_proj", "Model") is not None


def test_the_mapper_turns_the_given_name_into_another_one(tmp_path: Path) -> None:
    """The list is mapped before it is compared: no entry of it says what the code says."""
    models = engine(
        tmp_path,
        """
        class Model:
            mapper = WeightsMapper({".conv.": ".short_conv."})

            def load_weights(self, weights):
                return AutoWeightsLoader(self).load_weights(weights, mapper=self.mapper)
        """,
    )
    assert ("substr", ".conv.", ".short_conv.") in models.renames("Model")
    assert models.explained("layers.*.short_conv", "layers.*.conv", "Model") is None


def test_the_mapper_makes_the_given_name_out_of_a_third_one(tmp_path: Path) -> None:
    models = engine(tmp_path, 'class Model:\n    mapper = WeightsMapper({".mixer.": ".mamba.", ".a.b.": ".a.c."})')
    assert models.explained("layers.*.ssm", "layers.*.mamba", "Model") is not None
    assert models.explained("layers.*.a.x", "layers.*.a.c", "Model") is not None
    # It is not what the mapper makes, or there is something else beside it, or less.
    assert models.explained("layers.*.ssm", "layers.*.mixer", "Model") is None
    assert models.explained("layers.*.ssm", "layers.*.mamba.x", "Model") is None
    assert models.explained("layers.*.mamba", "layers.*", "Model") is None


def test_the_mapper_drops_a_component(tmp_path: Path) -> None:
    models = engine(tmp_path, 'class Model:\n    mapper = WeightsMapper({}, {"inner.": ""})')
    assert models.explained("inner", "", "Model") is not None
    assert models.explained("inner.layers.*", "layers.*", "Model") is not None
    assert models.explained("outer", "", "Model") is None


def test_the_mapper_leads_to_a_name_that_loading_turns_into_the_own_one(tmp_path: Path) -> None:
    models = engine(
        tmp_path,
        """
        class Model:
            mapper = WeightsMapper({".attention.dense.": ".attention.out_proj."})

            def load_weights(self, weights):
                for name, weight in weights:
                    name = name.replace(".attention.dense.", ".attention.output.")
        """,
    )
    assert models.explained("layers.*.attention.output", "layers.*.attention.out_proj", "Model") is not None


def test_a_mapper_below_the_root_counts_where_the_engine_applies_it(tmp_path: Path) -> None:
    body = """
        class Inner:
            mapper = WeightsMapper({".mixer.": ".mamba."})

        class Model:
            pass
        """
    names = ("inner.layers.*.mixer", "inner.layers.*.mamba")
    assert engine(tmp_path / "all", body).explained(*names, "Model", "Inner") is not None
    assert engine(tmp_path / "root", body, SINGLE).explained(*names, "Model", "Inner") is None


# --- what loading explains


LOADING = """
    class Model:
        def load_weights(self, weights):
            stacked_params_mapping = [(".qkv_proj", ".q_proj", "q"), (".qkv_proj", ".k_proj", "k")]
            for name, weight in weights:
                if "shared_head.head" in name:
                    continue
                if name.startswith("model.language_model."):
                    name = name[len("model.") :]
                if "projector" in name:
                    name = name.replace(".net.0.", ".fc1.")
                if ".self_attn." in name:
                    name = name.replace(".self_attn", "")
                if "visual" in name:
                    name = name.replace(".attn.qkv.", ".attn.inner.qkv_proj.")
                for param, part, shard in stacked_params_mapping:
                    name = name.replace(part, param)
    """


@pytest.mark.parametrize(
    ("fqn", "given"),
    [
        ("language_model.layers.*.mlp", "model.language_model.layers.*.mlp"),
        ("language_model", "model.language_model"),
        ("projector.fc1", "projector.net.0"),
        ("language_model.layers.*", "language_model.layers.*.self_attn"),
        ("language_model.layers.*.o_proj", "model.language_model.layers.*.self_attn.o_proj"),
        ("visual.blocks.*.attn.inner", "visual.blocks.*.attn"),
        ("layers.*.qkv_proj", "layers.*.q_proj"),
        ("lm_head", "model.shared_head.head"),
    ],
)
def test_loading_explains(fqn: str, given: str, tmp_path: Path) -> None:
    found = Models(tmp_path, {"model.py": LOADING}).explained(fqn, given, "Model")
    assert found is not None
    assert found.reason is (Reason.DROPPED if fqn == "lm_head" else Reason.LOADING)


@pytest.mark.parametrize(
    ("fqn", "given"),
    [
        # The other way round.
        ("model.language_model.layers.*.mlp", "language_model.layers.*.mlp"),
        ("projector.net.0", "projector.fc1"),
        ("layers.*.self_attn", "layers.*"),
        # Not for this part of the model.
        ("visual", "model.visual"),
        ("audio.fc1", "audio.net.0"),
        ("audio.blocks.*.attn.inner", "audio.blocks.*.attn"),
        # Something else differs, too.
        ("language_model.layers.*.mlp", "model.language_model.layers.*.moe"),
        ("language_model.layers.*", "language_model.layers.*.self_attn.self_attn.x"),
        # Not below what is renamed.
        ("visual.blocks.*.mlp.inner", "visual.blocks.*.mlp"),
        # A component too many, too few, or none.
        ("language_model.model", "model.language_model.model.model"),
        ("layers.*.mlp", "layers.*"),
        ("language_model", "language_model."),
        ("language_model", ".language_model"),
        ("lm_head", "model.head"),
    ],
)
def test_loading_does_not_explain(fqn: str, given: str, tmp_path: Path) -> None:
    assert Models(tmp_path, {"model.py": LOADING}).explained(fqn, given, "Model") is None


def test_the_own_name_needs_no_explanation(tmp_path: Path) -> None:
    assert Models(tmp_path, {"model.py": LOADING}).explained("a.b", "a.b", "Model") is None


def test_a_child_that_is_given_all_names(tmp_path: Path) -> None:
    models = Models(
        tmp_path,
        {
            "model.py": """
            class Wrapper:
                def load_weights(self, weights):
                    self.inner.load_weights(weights)

            class Stripping:
                def load_weights(self, weights):
                    self.inner.load_weights((n[len("inner.") :], w) for n, w in weights if n.startswith("inner."))
            """
        },
    )
    assert models.explained("inner", "", "Wrapper") is not None
    assert models.explained("inner.layers.*", "layers.*", "Wrapper") is not None
    assert models.explained("inner.layers.*", "layers.*", "Stripping") is None


def test_a_name_that_only_comes_to_be_while_loading(tmp_path: Path) -> None:
    models = Models(
        tmp_path,
        {
            "model.py": """
            NAMES = {"model.mtp.layers.0.proj.weight": "proj.weight"}

            class Model:
                def load_weights(self, weights):
                    for name, weight in weights:
                        name = NAMES[name]
                        if name.startswith("proj"):
                            name = "model." + name
            """
        },
    )
    assert models.explained("model.proj", "proj", "Model") is None
    assert models.explained("model.proj", "model.mtp.layers.0.proj", "Model") is not None


def test_the_loading_of_a_class_below_the_root(tmp_path: Path) -> None:
    models = Models(
        tmp_path,
        {
            "model.py": """
            class Model:
                pass

            class Tower:
                def load_weights(self, weights):
                    for name, weight in weights:
                        name = name.removeprefix("vision_model.")
            """
        },
    )
    found = models.explained("tower.blocks.*", "tower.vision_model.blocks.*", "Model", "Tower")
    assert found is not None and found.klass is models["Tower"]
    assert models.explained("tower.blocks.*", "tower.vision_model.blocks.*", "Model") is None


def test_where_the_rename_is(tmp_path: Path) -> None:
    found = Models(tmp_path, {"model.py": LOADING}).explained("projector.fc1", "projector.net.0", "Model")
    assert found is not None and found.site is not None
    assert (found.site.path.name, found.site.line) == ("model.py", 11)
    assert [(each.old, each.new) for each in found.renames] == [(".net.0.", ".fc1.")]


# --- what else explains


def test_packed_layers_and_their_parts(tmp_path: Path) -> None:
    models = Models(
        tmp_path,
        {
            "model.py": """
            class Model:
                packed_modules_mapping = {"qkv_proj": ["q_proj", "k_proj", "v_proj"]}
            """
        },
    )
    for fqn, given in (("attn.qkv_proj", "attn.q_proj"), ("attn.q_proj", "attn.qkv_proj")):
        found = models.explained(fqn, given, "Model")
        assert found is not None and found.reason is Reason.FUSED
    assert models.explained("attn.k_proj", "attn.q_proj", "Model") is None
    # The list has the parts, and the engine finds them by the name that is declared, whatever the attribute is called.
    declared = models.explained("attn.query_key_value", "attn.qkv_proj", "Model")
    assert declared is not None and declared.reason is Reason.FUSED
    assert models.explained("attn.query_key_value", "attn.in_proj", "Model") is None
    assert models.explained("a.qkv_proj", "b.q_proj", "Model") is None


def test_the_manifest_renames(tmp_path: Path) -> None:
    models = Models(tmp_path, {"model.py": "class Model: pass"})
    names = ("layers.*.conv", "layers.*.short_conv")
    found = models.explained(*names, "Model", rename={".conv.": ".short_conv."})
    assert found is not None and found.reason is Reason.MANIFEST
    assert models.explained(*names, "Model") is None


def test_tables_of_names_for_a_loader_elsewhere(tmp_path: Path) -> None:
    models = Models(
        tmp_path,
        {
            "config.py": r"""
            from dataclasses import dataclass, field

            def names():
                mapping = {r"^embed\.(.*)$": r"language_model.embed.\1"}
                mapping[r"^layers\.(\d+)\.to_q\.(.*)$"] = (r"language_model.layers.\1.to_qkv.\2", 0, 3)
                mapping[r"^layers\.(\d+)\.(.*)$"] = r"language_model.layers.\1.\2"
                return mapping

            @dataclass
            class Arch:
                param_names_mapping: dict = field(default_factory=names)

            @dataclass
            class Config:
                arch: Arch = field(default_factory=Arch)
            """,
            "model.py": """
            from config import Config

            class Model:
                param_names_mapping = Config().arch.param_names_mapping
            """,
        },
    )
    assert models.explained("language_model.layers.*", "layers.*", "Model") is not None
    assert models.explained("other.layers.*", "layers.*", "Model") is None


def test_large_tables_and_names_that_grow_cost_little(tmp_path: Path) -> None:
    """A bound on the work, not on the clock: without one, neither would end."""
    rows = ", ".join(f'("a{number}.", "b{number}.")' for number in range(120))
    doubled = "\n        ".join(f"t{number + 1} = t{number} + t{number}" for number in range(60))
    text = f"""
ROWS = [{rows}]

class Model:
    def load_weights(self, weights):
        t0 = "grow."
        {doubled}
        for name, weight in weights:
            for a, b in ROWS:
                for c, d in ROWS:
                    for e, f in ROWS:
                        name = name.replace(a, b)
                        name = f"{{name}}{{t60}}"
            name = "x." + name
            name = self.again(name)

    def again(self, name):
        return self.again(f"y.{{name}}")
"""
    models = Models(tmp_path, {"model.py": text})
    assert models.explained("x.y.b119.mlp", "a119.mlp", "Model") is not None
    assert models.explained("z.y.b119.mlp", "a119.mlp", "Model") is None
