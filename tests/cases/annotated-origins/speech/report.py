"""What a run says about its matrix multiplications. Has an `MXConfig` of its own."""

from dataclasses import dataclass

from torch import nn

from speech.layers import Subsampler


@dataclass
class MXConfig:
    """Columns of the table of matmuls ("MX" as in matrix)."""

    width: int = 12


def front_of_table(size: int, columns: MXConfig) -> nn.Module:
    return Subsampler(size, element=columns)


def label_of(columns: MXConfig) -> str:
    return f"Subsampler{'':>{columns.width}}"
