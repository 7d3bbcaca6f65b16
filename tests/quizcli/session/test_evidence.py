"""The grade that the evidence suggests."""

import pytest

from quizcli.model.review import Grade
from quizcli.session.evidence import Evidence, offered, suggest
from quizcli.session.grading import Verdict

RIGHT = Evidence(kind="predict", level="mid", verdict=Verdict(right=True), seconds=60)
WRONG = RIGHT._replace(verdict=Verdict(right=False))


@pytest.mark.parametrize(
    ("evidence", "grade"),
    [
        (RIGHT, Grade.GOOD),
        (RIGHT._replace(seconds=10), Grade.EASY),
        (RIGHT._replace(seconds=10, hints=1), Grade.HARD),
        (RIGHT._replace(seconds=10, first=False), Grade.GOOD),
        (RIGHT._replace(seconds=10, verdict=Verdict(True, appealed=True)), Grade.GOOD),
        (RIGHT._replace(seconds=10, kind="recall"), Grade.GOOD),
        (RIGHT._replace(points=4, verdict=Verdict(True, missed=(2,))), Grade.HARD),
        (RIGHT._replace(hints=2), Grade.HARD),
        (RIGHT._replace(seconds=600), Grade.HARD),
        (RIGHT._replace(seconds=0), Grade.GOOD),
        (WRONG, Grade.AGAIN),
        (WRONG._replace(seconds=1), Grade.AGAIN),
    ],
)
def test_the_suggestion_follows_the_table(evidence: Evidence, grade: Grade) -> None:
    assert suggest(evidence) is grade


def test_hard_is_never_offered_for_a_wrong_answer() -> None:
    assert offered(WRONG) == (Grade.AGAIN,)
    assert Grade.HARD in offered(RIGHT)


def test_a_senior_question_may_take_longer() -> None:
    slow = RIGHT._replace(seconds=200)
    assert suggest(slow) is Grade.HARD
    assert suggest(slow._replace(level="senior")) is Grade.GOOD
