"""Edits of one file: every byte outside them stays."""

from __future__ import annotations

import codecs
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lint_rules.diagnostic import Edit
from lint_rules.fixing.edits import Document, Inapplicable, clash
from lint_rules.project.source import Source

PATH = Path("/project/a.py")


def edit(start: int, end: int, content: str = "") -> Edit:
    return Edit(PATH, start, end, content)


def spliced(data: bytes, *edits: Edit, python: bool = True) -> bytes:
    return Document(data, python).spliced(edits)


# --- what goes together


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (edit(2, 5, "x"), edit(4, 6, "x"), True),
        (edit(2, 9, "x"), edit(4, 6, "x"), True),
        (edit(2, 5, "x"), edit(5, 6, "x"), False),
        (edit(2, 5, "x"), edit(2, 5, "x"), False),
        (edit(2, 5, "x"), edit(2, 5, "y"), True),
        (edit(3, 3, "x"), edit(3, 3, "x"), False),
        (edit(3, 3, "x"), edit(3, 3, "y"), True),
        (edit(3, 3, "x"), edit(4, 4, "y"), False),
        (edit(3, 3, "x"), edit(2, 5, "y"), True),
        (edit(2, 2, "x"), edit(2, 5, "y"), False),
        (edit(5, 5, "x"), edit(2, 5, "y"), False),
    ],
)
def test_edits_clash_where_their_order_would_matter(one: Edit, other: Edit, expected: bool) -> None:
    assert clash(one, other) is expected
    assert clash(other, one) is expected


# --- places


def test_edits_are_made_in_the_order_of_their_places() -> None:
    data = b"call(a, b, c)\n"
    assert spliced(data, edit(11, 12, "z"), edit(5, 8), edit(13, 13, "  # c")) == b"call(b, z)  # c\n"


def test_an_insertion_stands_before_what_replaces_the_text_after_it() -> None:
    assert spliced(b"abcd", edit(2, 4, "X"), edit(2, 2, "-"), edit(0, 2, "Y")) == b"Y-X"


def test_identical_edits_are_one() -> None:
    assert spliced(b"ab", edit(1, 1, "-"), edit(1, 1, "-")) == b"a-b"


# --- line ends


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_new_lines_end_as_the_line_does_where_the_edit_begins(end: str) -> None:
    text = f"a = 1{end}b = 2{end}"
    at = text.index("b")
    assert spliced(text.encode(), edit(at, at, "x\ny\n")) == f"a = 1{end}x{end}y{end}b = 2{end}".encode()


def test_where_line_ends_are_mixed_each_place_has_its_own() -> None:
    text = "a\r\nb\nc\rd"
    result = spliced(text.encode(), *(edit(at, at + 1, "x\ny") for at in map(text.index, "abcd")))
    assert result == b"x\r\ny\r\nx\ny\nx\ry\rx\r\ny"


def test_after_the_last_line_end_the_first_one_of_the_file_counts() -> None:
    assert spliced(b"a\r\nb\n", edit(5, 5, "c\n")) == b"a\r\nb\nc\r\n"
    assert spliced(b"a", edit(1, 1, "\nb\n")) == b"a\nb\n"


def test_between_the_two_halves_of_a_line_end_the_whole_one_counts() -> None:
    assert spliced(b"a\r\nb\n", edit(2, 2, "-\n")) == b"a\r-\r\n\nb\n"


def test_line_ends_that_a_rule_copied_are_not_doubled() -> None:
    assert spliced(b"a\r\n", edit(0, 1, "x\r\ny\n")) == b"x\r\ny\r\n\r\n"


# --- encodings


def test_a_byte_order_mark_stays_and_counts_for_nothing() -> None:
    assert spliced(codecs.BOM_UTF8 + "é = 1\n".encode(), edit(0, 1, "ü")) == codecs.BOM_UTF8 + "ü = 1\n".encode()
    assert spliced(codecs.BOM_UTF8 + b"a: 1\n", edit(0, 1, "b"), python=False) == codecs.BOM_UTF8 + b"b: 1\n"


def test_a_coding_line_counts() -> None:
    data = "# -*- coding: latin-1 -*-\né = 'ß'  # ÿ\n".encode("latin-1")
    at = data.index(0xDF)
    assert spliced(data, edit(at, at + 1, "ä")) == data.replace(b"\xdf", b"\xe4")


def test_a_coding_line_in_data_is_a_comment() -> None:
    data = "# coding: latin-1\né: 1\n".encode()
    assert spliced(data, edit(18, 19, "ü"), python=False) == "# coding: latin-1\nü: 1\n".encode()


@pytest.mark.parametrize(("encoding", "word"), [("shift_jis", "表示"), ("gb18030", "𠮷汉"), ("euc_kr", "한글")])
def test_encodings_of_more_than_one_byte(encoding: str, word: str) -> None:
    text = f"# coding: {encoding}\na = '{word}'\nb = '{word}'\n"
    at = text.rindex(word)
    expected = text[:at] + text[at + 1 :]
    assert spliced(text.encode(encoding), edit(at, at + 1)) == expected.encode(encoding)


def test_bytes_that_another_text_would_not_give_stay() -> None:
    # cp932 has two ways to write this sign, and Python writes the other one.
    data = b"# coding: cp932\na = '\x87\x9c'\nb = 1\n"
    assert Document(data, True).text[21:22].encode("cp932") != b"\x87\x9c"
    at = Document(data, True).text.index("1")
    assert spliced(data, edit(at, at + 1, "2")) == data.replace(b"1", b"2")


@pytest.mark.parametrize(
    ("encoding", "content", "reason"),
    [
        ("latin-1", "'€'", r"the file's encoding, iso-8859-1, has no '\u20ac'"),
        ("ascii", "'é'", r"the file's encoding, ascii, has no '\xe9'"),
        ("utf-8", "'\ud800'", r"the file's encoding, utf-8, has no '\ud800'"),
    ],
)
def test_what_the_encoding_lacks_is_said(encoding: str, content: str, reason: str) -> None:
    data = f"# coding: {encoding}\na = 1\n".encode()
    at = data.index(b"1", 18)
    with pytest.raises(Inapplicable, match=f"^{re.escape(reason)}$"):
        spliced(data, edit(at, at + 1, content))


def test_an_edit_that_gives_the_other_bytes_another_meaning_is_none() -> None:
    data = "# coding: latin-1\na = 'é'\n".encode("latin-1")
    with pytest.raises(Inapplicable, match="can't express it"):
        spliced(data, edit(10, 17, "cp437"))
    assert spliced(b"# coding: latin-1\na = 1\n", edit(10, 17, "cp437")) == b"# coding: cp437\na = 1\n"


def test_an_encoding_whose_places_depend_on_what_was_before_is_left_alone() -> None:
    data = b"# coding: utf-7\na = '+AGE-'\nb = 1\n"
    at = Document(data, True).text.index("b")
    with pytest.raises(Inapplicable, match="the file's encoding, utf-7, can't express it"):
        spliced(data, edit(at, at + 1, "c"))


@pytest.mark.parametrize(
    "data", [b"\xff = 1\n", b"a = 1\nb = 2\nc = '\xff'\n", b"# coding: nonsense\n", b"# coding: hex\n"]
)
def test_what_can_t_be_decoded_is_no_document(data: bytes) -> None:
    with pytest.raises(Inapplicable, match="can't be decoded"):
        Document(data, python=True)


# --- any text, any edits

_ENDS = st.sampled_from(["\n", "\r\n", "\r", "\n\n", "\x0c\n", ""])
_CHARACTERS = st.text("ab =#'(\t\x0cé ÿ", max_size=8)
_WIDE = st.text("ab =#'(\té\u2028\x85漢𝄞", max_size=8)


@st.composite
def files(draw: st.DrawFn) -> tuple[str, bytes]:
    """A text, without a byte-order mark, and its bytes."""
    kind = draw(st.sampled_from(["plain", "mark", "latin-1"]))
    lines = draw(st.lists(st.tuples(_CHARACTERS if kind == "latin-1" else _WIDE, _ENDS), max_size=8))
    head = "# coding: latin-1\n" if kind == "latin-1" else "#\n#\n"
    text = head + "".join(line + end for line, end in lines)
    return text, codecs.BOM_UTF8 * (kind == "mark") + text.encode("latin-1" if kind == "latin-1" else "utf-8")


@given(files(), st.data())
def test_the_result_is_what_slices_would_give(file: tuple[str, bytes], data: st.DataObject) -> None:
    text, content = file
    head = text.index("\n") + 1
    assert Source(PATH, content).text == text
    cuts = sorted(set(data.draw(st.lists(st.integers(head, len(text)), max_size=8))))
    pairs = list(zip(cuts[::2], cuts[1::2], strict=False))
    edits = [edit(*pair, data.draw(st.text("xyé", max_size=4))) for pair in pairs]
    pieces, at = [], 0
    for each in edits:
        pieces += [text[at : each.start], each.content]
        at = each.end
    expected = "".join([*pieces, text[at:]])
    encoding = "latin-1" if text.startswith("# coding") else "utf-8"
    mark = codecs.BOM_UTF8 if content.startswith(codecs.BOM_UTF8) else b""
    shuffled = data.draw(st.permutations(edits))
    assert Document(content, python=True).spliced(shuffled) == mark + expected.encode(encoding)


@given(files(), st.data())
def test_new_lines_add_only_line_ends_that_the_file_has(file: tuple[str, bytes], data: st.DataObject) -> None:
    text, content = file
    at = data.draw(st.integers(text.index("\n") + 1, len(text)))
    result = Source(PATH, Document(content, python=True).spliced([edit(at, at, "x\ny")])).text
    assert result is not None
    (end,) = re.findall(r"x(\r\n|\r|\n)y", result)
    assert result == f"{text[:at]}x{end}y{text[at:]}"
    assert end in re.findall(r"\r\n|\r|\n", text)
