"""Draws a question: position in the session, text, code or options."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from rich.text import Text

from quizcli.language import _, current
from quizcli.model.topic import Choice, Fill, Fix, Predict, Question, Topic, Value
from quizcli.screens.dates import duration
from quizcli.screens.program import program
from quizcli.screens.prose import inline, prose
from quizcli.screens.theme import Look
from quizcli.screens.wrapping import wrapped


class Asked(NamedTuple):
    """A question to ask, with its values chosen and its options in order."""

    question: Question
    topic: Topic
    place: tuple[int, int]
    attempt: int = 0
    order: tuple[int, ...] = ()  # display order of a choice's options
    tutor: bool = True  # whether to show the verdict at once
    seconds_left: float | None = None  # in a timed session
    undoable: bool = False  # whether there is a previous answer to undo
    written: Question | None = None  # the question before its values were chosen
    values: Mapping[str, Value] = MappingProxyType({})


def kind_name(kind: str) -> str:
    """The kind of a question, in the user's language."""
    return {
        "recall": _("explain"),
        "choice": _("choose"),
        "predict": _("predict the output"),
        "fill": _("fill the blank"),
        "fix": _("fix the program"),
    }[kind]


def level_name(level: str) -> str:
    """The level of a question, in the user's language."""
    return {"junior": _("junior"), "mid": _("mid"), "senior": _("senior")}[level]


def header(asked: Asked, look: Look) -> list[Text]:
    """The position in the session, and the kind of question."""
    number, total = asked.place
    parts = [
        asked.topic.title.get(current()),
        kind_name(asked.question.kind),
        level_name(asked.question.level),
    ]
    if asked.attempt:
        parts.append(_("once more"))
    if asked.seconds_left is not None:
        parts.append(_("{time} left").format(time=duration(asked.seconds_left)))
    line = Text(f"{number}/{total}", "title")
    for part in parts:
        line.append(look.sign(" · ", ", "), "muted").append(part, "muted")
    return wrapped(line, look.width)


def question(asked: Asked, look: Look) -> list[Text]:
    """The question with everything needed to answer it."""
    lines = [*header(asked, look), Text(), *prose(asked.question.ask.get(current()), look)]
    match asked.question:
        case Predict(code=code) | Fill(code=code) | Fix(code=code):
            lines += [Text(), *program(code, look)]
        case Choice() as choice:
            lines += [Text(), *options(choice, asked.order, look)]
        case _:
            pass
    return lines


def options(choice: Choice, order: tuple[int, ...], look: Look) -> list[Text]:
    """The options under the numbers that the user types."""
    lines: list[Text] = []
    for shown, original in enumerate(order, start=1):
        lead = f"{shown}. "
        text = inline(choice.options[original].text.get(current()).strip(), look)
        body = Text(lead, "key").append_text(text)
        lines += wrapped(body, look.width, hang=len(lead))
    return lines


def hint(asked: Asked, number: int, look: Look) -> list[Text]:
    """The hint with this number, counted from 0."""
    hints = asked.question.hints
    lead = _("Hint {n} of {all}: ").format(n=number + 1, all=len(hints))
    body = Text(lead, "hint").append_text(inline(hints[number].get(current()).strip(), look))
    return wrapped(body, look.width)
