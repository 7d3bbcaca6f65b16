"""`quizcli bank …` as a person or a script meets it."""

import json
import os
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]


@pytest.fixture
def quizcli(cli, tmp_path, monkeypatch):
    """Runs quizcli in an empty folder."""
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    return cli


@pytest.fixture
def work(quizcli, tmp_path):
    """The folder in which quizcli runs."""
    return tmp_path / "work"


def test_a_new_bank_is_checked_added_trusted_and_looked_up(quizcli):
    assert quizcli("bank", "new", "mine").code == 0
    checked = quizcli("bank", "check", "mine", "--trust")
    assert (checked.code, checked.err) == (0, "")
    assert "all in order" in checked.out
    added = quizcli("bank", "add", "mine")
    assert "quizcli bank trust mine" in added.out
    assert "not trusted" in quizcli("bank", "list").out
    assert quizcli("bank", "trust", "mine", "--yes").code == 0
    (_shipped, mine) = json.loads(quizcli("bank", "list", "--json").out)["banks"]
    assert (mine["name"], mine["topics"], mine["trusted"]) == ("mine", 1, True)


WRITER = """\
id: writer
title: Writer
aliases: [writer]
summary: Writes.
demos:
  - id: write
    caption: Writes a file.
    code: |
      open({target!r}, "w").write("was here")
      print("wrote")
questions:
  - {{id: writer/one, kind: recall, level: mid, ask: Q, answer: A, points: [p], demo: write}}
"""


@pytest.mark.parametrize("command", [("check", "bank"), ("check", "bank/writer.yaml")])
def test_code_of_an_untrusted_bank_does_not_run(quizcli, work, command):
    target = work / "target"
    (work / "bank").mkdir()
    (work / "bank" / "writer.yaml").write_text(WRITER.format(target=str(target)))
    done = quizcli("bank", *command)
    assert done.code == 1
    assert "1 topic, 1 question, 1 program that would run here" in done.out
    assert "nothing was run; `--trust` runs it without asking" in done.err
    assert not target.exists()


@pytest.mark.parametrize("lead", ["", "./", str(ROOT / "questions") + "/../"])
def test_no_way_of_naming_a_bank_runs_it_unasked(quizcli, work, lead, monkeypatch):
    target, shipped = work / "target", ROOT / "questions" / "graph" / "dynamic-graph.yaml"
    folder = work / "bank"
    folder.mkdir()
    (folder / "writer.yaml").write_text(WRITER.format(target=str(target)))
    path = f"{lead}bank" if not lead.startswith("/") else lead + os.path.relpath(folder, ROOT)
    for places in ((path,), (f"{path}/writer.yaml",), (shipped, path), (path, shipped)):
        done = quizcli("bank", "check", *places)
        assert (done.code, done.out.count("Bank in")) == (1, 1)
        assert "nothing was run" in done.err


def test_the_name_of_a_file_does_not_steer_the_terminal(quizcli, work):
    (work / "bank").mkdir()
    (work / "bank" / "a\x1b]0;pwned\x07\u202e.yaml").write_text("id: [")
    for command in (("check", "bank"), ("check", "bank", "--trust"), ("add", "bank")):
        done = quizcli("bank", *command)
        assert not {"\x1b", "\x07", "\u202e"} & {*(done.out + done.err)}
        assert "a␛]0;pwned" in done.out + done.err


def test_a_folder_that_is_no_bank_is_told_at_once(quizcli, work, monkeypatch):
    (work / "bank" / Path(*"abcdefghijkl")).mkdir(parents=True)
    assert "its folders are nested more than 10 levels" in quizcli("bank", "add", "bank").err
    monkeypatch.setattr("quizcli.bank.files.MOST", 3)
    assert "it contains more than 3 files" in quizcli("bank", "check", "bank").err


def test_what_is_wrong_with_a_bank_is_told_in_the_language_of_now(quizcli, work, monkeypatch):
    quizcli("bank", "new", "mine")
    quizcli("bank", "add", "mine")
    (work / "mine" / "other.yaml").write_text("id: other\n")
    assert "is missing" in quizcli("topics").err
    monkeypatch.setenv("QUIZCLI_LANG", "zh")
    assert "is missing" not in quizcli("topics").err


def test_problems_are_told_one_a_line_and_fail(quizcli, work):
    quizcli("bank", "new", "mine")
    file = work / "mine" / "rounding.yaml"
    file.write_text(file.read_text(encoding="utf-8").replace("level: senior", "level: old"))
    done = quizcli("bank", "check", "mine", "--trust")
    assert done.code == 1
    assert done.out.startswith("mine/rounding.yaml:")
    assert "expected one of junior, mid, senior, found 'old'" in done.out


def test_without_a_path_the_bank_is_checked_that_one_is_in(quizcli, work, monkeypatch):
    quizcli("bank", "new", "mine")
    monkeypatch.chdir(work / "mine")
    done = quizcli("bank", "check", "--trust")
    assert done.out.startswith("1 topic, 1 demo, 5 questions")
    Path("rounding.yaml").write_text("id: other\n")
    assert "rounding.yaml:1:5: id: the file is named" in quizcli("bank", "check", "--trust").out


def test_json_is_json_and_nothing_else(quizcli):
    quizcli("bank", "new", "mine")
    done = quizcli("bank", "check", "mine", "--trust", "--json")
    report = json.loads(done.out)
    assert report["mix"]["questions"] == 5
    assert report["problems"] == []


def test_notes_are_imported_and_recorded(quizcli, work):
    (work / "notes.md").write_text("# Sums\n\nThey add.\n\n```python\nprint(1 + 1)\n```\n")
    done = quizcli("bank", "import", "notes.md", "--into", "mine", "--trust")
    assert (done.code, done.err) == (0, "")
    text = (work / "mine" / "sums.yaml").read_text()
    assert "prints: |\n      2\n" in text
    again = quizcli("bank", "import", "notes.md", "--into", "mine", "--trust")
    assert "already exists" in again.err
    (work / "wrong.md").write_text("# Wrong\n\nIt fails.\n\n```python\n1 / 0\n```\n")
    assert quizcli("bank", "import", "wrong.md", "--into", "mine", "--trust").code == 1


def test_the_schema_is_the_one_in_the_bank(quizcli):
    written = (ROOT / "questions" / "schema.json").read_text(encoding="utf-8")
    assert quizcli("bank", "schema").out == written


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (("check", "nowhere"), 2, "nowhere does not exist; name a bank's folder or a topic's"),
        (("add", "nowhere"), 2, "nowhere: no such file or folder"),
        (("add", "."), 2, "not a bank: it has no topic file (`.yaml`)"),
        (("trust", "none"), 2, "you have not added a bank yet"),
        (("remove", "none"), 2, "you have not added a bank yet"),
        (("new", "full"), 2, "full already exists; name a new folder"),
        (("import", "no.md", "--into", "x"), 2, "no.md: no such file or folder"),
    ],
)
def test_a_mistake_is_told_in_one_line(quizcli, work, arguments, code, told):
    (work / "full" / "of").mkdir(parents=True)
    done = quizcli("bank", *arguments)
    assert done.code == code
    assert told in done.err
    assert done.err.count("\n") == 1
