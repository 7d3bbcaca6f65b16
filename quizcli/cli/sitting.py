"""Connects a session to the bank, the child process and the progress file."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from functools import partial
from typing import TYPE_CHECKING, Any

from quizcli.cli import environment, opening, stages
from quizcli.language import current
from quizcli.model.program import with_values
from quizcli.model.review import Card, Entry, Grade
from quizcli.model.topic import Choice, Fill, Predict, Topic
from quizcli.schedule.queue import named_day, topic_of
from quizcli.screens.desk import Answered
from quizcli.screens.question import Asked
from quizcli.screens.stage import Stage
from quizcli.session.choose import draw_order, draw_values
from quizcli.session.course import Course, Plan, Step, follow, time_left
from quizcli.settings import Settings

if TYPE_CHECKING:
    from quizcli.bank.library import Library
    from quizcli.model.run import Program, RunResult
    from quizcli.runner.runner import Runner
    from quizcli.store.store import Store


@dataclass(slots=True)
class Sitting:
    """The `Desk` of one session; see `screens.desk.Desk` for the meaning of each method."""

    library: "Library"
    store: "Store"
    settings: Settings
    today: date
    stage: Stage
    runner: "Runner | None" = None
    begun: bool = False  # whether the session can be resumed

    @property
    def asks_confidence(self) -> bool:
        return self.settings.confidence

    def asked(self, course: Course, step: Step) -> Asked:
        topic = self._topic(step.question)
        written = question = next(each for each in topic.questions if each.id == step.question)
        seed, values = course.plan.seed, {}
        draw = partial(draw_values, seed=seed, question=step.question, attempt=step.attempt)
        match question:
            case Predict():
                values = draw(question.variants)
                question = with_values(question, values)
            case Fill():
                values = draw(question.variants)
                question = with_values(question, values)
        order: tuple[int, ...] = ()
        if isinstance(question, Choice):
            size = len(question.options)
            order = tuple(draw_order(size, seed, step.question, step.attempt))
        left = time_left(course.plan, course.answered)
        tutor = (course.plan.details or {}).get("feedback", True)
        return Asked(
            question,
            topic,
            course.place,
            step.attempt,
            order,
            tutor,
            left,
            undoable=course.last is not None,
            written=written,
            values=values,
        )

    def warm_up(self, course: Course) -> None:
        self._runner().start()
        if not self.begun:
            self.begun = True
            self._make_resumable(course.plan)

    def run(self, program: "Program") -> "RunResult":
        return self._runner().run(program)

    def edit(self, code: str) -> str | None:
        return stages.edited(self.stage, code)

    def stopwatch(self) -> float:
        return environment.stopwatch()

    def days(self, course: Course, step: Step, *, right: bool) -> Mapping[Grade, date] | None:
        from quizcli.schedule.memory import preview

        card = self.store.card(step.question)
        if not self._counts(course.plan, step, card, right=right):
            return None
        days = preview(card, step.question, self.today, self.settings)
        return {grade: named_day(day, self.today, self.settings) for grade, day in days.items()}

    def keep(self, course: Course, step: Step, answered: Answered) -> Course:
        from quizcli.store.rows import new_id

        at = environment.now()
        right = bool(answered.right)
        counts = self._counts(course.plan, step, self.store.card(step.question), right=right)
        entry = Entry(
            id=new_id(at),
            act=answered.act,
            question=step.question,
            at=at,
            day=self.today,
            grade=answered.grade,
            right=answered.right,
            mode=course.plan.mode,
            counts=counts or answered.act != "answer",
            seconds=answered.seconds,
            hints=answered.hints,
            revision=self._revision(step.question),
            session=course.plan.name,
            details={**answered.details, **self._noted(course.plan, step)},
        )
        self.store.append(entry, *self._appeal(entry, answered), state=course.plan.state())
        return self.course(course.plan)

    def read(self, course: Course) -> Course:
        return self.course(course.plan)

    def undo(self, course: Course) -> Course:
        last = course.last
        if last is None:
            return course
        state = course.plan.state()
        for entry in [*self._appeals_of(last), last]:
            self.store.undo(
                at=environment.now(),
                day=self.today,
                entry=entry.id,
                session=course.plan.name,
                state=state,
            )
        return self.course(course.plan)

    def finish(self, course: Course) -> None:
        self.store.close_session(course.plan.name)

    def title(self, topic: str) -> str:
        try:
            return self.library.topic(topic).title.get(current())
        except KeyError:
            return topic

    def leeches(self, course: Course) -> Mapping[str, tuple[str, ...]]:
        before = {topic.id: topic.builds_on for topic in self.library.topics}
        asked = dict.fromkeys(entry.question for entry in course.answered)
        cards = [card for card in map(self.store.card, asked) if card and card.leech]
        return {card.question: before.get(topic_of(card.question), ()) for card in cards}

    def course(self, plan: Plan) -> Course:
        """The course of a plan, according to the log."""
        known = (question.id for question in self.library.questions)
        return follow(plan, self.store.entries(session=plan.name), known)

    def _noted(self, plan: Plan, step: Step) -> dict[str, Any]:
        """What a report needs to know about the session, and what repeats its random choices."""
        noted: dict[str, Any] = {"attempt": step.attempt} if step.attempt else {}
        if plan.details:
            noted["plan"] = {**plan.details, "seed": plan.seed}
        return noted

    def _make_resumable(self, plan: Plan) -> None:
        """Make this the session that `--resume` continues."""
        for name, state in self.store.sessions().items():
            if state["mode"] == plan.mode and name != plan.name:
                self.store.close_session(name)
        self.store.save_session(plan.name, environment.now(), plan.state())

    def _runner(self) -> "Runner":
        """The child process; started once a question is on the screen."""
        if self.runner is None:
            from quizcli.runner.runner import Runner

            self.runner = Runner()
        return self.runner

    def _counts(self, plan: Plan, step: Step, card: Card | None, *, right: bool) -> bool:
        """Practising what is not due yet does not affect the schedule, unless it was forgotten."""
        if plan.cram or step.attempt:
            return False
        if plan.mode == "review":
            return True  # a plan asks before the due day
        new = card is None or not card.reviews
        revised = card is not None and card.revision < self._revision(step.question)
        return new or revised or not right or (card is not None and card.due <= self.today)

    def _appeal(self, entry: Entry, answered: Answered) -> list[Entry]:
        from dataclasses import replace

        from quizcli.store.rows import new_id

        if not answered.appealed:
            return []
        details = {"answer": answered.details.get("answer"), "of": entry.id}
        return [
            replace(
                entry,
                id=new_id(entry.at),
                act="appeal",
                grade=None,
                right=None,
                counts=False,
                details=details,
            )
        ]

    def _appeals_of(self, entry: Entry) -> list[Entry]:
        found = self.store.entries(session=entry.session, acts=["appeal"])
        return [appeal for appeal in found if appeal.details.get("of") == entry.id]

    def _revision(self, question: str) -> int:
        return self.library.question(question).revision

    def _topic(self, question: str) -> Topic:
        return self.library.topic(question.split("/")[0])


@contextmanager
def sitting(stage: Stage, settings: Settings) -> Iterator[Sitting]:
    """Open a desk; its child process ends with it."""
    with opening.progress(settings) as store:
        books = opening.library()
        store.rename(books.renamed)
        desk = Sitting(books, store, settings, opening.today(settings), stage)
        try:
            yield desk
        finally:
            if desk.runner:
                desk.runner.close()
