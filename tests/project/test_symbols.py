"""What names mean across files."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from lint_rules.project import facts
from lint_rules.project.symbols import ClassInfo, External, FunctionInfo, ModuleInfo, Project, Symbol, Value


class Tree:
    """A project, and short names for what is asked of it."""

    def __init__(self, root: Path, files: Mapping[str, str]) -> None:
        self.root = root
        paths = []
        for name, text in files.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(textwrap.dedent(text))
            paths.append(path)
        self.project = Project(root, sorted(paths))

    def module(self, file: str) -> ModuleInfo:
        return self.project.module(self.root / file)

    def all(self, file: str, name: str) -> list[str]:
        """All that a dotted name may mean at the top level of a file."""
        first, *rest = name.split(".")
        expression: facts.Expression = facts.Name(first)
        for each in rest:
            expression = facts.Attribute(expression, each, 1, 0)
        return [self.text(found) for found in self.project.resolve_all(expression, self.module(file))]

    def one(self, file: str, name: str) -> str:
        found = self.all(file, name)
        assert len(found) == 1, found
        return found[0]

    def text(self, symbol: Symbol) -> str:
        match symbol:
            case ClassInfo():
                return f"class {self.path(symbol.module)}:{symbol.facts.line}"
            case FunctionInfo():
                return f"def {self.path(symbol.module)}:{symbol.facts.line}"
            case ModuleInfo():
                return f"module {self.path(symbol)}"
            case External(name):
                return f"external {name}"
            case Value(module, name):
                return f"value {self.path(module)}:{name}"

    def path(self, module: ModuleInfo) -> str:
        return module.path.relative_to(self.root).as_posix()

    def cls(self, file: str, name: str) -> ClassInfo:
        (found,) = (each for each in self.module(file).classes if each.facts.qualname == name)
        return found

    def mro(self, file: str, name: str) -> list[str]:
        return [each.facts.qualname for each in self.cls(file, name).mro]


@pytest.fixture
def tree(tmp_path: Path) -> Callable[..., Tree]:
    def tree(files: Mapping[str, str], root: str = "root") -> Tree:
        return Tree(tmp_path.resolve() / root, files)

    return tree


Make = Callable[..., Tree]
Within = Callable[[float], AbstractContextManager[None]]
CLASS = "class A: ...\n"


# --- imports


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("from pkg.sub.a import A", "A"),
        ("from pkg.sub.a import A as B", "B"),
        ("import pkg.sub.a", "pkg.sub.a.A"),
        ("import pkg.sub.a as other", "other.A"),
        ("from pkg.sub import a", "a.A"),
        ("from pkg.sub import a as other", "other.A"),
        ("from pkg import sub", "sub.a.A"),
        ("from .sub.a import A", "A"),
        ("from .sub import a", "a.A"),
        ("from . import sub", "sub.a.A"),
        ("from .sub.a import *", "A"),
        ("from pkg.sub.a import A\nB = A", "B"),
        ("from pkg.sub import a\nB = a.A", "B"),
        ("from pkg.sub.a import A\nclass C:\n    inner = A\nB = A\nD = B", "D"),
        ("try:\n    from pkg.sub.a import A\nexcept ImportError:\n    raise", "A"),
        ("from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from pkg.sub.a import A", "A"),
        ("import typing\nif typing.TYPE_CHECKING:\n    from pkg.sub.a import A", "A"),
        ("def A(): ...\nfrom pkg.sub.a import A", "A"),
        ("with x:\n    from pkg.sub.a import A", "A"),
        ("while x:\n    from pkg.sub.a import A", "A"),
    ],
)
def test_a_name_leads_to_its_class(tree: Make, text: str, name: str) -> None:
    found = tree({"pkg/__init__.py": "", "pkg/sub/__init__.py": "", "pkg/sub/a.py": CLASS, "pkg/user.py": text})
    assert found.one("pkg/user.py", name) == "class pkg/sub/a.py:1"


def test_relative_imports_upwards(tree: Make) -> None:
    found = tree(
        {
            "pkg/__init__.py": "",
            "pkg/a.py": CLASS,
            "pkg/x/__init__.py": "",
            "pkg/x/y/__init__.py": "from ...a import A",
            "pkg/x/y/user.py": "from ...a import A\nfrom ..y import A as B\nfrom ... import a",
        }
    )
    for name in ("A", "B", "a.A"):
        assert found.one("pkg/x/y/user.py", name) == "class pkg/a.py:1"


def test_an_import_that_leads_nowhere(tree: Make) -> None:
    found = tree(
        {
            "pkg/__init__.py": "",
            "pkg/user.py": "from .gone import A\nfrom ....up import B\nimport gone.deep\nimport x.y as z",
        }
    )
    assert found.one("pkg/user.py", "A").startswith("external ")
    assert found.one("pkg/user.py", "B").startswith("external ")
    assert found.one("pkg/user.py", "gone.deep.C") == "external gone.deep.C"
    assert found.one("pkg/user.py", "z.C") == "external x.y.C"
    assert found.all("pkg/user.py", "Unbound") == []


def test_reexports(tree: Make) -> None:
    files = {
        "pkg/__init__.py": "from .m0 import A as B",
        "pkg/m30.py": CLASS,
        "user.py": "from pkg import B\nimport pkg",
    }
    for number in range(30):
        files[f"pkg/m{number}.py"] = f"from .m{number + 1} import A"
    found = tree(files)
    assert found.one("user.py", "B") == found.one("user.py", "pkg.B") == "class pkg/m30.py:1"


def test_a_name_from_outside_may_be_reexported(tree: Make) -> None:
    found = tree(
        {"pkg/__init__.py": "from torch import nn as net", "user.py": "from pkg import net\nimport torch.nn as nn"}
    )
    assert found.one("user.py", "net.Linear") == found.one("user.py", "nn.Linear") == "external torch.nn.Linear"


# --- star imports


@pytest.mark.parametrize(
    ("exports", "visible", "hidden"),
    [
        ("", ["A", "helper"], ["_private"]),
        ("__all__ = ['A', '_private']", ["A", "_private"], ["helper"]),
        ("__all__ = ('helper',)", ["helper"], ["A", "_private"]),
        ("__all__ = []", [], ["A", "helper", "_private"]),
        ("__all__ = list_of_names()", ["A", "helper"], ["_private"]),
    ],
)
def test_star_imports(tree: Make, exports: str, visible: list[str], hidden: list[str]) -> None:
    text = f"{exports}\nclass A: ...\ndef helper(): ...\ndef _private(): ...\n"
    found = tree({"pkg/__init__.py": "from .a import *", "pkg/a.py": text, "user.py": "from pkg import *"})
    for name in visible:
        assert "pkg/a.py" in found.one("pkg/__init__.py", name)
    for name in hidden:
        assert found.all("pkg/__init__.py", name) == []


@pytest.mark.parametrize(
    "change",
    [
        "__all__ += ['_B']",
        "__all__.append('_B')",
        "__all__.extend(['_B'])",
        "__all__ = [*__all__, '_B']",
        "__all__ = __all__ + ['_B']",
    ],
)
def test_exports_that_grow(tree: Make, change: str) -> None:
    text = f"__all__ = ['A']\n{change}\nclass A: ...\nclass _B: ...\n"
    found = tree({"a.py": text, "user.py": "from a import *"})
    assert found.one("user.py", "_B") == "class a.py:4"
    assert found.one("user.py", "A") == "class a.py:3"


def test_exports_under_a_condition(tree: Make) -> None:
    text = "__all__ = ['A']\nif x:\n    __all__ = ['A', '_B']\nclass A: ...\nclass _B: ...\n"
    found = tree({"a.py": text, "user.py": "from a import *"})
    assert found.one("user.py", "_B") == "class a.py:5"


def test_a_star_brings_names_that_other_stars_brought(tree: Make) -> None:
    found = tree({"a.py": CLASS, "b.py": "from a import *", "c.py": "from b import *\nfrom gone import *"})
    assert found.one("c.py", "A") == "class a.py:1"


def test_own_names_come_before_those_of_a_star(tree: Make) -> None:
    found = tree(
        {"a.py": CLASS, "user.py": "x = 1\nclass A: ...\nfrom other import *\n", "other.py": "from a import A"}
    )
    assert "user.py" in found.all("user.py", "A")[-1]


def test_the_last_of_two_stars_wins(tree: Make) -> None:
    found = tree({"a.py": CLASS, "b.py": "\n" + CLASS, "user.py": "from a import *\nfrom b import *"})
    assert found.all("user.py", "A")[-1] == "class b.py:2"


# --- conditions


def test_try_and_except_are_both_possible(tree: Make) -> None:
    found = tree(
        {"a.py": CLASS, "b.py": CLASS, "user.py": "try:\n    from a import A\nexcept ImportError:\n    from b import A"}
    )
    assert found.all("user.py", "A") == ["class b.py:1", "class a.py:1"]


def test_branches_are_all_possible(tree: Make) -> None:
    found = tree({"a.py": CLASS, "b.py": CLASS, "user.py": "if x:\n    from a import A\nelse:\n    from b import A"})
    assert sorted(found.all("user.py", "A")) == ["class a.py:1", "class b.py:1"]


def test_a_later_definition_replaces_an_earlier_one(tree: Make) -> None:
    found = tree({"a.py": "class A: ...\nclass A: ...\n"})
    assert found.one("a.py", "A") == "class a.py:2"


def test_a_placeholder_for_a_lost_import(tree: Make) -> None:
    found = tree({"a.py": CLASS, "user.py": "A = None\ntry:\n    from a import A\nexcept ImportError:\n    pass"})
    assert found.all("user.py", "A")[-1] == "class a.py:1"


def test_overloads_are_no_definitions(tree: Make) -> None:
    found = tree({"a.py": "@overload\ndef f(x: int): ...\n@typing.overload\ndef f(x: str): ...\ndef f(x): ...\n"})
    assert found.one("a.py", "f") == "def a.py:5"


# --- roots


@pytest.mark.parametrize("folder", ["src", "python", "lib", "services/one/src", "a-b", "1st"])
def test_a_folder_that_is_no_package_is_no_part_of_a_name(tree: Make, folder: str) -> None:
    found = tree(
        {f"{folder}/pkg/__init__.py": "", f"{folder}/pkg/a.py": CLASS, f"{folder}/pkg/user.py": "from pkg.a import A"}
    )
    assert found.one(f"{folder}/pkg/user.py", "A") == f"class {folder}/pkg/a.py:1"


@pytest.mark.parametrize("folder", ["src", "python", "lib"])
def test_the_name_of_a_module_leaves_such_a_folder_out(tree: Make, folder: str) -> None:
    found = tree({f"{folder}/pkg/__init__.py": "", f"{folder}/pkg/a.py": CLASS})
    assert found.module(f"{folder}/pkg/a.py").name == "pkg.a"
    assert found.module(f"{folder}/pkg/__init__.py").name == "pkg"
    assert found.cls(f"{folder}/pkg/a.py", "A").qualname == "pkg.a.A"


def test_namespace_packages(tree: Make) -> None:
    found = tree(
        {
            "space/one/a.py": CLASS,
            "space/two/user.py": "from space.one.a import A\nfrom ..one.a import A as B\nfrom ..one import a\nimport space.one",
        }
    )
    for name in ("A", "B", "space.one.a.A"):
        assert found.one("space/two/user.py", name) == "class space/one/a.py:1", name


@pytest.mark.parametrize(
    "text",
    [
        "from space.one import a",
        "from space import one\na = one.a",
        "from ..one import a",
    ],
)
def test_modules_of_a_namespace_package(tree: Make, text: str) -> None:
    found = tree({"space/one/a.py": CLASS, "space/two/user.py": text})
    assert found.one("space/two/user.py", "a.A") == "class space/one/a.py:1"


@pytest.mark.parametrize("root", ["work/pkg", "work/pkg/models"])
def test_a_root_inside_the_package(tree: Make, root: str) -> None:
    outer = "pkg" if root.endswith("pkg") else "pkg.models"
    found = tree(
        {
            "__init__.py": "",
            "layers/__init__.py": "",
            "layers/a.py": CLASS,
            "user.py": f"from {outer}.layers.a import A\nimport {outer}.layers.a\nfrom {outer} import layers\nfrom pkg.elsewhere import B",
        },
        root,
    )
    for name in ("A", f"{outer}.layers.a.A", "layers.a.A"):
        assert found.one("user.py", name) == "class layers/a.py:1", name
    assert found.one("user.py", "B") == "external pkg.elsewhere.B"


def test_scripts_beside_each_other(tree: Make) -> None:
    found = tree({"tools/run.py": "from helpers import A", "tools/helpers.py": CLASS, "other/helpers.py": "\n" + CLASS})
    assert found.one("tools/run.py", "A") == "class tools/helpers.py:1"


# --- homonyms


def test_the_nearest_of_two_packages_of_one_name(tree: Make) -> None:
    found = tree(
        {
            "one/src/pkg/__init__.py": "",
            "one/src/pkg/a.py": CLASS,
            "one/src/pkg/user.py": "from pkg.a import A",
            "two/src/pkg/__init__.py": "",
            "two/src/pkg/a.py": CLASS,
            "two/src/pkg/user.py": "from pkg.a import A",
        }
    )
    assert found.one("one/src/pkg/user.py", "A") == "class one/src/pkg/a.py:1"
    assert found.one("two/src/pkg/user.py", "A") == "class two/src/pkg/a.py:1"


def test_an_absolute_import_never_means_a_module_inside_a_package(tree: Make) -> None:
    found = tree({"pkg/__init__.py": "", "pkg/utils.py": CLASS, "pkg/user.py": "from utils import A\nimport utils"})
    assert found.one("pkg/user.py", "A") == "external utils.A"


def test_modules_that_are_called_like_those_of_others(tree: Make) -> None:
    """In ``pkg`` an absolute import of torch, typing or transformers means theirs."""
    found = tree(
        {
            "pkg/__init__.py": "",
            "pkg/torch.py": CLASS,
            "pkg/transformers.py": CLASS,
            "pkg/typing.py": CLASS,
            "torch/__init__.py": "",
            "torch/nn.py": "class Module: ...",
            "pkg/user.py": "import torch\nimport transformers\nfrom typing import A\nfrom torch.nn import Module\nfrom .torch import A as B",
        }
    )
    assert found.one("pkg/user.py", "torch.A") == "external torch.A"
    assert found.one("pkg/user.py", "transformers.A") == "external transformers.A"
    assert found.one("pkg/user.py", "A") == "external typing.A"
    assert found.one("pkg/user.py", "Module") == "external torch.nn.Module"
    assert found.one("pkg/user.py", "B") == "class pkg/torch.py:1"


def test_a_package_and_a_module_of_one_name(tree: Make) -> None:
    """Python takes the package."""
    found = tree({"a/__init__.py": CLASS, "a.py": "\n" + CLASS, "user.py": "from a import A\nfrom .a import A as B"})
    assert found.one("user.py", "A") == "class a/__init__.py:1"
    assert found.one("user.py", "B") == "class a/__init__.py:1"


def test_a_name_and_a_submodule_of_one_name(tree: Make) -> None:
    found = tree({"pkg/__init__.py": "from .a import a", "pkg/a.py": "def a(): ...", "user.py": "from pkg import a"})
    assert found.one("user.py", "a") == "def pkg/a.py:1"


# --- cycles


@pytest.mark.parametrize(
    "files",
    [
        {"a.py": "from b import A", "b.py": "from a import A"},
        {"a.py": "from a import A", "b.py": ""},
        {"a.py": "from b import *", "b.py": "from a import *"},
        {"a.py": "import b\nA = b.A", "b.py": "import a\nA = a.A"},
        {"a.py": "A = B\nB = A", "b.py": ""},
        {"a.py": "A = A.A", "b.py": ""},
        {"a/__init__.py": "from .a import A", "a/a.py": "from . import A", "a.py": "from a import A"},
    ],
)
def test_cycles_end(tree: Make, files: dict[str, str]) -> None:
    found = tree(files)
    assert not any(each.startswith("class") for each in found.all("a.py", "A"))


def test_a_class_behind_a_cycle_of_imports(tree: Make) -> None:
    found = tree(
        {
            "a.py": "from b import *\nclass A: ...",
            "b.py": "from a import *\nfrom c import C",
            "c.py": "from a import A\nclass C(A): ...",
        }
    )
    assert found.one("b.py", "A") == "class a.py:2"
    assert found.one("a.py", "C") == "class c.py:2"
    assert found.mro("c.py", "C") == ["C", "A"]


def test_stars_in_a_cycle_end_soon(tree: Make, within: Within) -> None:
    names = ("a", "b", "c")
    files = {f"{name}.py": "".join(f"from {other} import *\n" for other in names if other != name) for name in names}
    with within(2):
        assert tree(files).all("a.py", "A") == []


# --- classes


def hierarchy(text: str) -> dict[str, str]:
    return {"a.py": text}


@pytest.mark.parametrize(
    "text",
    [
        "class O: ...\nclass A(O): ...\nclass B(O): ...\nclass X(A, B): ...",
        "class O: ...\nclass A(O): ...\nclass B(O): ...\nclass C(A): ...\nclass D(B): ...\nclass X(C, D): ...",
        "class O: ...\nclass A(O): ...\nclass B(O): ...\nclass C(O): ...\nclass D(O): ...\nclass E(O): ...\n"
        "class K1(A, B, C): ...\nclass K2(D, B, E): ...\nclass K3(D, A): ...\nclass X(K1, K2, K3): ...",
        "class X: ...",
        "class A[T]: ...\nclass X(A[int]): ..."
        if False
        else "from typing import Generic\nclass A(Generic[T]): ...\nclass X(A[int]): ...",
    ],
)
def test_the_order_of_classes_is_that_of_python(tree: Make, text: str) -> None:
    namespace: dict[str, type] = {}
    exec("from typing import TypeVar\nT = TypeVar('T')\n" + text, namespace)
    wanted = [each.__name__ for each in namespace["X"].__mro__ if each.__name__ not in ("object", "Generic")]
    assert tree(hierarchy(text)).mro("a.py", "X") == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("class O: ...\nclass A(O): ...\nclass X(O, A): ...", ["X", "O", "A"]),
        (
            "class A: ...\nclass B: ...\nclass C(A, B): ...\nclass D(B, A): ...\nclass X(C, D): ...",
            ["X", "C", "A", "B", "D"],
        ),
        ("class X(X): ...", ["X"]),
        ("class X(B): ...\nclass B(X): ...", ["X", "B"]),
        ("class A(X): ...\nclass B(A): ...\nclass X(B): ...", ["X", "B", "A"]),
        ("class A: ...\nclass X(A, A): ...", ["X", "A"]),
    ],
)
def test_impossible_hierarchies_have_an_order_all_the_same(tree: Make, text: str, wanted: list[str]) -> None:
    assert tree(hierarchy(text)).mro("a.py", "X") == wanted


def test_a_deep_hierarchy(tree: Make) -> None:
    text = "class C0: ...\n" + "".join(f"class C{n}(C{n - 1}): ...\n" for n in range(1, 300))
    found = tree(hierarchy(text))
    assert found.mro("a.py", "C299") == [f"C{n}" for n in range(299, -1, -1)]


def test_a_hierarchy_of_diamonds_ends_soon(tree: Make, within: Within) -> None:
    text = "class A0: ...\n" + "".join(
        f"class L{n}(A{n - 1}): ...\nclass R{n}(A{n - 1}): ...\nclass A{n}(L{n}, R{n}): ...\n" for n in range(1, 31)
    )
    with within(2):
        assert len(tree(hierarchy(text)).mro("a.py", "A30")) == 1 + 3 * 30


def test_a_class_that_takes_the_name_of_its_base(tree: Make) -> None:
    found = tree({"a.py": CLASS, "user.py": "from a import A\nclass A(A): ..."})
    (made,) = found.module("user.py").classes
    assert [each.module.name for each in made.mro] == ["user", "a"]


def test_bases_from_outside(tree: Make) -> None:
    found = tree(
        {
            "a.py": "from torch import nn\nimport torch.nn as net\nclass A(nn.Module): ...\nclass B(A): ...\nclass C(net.Linear): ...\nclass D: ...",
            "b.py": "from transformers import PreTrainedModel\nimport pydantic\nfrom a import D\nclass A(PreTrainedModel): ...\nclass B(D, pydantic.BaseModel): ...",
        }
    )
    assert [each.is_module for each in found.module("a.py").classes] == [True, True, True, False]
    assert [each.is_module for each in found.module("b.py").classes] == [True, False]
    assert [each.is_record for each in found.module("b.py").classes] == [False, True]
    assert found.cls("a.py", "B").outside == ("torch.nn.Module",)


def test_inner_classes(tree: Make) -> None:
    found = tree(
        {"a.py": "class A:\n    class B:\n        class C: ...\nclass D(A.B): ...\n", "user.py": "from a import A, D"}
    )
    assert found.one("user.py", "A.B.C") == "class a.py:3"
    assert found.one("user.py", "D.C") == "class a.py:3"
    assert found.mro("a.py", "D") == ["D", "A.B"]
    assert found.cls("a.py", "A.B.C").qualname == "a.A.B.C"


def test_methods_and_fields(tree: Make) -> None:
    found = tree(
        hierarchy(
            """
            class A:
                x: int
                y: int = 1
                def f(self): ...
                @property
                def p(self): ...
                @p.setter
                def p(self, value): ...
                if x:
                    def g(self): ...
                else:
                    def g(self, other): ...
            class B(A):
                f = None
                x: int = 2
                def y(self): ...
            """
        )
    )
    first, second = found.module("a.py").classes
    assert first.methods["p"].facts.line == 7
    assert first.methods["g"].facts.line == 11
    assert second.method("f") is None
    assert second.method("g") is first.methods["g"]
    field = second.field("x")
    assert field is not None
    assert field.owner is second
    assert second.field("y") is None
    assert list(second.all_fields) == ["x", "y", "f"]
    assert second.all_fields["x"].owner is second
    assert first.methods["f"].label == "A.f"


def test_values_and_changes(tree: Make) -> None:
    found = tree({"a.py": "TABLE = {}\nTABLE['a'] = 1\nTABLE.update(b=2)\nTABLE |= {}\nx, (y, z) = f()\nBARE: int\n"})
    assert found.one("a.py", "TABLE") == "value a.py:TABLE"
    assert found.one("a.py", "z") == "value a.py:z"
    assert found.all("a.py", "BARE") == []
    assert len(found.module("a.py").changes["TABLE"]) == 3


def test_an_unreadable_module_has_no_names(tree: Make) -> None:
    found = tree({"a.py": "class A(\n", "user.py": "from a import A"})
    assert found.module("a.py").classes == []
    assert found.one("user.py", "A") == "external a.A"


def test_a_file_is_read_when_a_name_leads_there(tree: Make) -> None:
    found = tree({"a.py": CLASS, "b.py": CLASS, "user.py": "from a import A\nfrom b import A as B"})
    assert found.one("user.py", "A") == "class a.py:1"
    assert [each.name for each in found.project.modules] == ["a", "user"]
