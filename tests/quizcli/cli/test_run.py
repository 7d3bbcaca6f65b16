"""`quizcli run`: a person's own file just works, and its errors look as Python's do."""

import io
import json
import os
import subprocess
import sys

import pytest

from quizcli.cli import texts

OWN = """\
import sys
import torch
from beside import double

print(double(torch.ones(2)).tolist(), sys.argv[1:])
print("careful", file=sys.stderr)
"""


@pytest.fixture
def own(tmp_path):
    folder = tmp_path / "own"
    folder.mkdir()
    (folder / "beside.py").write_text("def double(x):\n    return x * 2\n")
    (folder / "own.py").write_text(OWN)
    return folder / "own.py"


def test_a_file_runs_on_the_engine_with_its_own_modules_and_arguments(cli, own):
    said = cli("run", own, "--", "one", "--two")
    assert said == (0, "[2.0, 2.0] ['one', '--two']\n", "careful\n")


def test_what_a_file_raises_is_shown_as_python_shows_it(cli, own):
    own.write_text("import beside\n\nbeside.double(None)\n")
    said = cli("run", own)
    python = subprocess.run([sys.executable, own], capture_output=True, text=True, check=False)
    assert said.code == 1
    assert said.err == python.stderr
    assert said.err.startswith(f'Traceback (most recent call last):\n  File "{own}", line 3,')


def test_an_error_inside_torch_is_shown_where_the_file_led_to_it(cli, own):
    own.write_text("import torch\n\ntorch.ones(2).backward()\n")
    said = cli("run", own)
    assert said.err.count("  File ") == 1
    assert "RuntimeError" in said.err


def test_a_program_is_read_from_standard_input(cli, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO("print(1 + 1)"))
    assert cli("run", "-") == (0, "2\n", "")


def test_a_program_from_a_pipe_sees_nothing_of_where_pipes_are_kept(cli):
    read, write = os.pipe()
    os.write(write, b"import os, sys\nprint(os.listdir(), [p for p in sys.path if 'fd' in p])\n")
    os.close(write)
    try:
        assert cli("run", f"/dev/fd/{read}") == (0, "[] []\n", "")
    finally:
        os.close(read)


def test_the_exit_code_is_the_files_own(cli, own):
    own.write_text("raise SystemExit(3)")
    assert cli("run", own) == (3, "", "")


def test_a_file_that_exits_with_words_says_them(cli, own):
    own.write_text("raise SystemExit('no luck')")
    assert cli("run", own) == (1, "", "no luck\n")


def test_a_file_that_does_not_end_is_stopped(cli, own):
    own.write_text("print('begun')\nwhile True: pass")
    said = cli("run", own, "--seconds", "0.3")
    assert (said.code, said.out) == (1, "begun\n")
    assert "0.3 s" in said.err


def test_what_is_not_python_is_told_with_its_line(cli, own):
    own.write_text("x = 1\nif x\n")
    said = cli("run", own)
    assert said.code == 1
    assert f"{own}:2: " in said.err


def test_warnings_are_told_with_their_line(cli, own):
    own.write_text("import warnings\nwarnings.warn('careful')\n")
    assert cli("run", own).err == f"{own}:2: UserWarning: careful\n"


@pytest.mark.parametrize("content", [None, b"\xff\xfe"])
def test_a_file_that_cannot_be_read_is_told_in_one_line(cli, own, content):
    own.unlink()
    if content is not None:
        own.write_bytes(content)
    said = cli("run", own)
    assert said.code == 2
    assert said.err.startswith("quizcli: ")
    assert said.err.count("\n") == 1


@pytest.mark.parametrize("command", [("run",), ("bank", "import", "--into", "new")])
def test_a_file_without_end_is_refused_and_not_read_to_its_end(cli, monkeypatch, command):
    monkeypatch.setattr(texts, "LARGEST", 1000)
    said = cli(*command, "/dev/zero")
    assert said == (2, "", "quizcli: /dev/zero: too long; the limit is 1,000 characters\n")


def test_a_byte_order_mark_is_no_part_of_a_program(cli, own):
    own.write_bytes(b"\xef\xbb\xbfprint(1)\n")
    assert cli("run", own) == (0, "1\n", "")


def test_the_result_can_be_had_as_json(cli, own):
    own.write_text("print('a')\n1 / 0\n")
    result = json.loads(cli("run", own, "--json").out)
    assert result["outcome"] == "raised"
    assert result["printed"] == [[1, "a\n"]]
    assert (result["error"]["type"], result["error"]["line"]) == ("ZeroDivisionError", 2)


def test_output_cannot_steer_a_terminal(cli, own, monkeypatch):
    own.write_text(r"print('\x1b]0;owned\x07')")
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    assert cli("run", own).out == "␛]0;owned␇\n"


def test_only_modules_of_the_home_folder_can_be_read(cli, own, monkeypatch):
    monkeypatch.setenv("HOME", str(own.parent))
    (own.parent / "secret.txt").write_text("a secret")
    own.write_text("from beside import double\nprint(double(2))\nopen('secret.txt')")
    said = cli("run", own)
    assert (said.code, said.out) == (1, "4\n")
    assert "a secret" not in said.err
