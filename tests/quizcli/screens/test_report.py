"""The report of a mock interview, as Markdown."""

import pytest

from quizcli.screens.report import markdown
from quizcli.session.interview import reports
from tests.quizcli.histories import answer
from tests.quizcli.screens import samples

PLAN = {"minutes": 30, "level": "senior", "seed": 7}


@pytest.mark.parametrize(("missed", "word"), [([], "right"), ([1], "partly"), ([0, 1], "wrong")])
def test_an_answer_that_missed_some_points_is_partly_right(missed: list[int], word: str) -> None:
    details = {"points": 2, "missed": missed, "kind": "recall", "level": "junior", "plan": PLAN}
    (report,) = reports([answer("graph-release/why", mode="interview", details=details)])
    text = markdown(report, {each.id: each for each in samples.TOPIC.questions}.get, str)
    assert f"- **{word}:** You call" in text
