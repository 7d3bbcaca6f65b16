"""Commands and what they are for, in columns."""

import pytest

from quizcli.screens.lists import command_lines
from quizcli.screens.theme import Look

COMMANDS = [("quizcli review", "what is due"), ("quizcli explain leaf", "你最弱的主题")]


def drawn(width: int, *commands: tuple[str, str]) -> list[str]:
    return [line.plain for line in command_lines([*COMMANDS, *commands], Look(width=width))]


def test_purposes_stand_in_one_column_where_there_is_room() -> None:
    assert drawn(80) == [
        "quizcli review        what is due",
        "quizcli explain leaf  你最弱的主题",
    ]


def test_all_purposes_stand_below_where_one_has_no_room() -> None:
    assert drawn(30) == [
        "quizcli review",
        "  what is due",
        "quizcli explain leaf",
        "  你最弱的主题",
    ]


@pytest.mark.parametrize("width", [30, 80])
def test_a_command_longer_than_the_screen_moves_no_others(width: int) -> None:
    long = ("parameters = " + "0.212 " * 21, "of the memory model")
    assert drawn(width, long)[: len(drawn(width))] == drawn(width)
    assert drawn(width, long)[-1] == "  of the memory model"
    assert max(map(len, drawn(width, long))) <= width
