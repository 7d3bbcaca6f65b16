"""The interface speaks both languages: every message is in the catalogue, and nothing else is."""

import ast
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

import quizcli
from quizcli import language
from quizcli.errors import UsageError

PACKAGE = Path(quizcli.__file__).parent
CATALOGUE = (PACKAGE / "locale" / "zh.po").read_text(encoding="utf-8")
CHINESE = language.read_catalogue(CATALOGUE)


def messages() -> Iterator[tuple[str, str]]:
    """Every message in the source, with the file it is in."""
    for file in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                called = {"_": 1, "N_": 1, "plural": 1}.get(node.func.id, 0)
                for argument in node.args[:called]:
                    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                        yield argument.value, str(file.relative_to(PACKAGE))


MESSAGES = dict(messages())


def fields(message: str) -> set[str]:
    return {name for _text, name, _spec, _way in string.Formatter().parse(message) if name}


def test_every_message_is_translated() -> None:
    missing = {message: file for message, file in MESSAGES.items() if message not in CHINESE}
    assert not missing, "\n".join(
        f'msgid "{message}"\nmsgstr ""  # {file}' for message, file in missing.items()
    )


def test_no_translation_is_left_over() -> None:
    assert sorted(set(CHINESE) - set(MESSAGES)) == []


def test_no_message_is_in_the_catalogue_twice() -> None:
    keys = [line for line in CATALOGUE.splitlines() if line.startswith("msgid ")]
    assert sorted(key for key in set(keys) if keys.count(key) > 1) == []


@pytest.mark.parametrize("message", sorted(CHINESE))
def test_a_translation_keeps_the_placeholders(message: str) -> None:
    if message in MESSAGES:
        assert fields(CHINESE[message]) == fields(message)


def test_long_messages_may_stand_on_several_lines() -> None:
    text = 'msgid ""\n"one "\n"two"\nmsgstr ""\n"eins "\n"zwei"\n'
    assert language.read_catalogue(text) == {"one two": "eins zwei"}


@pytest.mark.parametrize(
    ("name", "expected"),
    [("zh", "zh"), ("zh_CN.UTF-8", "zh"), ("ZH-TW", "zh"), ("en-GB", "en"), (" en ", "en")],
)
def test_a_language_may_be_named_as_locales_do(name: str, expected: str) -> None:
    assert language.parse(name) == expected


def test_an_unknown_language_is_refused_with_the_choice() -> None:
    with pytest.raises(UsageError, match="en, zh"):
        language.parse("fr")


def test_plurals_follow_the_language() -> None:
    try:
        assert language.plural("{n} question", "{n} questions", 1) == "1 question"
        assert language.plural("{n} question", "{n} questions", 2) == "2 questions"
        language.use("zh")
        assert language.plural("{n} question", "{n} questions", 2) == "2 道题"
    finally:
        language.use("en")


def test_lists_are_written_as_the_language_writes_them() -> None:
    try:
        assert language.listed(["Mul", "Sum"]) == "Mul, Sum"
        language.use("zh")
        assert language.listed(["Mul", "Sum"]) == "Mul、Sum"
    finally:
        language.use("en")
