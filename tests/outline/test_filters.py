"""Filter functions in all the forms that trainers write, and which patterns catch a name in them."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from tests.outline.filter_trees import caught, found

GATE, PROJ, HEAD = "model.layers.1.mlp.gate", "model.layers.1.mlp.gate_proj", "lm_head"

FORMS = {
    "a list of the module, tried with re.search": (
        r"""
        KEPT = [r"^lm_head$", r"mlp.gate."]

        def wanted(module, fqn):
            if not isinstance(module, nn.Linear):
                return False
            names = (fqn, f"{fqn}.weight")
            return not any(re.search(pattern, name) for pattern in KEPT for name in names)

        convert(model, config=float8_cfg, module_filter_fn=wanted)
        """,
        ('r"mlp.gate."', "re.search"),
    ),
    "a tuple in the function, tried in a loop with re.match": (
        r"""
        def wanted(module, fqn):
            skipped = (r"model\.layers\.\d+\.mlp.gate", "lm_head")
            for pattern in skipped:
                if re.match(pattern, fqn):
                    return False
            return True

        convert(model, float8_cfg, wanted)
        """,
        (r'r"model\.layers\.\d+\.mlp.gate"', "re.match"),
    ),
    "a lambda with one substring": (
        """convert(model, float8_cfg, module_filter_fn=lambda mod, fqn: "gate" not in fqn and fqn != "lm_head")""",
        ('"gate"', "in"),
    ),
    "a partial": (
        """
        def wanted(mod, fqn, filter_fqns):
            if not isinstance(mod, nn.Linear):
                return False
            multiples = mod.weight.shape[0] % 16 == 0 and mod.weight.shape[1] % 16 == 0
            is_filtered = any(each in fqn for each in filter_fqns)
            return multiples and not is_filtered

        convert(model, float8_cfg, partial(wanted, filter_fqns=["lm_head", "mlp.gate"]))
        """,
        ('"mlp.gate"', "in"),
    ),
    "an inner function that sees a local": (
        """
        def prepare(model, float8_cfg: Float8Config):
            kept = ["lm_head"]
            kept.append("mlp.gate")
            def wanted(module, name):
                return not any(each in name for each in kept)
            convert(model, config=float8_cfg, filter_fn=wanted)
        """,
        ('"mlp.gate"', "in"),
    ),
    "what a factory returns": (
        """
        def make_filter(*, kept, first=None):
            def wanted(mod: nn.Module, fqn: str) -> bool:
                if fqn in {first}:
                    return False
                if any(each in fqn for each in kept):
                    return False
                return True
            return wanted

        module_filter_fn = make_filter(kept=["lm_head", "mlp.gate"])
        convert(model, float8_cfg, module_filter_fn)
        """,
        ('"mlp.gate"', "in"),
    ),
    "a bound method and a class attribute": (
        """
        class Converter:
            KEPT = ("lm_head", "mlp.gate")

            def __init__(self, float8_cfg):
                self.config = float8_cfg

            def wanted(self, module, fqn):
                return not any(fqn.find(each) >= 0 for each in self.KEPT)

            def convert(self, model):
                convert(model, config=self.config, module_filter_fn=self.wanted)
        """,
        ('"mlp.gate"', "in"),
    ),
    "an attribute that holds a partial, and a config class's default": (
        """
        @dataclass
        class Options:
            float8_cfg: Float8Config
            filter_fqns: list[str] = field(default_factory=lambda: ["lm_head", "mlp.gate"])

        def wanted(mod, fqn, filter_fqns):
            return not any(each in fqn for each in filter_fqns)

        class Converter:
            def __init__(self, options: Options):
                self.fqns = options.filter_fqns
                self.config = Float8Config()
                self.filter_fn = partial(wanted, filter_fqns=self.fqns)

            def convert(self, model):
                convert(model, config=self.config, module_filter_fn=self.filter_fn)
        """,
        ('"mlp.gate"', "in"),
    ),
    "an object that is called": (
        """
        class Skips:
            def __init__(self, patterns):
                self.patterns = [re.compile(each) for each in patterns]

            def __call__(self, module, fqn):
                return not any(each.search(fqn) for each in self.patterns)

        convert(model, float8_cfg, module_filter_fn=Skips(["lm_head", "mlp.gate"]))
        """,
        ('"mlp.gate"', "re.search"),
    ),
    "a default argument": (
        """
        def wanted(module, fqn, kept=("lm_head", "mlp.gate")):
            return all(each not in fqn for each in kept)

        convert(model, float8_cfg, wanted)
        """,
        ('"mlp.gate"', "in"),
    ),
    "a compiled pattern": (
        """
        GATE = re.compile("mlp.gate")

        def wanted(module, fqn):
            return fqn != "lm_head" and GATE.search(fqn) is None

        convert(model, float8_cfg, wanted)
        """,
        ('"mlp.gate"', "re.search"),
    ),
    "patterns that are joined": (
        """
        KEPT = ["lm_head", "mlp.gate."]
        REGEX = re.compile("|".join(KEPT))

        def wanted(module, fqn):
            return not REGEX.search(fqn + ".weight")

        convert(model, float8_cfg, wanted)
        """,
        ('"mlp.gate."', "re.search"),
    ),
    "the keys of a table, and a suffix": (
        """
        KEPT = {"lm_head": 1, "gate": 2, "gate_proj": 3}

        def wanted(module, fqn):
            if any(fqn == each or fqn.endswith(f".{each}") for each in KEPT):
                return False
            return True

        convert(model, float8_cfg, wanted)
        """,
        ('"gate_proj"', "endswith"),
    ),
    "a helper that says what is kept": (
        """
        def is_kept(name):
            for pattern in KEPT:
                if pattern in name:
                    return True
            return False

        KEPT = []
        KEPT += ["lm_head", "mlp.gate"]

        def wanted(module, fqn):
            if is_kept(fqn):
                return False
            return isinstance(module, nn.Linear)

        convert(model, float8_cfg, wanted)
        """,
        ('"mlp.gate"', "in"),
    ),
    "a flag that a loop sets": (
        """
        def wanted(module, fqn):
            kept = False
            for each in ["lm_head", "mlp.gate"]:
                if each in fqn:
                    kept = True
                    break
            return not kept

        convert(model, float8_cfg, wanted)
        """,
        ('"mlp.gate"', "in"),
    ),
    "a loop that is left by else": (
        """
        def wanted(module, fqn):
            for each in ["lm_head", "mlp.gate"]:
                if each not in fqn:
                    continue
                break
            else:
                return True
            return False

        convert(model, float8_cfg, wanted)
        """,
        ('"mlp.gate"', "in"),
    ),
    "an f-string of constants": (
        """
        ROOT = "mlp"

        def wanted(module, fqn):
            return fqn != "lm_head" and f"{ROOT}.gate" not in fqn

        convert(model, float8_cfg, wanted)
        """,
        ('f"{ROOT}.gate"', "in"),
    ),
    "a glob": (
        """
        def wanted(module, fqn):
            return not any(fnmatch.fnmatch(fqn, each) for each in ("lm_head", "*.mlp.gate*"))

        convert(model, float8_cfg, wanted)
        """,
        ('"*.mlp.gate*"', "fnmatch"),
    ),
    "several prefixes at once": (
        """
        def wanted(module, fqn):
            return not fqn.startswith(("lm_head", "model.layers.1.mlp.gate"))

        convert(model, float8_cfg, wanted)
        """,
        ('"model.layers.1.mlp.gate"', "startswith"),
    ),
    "a function that says what to skip": (
        """
        convert(model, float8_cfg, skip_fn=lambda mod, fqn: fqn == "lm_head" or "mlp.gate" in fqn)
        """,
        ('"mlp.gate"', "in"),
    ),
    "names that say nothing": (
        """
        convert(model, float8_cfg, lambda m, n: n != "lm_head" and "mlp.gate" not in n)
        """,
        ('"mlp.gate"', "in"),
    ),
    "a method that is mapped": (
        """
        KEPT = {"lm_head", "mlp.gate"}

        def wanted(module, fqn):
            return not any(map(fqn.__contains__, KEPT))

        convert(model, float8_cfg, wanted)
        """,
        ('"mlp.gate"', "in"),
    ),
    "the first that matches": (
        """
        KEPT = ["lm_head", "mlp.gate"]

        def wanted(module, fqn):
            found = next((each for each in KEPT if each in fqn), None)
            return found is None

        convert(model, float8_cfg, wanted)
        """,
        ('"mlp.gate"', "in"),
    ),
    "how many match": (
        """
        KEPT = ["lm_head", "mlp.gate"]

        def wanted(module, fqn):
            return len([each for each in KEPT if each in fqn]) == 0

        convert(model, float8_cfg, wanted)
        """,
        ('"mlp.gate"', "in"),
    ),
    "a function that may be none": (
        """
        def prepare(model, float8_cfg, everything=None):
            wanted = None if everything else (lambda module, fqn: fqn != "lm_head" and "mlp.gate" not in fqn)
            convert(model, config=float8_cfg, module_filter_fn=wanted)
        """,
        ('"mlp.gate"', "in"),
    ),
    "a default filter": (
        """
        def wanted(module, fqn):
            return fqn != "lm_head" and "mlp.gate" not in fqn

        def prepare(model, float8_cfg, filter_fn=None):
            if filter_fn is None:
                filter_fn = wanted
            convert(model, config=float8_cfg, module_filter_fn=filter_fn)
        """,
        ('"mlp.gate"', "in"),
    ),
    "a static method": (
        """
        class Converter:
            @staticmethod
            def wanted(module, fqn):
                return fqn != "lm_head" and "mlp.gate" not in fqn

            def convert(self, model, float8_cfg):
                convert(model, config=float8_cfg, module_filter_fn=Converter.wanted)
        """,
        ('"mlp.gate"', "in"),
    ),
    "a walrus, and a text that is put into lower case": (
        """
        def wanted(module, fqn):
            if (name := fqn.lower()) == "lm_head" or "mlp.gate" in name:
                return False
            return True

        convert(model, float8_cfg, wanted)
        """,
        ('"mlp.gate"', "in"),
    ),
    "patterns with their reasons": (
        """
        KEPT = {"lm_head": "large", "mlp.gate": "routes"}

        def wanted(module, fqn):
            for number, (pattern, reason) in enumerate(KEPT.items()):
                if pattern in fqn:
                    log(reason, number)
                    return False
            return True

        convert(model, float8_cfg, wanted)
        """,
        ('"mlp.gate"', "in"),
    ),
    "patterns that are bound by place": (
        """
        def wanted(kept, module, fqn, *, strict=True):
            return not any(each in fqn for each in kept)

        convert(model, float8_cfg, partial(wanted, ("lm_head", "mlp.gate")))
        """,
        ('"mlp.gate"', "in"),
    ),
    "flags of a regular expression": (
        """
        GATE = re.compile(r"MLP.gate", re.IGNORECASE)

        def wanted(module, fqn):
            return fqn != "lm_head" and not GATE.search(fqn)

        convert(model, float8_cfg, wanted)
        """,
        ('r"MLP.gate"', "re.search"),
    ),
    "a conditional expression": (
        """
        def wanted(module, fqn):
            return False if "mlp.gate" in fqn or fqn == "lm_head" else isinstance(module, nn.Linear)

        convert(model, float8_cfg, wanted)
        """,
        ('"mlp.gate"', "in"),
    ),
    "an option that may switch the pattern off": (
        """
        def prepare(model, float8_cfg, keep_routers: bool):
            def wanted(module, fqn):
                if fqn == "lm_head":
                    return False
                if keep_routers and "mlp.gate" in fqn:
                    return False
                return True
            convert(model, float8_cfg, wanted)
        """,
        ('"mlp.gate"', "in"),
    ),
    "the name comes first": (
        """
        convert(model, float8_cfg, predicate=lambda path, module: path != "lm_head" and "mlp.gate" not in path)
        """,
        ('"mlp.gate"', "in"),
    ),
    "a conversion that is named so, without a config": (
        """
        # Float8Config is the default.
        convert_to_float8_training(model, module_filter_fn=lambda m, fqn: fqn != "lm_head" and "mlp.gate" not in fqn)
        """,
        ('"mlp.gate"', "in"),
    ),
    "a conversion that was given its config before": (
        """
        swap = partial(convert, config=Float8Config())

        def converted(model):
            return swap(model, module_filter_fn=lambda m, fqn: fqn != "lm_head" and "mlp.gate" not in fqn)

        def convert(model, config, module_filter_fn):
            return model
        """,
        ('"mlp.gate"', "in"),
    ),
    "a function that a loop over modules asks": (
        """
        def wanted(module, fqn):
            return fqn != "lm_head" and "mlp.gate" not in fqn

        def quantize(model, float8_cfg):
            for name, module in model.named_modules():
                if isinstance(module, nn.Linear) and wanted(module, name):
                    replace(model, name, convert(module, float8_cfg))
        """,
        ('"mlp.gate"', "in"),
    ),
    "a function that a loop over modules asks what to leave out": (
        """
        def is_kept(name, module):
            return name == "lm_head" or "mlp.gate" in name

        def quantize(model, float8_cfg):
            for name, module in model.named_modules():
                if not isinstance(module, nn.Linear) or is_kept(name, module):
                    continue
                replace(model, name, convert(module, float8_cfg))
        """,
        ('"mlp.gate"', "in"),
    ),
    "a loop that is the filter itself": (
        """
        KEPT = ["lm_head", "mlp.gate."]

        def quantize(model, float8_cfg):
            named = dict(model.named_modules())
            for name, module in named.items():
                if not isinstance(module, nn.Linear):
                    continue
                if any(re.search(pattern, name) for pattern in KEPT):
                    skipped.append(name)
                    continue
                if module.in_features % 128 != 0:
                    continue
                parent, _, last = name.rpartition(".")
                setattr(model.get_submodule(parent), last, Float8Linear.from_linear(module))
        """,
        ('"mlp.gate."', "re.search"),
    ),
}


@pytest.mark.parametrize("form", FORMS)
def test_the_pattern_that_catches_a_name_is_found(tmp_path: Path, form: str) -> None:
    text, expected = FORMS[form]
    header = "import fnmatch, re\nfrom dataclasses import dataclass, field\nfrom functools import partial\nfrom torch import nn\n"
    [judge] = found(
        tmp_path,
        header + "from train import convert, Float8Config\n" * ("def convert(" not in text) + textwrap.dedent(text),
    )
    assert caught(judge, PROJ) == [expected]
    assert [len(caught(judge, HEAD)), caught(judge, "model.layers.1.self_attn.q_proj")] == [1, []]


SILENT = {
    "anchored and escaped": r"""
        KEPT = [r"^lm_head$", r"\.mlp\.gate$", r"\.mlp\.gate\.weight$"]

        def wanted(module, fqn):
            names = (fqn, f"{fqn}.weight")
            return not any(re.search(pattern, name) for pattern in KEPT for name in names)

        convert(model, float8_cfg, wanted)
        """,
    "the last component": """
        def wanted(module, fqn):
            return fqn.split(".")[-1] not in {"gate", "lm_head"}

        convert(model, float8_cfg, wanted)
        """,
    "whole components": """
        def wanted(module, fqn):
            return set(fqn.split(".")).isdisjoint({"gate", "lm_head"})

        convert(model, float8_cfg, wanted)
        """,
    "taken all the same": """
        def wanted(module, fqn):
            if fqn.endswith("gate_proj"):
                return True
            return "gate" not in fqn

        convert(model, float8_cfg, wanted)
        """,
    "narrowed by what can't be told": """
        def wanted(module, fqn):
            if "gate" in fqn and is_router(fqn):
                return False
            return True

        convert(model, float8_cfg, wanted)
        """,
    "patterns of what is taken": """
        def wanted(module, fqn):
            return "proj" in fqn

        convert(model, float8_cfg, wanted)
        """,
    "asked about something else": """
        def is_router(module, fqn):
            return "gate" in fqn

        def count(model, float8_cfg):
            for name, module in model.named_modules():
                if is_router(module, name):
                    routers.append(name)
                convert(module, float8_cfg)
        """,
    "a broken regular expression": """
        convert(model, float8_cfg, lambda module, fqn: not re.search("(mlp.gate", fqn))
        """,
    "a regular expression that hangs": """
        convert(model, float8_cfg, lambda module, fqn: not re.search("(a+)+(g|a)*(gate|a+)*", fqn))
        """,
    "a filter that calls itself": """
        def wanted(module, fqn):
            return wanted(module, fqn) and "gate" in fqn

        convert(model, float8_cfg, wanted)
        """,
}


@pytest.mark.parametrize("form", SILENT)
def test_a_name_that_no_pattern_keeps(tmp_path: Path, form: str) -> None:
    [judge] = found(tmp_path, "import re\nfrom train import convert\n" + textwrap.dedent(SILENT[form]))
    assert caught(judge, PROJ) == []


NO_FILTERS = {
    "given to nothing": """
        def wanted(module, fqn):
            return "gate" not in fqn

        convert(model, config=float8_cfg)
        """,
    "given to something else": """
        groups = split(model, filter_fn=lambda module, fqn: "gate" not in fqn)
        convert(model, config=float8_cfg)
        """,
    "a builder of layers": """
        layers = make_layers(4, lambda prefix: Layer(prefix if "gate" in prefix else "", float8_cfg), float8_cfg)
        """,
    "a weight loader": """
        def load(param, weight, shard):
            return "gate" in weight

        bind(float8_cfg, load)
        """,
    "a comparison of numbers": """
        best = pick(float8_cfg, lambda one, two: one < two)
        """,
    "a loop that converts nothing": """
        def count(model, float8_cfg):
            for name, module in model.named_modules():
                if "gate" in name:
                    continue
                routers.append(name)
            return quantizer
        """,
    "a config that is None": """
        split(model, float8_cfg=None, keep=lambda module, fqn: "gate" not in fqn)
        """,
}


@pytest.mark.parametrize("form", NO_FILTERS)
def test_a_function_that_no_conversion_is_given(tmp_path: Path, form: str) -> None:
    assert found(tmp_path, textwrap.dedent(NO_FILTERS[form])) == []


def test_a_filter_of_another_file_and_patterns_of_a_third(tmp_path: Path) -> None:
    files = {
        "pkg/__init__.py": "",
        "pkg/patterns.py": 'BASE = ("lm_head",)\nKEPT = BASE + ("mlp.gate",)\n',
        "pkg/keep.py": "from . import patterns as p\n\ndef wanted(module, fqn):\n    return not any(k in fqn for k in p.KEPT)\n",
        "pkg/train.py": "from .keep import wanted\n\ndef go(model, config):\n    swap(model, config.float8_cfg, wanted)\n",
    }
    [judge] = found(tmp_path, files)
    assert caught(judge, PROJ) == [('"mlp.gate"', "in")]
    [pattern] = judge.caught(PROJ).patterns
    assert (pattern.path.name, pattern.line, pattern.column) == ("patterns.py", 2, 15)


def test_patterns_that_a_config_class_brings_to_a_loop_in_another_file(tmp_path: Path) -> None:
    files = {
        "configs.py": """
            from pydantic import BaseModel

            DEFAULT: list[str] = ["lm_head", "mlp.gate."]

            class Float8Config(BaseModel):
                ignored: list[str] = DEFAULT

            class Int8Config(BaseModel):
                ignored: list[str] = []

            Quantization: TypeAlias = Annotated[Float8Config | Int8Config, Field(discriminator="kind")]

            class ModelConfig(BaseModel):
                quantization: Quantization | None = None
            """,
        "swap.py": """
            import re

            def swap_for_fp8(model, ignored):
                for name, module in dict(model.named_modules()).items():
                    if any(re.search(pattern, name) for pattern in ignored):
                        continue
                    replace(model, name, Fp8Linear.from_linear(module))
            """,
        "train.py": """
            from configs import Float8Config, Int8Config, ModelConfig
            from swap import swap_for_fp8

            def apply(model, config: ModelConfig):
                quant = config.quantization
                if isinstance(quant, Int8Config):
                    pass
                elif isinstance(quant, Float8Config):
                    swap_for_fp8(model, ignored=quant.ignored)
            """,
    }
    [judge] = found(tmp_path, files)
    assert caught(judge, PROJ) == [('"mlp.gate."', "re.search")]


def test_patterns_that_only_catch_together(tmp_path: Path) -> None:
    [judge] = found(tmp_path, """convert(model, float8_cfg, lambda m, fqn: not ("mlp" in fqn and "gate" in fqn))""")
    assert caught(judge, PROJ) == [('"mlp"', "in"), ('"gate"', "in")]
    assert not judge.caught(PROJ).alone
    assert caught(judge, "model.layers.1.mlp.up_proj") == []


def test_a_file_that_says_nothing_of_a_config_is_not_parsed(tmp_path: Path) -> None:
    assert found(tmp_path, """convert_to_float8(model, module_filter_fn=lambda m, fqn: "gate" not in fqn)""") == []
