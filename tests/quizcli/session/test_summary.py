"""What a session came to."""

from quizcli.model.review import Grade
from quizcli.session.summary import summarise
from tests.quizcli.session.test_course import entry


def test_questions_are_right_at_once_recovered_or_missed() -> None:
    log = [entry("a/1"), entry("b/1", Grade.AGAIN), entry("c/1", Grade.AGAIN), entry("b/1")]
    summary = summarise(log)
    assert summary.right == ("a/1",)
    assert summary.recovered == ("b/1",)
    assert summary.missed == ("c/1",)
    assert summary.asked == 3


def test_the_weakest_topic_is_the_one_with_most_misses() -> None:
    log = [entry(q, Grade.AGAIN) for q in ("a/1", "b/1", "b/2")]
    assert summarise(log).weakest_topic() == "b"
    assert summarise([entry("a/1")]).weakest_topic() is None


def test_what_was_skipped_was_not_asked() -> None:
    assert summarise([entry("a/1", None, "bury")]).asked == 0
