"""All cases, repaired: what a safe fix was proposed for is gone, nothing else has come, nothing else has changed."""

from __future__ import annotations

import ast
import io
import shutil
import tokenize
from collections import Counter
from pathlib import Path

import pytest

from tests.rules.fixing import diagnose, is_safe, repair
from tests.rules.trees import differences

CASES = Path(__file__).parent.parent / "cases"
WITH_FIXES = sorted(
    file.parent.name
    for file in CASES.glob("*/expected.txt")
    if any(line.endswith((" QF001", " QF002")) for line in file.read_text("utf-8").splitlines())
)


def read(path: Path) -> str:
    data = path.read_bytes()
    encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
    return data.decode(encoding)


@pytest.mark.parametrize("case", WITH_FIXES)
def test_a_case(case: str, tmp_path: Path) -> None:
    root = tmp_path.resolve() / case
    shutil.copytree(CASES / case, root)
    before = diagnose(root)
    files = {path: read(path) for path in {each.path for each in before if is_safe(each)}}
    after = repair(root)
    said = Counter((each.code, each.message) for each in after)
    assert said == Counter((each.code, each.message) for each in before if not is_safe(each))
    for path, text in files.items():
        changed = differences(text, read(path))
        assert changed
        for old, new in changed:
            assert isinstance(new, ast.expr | ast.comprehension if old is not None else ast.Expr)


def test_most_findings_have_a_fix_and_it_is_safe() -> None:
    fixes = [each.fix for case in WITH_FIXES for each in diagnose(CASES / case) if each.code in ("QF001", "QF002")]
    assert len(fixes) > 350
    assert sum(fix is not None for fix in fixes) / len(fixes) > 0.99
    assert sum(fix is not None and fix.safe for fix in fixes) / len(fixes) > 0.85
