"""What is said of where one stands."""

from datetime import timedelta
from typing import Any

from quizcli import language
from quizcli.screens.home import SITTING, Standing, home, next_steps
from quizcli.screens.theme import Look
from tests.quizcli.screens.samples import TODAY


def standing(**changes: Any) -> Standing:
    return Standing(**{"today": TODAY, "questions": 300, "known": 200, "topics": 40, **changes})


def said(**changes: Any) -> str:
    return "\n".join(line.plain for line in home(standing(**changes), Look(width=200)))


def test_after_a_pause_a_part_of_what_is_due_is_offered() -> None:
    usual = dict(next_steps(standing(due=SITTING, new=3)))
    after = dict(next_steps(standing(due=SITTING + 1)))
    assert f"quizcli review -n {SITTING}" not in usual
    assert after[f"quizcli review -n {SITTING}"] == "only the 20 most urgent"


def test_new_questions_are_announced_only_where_there_are_some() -> None:
    assert dict(next_steps(standing(due=5)))["quizcli review"] == "what is due today"
    assert "new" in dict(next_steps(standing(due=5, new=1)))["quizcli review"]


def test_what_is_beyond_the_days_limit_is_told() -> None:
    assert "100 due, 0 new, 0 answered. 36 more wait for another day." in said(due=100, waiting=36)
    assert "wait" not in said(due=100)
    language.use("zh")
    try:
        assert "还有 36 道留到以后。" in said(due=100, waiting=36)
    finally:
        language.use("en")


def test_on_the_day_itself_no_days_are_counted() -> None:
    assert "The interview is today. Good luck!" in said(interview=TODAY)
    assert "1 day to go" in said(interview=TODAY + timedelta(days=1))
    assert "nterview" not in said(interview=TODAY - timedelta(days=1))


def test_who_has_answered_nothing_hears_of_plans_and_of_the_other_language() -> None:
    fresh = dict(next_steps(standing(known=0)))
    assert "quizcli plan --date DAY" in fresh
    assert fresh["quizcli config language zh"] == "中文"
    assert "quizcli plan --date DAY" not in dict(next_steps(standing(known=0, interview=TODAY)))
    assert not [step for step, _ in next_steps(standing()) if "language" in step]
    language.use("zh")
    try:
        assert dict(next_steps(standing(known=0)))["quizcli config language en"] == "English"
    finally:
        language.use("en")
