"""Suggests a grade from the evidence: correctness, hints, missed points, time taken."""

from typing import NamedTuple

from quizcli.model.review import Grade
from quizcli.model.topic import Kind, Level
from quizcli.session.grading import Verdict

USUAL: dict[Kind, float] = {"choice": 40, "predict": 60, "fill": 60, "fix": 150, "recall": 120}
"""Seconds that a fluent answer takes."""

HARDER: dict[Level, float] = {"junior": 0.8, "mid": 1.0, "senior": 1.4}


class Evidence(NamedTuple):
    """What an answer reveals about memory."""

    kind: Kind
    level: Level
    verdict: Verdict
    points: int = 0  # number of key points
    hints: int = 0
    seconds: float = 0.0
    first: bool = True  # whether asked for the first time in this session

    @property
    def usual(self) -> float:
        """Seconds that a fluent answer to such a question takes."""
        return USUAL[self.kind] * HARDER[self.level]


def suggest(evidence: Evidence) -> Grade:
    """The grade suggested by the evidence."""
    verdict = evidence.verdict
    if not verdict.right:
        return Grade.AGAIN
    missed = len(verdict.missed) if evidence.points else 0
    if evidence.hints or missed or evidence.seconds > 3 * evidence.usual:
        return Grade.HARD
    quick = 0 < evidence.seconds < evidence.usual / 2
    if quick and evidence.first and not verdict.appealed and evidence.kind != "recall":
        return Grade.EASY
    return Grade.GOOD


def offered(evidence: Evidence) -> tuple[Grade, ...]:
    """The grades the user may choose; a wrong answer is "again", never "hard"."""
    return tuple(Grade) if evidence.verdict.right else (Grade.AGAIN,)
