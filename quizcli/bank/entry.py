"""Index entries: what is known about topics and questions without loading them."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from quizcli.model.text import Language, Text
from quizcli.model.topic import Kind, Level, Question, Topic

_LEVELS = ("junior", "mid", "senior")


class QuestionEntry(NamedTuple):
    """What choosing and scheduling need to know about a question."""

    id: str
    topic: str
    kind: Kind
    level: Level
    revision: int
    varied: bool  # has variants, so that it can differ each time


class TopicEntry(NamedTuple):
    """What lists need to know about a topic."""

    id: str
    title_en: str
    title_zh: str
    builds_on: tuple[str, ...]
    questions: int
    programs: int
    bank: str  # name of the bank; empty for the shipped one

    def title(self, language: Language) -> str:
        return Text(self.title_en, self.title_zh).get(language)


class Name(NamedTuple):
    """A name that a user may type to find a topic, and where it comes from."""

    key: str  # normalized for comparison
    topic: str
    kind: str  # id, alias, title


def topic_entry(topic: Topic, bank: str) -> TopicEntry:
    """The topic's row of the index."""
    return TopicEntry(
        topic.id,
        topic.title.en,
        topic.title.zh,
        topic.builds_on,
        len(topic.questions),
        len(topic.demos) + sum(question.kind in RUN for question in topic.questions),
        bank,
    )


RUN = ("predict", "fill", "fix")  # the kinds judged by running code


def question_entries(topic: Topic) -> list[QuestionEntry]:
    """The topic's questions, easier ones first."""
    entries = [_question_entry(question, topic.id) for question in topic.questions]
    return sorted(entries, key=lambda entry: _LEVELS.index(entry.level))


def _question_entry(question: Question, topic: str) -> QuestionEntry:
    varied = bool(getattr(question, "variants", None))
    return QuestionEntry(
        question.id, topic, question.kind, question.level, question.revision, varied
    )


def names(topic: Topic) -> list[Name]:
    """All names by which the topic can be found."""
    found = [("id", topic.id), ("id", topic.id.split(":")[-1])]
    found += [("id", old) for old in topic.formerly]
    found += [("alias", alias) for alias in topic.aliases]
    found += [("title", topic.title.en), ("title", topic.title.zh)]
    return [Name(squeeze(text), topic.id, kind) for kind, text in dict.fromkeys(found)]


def squeeze(text: str) -> str:
    """Keep lower-case letters, digits and Chinese: `.retain_graph=True` → `retain graph true`."""
    plain = unicodedata.normalize("NFKC", text).casefold()
    return re.sub(r"[\W_]+", " ", plain).strip()


def learning_order(topics: list[Topic]) -> list[Topic]:
    """Order topics so that each follows those it builds on; cycles and unknown ids are ignored."""
    by_id = {topic.id: topic for topic in topics}
    ordered: dict[str, Topic] = {}
    for start in topics:
        stack = [(start, False)]
        open_ids = set()
        while stack:
            topic, ready = stack.pop()
            if topic.id in ordered:
                continue
            if ready:
                ordered[topic.id] = topic
            elif topic.id not in open_ids:
                open_ids.add(topic.id)
                stack.append((topic, True))
                below = [by_id[name] for name in reversed(topic.builds_on) if name in by_id]
                stack += [(each, False) for each in below]
    return list(ordered.values())


def asking_order(
    questions: Iterable[QuestionEntry], topics: Iterable[TopicEntry]
) -> list[QuestionEntry]:
    """Order questions by taking topics in turn; both arguments are in learning order.

    A topic starts one question after those it builds on: its nth follows n of each of them.
    """
    begins: dict[str, int] = {}
    for topic in topics:
        below = [begins[name] for name in topic.builds_on if name in begins]
        begins[topic.id] = 1 + max(below, default=-1)
    asked: Counter[str] = Counter()
    turns: list[tuple[int, QuestionEntry]] = []
    for question in questions:
        turns.append((begins[question.topic] + asked[question.topic], question))
        asked[question.topic] += 1
    return [question for _turn, question in sorted(turns, key=lambda pair: pair[0])]
