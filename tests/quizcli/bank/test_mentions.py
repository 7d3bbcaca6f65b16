"""Topics that mention a word, for words that no topic is called by."""

import pytest

from quizcli.bank.mentions import mentioning
from quizcli.model.text import Text
from quizcli.model.topic import Topic


def topic(name: str, *passages: str) -> Topic:
    pitfalls = tuple(Text(each, each) for each in passages)
    empty = Text("", "")
    return Topic(
        id=name, title=empty, aliases=(), summary=empty, demos=(), questions=(), pitfalls=pitfalls
    )


TOPICS = [
    topic("nothing", "a scanner adds"),
    topic("once", "DDP averages. 每个视图。"),
    topic("most", "ddp sums.", "Under DDP's hooks all is well.", "视图"),
]


@pytest.mark.parametrize("query", ["DDP", "ddp"])
def test_the_topic_that_mentions_it_most_comes_first(query: str) -> None:
    assert mentioning(query, TOPICS) == ("most", "once")


@pytest.mark.parametrize(
    ("query", "topics"), [("hook", ("most",)), ("hooks", ("most",)), ("视图", ("once", "most"))]
)
def test_a_word_is_found_in_any_language_however_many_it_stands_for(
    query: str, topics: tuple[str, ...]
) -> None:
    assert mentioning(query, TOPICS) == topics


@pytest.mark.parametrize("query", ["can", "d", "", "?"])
def test_letters_within_a_word_are_no_mention(query: str) -> None:
    assert mentioning(query, TOPICS) == ()


def test_three_are_offered_at_most() -> None:
    assert len(mentioning("DDP", [topic(str(n), "DDP") for n in range(5)])) == 3
