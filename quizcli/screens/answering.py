"""How each kind of question is answered, up to the verdict."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, assert_never

from rich.text import Text

from quizcli.language import _
from quizcli.model.program import blanks, fill_blanks
from quizcli.model.run import Program, RunResult
from quizcli.model.topic import Choice, Fill, Fix, Predict, Recall
from quizcli.screens.choosing import pick_options, tick_points
from quizcli.screens.program import program, to_show
from quizcli.screens.stage import Key
from quizcli.screens.talk import GiveUp, Talk
from quizcli.session.answers import edited, line_edit, tidy_code
from quizcli.session.grading import (
    Verdict,
    give_up,
    judge_choice,
    judge_prediction,
    judge_recall,
    judge_run,
    printed,
)

if TYPE_CHECKING:
    from quizcli.screens.varying import Open

Run = Callable[[Program], RunResult]
Edit = Callable[[str], str | None]


@dataclass(slots=True)
class Given:
    """An answer with its verdict, and the program whose run is shown afterwards."""

    verdict: Verdict
    answer: Any = None
    code: str | None = None
    run: RunResult | None = None
    picked: frozenset[int] = field(default_factory=frozenset)
    open: "Open | None" = None  # the shown program, if other values can be tried


def take_answer(talk: Talk, run: Run, edit: Edit) -> Given:
    """Wait for the answer to the shown question; raises Leave."""
    talk.stage.flush()
    question = talk.asked.question
    try:
        match question:
            case Choice():
                picked = pick_options(talk, question)
                return Given(judge_choice(question, picked), sorted(picked), picked=picked)
            case Predict():
                return _predict(talk, question, run)
            case Fill():
                return _fill(talk, question, run)
            case Fix():
                return _fix(talk, question, run, edit)
            case Recall():
                return _recall(talk, question)
            case _ as never:
                assert_never(never)
    except GiveUp:
        if isinstance(question, Predict):
            return Given(give_up(question), code=question.code, run=run(to_show(question.code)))
        return Given(give_up(question))


def _predict(talk: Talk, question: Predict, run: Run) -> Given:
    result = run(to_show(question.code))
    one = len(printed(result).strip().split("\n")) == 1
    how = _("It prints one line.") if one else _("Several lines; finish with an empty line.")
    talk.stage.show([Text(how, "muted")])
    talk.say_keys()
    answer = talk.reply("> ") if one else _lines(talk)
    return Given(judge_prediction(result, answer), answer, question.code, result)


def _lines(talk: Talk) -> str:
    """Read lines up to an empty one or the end of input; at least one."""
    lines = [talk.reply("> ")]
    while line := talk.reply("> ", empty=True, ends=True):
        lines.append(line)
    return "\n".join(lines)


def _fill(talk: Talk, question: Fill, run: Run) -> Given:
    count = blanks(question.code)
    talk.say_keys()
    answers: list[str] = []
    for number in range(1, count + 1):
        prompt = "____ = " if count == 1 else f"____ {number}/{count} = "
        answers.append(tidy_code(talk.reply(prompt)))
    code = fill_blanks(question.code, answers)
    result = run(Program(code, question.check))
    return Given(judge_run(result), answers, code, result)


def _fix(talk: Talk, question: Fix, run: Run, edit: Edit) -> Given:
    code = question.code
    talk.stage.show([Text(_("Type a line number to edit that line."), "muted")])
    talk.say_keys(
        Key("6", _("edit line 6")),
        Key("6+", _("add one below")),
        Key("6-", _("delete it")),
        Key("enter", _("run it")),
        Key(":e", _("editor")),
    )
    while True:
        typed = talk.reply("> ", empty=True, own=("e",))
        if not typed.strip() and code == question.code:
            talk.stage.say(_("Nothing has changed yet; type a line number, such as 6."), "muted")
            continue
        if not typed.strip():
            result = run(Program(code, question.check))
            return Given(judge_run(result), code, code, result)
        changed = edit(code) if typed == ":e" else _edited(talk, code, typed)
        if changed is not None:
            code = changed
            talk.stage.show(partial(program, code))


def _edited(talk: Talk, code: str, typed: str) -> str | None:
    lines = code.rstrip("\n").split("\n")
    edit = line_edit(typed, len(lines))
    if edit is None:
        talk.stage.say(_("Type a line number, such as 6."), "muted")
        return None
    if edit.text is None and edit.how != "drop":
        before = lines[edit.number - 1] if edit.how == "set" else ""
        text = talk.reply(f"{edit.number}: ", before, empty=True)
        edit = type(edit)(edit.number, edit.how, text)
    return edited(code, edit)


def _recall(talk: Talk, question: Recall) -> Given:
    how = _("Say it aloud or type it, line by line; an empty line shows the key points.")
    if not talk.asked.tutor:
        how = _("Type your answer; finish with an empty line.")
    talk.stage.show([Text(how, "muted")])
    talk.say_keys()
    lines: list[str] = []
    while line := talk.reply("> ", empty=True, ends=True).strip():
        lines.append(line)
    said = "\n".join(lines)
    if not talk.asked.tutor:
        return Given(Verdict(right=True), said)
    ticked = tick_points(talk, question)
    return Given(judge_recall(question, ticked), said, picked=ticked)
