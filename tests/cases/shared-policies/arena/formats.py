"""The format of weights."""

import enum
from typing import Optional

from torch import nn


class WeightFormat(enum.Enum):
    INT8 = "int8"
    FP8 = "fp8"


def layer(inputs: int, outputs: int, weight_format: Optional[WeightFormat] = None) -> nn.Linear:
    made = nn.Linear(inputs, outputs)
    if weight_format is not None:
        made.weight_format = weight_format.value
    return made
