"""The report of a mock interview, as Markdown."""

from dataclasses import replace

import pytest

from quizcli.model.review import Grade
from quizcli.screens.report import markdown
from quizcli.session.interview import reports
from tests.quizcli.histories import entry
from tests.quizcli.screens import samples

PLAN = {"minutes": 30, "level": "senior", "seed": 7}


@pytest.mark.parametrize(
    ("missed", "grade", "word"),
    [([], Grade.GOOD, "right"), ([1], Grade.HARD, "partly"), ([0, 1], Grade.AGAIN, "wrong")],
)
def test_an_answer_that_missed_some_points_is_partly_right(missed, grade, word) -> None:
    details = {"points": 2, "missed": missed, "kind": "recall", "level": "junior", "plan": PLAN}
    right = grade is not Grade.AGAIN
    said = replace(
        entry("graph-release/why", grade), mode="interview", right=right, details=details
    )
    (report,) = reports([said])
    text = markdown(report, {each.id: each for each in samples.TOPIC.questions}.get, str)
    assert f"- **{word}:** You call" in text
