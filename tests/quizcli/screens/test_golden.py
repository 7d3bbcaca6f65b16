"""Screens as a terminal shows them, kept as golden files: a change in looks is seen in review.

`make golden` renews them.
"""

import io
from collections.abc import Callable, Iterable, Mapping
from datetime import timedelta
from pathlib import Path

import pyte
import pytest
from rich.text import Text

from quizcli import language
from quizcli.model.review import Grade
from quizcli.model.text import Language
from quizcli.screens import home, lists, question, topic
from quizcli.screens.answering import Given
from quizcli.screens.cards import card_lines, leech_lines
from quizcli.screens.closing import closing_lines
from quizcli.screens.keyboard import Lines
from quizcli.screens.plan import plan_lines
from quizcli.screens.program import program
from quizcli.screens.rating import Rater
from quizcli.screens.report import report_lines
from quizcli.screens.revealing import ask_follow_up, reveal_answer
from quizcli.screens.stage import Stage, key_lines
from quizcli.screens.stats import stats_lines
from quizcli.screens.talk import Talk
from quizcli.screens.theme import make_console
from quizcli.screens.wrapping import wrapped
from quizcli.session.course import Course, Plan, follow
from quizcli.session.evidence import Evidence
from quizcli.session.grading import Verdict, judge_prediction
from quizcli.session.interview import reports
from tests.quizcli.screens import practice, samples, watched
from tests.quizcli.session.test_course import entry

GOLDEN = Path(__file__).parent / "golden"
Draw = Callable[[Stage], Iterable[Text]]


def stage(width: int, *keys: str, plain: bool = False) -> tuple[Stage, io.StringIO]:
    """A stage of this width; the keys are pressed when they are asked for."""
    written = io.StringIO()
    console = make_console(plain=plain)
    console.file = written
    console._width = width
    typed = io.StringIO("".join(f"{key}\n" for key in keys))
    return Stage(console, Lines(typed, lambda line: console.print(line)), plain=plain), written


def shown(written: str, width: int) -> str:
    """What a terminal of this width shows of the text."""
    screen = pyte.Screen(width, 200)
    pyte.Stream(screen).feed(written.replace("\n", "\r\n"))
    return "\n".join(line.rstrip() for line in screen.display).rstrip() + "\n"


def _question(of: question.Question) -> Draw:
    return lambda stage: question.question(samples.asked(of), stage.look)


def _reveal(of: question.Question, given: Given) -> Draw:
    def draw(stage: Stage) -> list[Text]:
        run = samples.DEMO_RUN if of in (samples.CHOICE, samples.RECALL) else samples.PREDICT_RUN
        reveal_answer(stage, samples.asked(of), given, lambda _program: run)
        return []

    return draw


def _rating(right: bool) -> Draw:
    def draw(stage: Stage) -> list[Text]:
        days = {g: samples.TODAY + timedelta(days=[1, 2, 9, 40][g - 1]) for g in Grade}
        verdict = Verdict(right)
        evidence = Evidence("predict", "mid", verdict, seconds=60)
        rater = Rater(
            stage, Given(verdict, code="x"), evidence, lambda right: days, samples.TODAY,
            lambda _program: samples.DEMO_RUN, lambda code: code,
        )  # fmt: skip
        return [
            *wrapped(Text(rater._suggestion()), stage.look.width),
            *key_lines(rater._keys(), stage.look),
        ]

    return draw


class _Titles:
    def title(self, topic: str) -> str:
        return samples.TOPIC.title.get(language.current())

    def leeches(self, course: Course) -> Mapping[str, tuple[str, ...]]:
        return {"graph-release/b": ("dynamic-graph",)}


def _closing(stage: Stage) -> list[Text]:
    ids = ("graph-release/a", "graph-release/b")
    plan = Plan(name="s", mode="quiz", seed=1, questions=ids, repeats=0)
    course = follow(plan, [entry(ids[0]), entry(ids[1], Grade.AGAIN)])
    return closing_lines(course, _Titles(), stage.look)


def _report(stage: Stage) -> list[Text]:
    details = {"points": 2, "missed": [1], "kind": "recall", "level": "junior",
               "plan": {"minutes": 30, "level": "senior", "seed": 7}}  # fmt: skip
    from dataclasses import replace

    said = replace(entry("graph-release/why"), mode="interview", details=details, seconds=75.0)
    (made,) = reports([said])
    ask = {each.id: each for each in samples.TOPIC.questions}.get
    return list(report_lines(made, ask, _Titles().title, stage.look))


def _home(stage: Stage) -> list[Text]:
    standing = home.Standing(
        today=samples.TODAY, questions=280, known=12, topics=39, due=4, new=6, answered_today=3,
        interrupted=("quiz",), interview=samples.TODAY + timedelta(days=12),
        weakest="graph-release",
    )  # fmt: skip
    return home.home(standing, stage.look)


def _home_at_first(stage: Stage) -> list[Text]:
    standing = home.Standing(today=samples.TODAY, questions=383, known=0, topics=50, new=8)
    return home.home(standing, stage.look)


def _explain(stage: Stage) -> list[Text]:
    titles = {"dynamic-graph": "…", "retain-graph": "…"}
    return [
        *topic.opening(samples.TOPIC, stage.look),
        *topic.demo(samples.DEMO, samples.DEMO_RUN, stage.look),
        *topic.closing(samples.TOPIC, titles, stage.look),
    ]


def _follow_up(stage: Stage) -> list[Text]:
    ask_follow_up(stage, samples.asked(samples.RECALL), Given(Verdict(True, missed=(1,))))
    return []


def _keys(stage: Stage) -> list[Text]:
    return key_lines(
        Talk(stage, samples.asked(samples.PREDICT, undoable=True)).commands(":"), stage.look
    )


WRONG = judge_prediction(samples.PREDICT_RUN, "2\n0")
SCREENS: dict[str, Draw] = {
    "question-recall": _question(samples.RECALL),
    "question-choice": _question(samples.CHOICE),
    "question-predict": _question(samples.PREDICT),
    "question-fill": _question(samples.FILL),
    "question-fix": _question(samples.FIX),
    "hint": lambda stage: question.hint(samples.asked(samples.PREDICT), 0, stage.look),
    "keys": _keys,
    "reveal-recall": _reveal(
        samples.RECALL, Given(Verdict(True, missed=(1,)), picked=frozenset({0}))
    ),
    "reveal-choice": _reveal(samples.CHOICE, Given(Verdict(False), picked=frozenset({1}))),
    "reveal-predict": _reveal(
        samples.PREDICT, Given(WRONG, code=samples.PREDICT.code, run=samples.PREDICT_RUN)
    ),
    "reveal-fill": _reveal(samples.FILL, Given(Verdict(False), code="x", run=samples.FAILED)),
    "reveal-fix": _reveal(samples.FIX, Given(Verdict(False), code="x", run=samples.RAISED)),
    "reveal-given-up": _reveal(samples.CHOICE, Given(Verdict(False, given_up=True))),
    "program-raised": lambda stage: program(samples.FIX.code, stage.look, samples.RAISED),
    "follow-up": _follow_up,
    "rating-right": _rating(True),
    "rating-wrong": _rating(False),
    "closing": _closing,
    "report": _report,
    "home": _home,
    "home-at-first": _home_at_first,
    "topics": lambda stage: lists.topic_lines(
        [("graph-release", samples.TOPIC.title.get(language.current()), 7)], stage.look
    ),
    "explain": _explain,
    "stats": lambda stage: stats_lines(practice.STATISTICS, str.upper, stage.look),
    "plan": lambda stage: plan_lines(practice.OUTLOOK, stage.look),
    "cards": lambda stage: [
        *card_lines(practice.CARDS, samples.TODAY, stage.look),
        *leech_lines(practice.CARDS, {"retain-graph": ["graph-release"]}, stage.look),
    ],
    **watched.SCREENS,
}


def drawn(draw: Draw, speak: Language, width: int, *, plain: bool = False) -> str:
    """A screen in a language and width."""
    language.use(speak)
    try:
        on, written = stage(width, plain=plain)
        on.show(draw(on))
    finally:
        language.use("en")
    return shown(written.getvalue(), width)


@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_looks_as_it_did(name: str, request: pytest.FixtureRequest) -> None:
    parts = [
        f"=== {speak} {width}\n{drawn(SCREENS[name], speak, width)}"
        for speak in language.LANGUAGES
        for width in (40, 80, 120)
    ]
    parts.append(f"=== en 80 plain\n{drawn(SCREENS[name], 'en', 80, plain=True)}")
    now, file = "\n".join(parts), GOLDEN / f"{name}.txt"
    if request.config.getoption("--renew-golden"):
        file.parent.mkdir(exist_ok=True)
        file.write_text(now, encoding="utf-8")
    assert now == file.read_text(encoding="utf-8")


def test_the_watched_runs_are_what_the_child_tells(request: pytest.FixtureRequest) -> None:
    now = watched.plain(watched.runs_now())
    if request.config.getoption("--renew-golden"):
        watched.FILE.write_text(now, encoding="utf-8")
    assert now == watched.FILE.read_text(encoding="utf-8")


def test_no_golden_file_is_left_over() -> None:
    assert {file.stem for file in GOLDEN.glob("*.txt")} == set(SCREENS)


@pytest.mark.parametrize("name", SCREENS)
@pytest.mark.parametrize("width", [40, 80, 120])
def test_no_line_is_longer_than_the_screen(name: str, width: int) -> None:
    for speak in language.LANGUAGES:
        language.use(speak)
        try:
            on, written = stage(width)
            on.show(SCREENS[name](on))
        finally:
            language.use("en")
        from rich.cells import cell_len

        assert max(cell_len(line) for line in written.getvalue().split("\n")) <= width


@pytest.mark.parametrize("name", SCREENS)
def test_plain_text_needs_no_symbols(name: str) -> None:
    text = drawn(SCREENS[name], "en", 80, plain=True)
    own = {*watched.TRAINING, "…"}  # a program may hold any letters
    assert "".join(letter for letter in text if letter not in own).isascii(), text
