"""Which question comes next follows from the plan and the log alone."""

from datetime import UTC, date, datetime

from quizcli.model.review import Act, Entry, Grade
from quizcli.session.course import Plan, follow

PLAN = Plan(name="s", mode="quiz", seed=1, questions=("a/1", "a/2", "a/3", "a/4", "a/5"))


def entry(question: str, grade: Grade | None = Grade.GOOD, act: Act = "answer") -> Entry:
    moment = datetime(2026, 3, 1, tzinfo=UTC)
    return Entry(id=question, act=act, question=question, at=moment, day=date(2026, 3, 1),
                 grade=grade, right=grade is not Grade.AGAIN, session="s")  # fmt: skip


def coming(*entries: Entry) -> list[str]:
    return [step.question for step in follow(PLAN, entries).to_come]


def test_questions_come_in_the_order_of_the_plan() -> None:
    assert coming() == ["a/1", "a/2", "a/3", "a/4", "a/5"]
    assert coming(entry("a/1")) == ["a/2", "a/3", "a/4", "a/5"]


def test_a_failed_question_comes_back_after_three_others() -> None:
    assert coming(entry("a/1", Grade.AGAIN)) == ["a/2", "a/3", "a/4", "a/1", "a/5"]


def test_near_the_end_a_failed_question_comes_back_last() -> None:
    done = [entry(question) for question in PLAN.questions[:4]]
    assert coming(*done, entry("a/5", Grade.AGAIN)) == ["a/5"]


def test_a_question_comes_back_twice_at_most() -> None:
    done = [entry(question) for question in PLAN.questions[:4]]
    failed = [entry("a/5", Grade.AGAIN)] * 3
    assert follow(PLAN, [*done, *failed]).current is None


def test_a_repeat_is_another_attempt() -> None:
    course = follow(PLAN, [entry("a/1", Grade.AGAIN), entry("a/2"), entry("a/3"), entry("a/4")])
    assert course.current is not None
    assert (course.current.question, course.current.attempt) == ("a/1", 1)


def test_a_skipped_question_is_gone_and_counts_as_a_place() -> None:
    course = follow(PLAN, [entry("a/1", None, "bury")])
    assert course.place == (2, 5)


def test_a_question_that_left_the_bank_is_passed_over() -> None:
    steps = follow(PLAN, [], known=["a/2", "a/4"]).to_come
    assert [step.question for step in steps] == ["a/2", "a/4"]


def test_entries_of_other_acts_change_nothing() -> None:
    assert coming(entry("a/1", None, "appeal")) == list(PLAN.questions)


def test_a_plan_survives_being_written_down() -> None:
    assert Plan.from_state("s", PLAN.state()).questions == PLAN.questions
