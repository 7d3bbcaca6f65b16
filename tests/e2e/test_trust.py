"""Code that did not come with the program runs only after the person saw what it is and agreed."""

from pathlib import Path

import pytest

from quizcli.bank.new import write_bank
from tests.e2e.commands import run
from tests.e2e.terminal import Terminal


@pytest.fixture
def bank(tmp_path: Path) -> Path:
    write_bank(tmp_path / "found")
    return tmp_path / "found"


@pytest.fixture
def person(tmp_path: Path) -> Path:
    (tmp_path / "person").mkdir()
    return tmp_path / "person"


def test_a_check_shows_the_bank_and_asks_before_it_runs(person: Path, bank: Path) -> None:
    with Terminal(person, "bank", "check", str(bank)) as terminal:
        terminal.see("1 topic, 5 questions, 4 programs that would run here", "Run its code now?")
        terminal.type("n\r")
        terminal.see("nothing was run")
        assert terminal.end() == 1


def test_who_agrees_sees_it_run(person: Path, bank: Path) -> None:
    with Terminal(person, "bank", "check", str(bank)) as terminal:
        terminal.see("Run its code now?")
        terminal.type("y\r")
        terminal.see("programs run: all in order")


@pytest.mark.parametrize("key", ["\x03", "\x04"])
def test_who_leaves_the_question_has_not_agreed(person: Path, bank: Path, key: str) -> None:
    with Terminal(person, "bank", "check", str(bank), QUIZCLI_LANG="zh") as terminal:
        terminal.see("现在运行它的代码吗？ [y/N]")
        terminal.type("maybe\r")
        terminal.see("请回答 y（是）或 n（否）。 现在运行它的代码吗？ [y/N]")
        terminal.type(key)
        assert terminal.end() == (130 if key == "\x03" else 1)
        assert terminal.screen.cursor.x == 0  # the shell has a line of its own
        assert "Error" not in terminal.text


def test_what_was_typed_before_the_question_agrees_to_nothing(person: Path, bank: Path) -> None:
    with Terminal(person, "bank", "check", str(bank)) as terminal:
        terminal.type("y\ry\r")
        terminal.see("Run its code now? [y/N]")
        terminal.type("\r")
        terminal.see("nothing was run")
        assert terminal.end() == 1


def test_trust_is_asked_again_after_any_change(person: Path, bank: Path) -> None:
    with Terminal(person, "bank", "add", str(bank)) as terminal:
        terminal.see("Added as `found`", "Let it run until it changes?")
        terminal.type("y\r")
        terminal.see("asked again after any change")
        assert terminal.end() == 0
    assert "not trusted" not in run(person, "bank", "list").stdout
    topic = bank / "rounding.yaml"
    topic.write_text(topic.read_text(encoding="utf-8") + "# a comment\n", encoding="utf-8")
    assert "not trusted" in run(person, "bank", "list").stdout


def test_an_untrusted_topic_is_read_without_running(person: Path, bank: Path) -> None:
    run(person, "bank", "add", str(bank))
    shown = run(person, "explain", "found:rounding")
    assert "rounds a number exactly halfway between two" in shown.stdout
    assert "[0, 2, 2, 4, 4]" not in shown.stdout
    assert "not trusted yet; see `quizcli bank trust`" in shown.stderr


def test_an_untrusted_bank_is_not_asked(person: Path, bank: Path) -> None:
    before = run(person, "quiz", "--count").stdout
    run(person, "bank", "add", str(bank))
    assert run(person, "quiz", "--count").stdout == before
    refused = run(person, "quiz", "found:rounding", "-n", "1")
    assert (refused.returncode, refused.stdout) == (1, "")
    assert "review it with `quizcli bank trust found`" in refused.stderr
    assert "`quizcli bank trust found --yes`" in run(person, "bank", "trust", "found").stdout
    assert run(person, "bank", "trust", "found", "--yes").returncode == 0
    assert run(person, "quiz", "found:rounding", "--count").stdout == "5 questions\n"


def test_watching_is_agreed_to_as_such(person: Path, bank: Path) -> None:
    run(person, "bank", "add", str(bank))
    run(person, "bank", "trust", "found", "--yes")
    with Terminal(person, "bank", "check", str(bank), "--watch") as terminal:
        terminal.see("Run its code now, and again whenever it changes?")
        terminal.type("y\r")
        terminal.see("all in order", "Watching")
        terminal.type("\x03")


def test_a_watched_bank_is_checked_again_when_a_file_changes(person: Path, bank: Path) -> None:
    with Terminal(person, "bank", "check", str(bank), "--watch", "--trust") as terminal:
        terminal.see("all in order", "Watching")
        topic = bank / "rounding.yaml"
        text = topic.read_text(encoding="utf-8")
        topic.write_text(text.replace("level: senior", "level: old"), encoding="utf-8")
        terminal.see("found 'old'")
        terminal.type("\x03")
        assert terminal.end() == 130
