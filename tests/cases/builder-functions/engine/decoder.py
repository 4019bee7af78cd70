"""A sparse decoder."""

from torch import nn

from .nn import build_colwise_linear, build_linear, build_qkv_proj, build_rowwise_linear


class Attention(nn.Module):
    def __init__(self, config, dtype=None, device=None):
        super().__init__()
        quantization_config = getattr(config, "quantization_config", None)
        self.qkv_proj = build_qkv_proj(
            config.hidden_size,
            config.num_attention_heads,
            config.num_key_value_heads,
            config.head_dim,
            quant_config=quantization_config,
            dtype=dtype,
            device=device,
        )
        self.o_proj = build_rowwise_linear(
            config.num_attention_heads * config.head_dim,
            config.hidden_size,
            quant_config=quantization_config,
            dtype=dtype,
            device=device,
            is_tp=True,
        )


class MLP(nn.Module):
    def __init__(self, config, width=None, dtype=None, device=None):
        super().__init__()
        quantization_config = getattr(config, "quantization_config", None)
        width = config.intermediate_size if width is None else width
        self.gate_up_proj = build_colwise_linear(
            config.hidden_size,
            2 * width,
            quant_config=quantization_config,
            dtype=dtype,
            device=device,
            is_tp=True,
        )
        self.down_proj = build_rowwise_linear(
            width,
            config.hidden_size,
            quant_config=quantization_config,
            dtype=dtype,
            device=device,
            is_tp=True,
        )


class SparseMoE(nn.Module):
    def __init__(self, config, dtype=None, device=None):
        super().__init__()
        quantization_config = getattr(config, "quantization_config", None)
        # The router is never quantized.
        self.gate = build_rowwise_linear(
            config.hidden_size,
            config.num_experts,
            quant_config=None,
            dtype=dtype,
            device=device,
        )
        self.shared_gate = build_linear(
            config.hidden_size,
            1,
            False,
            quantization_config,
            dtype=dtype,
            device=device,
        )
        self.experts = nn.ModuleList(
            [
                MLP(config, config.moe_intermediate_size, dtype=dtype, device=device)
                for _ in range(config.num_experts)
            ]
        )
        self.shared_expert = MLP(config, dtype=dtype, device=device)


class DecoderLayer(nn.Module):
    def __init__(self, config, layer_idx, dtype=None, device=None):
        super().__init__()
        self.self_attn = Attention(config, dtype=dtype, device=device)
        dense = layer_idx in getattr(config, "mlp_only_layers", ())
        if not dense and (layer_idx + 1) % config.decoder_sparse_step == 0:
            self.mlp = SparseMoE(config, dtype=dtype, device=device)
        else:
            self.mlp = MLP(config, dtype=dtype, device=device)


class Decoder(nn.Module):
    def __init__(self, config, dtype=None, device=None):
        super().__init__()
        self.embed_tokens = nn.Embedding(config.vocab_size, config.hidden_size)
        self.layers = nn.ModuleList(
            [
                DecoderLayer(config, layer_idx, dtype=dtype, device=device)
                for layer_idx in range(config.num_hidden_layers)
            ]
        )


class NextTokenHead(nn.Module):
    """Drafts the token after next."""

    def __init__(self, size, vocab_size, quant_config=None, dtype=None, device=None):
        super().__init__()
        self.mix = build_colwise_linear(
            2 * size, size, quant_config=quant_config, dtype=dtype, device=device
        )
        self.out = build_colwise_linear(size, vocab_size, quant_config=quant_config)


class DecoderForCausalLM(nn.Module):
    def __init__(self, config, ctx_mgr=None, dtype=None, device=None):
        super().__init__()
        self.ctx_mgr = ctx_mgr
        self.model = Decoder(config, dtype=dtype, device=device)
        head_config = config.quantization_config
        if getattr(config, "tie_word_embeddings", False):
            head_config = None
        self.lm_head = build_rowwise_linear(
            config.hidden_size,
            config.vocab_size,
            bias=False,
            quant_config=head_config,
            dtype=dtype,
            device=device,
        )
        self.draft_head = NextTokenHead(
            config.hidden_size,
            config.vocab_size,
            config.get("quantization_config"),
            dtype,
            device,
        )


class DecoderForValue(nn.Module):
    def __init__(self, config, dtype=None, device=None):
        super().__init__()
        self.backbone = Decoder(config, dtype=dtype, device=device)
        self.value_head = build_rowwise_linear(
            config.hidden_size, 1, bias=True, quant_config=config.quantization_config
        )
