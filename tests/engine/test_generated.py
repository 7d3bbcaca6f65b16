"""The texts of operations are compiled once, and kept as Python keeps bytecode."""

import marshal
import sys

import pytest

from engine.ops import generated


@pytest.fixture
def kept(tmp_path, monkeypatch):
    """Where compiled texts are kept; nothing is there yet."""
    file = tmp_path / "cache" / "texts"
    monkeypatch.setattr(generated, "FILE", file)
    monkeypatch.setattr(generated, "_kept", {})
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    return file


def test_what_one_import_compiled_the_next_reads(kept):
    generated.keep_compiled()
    assert generated._read(kept) == generated._used
    assert [file.name for file in kept.parent.iterdir()] == [kept.name]


def test_nothing_is_kept_where_python_keeps_no_bytecode(kept, monkeypatch):
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    generated.keep_compiled()
    assert not kept.exists()


@pytest.mark.parametrize("content", [b"", b"\xff\x00", marshal.dumps(3), marshal.dumps(("x", {}))])
def test_what_was_kept_wrongly_is_compiled_anew(kept, content):
    kept.parent.mkdir()
    kept.write_bytes(content)
    assert generated._read(kept) == {}
