"""Small manifests that several tests share."""

from __future__ import annotations

HEAD = "version: 1\nquantization: {names: [float8_cfg]}\n"
"""A beginning that says what carries a config."""


def with_exclusion(body: str) -> str:
    """Return a manifest with one exclusion, ``body`` being its keys in flow style."""
    return f"{HEAD}exclusions: [{{{body}}}]\n"


def with_layers(body: str) -> str:
    """Return a manifest with ``layers`` only, ``body`` being its keys in flow style."""
    return f"version: 1\nlayers: {{classes: [LinearBase], {body}}}\n"


FULL = """\
version: 1
profile: xtuner

quantization:
  types: [Float8Config, pkg.config.OtherConfig]
  names: [float8_cfg, precision]

exclusions:
  - id: delta
    modules:
      - DeltaAttention
      - LatentAttention.indexer.*_proj
    names:
      - model.layers.*.self_attn.q_proj
      - 're:model\\.layers\\.\\d+\\.mlp\\.gate(.\\w+)?'
    policy: not DeltaConfig.keep_bf16
    entrypoints:
      - TextConfig
      - TextConfig.from_hf
    recipe: recipes/text/config.json
    engine: sglang
    reason: |
      The checkpoint keeps them.
      All of them.

config_only:
  - DeltaConfig.keep_bf16
  - pkg.delta.OtherConfig.quantize_kernel

layers:
  classes: [LinearBase]
  prefix: name
  helpers: {maybe_prefix: "{0}.{1}"}
  fused: {qkv_proj: [q_proj, k_proj, v_proj]}
  rename: {".conv.": ".short_conv.", "language_model.": ""}
"""

GOOD = {
    "full": FULL,
    "profile alone": "version: 1\nprofile: sglang\n",
    "flags alone": "version: 1\nconfig_only: [DeltaConfig.flag]\n",
    "layers alone": "version: 1\nlayers: {classes: [LinearBase], prefix: prefix}\n",
    "profile carries": "version: 1\nprofile: lmdeploy\nexclusions: [{id: a, modules: [A]}]\n",
    "types carry": "version: 1\nquantization: {types: [a.B]}\nexclusions: [{id: a, names: [lm_head]}]\n",
    "globs": with_exclusion('id: a, modules: ["A.**.gate_?[ab]", a.b.C, A.layers.0]'),
    "dotted policy": with_exclusion("id: a, modules: [A], policy: pkg.mod.Config.flag"),
    "negated policy": with_exclusion("id: a, modules: [A], policy: not pkg.mod.Config.flag"),
    "quoted number": with_exclusion('id: "12", modules: [A]'),
    "regex": with_exclusion("id: a, names: ['re:(?:.*\\.)?gate']"),
    "all fields of layers": with_layers('helpers: {a.join: "{1}/{0}"}, fused: {a.b: ["1", c]}, rename: {x: ""}'),
    "path inside": with_exclusion("id: a, modules: [A], recipe: a/../b/config.json"),
}

BAD = {
    "no version": "profile: sglang\n",
    "version 2": "version: 2\nprofile: sglang\n",
    "version text": "version: '1'\nprofile: sglang\n",
    "unknown key": "version: 1\nprofile: sglang\nexclude: []\n",
    "unknown profile": "version: 1\nprofile: vlm\n",
    "profile number": "version: 1\nprofile: 3\n",
    "top level list": "- version: 1\n",
    "nothing to check": "version: 1\nprofile: xtuner\n",
    "layers without classes": "version: 1\nlayers: {prefix: prefix}\n",
    "no config at all": "version: 1\nexclusions: [{id: a, modules: [A]}]\n",
    "empty quantization": "version: 1\nquantization: {}\nexclusions: [{id: a, modules: [A]}]\n",
    "empty exclusions": "version: 1\nprofile: sglang\nexclusions: []\n",
    "exclusions nothing": "version: 1\nprofile: sglang\nexclusions:\n",
    "exclusions mapping": "version: 1\nprofile: sglang\nexclusions: {id: a, modules: [A]}\n",
    "exclusion text": f"{HEAD}exclusions: [A]\n",
    "no id": with_exclusion("modules: [A]"),
    "blank id": with_exclusion("id: ' ', modules: [A]"),
    "number id": with_exclusion("id: 12, modules: [A]"),
    "neither": with_exclusion("id: a, reason: because"),
    "modules text": with_exclusion("id: a, modules: A"),
    "modules empty": with_exclusion("id: a, modules: []"),
    "module blank": with_exclusion("id: a, modules: ['']"),
    "module dash": with_exclusion("id: a, modules: [a-b]"),
    "module glob first": with_exclusion("id: a, modules: ['*Attention']"),
    "module dots": with_exclusion("id: a, modules: [A..b]"),
    "name regex without mark": with_exclusion("id: a, names: ['model\\.x']"),
    "name trailing dot": with_exclusion("id: a, names: [mlp.gate.]"),
    "name empty regex": with_exclusion("id: a, names: ['re:']"),
    "name number": with_exclusion("id: a, names: [3]"),
    "policy bare": with_exclusion("id: a, modules: [A], policy: flag"),
    "policy expression": with_exclusion("id: a, modules: [A], policy: A.flag and B.flag"),
    "policy list": with_exclusion("id: a, modules: [A], policy: [A.flag]"),
    "entrypoint call": with_exclusion("id: a, modules: [A], entrypoints: [A.from_hf()]"),
    "engine unknown": with_exclusion("id: a, modules: [A], engine: tensorrt"),
    "engine nothing": with_exclusion("id: a, modules: [A], engine: null"),
    "recipe absolute": with_exclusion("id: a, modules: [A], recipe: /etc/passwd"),
    "recipe drive": with_exclusion("id: a, modules: [A], recipe: 'C:/config.json'"),
    "recipe backslash": with_exclusion("id: a, modules: [A], recipe: 'a\\b.json'"),
    "reason blank": with_exclusion("id: a, modules: [A], reason: ''"),
    "reason list": with_exclusion("id: a, modules: [A], reason: [a]"),
    "flag bare": "version: 1\nconfig_only: [flag]\n",
    "flag negated": "version: 1\nconfig_only: [not A.flag]\n",
    "flags text": "version: 1\nconfig_only: A.flag\n",
    "helper incomplete": with_layers('helpers: {f: "{0}"}'),
    "helper with names": with_layers('helpers: {f: "{0}.{1}.{name}"}'),
    "helpers list": with_layers("helpers: [f]"),
    "helpers empty": with_layers("helpers: {}"),
    "fused one part": with_layers("fused: {a: [b]}"),
    "fused text": with_layers("fused: {a: b}"),
    "fused glob": with_layers("fused: {a: [b, '*']}"),
    "rename list": with_layers("rename: {a: [b]}"),
    "rename blank key": with_layers("rename: {'': b}"),
    "prefix dotted": with_layers("prefix: a.b"),
    "layers unknown key": with_layers("klasses: [A]"),
    "types number": "version: 1\nprofile: sglang\nquantization: {types: [1]}\n",
    "names dotted": "version: 1\nprofile: sglang\nquantization: {names: [a.b]}\n",
}

LOADER_ONLY = {
    "broken regex": with_exclusion("id: a, names: ['re:(']"),
    "hanging regex": with_exclusion("id: a, names: ['re:(a+)+']"),
    "wildcards": with_exclusion("id: a, names: ['**a**a**a**a**a']"),
    "module wildcards": with_exclusion("id: a, modules: ['A.*a*a*a*a*a*']"),
    "recipe outside": with_exclusion("id: a, modules: [A], recipe: a/../../b.json"),
    "duplicate key": "version: 1\nversion: 1\nprofile: sglang\n",
    "duplicate id": f"{HEAD}exclusions: [{{id: a, modules: [A]}}, {{id: a, modules: [B]}}]\n",
}
"""Bad manifests whose fault a JSON schema can't express."""
