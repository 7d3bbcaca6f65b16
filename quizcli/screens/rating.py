"""The grade of an answer: suggested from the evidence, accepted or changed with one key."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import partial
from typing import NamedTuple, Protocol

from quizcli.language import _
from quizcli.model.review import Grade
from quizcli.screens.answering import Edit, Given, Run
from quizcli.screens.dates import day_name, short_interval
from quizcli.screens.program import program, to_show
from quizcli.screens.stage import Key, Stage
from quizcli.screens.talk import Leave
from quizcli.session.evidence import Evidence, offered, suggest


class Rating(NamedTuple):
    """The chosen grade, the suggested one, and whether to stop afterwards."""

    grade: Grade
    suggested: Grade
    evidence: Evidence
    stop: bool = False


class Days(Protocol):
    """When the question returns for each grade; None if the schedule is not affected."""

    def __call__(self, *, right: bool) -> Mapping[Grade, date] | None: ...


def grade_name(grade: Grade) -> str:
    """The grade in the user's language."""
    return {
        Grade.AGAIN: _("again"),
        Grade.HARD: _("hard"),
        Grade.GOOD: _("good"),
        Grade.EASY: _("easy"),
    }[grade]


def ask_confidence(stage: Stage) -> int | None:
    """Ask how sure the user is of the answer, in per cent, before they see the truth."""
    if not stage.interactive:
        return None
    stage.say(_("How sure are you?"))
    sure = {"1": 25, "2": 50, "3": 75, "4": 100}
    return sure[stage.key([Key(key, f"{percent}%") for key, percent in sure.items()])]


@dataclass(slots=True)
class Rater:
    """Determines the grade of one answer."""

    stage: Stage
    given: Given
    evidence: Evidence
    days: Days
    today: date
    run: Run
    edit: Edit

    def rate(self) -> Rating:
        """Ask for the grade; raises Leave("undo") to answer again."""
        if not self.stage.interactive:
            self.stage.say(self._suggestion())
            return self.accepted()
        while True:
            self.stage.say(self._suggestion())
            match self.stage.key(self._keys()):
                case "enter":
                    return self.accepted()
                case "q":
                    return self.accepted(stop=True)
                case "u":
                    raise Leave("again")
                case "i":
                    self._appeal()
                case "e":
                    self._edit()
                case "v":
                    self._vary()
                case key:
                    return self.accepted()._replace(grade=Grade(int(key)))

    def accepted(self, *, stop: bool = False) -> Rating:
        """The grade that the evidence suggests."""
        suggested = suggest(self.evidence)
        return Rating(suggested, suggested, self.evidence, stop)

    def _suggestion(self) -> str:
        grade = suggest(self.evidence)
        days = self._days()
        if days is None:
            return _("The schedule is unchanged.")
        return _("Suggested grade: {grade}. Next review: {day}.").format(
            grade=grade_name(grade), day=day_name(days[grade], self.today)
        )

    def _keys(self) -> list[Key]:
        days = self._days()
        keys = [Key("enter", _("accept") if days else _("continue"), (" ",))]
        grades = offered(self.evidence)
        if days and len(grades) > 1:
            keys += [
                Key(
                    str(int(grade)),
                    f"{grade_name(grade)} {short_interval(days[grade], self.today)}",
                )
                for grade in grades
            ]
        if self._may_appeal():
            keys.append(Key("i", _("I was right")))
        if self.given.code:
            keys.append(Key("e", _("edit and run it")))
        if self.given.open and self.given.open.variants:
            keys.append(Key("v", _("another value")))
        return [*keys, Key("u", _("answer again")), Key("q", _("stop"))]

    def _days(self) -> Mapping[Grade, date] | None:
        return self.days(right=self.evidence.verdict.right)

    def _may_appeal(self) -> bool:
        verdict = self.evidence.verdict
        return not (verdict.right or verdict.given_up or self.evidence.points)

    def _appeal(self) -> None:
        verdict = self.evidence.verdict._replace(right=True, appealed=True)
        self.given.verdict = verdict
        self.evidence = self.evidence._replace(verdict=verdict)
        self.stage.say(_("Noted, and listed for the question's author."))

    def _edit(self) -> None:
        assert self.given.code
        code = self.edit(self.given.code)
        if code is not None:
            self._play(code)

    def _vary(self) -> None:
        assert self.given.open
        code = self.given.open.ask(self.stage)
        if code is not None:
            self._play(code)

    def _play(self, code: str) -> None:
        """Run the user's version of the program, and show what it did."""
        self.given.code = code
        result = self.run(to_show(code))
        self.stage.gap()
        self.stage.show(partial(program, code, result=result))
        self.stage.gap()
