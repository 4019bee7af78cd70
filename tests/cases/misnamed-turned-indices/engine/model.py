"""Lists, lists of lists, and dicts of layers."""

from torch import nn

from engine.linear import QuantizationConfig, ReplicatedLinear, add_prefix, make_layers, maybe_prefix


class Numbers(nn.Module):
    def __init__(
        self, sizes: list[int], quant_config: QuantizationConfig | None, prefix: str
    ) -> None:
        super().__init__()
        common = {"output_size": 1, "quant_config": quant_config}
        depth, size = len(sizes), sizes[0]
        self.first = nn.ModuleList(
            [ReplicatedLinear(size, **common, prefix=f"{prefix}.first.{i}") for i in range(depth)]
        )
        self.second = nn.ModuleList(
            [
                ReplicatedLinear(
                    size,
                    **common,
                    prefix=f"{prefix}.second",
                )
                for _ in range(depth)
            ]
        )
        self.third = nn.ModuleList(
            [
                ReplicatedLinear(size, **common, prefix=f"{prefix}.{i}")
                for i in range(depth)
            ]
        )
        self.fourth = nn.ModuleList(
            [
                ReplicatedLinear(width, **common, prefix=f"{prefix}.fourth.{number}")
                for number, width in enumerate(sizes)
            ]
        )
        self.fifth = nn.ModuleList()
        for number, width in enumerate(sizes, start=1):
            self.fifth.append(
                ReplicatedLinear(
                    width,
                    **common,
                    prefix=f"{prefix}.fifth.{number}",
                )
            )
        self.sixth = nn.ModuleList()
        for number, width in zip(range(depth), sizes):
            name = add_prefix(str(number), add_prefix("sixth", prefix))
            self.sixth.append(ReplicatedLinear(width, **common, prefix=name))
        self.seventh = nn.ModuleList(
            [
                ReplicatedLinear(size, **common, prefix=f"{prefix}.seventh.{i + 1}")
                for i in range(depth)
            ]
        )
        self.eighth = nn.ModuleList(
            [
                ReplicatedLinear(size, **common, prefix=prefix + ".eighth." + str(i))
                for i in range(depth)
            ]
        )
        self.ninth = nn.ModuleList(
            [
                ReplicatedLinear(size, **common, prefix=f"{prefix}.ninth.0")
                for i in range(depth)
            ]
        )
        self.tenth = make_layers(
            depth,
            lambda prefix: ReplicatedLinear(size, **common, prefix=prefix),
            prefix=f"{prefix}.ninth",
        )
        layers = []
        for i in range(depth):
            layers.append(ReplicatedLinear(size, **common, prefix=f"{prefix}.last.{i}"))
        self.last = nn.ModuleList(layers)


class Nested(nn.Module):
    def __init__(
        self, size: int, rows: int, columns: int, quant_config: QuantizationConfig | None, prefix: str
    ) -> None:
        super().__init__()
        common = {"input_size": size, "output_size": size, "quant_config": quant_config}
        self.grid = nn.ModuleList(
            [
                nn.ModuleList(
                    [
                        ReplicatedLinear(**common, prefix=f"{prefix}.grid.{row}.{column}")
                        for column in range(columns)
                    ]
                )
                for row in range(rows)
            ]
        )
        self.turned = nn.ModuleList(
            [
                nn.ModuleList(
                    [
                        ReplicatedLinear(**common, prefix=f"{prefix}.turned.{column}.{row}")
                        for column in range(columns)
                    ]
                )
                for row in range(rows)
            ]
        )
        self.short = nn.ModuleList(
            [
                nn.ModuleList(
                    [
                        ReplicatedLinear(**common, prefix=f"{prefix}.short.{row}")
                        for _ in range(columns)
                    ]
                )
                for row in range(rows)
            ]
        )
        self.pair = nn.ModuleList(
            [
                ReplicatedLinear(**common, prefix=f"{prefix}.pair.0"),
                ReplicatedLinear(**common, prefix=f"{prefix}.pair.0"),
            ]
        )
        self.merger = nn.Sequential(
            ReplicatedLinear(**common, prefix=f"{prefix}.merger.0"),
            nn.GELU(),
            ReplicatedLinear(**common, prefix=f"{prefix}.merger.1"),
            nn.GELU(),
            ReplicatedLinear(**common, prefix=f"{prefix}.merger.4"),
        )


class Keys(nn.Module):
    def __init__(self, size: int, quant_config: QuantizationConfig | None, prefix: str) -> None:
        super().__init__()
        common = {"input_size": size, "output_size": size, "quant_config": quant_config}
        self.heads = nn.ModuleDict(
            {
                "text": ReplicatedLinear(**common, prefix=f"{prefix}.heads.text"),
                "image": ReplicatedLinear(**common, prefix=f"{prefix}.heads.text"),
            }
        )
        self.adapters = nn.ModuleDict(
            {
                kind: ReplicatedLinear(**common, prefix=f"{prefix}.adapters.{kind}")
                for kind in ("audio", "video")
            }
        )
        self.routes = nn.ModuleDict(
            {
                kind: ReplicatedLinear(**common, prefix=f"{prefix}.{kind}")
                for kind in ("audio", "video")
            }
        )
        self.towers = nn.ModuleDict()
        for side in ("left", "right"):
            self.towers[side] = ReplicatedLinear(**common, prefix=f"{prefix}.towers.{side}")


class NumberedModel(nn.Module):
    def __init__(
        self, sizes: list[int], quant_config: QuantizationConfig | None = None, prefix: str = ""
    ) -> None:
        super().__init__()
        self.model = Numbers(sizes, quant_config, maybe_prefix(prefix, "model"))
        self.nested = Nested(sizes[0], 2, 3, quant_config, maybe_prefix(prefix, "nested"))
        self.keys = Keys(sizes[0], quant_config, maybe_prefix(prefix, "keys"))
