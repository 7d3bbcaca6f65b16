"""All banks together: the shipped one and the user's own."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from quizcli.bank.bank import Bank, open_bank
from quizcli.bank.entry import QuestionEntry, TopicEntry, asking_order
from quizcli.bank.files import shipped_folder
from quizcli.bank.lookup import Found, find
from quizcli.bank.registry import Registry
from quizcli.errors import QuizError
from quizcli.language import _
from quizcli.model.topic import Question, Topic


class NotTrustedError(QuizError):
    """Code was about to run from a bank that the user does not trust."""


@dataclass(frozen=True)
class Library:
    """Topics and questions of every bank, by id; code runs only from the `trusted` ones."""

    banks: tuple[Bank, ...]
    trusted: frozenset[str]  # names
    problems: tuple[str, ...]  # files and banks that could not be loaded, a line each

    @property
    def topics(self) -> tuple[TopicEntry, ...]:
        """All topics, each after those it builds on, including those of untrusted banks."""
        return tuple(entry for bank in self.banks for entry in bank.topics)

    @cached_property
    def questions(self) -> tuple[QuestionEntry, ...]:
        """All questions that may be asked, from trusted banks only, in learning order."""
        trusted = [bank for bank in self.banks if bank.name in self.trusted]
        questions = [entry for bank in trusted for entry in bank.questions()]
        return tuple(asking_order(questions, self.topics))

    @property
    def renamed(self) -> Mapping[str, str]:
        """Maps former ids of topics and questions to current ones."""
        return {old: new for bank in self.banks for old, new in bank.index.renamed.items()}

    def topic(self, topic: str) -> Topic:
        """The topic with this id; raises `KeyError`."""
        return self._bank(topic).topic(topic)

    def question(self, question: str) -> Question:
        """The question with this id; raises `KeyError`."""
        for each in self.topic(question.split("/")[0]).questions:
            if each.id == question:
                return each
        raise KeyError(question)

    def find(self, query: str) -> Found:
        """The topics that the typed text may refer to, best match first."""
        return find(query, [name for bank in self.banks for name in bank.names()])

    def mentioning(self, query: str) -> tuple[str, ...]:
        """Ids of the topics whose text mentions what was typed, most mentions first."""
        from quizcli.bank.mentions import mentioning

        return mentioning(query, (self.topic(entry.id) for entry in self.topics))

    def may_run(self, topic: str) -> bool:
        """Whether the user agreed to run this topic's code."""
        return self._bank(topic).name in self.trusted

    def require_trust(self, topic: str) -> None:
        """Raises `NotTrustedError` unless the topic's code may run."""
        bank = self._bank(topic)
        if bank.name not in self.trusted:
            raise NotTrustedError(
                _(
                    "the bank `{name}` contains code that you have not agreed to run; review it "
                    "with `quizcli bank trust {name}`"
                ).format(name=bank.name)
            )

    def _bank(self, topic: str) -> Bank:
        name = topic.partition(":")[0] if ":" in topic else ""
        for bank in self.banks:
            if bank.name == name:
                return bank
        raise KeyError(topic)


def open_library(data: Path, caches: Path, shipped: Path | None = None) -> Library:
    """Open all banks; `data` and `caches` are the user's data and cache folders."""
    banks = [open_bank(shipped or shipped_folder(), caches)]
    trusted = {""}
    problems: list[str] = []
    for own in Registry(data / "banks.json").banks():
        try:
            bank = open_bank(own.path, caches, own.name)
        except QuizError as error:
            problems.append(_("bank `{name}`: {error}").format(name=own.name, error=error))
            continue
        banks.append(bank)
        if bank.content == own.trusted:
            trusted.add(own.name)
    problems += [problem for bank in banks for problem in bank.index.problems]
    return Library(tuple(banks), frozenset(trusted), tuple(problems))
