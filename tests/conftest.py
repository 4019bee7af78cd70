"""A small project on disk, and what a check says of it."""

from __future__ import annotations

import os
import signal
import textwrap
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import settings

from lint_rules.check import Outcome, Request, check
from lint_rules.diagnostic import Diagnostic
from lint_rules.manifest.load import load_manifest
from lint_rules.project.files import project_files

# The trees of the tests stay as they are, and each run says what it finds; tests/cache is about all the rest.
os.environ["QUANTFENCE_NO_CACHE"] = "1"

# How long an example takes says nothing on a machine that others use, too.
settings.register_profile("shared", deadline=None)
settings.load_profile("shared")

MANIFEST = """\
version: 1
quantization:
  types: [Float8Config]
  names: [float8_cfg]
exclusions:
  - id: kda
    modules: [KimiDeltaAttention]
    policy: KDAConfig.quantize
"""


class Judged(NamedTuple):
    """A project and what was found in it."""

    root: Path
    outcome: Outcome

    @property
    def diagnostics(self) -> list[Diagnostic]:
        return self.outcome.diagnostics

    @property
    def places(self) -> list[tuple[str, int]]:
        """File and line of each finding."""
        return [(each.path.relative_to(self.root).as_posix(), each.start.line) for each in self.diagnostics]

    @property
    def lines(self) -> list[tuple[int, str]]:
        """Line and code of each finding."""
        return [(each.start.line, each.code) for each in self.diagnostics]

    def text(self, diagnostic: Diagnostic) -> str:
        """What a finding's span holds, if lines end at line feeds alone."""
        text = diagnostic.path.read_bytes().decode("utf-8-sig")
        lines = text.split("\n")
        starts = [0]
        for line in lines:
            starts.append(starts[-1] + len(line) + 1)
        start, end = diagnostic.start, diagnostic.end
        return text[starts[start.line - 1] + start.column - 1 : starts[end.line - 1] + end.column - 1]


Judge = Callable[..., Judged]


@pytest.fixture
def judge(tmp_path: Path) -> Judge:
    """Write files (texts are dedented, bytes are not), and check them; QF009 counts where ``dead`` is set."""

    def judge(
        files: str | bytes | Mapping[str, str | bytes],
        manifest: str = MANIFEST,
        exhaustive: bool = False,
        dead: bool = False,
    ) -> Judged:
        root = tmp_path.resolve() / "project"
        named = {"model.py": files} if isinstance(files, str | bytes) else files
        for name, text in {"quantfence.yaml": manifest, **named}.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text if isinstance(text, bytes) else (textwrap.dedent(text).strip("\n") + "\n").encode())
        manifest_path = root / "quantfence.yaml"
        request = Request(load_manifest(manifest_path), root, project_files(root).files, exhaustive=exhaustive)
        outcome = check(request)
        if not dead:
            # Few of these programs have all that their manifest names, which is not what they are about.
            found = [each for each in outcome.diagnostics if each.code != "QF009"]
            outcome = outcome._replace(diagnostics=found)
        return Judged(root, outcome)

    return judge


@pytest.fixture
def checks(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Gets an item for each check that a run did."""
    done: list[int] = []

    def counting(request: Request) -> Outcome:
        done.append(1)
        return check(request)

    monkeypatch.setattr("lint_rules.check.check", counting)
    return done


@pytest.fixture
def ordinary_user(monkeypatch: pytest.MonkeyPatch) -> None:
    """Root may write whatever its mode says; in this test nobody may."""
    real = os.access

    def access(path: str | Path, mode: int) -> bool:
        return real(path, mode) and (mode != os.W_OK or bool(Path(path).stat().st_mode & 0o222))

    monkeypatch.setattr(os, "access", access)


@contextmanager
def _limit(seconds: float) -> Iterator[None]:
    def late(*_: object) -> None:
        raise TimeoutError(f"took longer than {seconds} s")

    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@pytest.fixture
def within() -> Callable[[float], AbstractContextManager[None]]:
    """Fail what takes longer than some seconds, so that a test of something that does not end ends."""
    return _limit
