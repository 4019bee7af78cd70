"""What one list means to each engine: a table for each method, and the proof that no two columns of it are alike."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pytest
from recipes import sign

# x: excluded, .: quantized, !: the engine stops, ?: it does not know the method. Entries are separated by commas, `-` is none;
# `~` stands for `model.layers.1`. The layers are fused as in most models: q, k, v and gate, up.
TABLES = {
    "fp8 modules_to_not_convert": """
        entries                                            name                               vllm sglang transformers lmdeploy torchtitan
        ~.mlp.gate                                         ~.mlp.gate                         x    x      x            x        x
        ~.mlp.gate                                         ~.mlp.gate_up_proj                 .    .      .            .        x
        ~.mlp.gate                                         ~.mlp.gate.proj                    .    x      x            .        x
        ~.mlp.gate                                         ~.mlp                              .    .      .            x        .
        ~.mlp.gate                                         ~.mlp.ga                           .    .      .            x        .
        ~.mlp.gate                                         model.layers.11.mlp.gate           .    .      .            .        .
        ~.mlp.gate                                         layers.1.mlp.gate                  .    x      .            x        .
        layers.1.mlp.gate                                  ~.mlp.gate                         .    x      x            .        x
        mlp.gate                                           ~.mlp.gate                         .    x      x            .        x
        mlp.gate                                           ~.mlp.gate_proj                    .    .      .            .        x
        mlp.gate                                           ~.xmlp.gate                        .    .      x            .        x
        lp.gate                                            ~.mlp.gate                         .    .      x            .        x
        mlp                                                ~.mlp.down_proj                    .    x      .            .        x
        model.layers.*.mlp.gate                            ~.mlp.gate                         .    .      x            .        .
        model.layers.1                                     model.layers.12.mlp.gate           .    .      .            .        x
        ~.mlp.gate                                         model-layers.1.mlp.gate            .    .      x            .        .
        ~.self_attn.qkv_proj                               ~.self_attn.qkv_proj               x    .      x            x        x
        ~.self_attn.q_proj,~.self_attn.k_proj,~.self_attn.v_proj  ~.self_attn.qkv_proj        x    x      .            x        .
        ~.self_attn.q_proj,~.self_attn.k_proj              ~.self_attn.qkv_proj               !    !      .            x        .
        ~.self_attn.v_proj                                 ~.self_attn.qkv_proj               !    !      .            .        .
        ~.mlp.gate_proj,~.mlp.up_proj                      ~.mlp.gate_up_proj                 x    x      .            x        .
        ~.mlp.gate_proj                                    ~.mlp.gate_up_proj                 !    !      .            x        .
        ~.mlp.experts.0.down_proj                          ~.mlp.experts                      x    x      .            x        .
        ~.mlp.experts                                      ~.mlp.experts.0.down_proj          .    x      x            .        x
        lm_head                                            lm_head                            x    x      x            x        x
        lm_head                                            model.lm_head                      .    x      x            .        x
        -                                                  lm_head                            .    .      .            .        .
        """,
    "compressed-tensors ignore": """
        entries                                            name                               vllm sglang transformers lmdeploy compressed-tensors
        ~.mlp.gate                                         ~.mlp.gate                         x    x      x            x        x
        ~.mlp.gate                                         ~.mlp.gate.proj                    .    .      .            .        .
        mlp.gate                                           ~.mlp.gate                         .    x      .            .        .
        lp.gate                                            ~.mlp.gate                         .    .      .            .        .
        re:.*mlp.gate                                      ~.mlp.gate                         x    x      x            x        x
        re:.*mlp.gate                                      ~.mlp.gate_proj                    x    x      x            x        x
        re:.*mlp.gate$                                     ~.mlp.gate_proj                    .    .      .            .        .
        re:mlp.gate                                        ~.mlp.gate                         .    .      .            .        .
        ~.self_attn.q_proj                                 ~.self_attn.qkv_proj               !    !      x            .        x
        ~.self_attn.q_proj,~.self_attn.k_proj,~.self_attn.v_proj  ~.self_attn.qkv_proj        x    x      x            .        x
        ~.self_attn.qkv_proj                               ~.self_attn.qkv_proj               x    x      .            x        .
        re:.*qkv_proj                                      ~.self_attn.qkv_proj               x    .      .            x        .
        re:.*[qkv]_proj                                    ~.self_attn.qkv_proj               x    x      x            x        x
        re:.*[qk]_proj                                     ~.self_attn.qkv_proj               !    !      x            .        x
        Linear                                             ~.mlp.gate                         .    .      .            .        .
        """,
    "quark exclude": """
        entries                                            name                               vllm sglang
        ~.mlp.gate                                         ~.mlp.gate                         x    x
        mlp.gate                                           ~.mlp.gate                         .    .
        re:.*gate                                          ~.mlp.gate_proj                    x    x
        *gate                                              ~.mlp.gate                         .    .
        ~.self_attn.q_proj                                 ~.self_attn.qkv_proj               !    !
        ~.self_attn.qkv_proj                               ~.self_attn.qkv_proj               x    x
        re:.*qkv_proj                                      ~.self_attn.qkv_proj               x    x
        ~.mlp.experts.3.down_proj                          ~.mlp.experts                      x    x
        ~.mlp.experts.3.down_proj                          ~.mlp                              .    .
        """,
    "awq modules_to_not_convert": """
        entries                                            name                               vllm sglang transformers lmdeploy
        mlp.gate                                           ~.mlp.gate                         x    x      x            .
        mlp.gate                                           ~.mlp.gate_proj                    x    x      .            .
        visual                                             visual.blocks.0.qkv                x    x      x            .
        visual.blocks                                      visual                             .    .      .            x
        q_proj,k_proj                                      ~.self_attn.qkv_proj               !    .      .            .
        v_proj                                             ~.self_attn.qkv_proj               x    x      x            .
        ~.self_attn.q_proj                                 ~.self_attn.qkv_proj               !    .      .            x
        qkv                                                ~.self_attn.qkv_proj               x    x      .            .
        """,
    "modelopt ignore": """
        entries                                            name                               vllm sglang
        lm_head                                            lm_head                            x    x
        ~.mlp.gate                                         ~.mlp.gate                         x    x
        mlp.gate                                           ~.mlp.gate                         x    x
        mlp.gate                                           ~.mlp.gate_proj                    x    .
        model.layers.1*                                    model.layers.12.mlp.gate           x    x
        mtp*                                               model.mtp_layers.0.fc              .    x
        *.1.mlp.*                                          ~.mlp.down_proj                    x    x
        visual.0                                           language_model.visual.0            x    x
        visual.*                                           language_model.visual.0            .    x
        ~.self_attn.q_proj                                 ~.self_attn.qkv_proj               !    !
        ~.self_attn.q_a_proj                               ~.self_attn.fused_qkv_a_proj_with_mqa  .    .
        ~.self_attn.kv_a_proj_with_mqa                     ~.self_attn.fused_qkv_a_proj_with_mqa  .    x
        ~.self_attn.q_a_proj                               ~.self_attn.fused_q_a_proj         .    x
        -                                                  vision_tower.blocks.0              x    .
        """,
    "gptq dynamic": """
        entries                                            name                               vllm sglang
        -:.*mlp.gate                                       ~.mlp.gate                         x    x
        -:.*mlp.gate                                       ~.mlp.gate_proj                    x    x
        -:mlp.gate                                         ~.mlp.gate                         .    .
        +:.*gate,-:.*mlp                                   ~.mlp.gate                         .    .
        -:.*mlp,+:.*gate                                   ~.mlp.gate                         x    x
        .*mlp                                              ~.mlp.gate                         .    .
        -:.*q_proj                                         ~.self_attn.qkv_proj               .    .
        """,
    "gptq modules_in_block_to_quantize": """
        entries                                            name                               vllm sglang
        self_attn.q_proj                                   ~.self_attn.q_proj                 .    .
        self_attn.q_proj                                   ~.self_attn.o_proj                 x    .
        self_attn.q_proj                                   ~.self_attn.qkv_proj               !    .
        self_attn.q_proj,self_attn.k_proj,self_attn.v_proj  ~.self_attn.qkv_proj              .    .
        mlp.down_proj                                      ~.self_attn.qkv_proj               x    .
        """,
    "bitsandbytes llm_int8_skip_modules": """
        entries                                            name                               vllm sglang transformers
        lm_head                                            model.lm_head                      ?    x      x
        model.layers.1                                     ~.mlp.gate                         ?    x      x
        mlp.gate                                           ~.mlp.gate                         ?    .      x
        gate                                               ~.mlp.gate.proj                    ?    x      .
        """,
    "hqq skip_modules": """
        entries                                            name                               vllm transformers
        mlp.gate                                           ~.mlp.gate                         ?    x
        ~.mlp.gate                                         ~.mlp.gate                         ?    .
        gate                                               ~.mlp.gate                         ?    .
        """,
    "eetq modules_to_not_convert": """
        entries                                            name                               vllm transformers
        lm_head                                            lm_head                            ?    x
        gate                                               ~.mlp.gate                         ?    x
        """,
}
ALIKE = {
    # It hands the list to the library.
    ("compressed-tensors ignore", "transformers", "compressed-tensors"),
    # Since SGLang 0.5.23.
    ("quark exclude", "vllm", "sglang"),
    ("gptq dynamic", "vllm", "sglang"),
}


def _rows(table: str) -> tuple[list[str], list[tuple[list[str], str, list[str]]]]:
    head, *lines = [line.replace("~", "model.layers.1").split() for line in table.strip().splitlines()]
    rows = [([] if entries == "-" else entries.split(","), name, signs) for entries, name, *signs in lines]
    return head[2:], rows


def _cases() -> Iterator[tuple[str, str, list[str], str, str]]:
    for title, table in TABLES.items():
        engines, rows = _rows(table)
        for entries, name, signs in rows:
            for engine, expected in zip(engines, signs, strict=True):
                yield title, engine, entries, name, expected


@pytest.mark.parametrize(("title", "engine", "entries", "name", "expected"), list(_cases()))
def test_engines(title: str, engine: str, entries: list[str], name: str, expected: str) -> None:
    method, key = title.split()
    listed = dict.fromkeys(entries, 0) if key == "dynamic" else entries
    assert sign(engine, {"quant_method": method, key: listed}, name) == expected


@pytest.mark.parametrize("title", TABLES)
def test_each_engine_is_told_from_its_neighbours(title: str) -> None:
    engines, rows = _rows(TABLES[title])
    columns = {engine: [signs[at] for _, _, signs in rows] for at, engine in enumerate(engines)}
    alike = {(title, one, other) for one, other in combinations(engines, 2) if columns[one] == columns[other]}
    assert alike == {pair for pair in ALIKE if pair[0] == title}
