"""Verdicts on answers of every kind."""

from quizcli.model.run import RunError, RunResult
from quizcli.model.text import Text
from quizcli.model.topic import Choice, FollowUp, Option, Recall
from quizcli.session.answers import follow_up
from quizcli.session.grading import judge_choice, judge_prediction, judge_recall, judge_run

TEXT = Text("x", "x")
CHOICE = Choice(
    id="t/c", level="mid", ask=TEXT, demo="d",
    options=(Option(TEXT, right=True), Option(TEXT), Option(TEXT, right=True)),
)  # fmt: skip
RECALL = Recall(
    id="t/r", level="mid", ask=TEXT, answer=TEXT, points=(TEXT,) * 4, demo="d",
    follow_ups=(FollowUp(TEXT, TEXT, when=1), FollowUp(TEXT, TEXT), FollowUp(TEXT, TEXT, when=3)),
)  # fmt: skip


def test_all_right_options_and_no_other_must_be_taken() -> None:
    assert judge_choice(CHOICE, {0, 2}).right
    assert not judge_choice(CHOICE, {0}).right
    assert judge_choice(CHOICE, {0, 1}).missed == (1, 2)


def test_a_prediction_is_judged_against_the_run() -> None:
    run = RunResult("finished", "tensor(6.)\n")
    assert judge_prediction(run, "6").right
    assert judge_prediction(run, "-6").near == "sign"


def test_an_exception_that_ends_the_program_is_its_last_line() -> None:
    run = RunResult("raised", "1\n", error=RunError("RuntimeError", "gone", 3))
    assert judge_prediction(run, "1\nRuntimeError").right
    assert not judge_prediction(run, "1").right


def test_only_a_passed_check_is_right() -> None:
    assert judge_run(RunResult("finished")).right
    assert not judge_run(RunResult("failed", error=RunError("AssertionError", "no"))).right
    assert not judge_run(RunResult("timeout")).right


def test_half_of_the_points_pass() -> None:
    assert judge_recall(RECALL, {0, 1}).right
    assert not judge_recall(RECALL, {0}).right


def test_a_missed_point_chooses_the_follow_up() -> None:
    assert follow_up(RECALL, {3}) is RECALL.follow_ups[2]
    assert follow_up(RECALL, {1, 3}) is RECALL.follow_ups[0]
    assert follow_up(RECALL, set()) is RECALL.follow_ups[1]
