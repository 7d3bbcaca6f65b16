"""What an interviewer asks next."""

import io

import pytest

from quizcli.screens.answering import Given
from quizcli.screens.keyboard import Lines
from quizcli.screens.revealing import ask_follow_up
from quizcli.screens.stage import Stage
from quizcli.screens.theme import make_console
from quizcli.session.grading import Verdict, give_up
from tests.quizcli.screens import samples


@pytest.mark.parametrize(
    ("verdict", "asks"),
    [(Verdict(right=True, missed=(1,)), True), (give_up(samples.RECALL), False)],
)
def test_nobody_goes_on_asking_where_the_first_answer_was_not_known(
    verdict: Verdict, asks: bool
) -> None:
    console = make_console()
    console.file = written = io.StringIO()
    stage = Stage(console, Lines(io.StringIO(), print), plain=False)
    told = ask_follow_up(stage, samples.asked(samples.RECALL), Given(verdict))
    assert bool(told) == ("Follow-up: " in written.getvalue()) == asks
