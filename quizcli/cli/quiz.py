"""`quizcli quiz`: questions by topic, kind and level, in an order drawn from a seed."""

import signal
from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, TypeVar, get_args

import typer

from quizcli.cli import environment, opening, stages
from quizcli.cli.finding import completions, topic_named
from quizcli.cli.saying import say
from quizcli.cli.sitting import Sitting, sitting
from quizcli.errors import QuizError, UsageError
from quizcli.language import _, listed, plural
from quizcli.model.review import Mode
from quizcli.model.topic import Kind, Level
from quizcli.screens.play import Closing, play
from quizcli.session.choose import Wish, choose
from quizcli.session.course import Course, Plan

if TYPE_CHECKING:
    from quizcli.bank.library import Library

Known = TypeVar("Known", Kind, Level)

KINDS: tuple[Kind, ...] = get_args(Kind)
LEVELS: tuple[Level, ...] = get_args(Level)

TopicNames = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[TOPIC]...",
        autocompletion=completions,
        help=_("Topic ids, titles or aliases; all topics if omitted."),
    ),
]
Seed = Annotated[
    int | None,
    typer.Option(metavar="N", help=_("Random seed; repeats the same questions and values.")),
]
Kinds = Annotated[
    list[str] | None,
    typer.Option(
        metavar="|".join(KINDS),
        autocompletion=lambda: [*KINDS],
        help=_("Only this kind; repeatable."),
    ),
]
Levels = Annotated[
    list[str] | None,
    typer.Option(
        metavar="|".join(LEVELS),
        autocompletion=lambda: [*LEVELS],
        help=_("Only this level; repeatable."),
    ),
]
Resume = Annotated[bool, typer.Option("--resume", help=_("Resume the interrupted session."))]


def quiz(
    topics: TopicNames = None,
    kind: Kinds = None,
    level: Levels = None,
    number: Annotated[
        int, typer.Option("-n", "--number", metavar="N", min=1, help=_("Number of questions."))
    ] = 10,
    seed: Seed = None,
    resume: Resume = False,
    cram: Annotated[
        bool, typer.Option("--cram", help=_("Practise without changing the schedule."))
    ] = False,
    count: Annotated[
        bool, typer.Option("--count", help=_("Only print how many questions match."))
    ] = False,
) -> None:
    settings = opening.settings()
    if count:
        say(_count(topics or [], kind or [], level or []))
        return
    with stages.stage(settings) as stage, sitting(stage, settings) as desk:
        if resume:
            run(desk, resumed(desk, "quiz"))
            return
        wish = wish_for(desk.library, topics or [], kind or [], level or [])
        drawn = environment.fresh_seed() if seed is None else seed
        cards = {card.question: card for card in desk.store.cards()}
        chosen = choose(desk.library.questions, wish, number, drawn, cards, desk.today)
        if not chosen:
            raise QuizError(_("no questions match; `quizcli topics` lists what is available"))
        run(desk, begun("quiz", drawn, chosen, cram=cram))


def run(desk: Sitting, plan: Plan, last_page: Closing | None = None) -> None:
    """Run a session; a closed terminal or SIGTERM ends it like Ctrl-C."""
    desk.store.require_writable()  # do not ask what cannot be saved
    for name in ("SIGHUP", "SIGTERM"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.default_int_handler)
    try:
        play(desk.stage, desk, desk.course(plan), last_page or partial(_closing, desk))
    except KeyboardInterrupt:
        command = f"quizcli {plan.mode} --resume"
        say()
        say(_("Stopped; your answers are saved. Continue with: {c}").format(c=command))
        raise


def _closing(desk: Sitting, course: Course) -> bool:
    from quizcli.screens.closing import closing

    return closing(desk.stage, desk, course)


def begun(mode: Mode, seed: int, questions: tuple[str, ...], **more: Any) -> Plan:
    """Start a new session."""
    from quizcli.store.rows import new_id

    name = new_id(environment.now())
    return Plan(name=name, mode=mode, seed=seed, questions=questions, **more)


def resumed(desk: Sitting, mode: Mode) -> Plan:
    """The most recently interrupted session of this mode; raises QuizError if there is none."""
    waiting = [(n, s) for n, s in desk.store.sessions().items() if s["mode"] == mode]
    if not waiting:
        raise QuizError(
            _("no interrupted session; start a new one: quizcli {mode}").format(mode=mode)
        )
    return Plan.from_state(*waiting[-1])


def wish_for(
    library: "Library", topics: Iterable[str], kinds: Iterable[str], levels: Iterable[str]
) -> Wish:
    """The questions requested on the command line; raises QuizError if there are none."""
    named = frozenset(topic_named(library, each) for each in topics)
    for topic in named:
        library.require_trust(topic)
    return Wish(
        named,
        frozenset(_one_of("--kind", each, KINDS) for each in kinds),
        frozenset(_one_of("--level", each, LEVELS) for each in levels),
    )


def _one_of(option: str, given: str, known: tuple[Known, ...]) -> Known:
    for each in known:
        if each == given:
            return each
    raise UsageError(
        _("{name} must be {what}").format(
            name=option, what=_("one of: {names}").format(names=listed(known))
        )
    )


def _count(topics: Iterable[str], kinds: Iterable[str], levels: Iterable[str]) -> str:
    from quizcli.cli.opening import library

    books = library()
    wish = wish_for(books, topics, kinds, levels)
    number = sum(wish.allows(question) for question in books.questions)
    return plural("{n} question", "{n} questions", number)
