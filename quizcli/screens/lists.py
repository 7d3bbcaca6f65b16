"""Simple lists: topics, and suggested commands."""

from collections.abc import Iterable, Sequence

from rich.cells import cell_len
from rich.text import Text

from quizcli.screens.theme import Look
from quizcli.screens.wrapping import wrapped


def topic_lines(rows: Sequence[tuple[str, str, int]], look: Look) -> list[Text]:
    """Topics with id, number of questions and title; if narrow, the title on its own line."""
    name = max((cell_len(topic) for topic, _title, _count in rows), default=0) + 2
    number = max((len(str(count)) for _topic, _title, count in rows), default=0)
    column = name + number + 2
    lines: list[Text] = []
    for topic, title, count in rows:
        if column > look.width // 2:
            head = Text(topic, "code").append(f"  {count}", "muted")
            lines += [head, *_indented(Text(title), 2, look)]
        else:
            head = Text(topic, "code").append(" " * (name - cell_len(topic)))
            head.append(f"{count:{number}}  ", "muted").append(title)
            lines += wrapped(head, look.width, hang=column)
    return lines


def command_lines(rows: Iterable[tuple[str, str]], look: Look) -> list[Text]:
    """Commands with their purpose beside them, or below if there is no room."""
    rows = list(rows)
    column = 2 + max((len(row[0]) for row in rows if len(row[0]) < look.width), default=0)
    beside = column <= look.width // 2 or all(
        column + cell_len(purpose) <= look.width for _command, purpose in rows
    )
    lines: list[Text] = []
    for command, purpose in rows:
        if beside and len(command) < column:
            line = Text(command.ljust(column), "code").append(purpose, "muted")
            lines += wrapped(line, look.width, hang=column)
        else:
            lines += wrapped(Text(command, "code"), look.width, hang=2)
            lines += _indented(Text(purpose, "muted"), 2, look)
    return lines


def _indented(text: Text, by: int, look: Look) -> list[Text]:
    return [Text(" " * by).append(line) for line in wrapped(text, look.width - by)]
