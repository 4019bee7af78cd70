"""Thirty projections, and how to write a name."""

from torch import nn

from engine.linear import QuantizationConfig, ReplicatedLinear, add_prefix, maybe_prefix

WEST = "west"


class Block(nn.Module):
    def __init__(self, size: int, quant_config: QuantizationConfig | None, prefix: str) -> None:
        super().__init__()
        self.prefix = prefix
        common = {"input_size": size, "output_size": size, "quant_config": quant_config}

        self.first = ReplicatedLinear(**common, prefix=prefix + ".first")
        self.second = ReplicatedLinear(**common, prefix=prefix + ".first")
        self.third = ReplicatedLinear(**common, prefix=prefix + "." + "third")
        self.fourth = ReplicatedLinear(**common, prefix=prefix + "." + "third")

        self.fifth = ReplicatedLinear(**common, prefix="{}.fifth".format(prefix))
        self.sixth = ReplicatedLinear(**common, prefix="{}.{}".format(prefix, "fifth"))
        self.seventh = ReplicatedLinear(**common, prefix="{0}.{1}".format(prefix, "seventh"))
        self.eighth = ReplicatedLinear(**common, prefix="{p}.{n}".format(p=prefix, n="seventh"))

        self.ninth = ReplicatedLinear(**common, prefix="%s.ninth" % prefix)
        self.tenth = ReplicatedLinear(**common, prefix="%s.ninth" % prefix)
        self.north = ReplicatedLinear(**common, prefix="%s.%s" % (prefix, "north"))
        self.south = ReplicatedLinear(**common, prefix="%s.%s" % (prefix, "north"))

        self.east = ReplicatedLinear(**common, prefix=".".join([prefix, "east"]))
        self.west = ReplicatedLinear(**common, prefix=".".join((prefix, WEST)))
        self.centre = ReplicatedLinear(**common, prefix=".".join([prefix, WEST]))
        self.edge = ReplicatedLinear(**common, prefix=f"{prefix}.{WEST}")

        name = f"{prefix}.upper"
        self.upper = ReplicatedLinear(**common, prefix=name)
        self.lower = ReplicatedLinear(**common, prefix=name)
        name += ".inner"
        self.inner = ReplicatedLinear(**common, prefix=name)
        name = prefix
        name += ".outer"
        self.outer = ReplicatedLinear(**common, prefix=name)
        if (full := f"{prefix}.walrus") is not None:
            self.walrus = ReplicatedLinear(**common, prefix=full)
            self.otter = ReplicatedLinear(**common, prefix=full)

        self.left = ReplicatedLinear(**common, prefix=f"{prefix}.left" if prefix else "left")
        self.right = ReplicatedLinear(**common, prefix="right" if not prefix else f"{prefix}.right")
        self.front = ReplicatedLinear(
            **common, prefix="front" if prefix == "" else prefix + ".front"
        )
        self.back = ReplicatedLinear(
            **common,
            prefix=f"{prefix}.front" if prefix else "front",
        )

        dotted = f"{prefix}." if prefix else ""
        self.high = ReplicatedLinear(**common, prefix=dotted + "high")
        self.low = ReplicatedLinear(**common, prefix=dotted + "high")

        self.a = ReplicatedLinear(**common, prefix=f"{prefix}.a_proj".removesuffix("_proj"))
        self.b = ReplicatedLinear(**common, prefix=f"{prefix}.b_proj".removesuffix("_proj"))
        self.c = ReplicatedLinear(**common, prefix=f"{prefix}.b_proj".removesuffix("_proj"))

        def named(part: str) -> str:
            return f"{prefix}.{part}"

        self.d = ReplicatedLinear(**common, prefix=named("d"))
        self.e = ReplicatedLinear(**common, prefix=named("d"))
        self.f = ReplicatedLinear(**common, prefix=f"{self.prefix}.f")
        self.g = ReplicatedLinear(**common, prefix=f"{self.prefix}.f")
        self.h = ReplicatedLinear(**common, prefix=str(prefix) + ".h")

        modelopt = quant_config is not None and quant_config.get_name() == "modelopt"
        self.method = ReplicatedLinear(
            **common, prefix=f"{prefix}.mixer" if modelopt else f"{prefix}.method"
        )


class TextModel(nn.Module):
    def __init__(
        self, size: int, quant_config: QuantizationConfig | None = None, prefix: str = ""
    ) -> None:
        super().__init__()
        self.block = Block(size, quant_config, add_prefix("block", prefix))
        self.head = ReplicatedLinear(
            size, size, quant_config=quant_config, prefix=maybe_prefix(prefix, "head")
        )
