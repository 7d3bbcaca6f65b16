"""Mock interviews: a timed mix of questions, and a report by concept (pure)."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from random import Random
from typing import Any

from quizcli.model.review import Entry
from quizcli.model.topic import Kind, Level
from quizcli.session.choose import Listed
from quizcli.session.evidence import HARDER, USUAL

MIX: Mapping[Level, Mapping[Level, float]] = {
    "junior": {"junior": 3, "mid": 1, "senior": 0},
    "mid": {"junior": 1, "mid": 3, "senior": 1},
    "senior": {"junior": 0, "mid": 2, "senior": 3},
}
GOOD = 0.8  # an answer or concept with this score counts as known
TALK: Mapping[Kind, float] = {"recall": 3, "predict": 2, "choice": 1, "fill": 1, "fix": 1.5}
"""How much likelier one kind is than another: interviews are mostly talk."""


def compose(
    questions: Iterable[Listed],
    minutes: float,
    level: Level,
    seed: int,
    topics: Collection[str] = (),
) -> tuple[str, ...]:
    """Choose ids of questions that fill the time, taking topics in turn; depends only on the seed.

    The random rank of a question does not depend on the rest of the bank.
    """
    drawn: list[tuple[float, Listed]] = []
    for question in questions:
        weight = MIX[level][question.level] * TALK[question.kind]
        if weight and (not topics or question.topic in topics):
            chance = Random(f"{seed} {question.id}").random()  # noqa: S311 - no secret
            drawn.append((chance ** (1 / weight), question))
    drawn.sort(key=lambda pair: (-pair[0], pair[1].id))
    chosen: list[str] = []
    asked: Counter[str] = Counter()
    left = minutes * 60
    while drawn and left > 0:
        fewest = min(asked[question.topic] for _chance, question in drawn)
        at = next(n for n, (_c, question) in enumerate(drawn) if asked[question.topic] == fewest)
        question = drawn.pop(at)[1]
        chosen.append(question.id)
        asked[question.topic] += 1
        left -= USUAL[question.kind] * HARDER[question.level]
    return tuple(chosen)


@dataclass(frozen=True, slots=True)
class Finding:
    """One answer of an interview and its score (0 to 1)."""

    question: str
    kind: Kind
    level: Level
    right: bool
    worth: float
    missed: tuple[int, ...]
    hints: int
    seconds: float
    answer: Any = None

    @property
    def topic(self) -> str:
        return self.question.partition("/")[0]


@dataclass(frozen=True, slots=True)
class Concept:
    """A topic of an interview: its answers and its score (0 to 1)."""

    topic: str
    findings: tuple[Finding, ...]

    @property
    def score(self) -> float:
        weights = [HARDER[finding.level] for finding in self.findings]
        worth = [f.worth * weight for f, weight in zip(self.findings, weights, strict=True)]
        return sum(worth) / sum(weights)


@dataclass(frozen=True, slots=True)
class Report:
    """The result of an interview; `before` holds the scores of the previous one."""

    session: str
    day: date
    minutes: float
    level: Level
    seed: int
    concepts: tuple[Concept, ...]
    before: Mapping[str, float]
    score_before: float | None = None

    @property
    def findings(self) -> tuple[Finding, ...]:
        return tuple(finding for concept in self.concepts for finding in concept.findings)

    @property
    def score(self) -> float:
        return Concept("", self.findings).score if self.findings else 0.0

    @property
    def seconds(self) -> float:
        return sum(finding.seconds for finding in self.findings)

    def weak(self) -> tuple[Concept, ...]:
        """Concepts with a score below four fifths, the weakest first."""
        low = [concept for concept in self.concepts if concept.score < GOOD]
        return tuple(sorted(low, key=lambda concept: concept.score))


def reports(entries: Iterable[Entry]) -> list[Report]:
    """The interviews in these entries, oldest first, each compared with the previous one."""
    sessions: dict[str, list[Entry]] = {}
    for entry in entries:
        if entry.mode == "interview" and entry.act == "answer" and entry.right is not None:
            sessions.setdefault(entry.session, []).append(entry)
    made: list[Report] = []
    for session, answers in sessions.items():
        made.append(_report(session, answers, made[-1] if made else None))
    return made


def _report(session: str, answers: list[Entry], last: Report | None) -> Report:
    plan = answers[0].details.get("plan", {})
    concepts: dict[str, list[Finding]] = {}
    for entry in answers:
        finding = _finding(entry)
        concepts.setdefault(finding.topic, []).append(finding)
    return Report(
        session=session,
        day=answers[0].day,
        minutes=plan.get("minutes", 0),
        level=plan.get("level", "mid"),
        seed=plan.get("seed", 0),
        concepts=tuple(Concept(topic, tuple(found)) for topic, found in concepts.items()),
        before={concept.topic: concept.score for concept in last.concepts} if last else {},
        score_before=last.score if last else None,
    )


def _finding(entry: Entry) -> Finding:
    details = entry.details
    missed = tuple(details.get("missed", ()))
    points = details.get("points", 0)
    worth = 1.0 - len(missed) / points if points else float(bool(entry.right))
    if not points and not entry.right and details.get("near"):
        worth = 0.25
    return Finding(
        question=entry.question,
        kind=details.get("kind", "recall"),
        level=details.get("level", "mid"),
        right=bool(entry.right),
        worth=max(0.0, worth - 0.25 * entry.hints),
        missed=missed,
        hints=entry.hints,
        seconds=entry.seconds,
        answer=details.get("answer"),
    )
