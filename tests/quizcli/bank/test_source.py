"""Files that are not plain, honest YAML text: each is refused with the place."""

import os
from pathlib import Path

import pytest

from quizcli import language
from quizcli.bank.problem import BankError
from quizcli.bank.source import DEEPEST, LARGEST, load
from tests.quizcli.bank.files import TOPIC, changed, problems, write


def only(file: Path) -> str:
    """The one problem of the file, as line:column: message."""
    (problem,) = problems(file)
    assert problem.file == str(file)
    return f"{problem.line}:{problem.column}: {problem.message}"


def test_a_plain_file_has_no_problem(tmp_path: Path) -> None:
    assert problems(write(tmp_path)) == ()


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"\xef\xbb\xbfid: sums\n", "1:1: begins with a byte order mark"),
        (b"id: sums\r\ntitle: x\r\n", "1:9: the line ends with CR"),
        (b"id: sums\n\ttitle: x\n", "2:1: a tab"),
        ("id: sums\ntitle: \xe9\n".encode("latin-1"), "2:8: is not UTF-8 (byte 0xE9)"),
        ("id: sums\n".encode("utf-16"), "1:1: is not UTF-8 (byte 0xFF)"),
        ("id: sums\ntitle: a\u202eb\n".encode(), "2:9: the invisible character U+202E"),
        (b"id: sums\ntitle: a\x1b]0;x\x07\n", "2:9: the invisible character U+001B"),
        ("id: a\u200bb\n".encode(), "1:6: the invisible character U+200B"),
        ("id: a\u3164 = 1\n".encode(), "1:6: the invisible character U+3164"),
        ("id: a\xadb\n".encode(), "1:6: the invisible character U+00AD"),
        ("id: a\U000e0041b\n".encode(), "1:6: the invisible character U+E0041"),
        ("id: a\u2060b\n".encode(), "1:6: the invisible character U+2060"),
        (b"", "1:1: is empty"),
        (b"# only a comment\n", "1:1: is empty"),
        (b"id: [1, 2\nb: 3\n", "2:2: a comma is missing, or the bracket of line 1"),
        (b"id: a: b\n", "1:6: a second colon; put text that contains one"),
        (b"id\ntitle: x\n", "1:1: this line is not `key: value`"),
        (b"id:a\ntitle: x\n", "1:1: this line is not `key: value`"),
        (b"id: a\ntitle\n", "2:1: this line is not `key: value`"),
        ("id：a\ntitle: x\n".encode(), "1:3: YAML needs `: `, an ASCII colon"),
        ("id: a\ntitle：b\n".encode(), "2:1: YAML needs `: `, an ASCII colon"),
        (b"id: [[\n", "2:1: a value is missing, or a bracket is never closed"),
        (b"title: `code`\n", "1:8: put text that begins with ` in"),
        (b'id: "a\ntitle: b\n', "1:5: the quote opened here is never closed"),
        (b"id: 'a\ntitle: b\n", "1:5: the quote opened here is never closed"),
        (b'id: "a" b\n', "1:9: text continues after a closing quote"),
        (b'id: "\\d"\n', "1:6: a backslash in double quotes"),
        (b"a:\n   b: 1\n  c: 2\n", "3:3: the line is indented unlike those above"),
        (b"a: 1\n  b: 2\n", "2:4: the line is indented unlike those above"),
        (b"a:\n  - x\n  b: 1\n", "3:3: list entries each begin"),
        (b"a: - b\n", "1:4: a list begins on a line of its own"),
        (b"a: | b\n", "1:6: text after `|` or `>` begins on the next line"),
        (b"a: **bold**\n", "1:5: put text that begins with `*`"),
        (b"a: !b c\n", "1:4: put text that begins with `!`"),
        (b"a: 2026-13-45\n", "1:4: looks like a date"),
        (b"id: &a sums\ntitle: *a\n", "1:5: anchors (`&`, `*`) are not used"),
        (b"id: sums\nid: other\n", "2:1: the key `id` appears twice"),
        (b"<<: {a: 1}\n", "1:1: merge keys (`<<`) are not used"),
        (b"? [a, b]\n: c\n", "1:3: a key must be a plain word"),
        (b"a: !!python/object/apply:os.system [ls]\n", "1:4: put text that begins with `!`"),
        (b"--- \na: 1\n---\nb: 2\n", "3:1: `---` begins a second document"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(tmp_path: Path, content: bytes, told: str) -> None:
    assert only(write(tmp_path, content)).startswith(told)


def test_a_parser_is_only_quoted_after_what_is_wrong_in_ones_own_language(tmp_path: Path) -> None:
    language.use("zh")
    try:
        told = only(write(tmp_path, b"id: 'a\ntitle: b\n"))
    finally:
        language.use("en")
    assert told == "1:5: 从这里开始的引号没有闭合（解析器原文：found unexpected end of stream）"


def test_the_place_is_right_whatever_ends_the_lines() -> None:
    with pytest.raises(BankError, match="x:3:2: a comma is missing, or the bracket of line 2"):
        load("a: 1\rb: [1\rc: 2\r", Path("x"))


def test_an_escape_inside_quotes_is_found_too(tmp_path: Path) -> None:
    file = write(tmp_path, changed('"What a sum is."', '"What \\e[31m is."'))
    assert only(file).startswith("5:7: contains the invisible character U+001B")


def test_anchors_that_explode_cost_nothing(tmp_path: Path) -> None:
    lines = ["a0: &a0 [x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 12)]
    assert "anchors" in only(write(tmp_path, "\n".join(lines)))


def test_nesting_beyond_the_limit_is_told_with_the_limit(tmp_path: Path) -> None:
    depth = DEEPEST + 1
    assert "is nested deeper than 20 levels" in only(write(tmp_path, "[" * depth + "]" * depth))


@pytest.mark.parametrize("depth", [DEEPEST + 5, 500, 100_000])
@pytest.mark.parametrize("piece", ["[", "{a: ", "- "])
def test_deep_nesting_is_refused(tmp_path: Path, depth: int, piece: str) -> None:
    closing = {"[": "]", "{a: ": "}", "- ": ""}[piece]
    assert problems(write(tmp_path, piece * depth + "x" + closing * depth))


def test_an_enormous_file_is_not_read(tmp_path: Path) -> None:
    file = tmp_path / "sums.yaml"
    with file.open("wb") as sparse:
        sparse.truncate(LARGEST + 1)
    assert only(file).startswith("1:1: has 2,000,001 bytes")


def test_a_symbolic_link_is_refused(tmp_path: Path) -> None:
    target = write(tmp_path / "elsewhere")
    link = tmp_path / "sums.yaml"
    link.symlink_to(target)
    assert only(link).startswith("1:1: is a symbolic link")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read every file")
def test_an_unreadable_file_is_told(tmp_path: Path) -> None:
    file = write(tmp_path)
    file.chmod(0)
    assert only(file) == "1:1: cannot be read: Permission denied"


def test_a_folder_named_like_a_topic_is_told(tmp_path: Path) -> None:
    (tmp_path / "sums.yaml").mkdir()
    assert only(tmp_path / "sums.yaml") == "1:1: is not a file"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "sums.yaml")
    assert only(tmp_path / "sums.yaml") == "1:1: is not a file"


def test_the_helper_really_changes_the_topic() -> None:
    assert changed("id: sums\n", "id: other\n") != TOPIC
