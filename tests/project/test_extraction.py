"""Many files at once: on all cores, kept on disk, whatever happens to helpers, entries and files."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from lint_rules.cache.store import Store
from lint_rules.depth import in_the_large
from lint_rules.project import extraction, facts, source
from lint_rules.project.lowering import lower
from lint_rules.project.reading import Unreadable
from lint_rules.project.source import KIND, Source
from lint_rules.project.symbols import Project

ROOT = Path(__file__).parents[2]
CASES = sorted((ROOT / "tests" / "cases").rglob("*.py"))
TEXT = "class A:\n    def f(self, x):\n        return x.y\n\n\ndef g():\n    z = A()\n"


def sources(store: Store | None = None) -> list[Source]:
    return [Source(path, store=store) for path in CASES]


def said(file: Source) -> object:
    """All that is known of a file, in a form that can be compared."""
    bodies = [file.body(each) for each in functions(file.module.body)] if file.module is not None else None
    return file.path, file.trouble, file.module, bodies


def told(files: list[Source]) -> list[object]:
    """What is known of some files, with room for those that nest deeply."""
    return in_the_large(lambda: list(map(said, files)))


def extract(files: list[Source], workers: int) -> None:
    in_the_large(lambda: extraction.extract(files, workers))


def functions(body: list[facts.Statement]) -> list[facts.Function]:
    found = []
    for statement in facts.flat(body):
        if isinstance(statement, facts.Define):
            found.append(statement.function)
        elif isinstance(statement, facts.DefineClass):
            found += functions(statement.klass.body)
    return found


@pytest.fixture(scope="module")
def fresh() -> list[object]:
    found = told(sources())
    assert len(found) > 150
    assert any(isinstance(each[1], Unreadable) for each in found if isinstance(each, tuple))
    return found


@pytest.fixture
def forbidden(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """After this, nothing is lowered in this process."""

    def refuse(data: bytes) -> bytes:
        raise AssertionError("lowered")

    def forbid() -> None:
        monkeypatch.setattr(source, "lower", refuse)
        monkeypatch.setattr(extraction, "lower", refuse)

    return forbid


# --- on disk


def test_facts_from_disk_are_those_of_the_file(
    tmp_path: Path, fresh: list[object], forbidden: Callable[[], None]
) -> None:
    store = Store(tmp_path / "cache")
    extract(sources(store), workers=1)
    forbidden()
    again = sources(Store(tmp_path / "cache"))
    extract(again, workers=1)
    assert told(again) == fresh


def test_what_stands_for_a_file_is_kept_by_what_it_holds(tmp_path: Path, forbidden: Callable[[], None]) -> None:
    store = Store(tmp_path / "cache")
    path = tmp_path / "a.py"
    path.write_text("x = 1\n")
    kept = Project(tmp_path, [path], {path: TEXT.encode()}, store).module(path)
    assert list(kept.bindings) == ["A", "g"]
    path.write_text(TEXT)
    forbidden()
    assert list(Project(tmp_path, [path], store=store).module(path).bindings) == ["A", "g"]


def test_without_a_store_nothing_is_kept(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(TEXT)
    assert Source(tmp_path / "a.py").module is not None
    assert [path.name for path in tmp_path.iterdir()] == ["a.py"]


def test_a_file_that_is_not_there_is_not_kept(tmp_path: Path) -> None:
    store = Store(tmp_path / "cache")
    assert Source(tmp_path / "a.py", store=store).module is None
    assert store.written == 0


@pytest.mark.parametrize(
    "entry",
    [
        b"",
        b"\x00",
        b"\xc1" * 40,
        lower(TEXT.encode())[:-3],
        msgspec.msgpack.encode([None, [43, 5], {}]),
        msgspec.msgpack.encode({"trouble": None}),
    ],
)
def test_a_damaged_entry_is_made_anew(tmp_path: Path, entry: bytes) -> None:
    store = Store(tmp_path / "cache")
    file = Source(tmp_path / "a.py", TEXT.encode(), store)
    store.write(KIND, file.digest.hex(), entry)
    assert said(file) == said(Source(tmp_path / "a.py", TEXT.encode()))
    assert store.read(KIND, file.digest.hex()) == lower(TEXT.encode())


@pytest.mark.parametrize("bodies", [{}, {2: 7, 6: 7}, {2: [["no such thing"]], 6: []}])
def test_a_damaged_body_is_made_anew(tmp_path: Path, bodies: dict[int, object]) -> None:
    store = Store(tmp_path / "cache")
    file = Source(tmp_path / "a.py", TEXT.encode(), store)
    whole = msgspec.msgpack.decode(lower(TEXT.encode()))
    store.write(KIND, file.digest.hex(), msgspec.msgpack.encode([whole[0], whole[1], bodies]))
    assert file.module is not None
    (first, *_) = functions(file.module.body)
    assert file.body(first) == Source(tmp_path / "a.py", TEXT.encode()).body(first) != []


def test_other_bytes_are_another_entry(tmp_path: Path) -> None:
    store = Store(tmp_path / "cache")
    for text in ("x = 1\n", "x = 2\n"):
        module = Source(tmp_path / "a.py", text.encode(), store).module
        assert module is not None
        (statement,) = module.body
        assert isinstance(statement, facts.Assign)
        assert statement.value == facts.Constant(int(text[4]))


# --- on all cores


@pytest.fixture
def helped(monkeypatch: pytest.MonkeyPatch) -> None:
    """However little there is to do, helpers are started."""
    monkeypatch.setattr(extraction, "_WORTH", 1)
    monkeypatch.setattr(extraction, "_BATCH", 1)


@pytest.mark.usefixtures("helped")
@pytest.mark.parametrize("workers", [0, 1, 2, 3])
def test_helpers_change_nothing(workers: int, fresh: list[object]) -> None:
    files = sources()
    extract(files, workers)
    assert told(files) == fresh


@pytest.mark.usefixtures("helped")
def test_helpers_do_it_alone_and_know_nothing_of_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fresh: list[object], forbidden: Callable[[], None]
) -> None:
    for name in ("ast", "msgspec", "lint_rules", "sitecustomize"):
        (tmp_path / f"{name}.py").write_text("open('ran', 'w')\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setattr(extraction, "_work", lambda queue: None)
    files = sources()
    extract(files, workers=3)
    forbidden()
    assert told(files) == fresh
    assert not (tmp_path / "ran").exists()


DYING = {
    "at once": "raise SystemExit(3)",
    "before it answers": "import sys; sys.stdin.buffer.read(20)",
    "by a signal": "import os, sys; sys.stdin.buffer.read(20); os.kill(os.getpid(), 9)",
    "in the middle of an answer": "import sys; sys.stdout.buffer.write(b'\\0' * 7 + b'\\x99' + b'x')",
    "talking nonsense": "import sys; sys.stdout.buffer.write(b'\\0' * 7 + b'\\x04' + b'what')",
    "with too few answers": "import sys; sys.stdout.buffer.write(b'\\0' * 7 + b'\\x01' + b'\\x90')",
    "with answers that are none": (
        "import sys, msgspec\n"
        "from lint_rules.project.helper import receive, send\n"
        "while files := receive(sys.stdin.buffer):\n    send(sys.stdout.buffer, [b'none'] * len(files))"
    ),
    "never": "import time; time.sleep(600)",
}


@pytest.mark.usefixtures("helped")
@pytest.mark.parametrize("end", list(DYING))
def test_a_helper_that_fails_is_not_missed(end: str, monkeypatch: pytest.MonkeyPatch, fresh: list[object]) -> None:
    started = []

    def start() -> subprocess.Popen[bytes]:
        command = [sys.executable, "-c", DYING[end]]
        started.append(subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT))
        return started[-1]

    monkeypatch.setattr(extraction, "_start", start)
    monkeypatch.setattr(extraction, "_PATIENCE", 1.0 if end == "never" else 60.0)
    files = sources()
    extract(files, workers=3)
    assert told(files) == fresh
    assert len(started) == 2
    assert all(process.poll() is not None for process in started)


@pytest.mark.usefixtures("helped")
def test_a_helper_that_can_not_be_started_is_not_missed(monkeypatch: pytest.MonkeyPatch, fresh: list[object]) -> None:
    monkeypatch.setattr(sys, "executable", str(ROOT / "no" / "such" / "python"))
    files = sources()
    extract(files, workers=2)
    assert told(files) == fresh


@pytest.mark.usefixtures("helped")
def test_what_nests_deeply_ends_no_helper(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extraction, "_work", lambda queue: None)
    deep = [b"x = " + b"-" * 3000 + b"1\n", b"def f():\n    return " + b"x + " * 3000 + b"1\n", b"y = 1\n"]
    files = [Source(Path(f"/nowhere/{number}.py"), data) for number, data in enumerate(deep)]
    extract(files, workers=2)
    assert [file.waiting() for file in files] == [None, None, None]
    assert files[2].module is not None


def test_for_a_handful_of_files_no_helper_is_started(monkeypatch: pytest.MonkeyPatch) -> None:
    def start() -> subprocess.Popen[bytes]:
        raise AssertionError("started")

    monkeypatch.setattr(extraction, "_start", start)
    files = sources()[:20]
    extract(files, workers=8)
    assert all(file.waiting() is None for file in files)


@pytest.mark.parametrize(("said", "wanted"), [("0", 0), ("1", 1), ("3", 3)])
def test_the_environment_says_how_many_work(monkeypatch: pytest.MonkeyPatch, said: str, wanted: int) -> None:
    monkeypatch.setenv("QUANTFENCE_WORKERS", said)
    assert extraction.usable() == wanted


@pytest.mark.parametrize("said", ["", "many", "-1"])
def test_otherwise_one_a_core_works(monkeypatch: pytest.MonkeyPatch, said: str) -> None:
    monkeypatch.setenv("QUANTFENCE_WORKERS", said)
    assert 1 <= extraction.usable() <= 8


# --- files that change


def test_a_file_that_changes_after_it_was_searched_is_what_it_became(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text("def old(): pass\n")
    file = Source(path)
    assert file.holds(b"old")
    path.write_text("\n\ndef new(): pass\n")
    module = file.module
    assert module is not None
    (define,) = functions(module.body)
    assert (define.name, define.line) == ("new", 3)
    assert file.segment(3, 3) == "def new(): pass\n"
    assert file.data == path.read_bytes()


def test_a_file_that_changes_after_it_was_parsed_stays_what_it_was(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text(TEXT)
    file = Source(path)
    assert file.module is not None
    path.write_text("other = 1\n")
    assert file.text == TEXT
    assert file.data == TEXT.encode()
    assert not file.holds(b"other")
    assert said(file) == said(Source(path, TEXT.encode()))


# --- what can't be written as it is


@pytest.mark.parametrize(
    ("code", "value"),
    [
        ("2**9", facts.Binary("**", facts.Constant(2), facts.Constant(9))),
        ("9223372036854775807", facts.Constant(2**63 - 1)),
        ("9223372036854775808", facts.Opaque([], "0x8000000000000000")),
        ("-9223372036854775807", facts.Constant(-(2**63) + 1)),
        ("'\\ud800'", facts.Opaque([], "'\\ud800'")),
        ("'\\U0001f916日'", facts.Constant("\U0001f916日")),
        ("1e400", facts.Constant(float("inf"))),
        ("True", facts.Constant(True)),
        ("1.0", facts.Constant(1.0)),
    ],
)
def test_constants(code: str, value: facts.Expression) -> None:
    module = Source(Path("/nowhere/a.py"), f"x = {code}\n".encode()).module
    assert module is not None
    (statement,) = module.body
    assert isinstance(statement, facts.Assign)
    assert statement.value == value
    if isinstance(value, facts.Constant) and isinstance(statement.value, facts.Constant):
        assert type(statement.value.value) is type(value.value)
