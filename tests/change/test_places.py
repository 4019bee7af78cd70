"""A class that builds the same, at another place: what is said of it stands elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest
from small_project import Project

HELP = """
    from acme.layers import Linear


    def make(kind, quant_config, prefix):
        if kind:
            return Linear(1, quant_config=quant_config, prefix=f"{prefix}.wrong")
        return Linear(1, quant_config=quant_config, prefix=f"{prefix}.wrong")
"""
USER = """
    import torch.nn as nn
    from acme.help import make


    class User(nn.Module):
        def __init__(self, config, quant_config=None, prefix=""):
            super().__init__()
            self.a = make(True, quant_config, prefix)
"""
OTHER = """
    import torch.nn as nn
    from acme.layers import Linear


    class Other(nn.Module):
        def __init__(self, config, quant_config=None, prefix=""):
            super().__init__()
            self.a = Linear(1, quant_config=quant_config, prefix=f"{prefix}.a")
"""


@pytest.fixture
def project(plant: Callable[[Mapping[str, str]], Project]) -> Project:
    return plant({"help": HELP, "user": USER, "other": OTHER})


def test_it_calls_another_line_of_a_helper(project: Project) -> None:
    project.change("user", "make(True", "make(False")
    assert not project.known()


def test_of_another_class_nothing_is_said(project: Project) -> None:
    project.change("other", "Linear(1, ", "Linear(2, ")
    assert project.known()
