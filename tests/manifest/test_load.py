from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from lint_rules.manifest.load import MAX_BYTES, ManifestError, Problem, load_manifest
from lint_rules.manifest.model import Entry, FlagName, Layers, Manifest, Place, Quantization

from .samples import BAD, FULL, GOOD, HEAD, LOADER_ONLY, with_exclusion

PATH = Path("quantfence.yaml").absolute()


def load(text: str | bytes) -> Manifest:
    return load_manifest(PATH, text.encode() if isinstance(text, str) else text)


def problems(text: str | bytes) -> list[Problem]:
    with pytest.raises(ManifestError) as caught:
        load(text)
    assert caught.value.problems
    return caught.value.problems


def only(text: str | bytes) -> tuple[int, int, str]:
    (problem,) = problems(text)
    return problem.place.line, problem.place.column, problem.message


def test_every_key_arrives_with_its_place() -> None:
    manifest = load(FULL)
    (exclusion,) = manifest.exclusions
    assert manifest.quantization == Quantization(
        ("Float8Config", "pkg.config.OtherConfig"), ("float8_cfg", "precision")
    )
    assert (exclusion.id, exclusion.place) == ("delta", Place(PATH, 9, 3))
    assert exclusion.modules[1] == Entry("LatentAttention.indexer.*_proj", Place(PATH, 12, 9))
    assert exclusion.names[1] == Entry(r"re:model\.layers\.\d+\.mlp\.gate(.\w+)?", Place(PATH, 15, 9))
    assert exclusion.policy == FlagName("DeltaConfig", "keep_bf16", True, Place(PATH, 16, 13))
    assert [entry.text for entry in exclusion.entrypoints] == ["TextConfig", "TextConfig.from_hf"]
    assert exclusion.recipe == Entry("recipes/text/config.json", Place(PATH, 20, 13))
    assert (exclusion.engine, manifest.profile) == ("sglang", "xtuner")
    assert exclusion.reason == "The checkpoint keeps them.\nAll of them.\n"
    assert manifest.config_only == (FlagName("pkg.delta.OtherConfig", "quantize_kernel", False, Place(PATH, 28, 5)),)
    assert manifest.layers == Layers(
        classes=("LinearBase",),
        prefix="name",
        helpers=(("maybe_prefix", "{0}.{1}"),),
        fused=(("qkv_proj", ("q_proj", "k_proj", "v_proj")),),
        rename=((".conv.", ".short_conv."), ("language_model.", "")),
    )


@pytest.mark.parametrize(
    ("entry", "place"),
    [
        ("  - id: a\n    modules: [A]", (4, 3)),
        ("- id: a\n  modules: [A]", (4, 1)),
        ("  -   modules: [A]\n      id: a", (4, 3)),
        ("  -\n    # - not this dash\n\n    id: a\n    modules: [A]", (4, 3)),
        ("  - # - nor this\n    id: a\n    modules: [A]", (4, 3)),
        ("  # - nor this\n  - {id: a, modules: [A]}", (5, 3)),
        ("  - &anchor\n    id: a\n    modules: [A]", (4, 3)),
        ("  [\n   {id: a, modules: [A]}]", (5, 4)),
    ],
)
def test_an_exclusion_stands_at_its_dash(entry: str, place: tuple[int, int]) -> None:
    (exclusion,) = load(f"{HEAD}exclusions:\n{entry}\n").exclusions
    assert exclusion.place[1:] == place


def test_columns_count_characters_and_a_byte_order_mark_counts_for_nothing() -> None:
    text = "\ufeff" + with_exclusion('id: "日本😀", modules: [A]')
    assert load(text).exclusions[0].modules[0].place == Place(PATH, 3, 36)
    assert problems("\ufeffversio: 1")[0].place == Place(PATH, 1, 1)


def test_the_file_is_read_unless_a_text_is_given(tmp_path: Path) -> None:
    path = tmp_path / "quantfence.yaml"
    path.write_text("version: 1\nprofile: vllm\n")
    assert load_manifest(path).profile == "vllm"
    assert load_manifest(path, b"version: 1\nprofile: sglang\n").profile == "sglang"


def test_paths_are_absolute_and_shown_relative(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ManifestError) as caught:
        load_manifest(Path("quantfence.yaml"), b"version: 1\nprofil: sglang\n")
    assert caught.value.problems[0].place.path == tmp_path / "quantfence.yaml"
    accepted = "`version`, `profile`, `quantization`, `exclusions`, `config_only`, `layers`"
    message = f"unknown key `profil`; did you mean `profile`? accepted here: {accepted}"
    assert str(caught.value) == f"quantfence.yaml:2:1: {message}"


def test_all_problems_of_a_file_come_at_once_and_in_order() -> None:
    text = "version: 3\nprofile: nope\nexclusions:\n  - policy: flag\n    names: ['re:(', 're:(a|a)*', 7]\n  - id: x\n"
    places = [problem.place[1:] for problem in problems(text)]
    assert places == [(1, 10), (2, 10), (4, 3), (4, 13), (5, 13), (5, 21), (5, 34), (6, 3)]


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        (b"version: 1\nprofile: \xff\n", 2, 10, "0xff"),
        ("version: 1\nprofile: [sglang\n", 3, 1, "not valid YAML"),
        ("version: 1\nprofile: \x07\n", 2, 10, "U+0007"),
        ("version: 1\n\tprofile: sglang\n", 2, 1, "not valid YAML"),
        ("", 1, 1, "empty"),
        ("# nothing\n", 1, 1, "empty"),
        ("---\n", 1, 1, "empty"),
        ("version: 1\nprofile: sglang\n---\nversion: 1\n", 3, 1, "second document"),
        ("- a\n", 1, 1, "takes a mapping; found a list"),
        ("version: 1\nprofile: sglang\nprofile: vllm\n", 3, 1, "duplicate key `profile`, first given in line 2"),
        ("version: 1\nprofile: sglang\n1: 2\n", 3, 1, "the number `1`"),
        ("version: 1\nprofile: sglang\n<<: {a: b}\n", 3, 1, "unknown key `<<`"),
        ("version: 1\nprofile: !!python/name:os.system sglang\n", 2, 10, "unknown tag `python/name:os.system`"),
        ("version: 1\nprofile: sglan\n", 2, 10, "unknown profile `sglan`; did you mean `sglang`?"),
        ("version: 2\nprofile: sglang\n", 1, 10, "accepted: 1"),
        ("profile: sglang\n", 1, 1, "a manifest needs `version`; accepted: 1"),
        ("version: 1\nprofile: xtuner\n", 1, 1, "nothing to check"),
        ("version: 1\nexclusions: [{id: a, modules: [A]}]\n", 2, 1, "need a quantization config"),
        ("version: 1\nprofile: sglang\nexclusions:\n", 3, 1, "`exclusions` takes a list; found nothing"),
        (f"{HEAD}exclusions:\n  - ID: a\n    modules: [A]\n", 4, 5, "did you mean `id`?"),
        (f"{HEAD}exclusions:\n  - id: a\n    moduls: [A]\n", 5, 5, "did you mean `modules`?"),
        (f"{HEAD}exclusions:\n  - id: a\n    modules: [A]\n  - id: a\n    modules: [B]\n", 6, 9, "duplicate id `a`"),
        (with_exclusion("id: a, modules: [A], policy: flag"), 3, 44, "`not Class.flag`"),
        (with_exclusion("id: a, names: ['re:a(']"), 3, 30, "position 1"),
        (with_exclusion("id: a, names: ['re:(a+)+']"), 3, 30, "forever"),
        (with_exclusion("id: a, modules: A"), 3, 31, "write `[A]`"),
        (with_exclusion("id: yes, modules: [A]"), 3, 19, "the truth value `yes` (quote it"),
        (with_exclusion("id: a, modules: [A], recipe: ../b.json"), 3, 44, "leads out"),
    ],
)
def test_what_a_problem_says_and_where(text: str | bytes, line: int, column: int, words: str) -> None:
    found = only(text)
    assert found[:2] == (line, column)
    assert words in found[2]
    assert "\n" not in found[2]


@pytest.mark.parametrize("text", GOOD.values(), ids=GOOD)
def test_good_manifests_load(text: str) -> None:
    assert isinstance(load(text), Manifest)


@pytest.mark.parametrize("text", (BAD | LOADER_ONLY).values(), ids=BAD | LOADER_ONLY)
def test_bad_manifests_have_one_problem_each(text: str) -> None:
    assert len(problems(text)) == 1


def test_a_flag_that_is_a_policy_is_not_repeated() -> None:
    text = with_exclusion("id: a, modules: [A], policy: C.flag") + "config_only: [C.flag, C.other, C.other]\n"
    assert [(flag.owner, flag.field) for flag in load(text).config_only] == [("C", "other")]


def test_own_keys_add_to_the_profile() -> None:
    text = (
        "version: 1\nprofile: sglang\nquantization: {types: [Mine, QuantizationConfig], names: [cfg]}\n"
        'layers: {classes: [MyLinear], prefix: name, helpers: {maybe_prefix: "{0}/{1}"}, fused: {ab: [a, b]}}\n'
    )
    manifest = load(text)
    assert manifest.quantization == Quantization(("QuantizationConfig", "Mine"), ("quant_config", "cfg"))
    assert manifest.layers.classes[-1] == "MyLinear"
    assert len(manifest.layers.classes) == len(load(GOOD["profile alone"]).layers.classes) + 1
    assert manifest.layers.prefix == "name"
    assert dict(manifest.layers.helpers) == {"add_prefix": "{1}.{0}", "maybe_prefix": "{0}/{1}"}
    assert list(dict(manifest.layers.fused)) == ["qkv_proj", "gate_up_proj", "ab"]


def test_a_file_that_can_not_be_read(tmp_path: Path) -> None:
    for path, words in ((tmp_path / "none.yaml", "No such file"), (tmp_path, "not a file")):
        with pytest.raises(ManifestError, match=words):
            load_manifest(path)


def test_a_file_that_is_too_large(tmp_path: Path) -> None:
    path = tmp_path / "quantfence.yaml"
    path.write_bytes(b"#" * (MAX_BYTES + 1))
    with pytest.raises(ManifestError, match="too large"):
        load_manifest(path)


LAUGHS = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{name}: &{name} [{', '.join([f'*{before}'] * 9)}]\n" for before, name in zip("abcdefgh", "bcdefghi", strict=True)
)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[" * 900, "too deeply"),
        ("[" * 100_000, "maximum nesting depth" if yaml.__with_libyaml__ else "too deeply"),
        ("{a: " * 100_000, "too deeply"),
        ("- " * 100_000 + "a", "too deeply"),
        ("".join(f"k{n}: &k{n} [{f'*k{n - 1}' if n else ''}]\n" for n in range(5_000)), "too deeply"),
        (LAUGHS, "too many values"),
        ("x: [" + "a," * 30_000 + "]", "too many values"),
        ("a: &a [*a]\n", "contains itself"),
        ("a: &a {b: [*a]}\n", "contains itself"),
        ("a: *b\n", "not valid YAML"),
        (f"version: 1\nprofile: {'a' * 1_000_000}\n", "unknown profile"),
        (with_exclusion(f'id: a, modules: [A], reason: "{"a" * 1_000_000}\\0"'), "is not a text"),
        (with_exclusion(f"id: a, modules: [A{'.a' * 400_000}]"), "too long"),
        (with_exclusion(f"id: a, names: ['re:{'(a+)' * 100_000}']"), "too large"),
    ],
    ids=range(14),
)
def test_hostile_files_are_refused_quickly(text: str, words: str) -> None:
    assert any(words in problem.message for problem in problems(text))


@pytest.mark.parametrize("loader", [yaml.SafeLoader, getattr(yaml, "CSafeLoader", yaml.SafeLoader)])
def test_both_readers_of_yaml_see_the_same(loader: object, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = load(FULL)
    monkeypatch.setattr("lint_rules.manifest.document._LOADER", loader)
    assert load(FULL) == expected
    assert problems("version: 1\nprofile: sglang\nnames: &a [*a]\n")[0].place[1:] == (3, 8)
    assert "not valid YAML" in problems("a: *b\n")[0].message


def check(content: bytes) -> None:
    try:
        assert isinstance(load_manifest(PATH, content), Manifest)
    except ManifestError as error:
        assert error.problems
        assert len(str(error).splitlines()) == len(error.problems)


@given(st.binary(max_size=200))
def test_no_bytes_give_anything_but_a_manifest_or_its_error(content: bytes) -> None:
    check(content)


@given(st.data())
def test_no_damage_gives_anything_but_a_manifest_or_its_error(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from([FULL, LAUGHS, *GOOD.values()]))
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 30)))
    piece = data.draw(
        st.text(max_size=8) | st.sampled_from(["*a", "&a ", "- ", ": ", "[", "{", "\n", "!!x ", "? ", "<<"])
    )
    check((text[:start] + piece + text[end:]).encode(errors="surrogatepass"))
