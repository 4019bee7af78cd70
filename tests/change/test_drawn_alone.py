"""What a class builds tells nothing of which others were drawn before it: it is drawn alone where it has changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest
from small_project import Project

USER = """
    import torch.nn as nn
    from acme.layers import Linear
    from acme.first import *


    class User(nn.Module):
        def __init__(self, config, quant_config=None, prefix=""):
            super().__init__()
            name = {name}
            self.a = Linear(1, quant_config=quant_config, prefix=f"{{prefix}}.{{name}}")
"""
FIRST = """
    import torch.nn as nn
    from acme.help import *


    class First(nn.Module):
        def __init__(self, config, quant_config=None, prefix=""):
            super().__init__()
            {statement}
"""


def files(shared: str, statement: str, name: str) -> dict[str, str]:
    return {"help": shared, "first": FIRST.format(statement=statement), "user": USER.format(name=name)}


@pytest.mark.parametrize(
    ("shared", "statement", "changed", "name"),
    [
        ('NAMES = {"a": "a"}\n', 'NAMES["a"] = "b"', 'NAMES["a"] = "a"', 'NAMES["a"]'),
        ('class Holder:\n    NAMES = {"a": "a"}\n', 'Holder.NAMES["a"] = "b"', "pass", 'Holder.NAMES["a"]'),
        ("class Holder:\n    pass\n\n\nHOLDER = Holder()\n", 'HOLDER.a = "b"', 'HOLDER.a = "a"', "HOLDER.a"),
        ('NAMES = ["a"]\n', 'NAMES.append("b")', "pass", "NAMES[-1]"),
    ],
)
def test_what_it_changes_at_the_top_of_a_file(
    plant: Callable[[Mapping[str, str]], Project], shared: str, statement: str, changed: str, name: str
) -> None:
    project = plant(files(shared, statement, name))
    project.change("first", statement, changed)
    project.known()


TWICE = """
    def helper():
        names = {"a": "b"}
        names["a"] = "a"
        return names["a"]
"""


@pytest.mark.parametrize("is_first", [True, False])
def test_in_which_branch_it_called_something(plant: Callable[[Mapping[str, str]], Project], is_first: bool) -> None:
    branch, plain = "if config.x: helper()", "helper()"
    old, new = (branch, plain) if is_first else (plain, branch)
    project = plant(files(TWICE, old, "helper()"))
    project.change("first", old, new)
    project.known()


def test_how_deep_it_was_when_it_called_something(plant: Callable[[Mapping[str, str]], Project]) -> None:
    steps = "".join(
        f"def f{number}(config, quant_config):\n    return f{number + 1}(config, quant_config)\n\n\n"
        for number in range(19)
    )
    chain = "def helper():\n    return one()\n\n\ndef one():\n    return two()\n\n\ndef two():\n    return 'b'\n\n\n"
    last = "def f19(config, quant_config):\n    return helper()\n"
    project = plant(files(chain + steps + last, "f3(config, quant_config)", "helper()"))
    for old, new in [("f3(", "f0("), ("f0(", "f1("), ("f1(", "f2("), ("f2(", "f3(")]:
        project.change("first", old, new)
        project.known()
