"""Small projects, and what their filter functions say."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from pathlib import Path

from lint_rules.blueprint.vocabulary import Vocabulary
from lint_rules.manifest.load import load_manifest
from lint_rules.outline.filters.conversions import filters
from lint_rules.outline.filters.filter import Filter
from lint_rules.project.files import project_files
from lint_rules.project.symbols import Project

MANIFEST = """\
version: 1
quantization:
  types: [Float8Config]
  names: [float8_cfg]
exclusions:
  - id: kept
    names: [lm_head]
"""


def found(root: Path, files: str | Mapping[str, str]) -> list[Filter]:
    """The filter functions of a project; all of its files are read."""
    root = root.resolve()
    named = {"convert.py": files} if isinstance(files, str) else files
    for name, text in {"quantfence.yaml": MANIFEST, **named}.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(textwrap.dedent(text).strip("\n") + "\n", encoding="utf-8")
    project = Project(root, project_files(root).files)
    for path in project.files:
        project.module(path)
    return filters(project, Vocabulary(load_manifest(root / "quantfence.yaml"), project))


def caught(judge: Filter, name: str) -> list[tuple[str, str]]:
    """What keeps a name from being quantized: patterns as the code spells them, and how they are tried."""
    out = []
    for pattern, how in judge.caught(name).patterns.items():
        line = pattern.path.read_bytes().split(b"\n")[pattern.line - 1]
        assert pattern.end_line == pattern.line
        out.append((line[pattern.column : pattern.end_column].decode(), how.value))
    return out
