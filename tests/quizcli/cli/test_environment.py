"""The world outside, read in one place."""

from datetime import UTC, timedelta
from pathlib import Path

import pytest

from quizcli.cli import environment
from quizcli.errors import UsageError


@pytest.fixture(autouse=True)
def clean(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("QUIZCLI_LANG", "QUIZCLI_NOW", "QUIZCLI_ZONE", "QUIZCLI_HOME", "LC_ALL",
                 "LC_MESSAGES", "LANG", "QUIZCLI_PLAIN"):  # fmt: skip
        monkeypatch.delenv(name, raising=False)


def test_the_clock_can_be_set_and_then_runs_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUIZCLI_NOW", "2026-03-02T12:00:00+08:00")
    now = environment.now()
    assert now.tzinfo is UTC
    assert now.hour == 4
    assert timedelta() < environment.now() - now < timedelta(hours=1)


def test_a_time_without_zone_is_local(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUIZCLI_ZONE", "Asia/Shanghai")
    monkeypatch.setenv("QUIZCLI_NOW", "2026-03-02T12:00:00")
    assert environment.now().hour == 4


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("QUIZCLI_NOW", "noon"),
        ("QUIZCLI_NOW", "0001-01-01"),
        ("QUIZCLI_NOW", "9999-12-31"),
        ("QUIZCLI_ZONE", "Nowhere"),
    ],
)
def test_a_wrong_value_is_told_by_its_name(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(UsageError, match=name):
        environment.zone() if name == "QUIZCLI_ZONE" else environment.now()


def test_one_folder_can_hold_everything(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("QUIZCLI_HOME", str(tmp_path))
    assert environment.folder("data") == tmp_path / "data"
    assert environment.folder("cache") == tmp_path / "cache"


@pytest.mark.parametrize(
    ("variables", "language"),
    [
        ({}, "en"),
        ({"LANG": "zh_CN.UTF-8"}, "zh"),
        ({"LANG": "zh_CN.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LC_MESSAGES": "zh_TW", "LANG": "en_US"}, "zh"),
    ],
)
def test_the_locale_decides_the_language(
    monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], language: str
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert environment.language_of_locale() == language


@pytest.mark.parametrize(
    "arguments", [["--lang", "zh"], ["--lang=zh"], ["quiz", "--lang", "zh_CN"]]
)
def test_the_language_is_asked_for_anywhere_on_the_line(arguments: list[str]) -> None:
    assert environment.language_asked(arguments) == "zh"


def test_plain_text_is_asked_for_by_option_or_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    assert environment.plain(["quiz", "--plain"])
    assert not environment.plain(["quiz"])
    monkeypatch.setenv("QUIZCLI_PLAIN", "0")
    assert not environment.plain([])
    monkeypatch.setenv("QUIZCLI_PLAIN", "1")
    assert environment.plain([])


def test_an_editor_gives_back_what_it_left(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    script = tmp_path / "my editor"
    script.write_text('#!/bin/sh\necho "x = 2" >> "$1"\n')
    script.chmod(0o755)
    monkeypatch.setenv("VISUAL", f"'{script}'")
    assert environment.edit("x = 1\n") == "x = 1\nx = 2\n"


def test_who_named_no_editor_gets_one_that_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.delenv("EDITOR", raising=False)
    monkeypatch.setattr("shutil.which", lambda name: name == "vi")
    assert environment.editor() is None, "a script has use for none"
    monkeypatch.setattr(environment, "person_present", lambda: True)
    assert environment.editor() == "vi"
    monkeypatch.setenv("EDITOR", "emacs -nw")
    assert environment.editor() == "emacs -nw"


def test_no_editor_is_no_error_and_a_missing_one_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.delenv("EDITOR", raising=False)
    assert environment.edit("x") is None
    monkeypatch.setenv("EDITOR", "/nowhere/vi")
    with pytest.raises(UsageError, match="/nowhere/vi"):
        environment.edit("x")
