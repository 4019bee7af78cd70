"""A decoder with one dense layer and a few sparse ones, all of plain linear layers."""

from torch import nn


class Attention(nn.Module):
    def __init__(self, size: int) -> None:
        super().__init__()
        self.q_proj = nn.Linear(size, size, bias=False)
        self.kv_b_proj = nn.Linear(size, 2 * size, bias=False)
        self.o_proj = nn.Linear(size, size, bias=False)


class DenseMLP(nn.Module):
    def __init__(self, size: int) -> None:
        super().__init__()
        self.gate_proj = nn.Linear(size, 2 * size, bias=False)
        self.down_proj = nn.Linear(2 * size, size, bias=False)


class SparseMLP(nn.Module):
    def __init__(self, size: int) -> None:
        super().__init__()
        self.gate = nn.Linear(size, 4, bias=False)
        self.experts = nn.ModuleList([DenseMLP(size) for _ in range(4)])


class Layer(nn.Module):
    def __init__(self, size: int, dense: bool) -> None:
        super().__init__()
        self.self_attn = Attention(size)
        self.mlp = DenseMLP(size) if dense else SparseMLP(size)


class FlashModel(nn.Module):
    def __init__(self, size: int) -> None:
        super().__init__()
        self.layers = nn.ModuleList([Layer(size, number < 1) for number in range(3)])


class FlashForCausalLM(nn.Module):
    def __init__(self, size: int) -> None:
        super().__init__()
        self.model = FlashModel(size)
        self.lm_head = nn.Linear(size, 1000, bias=False)
