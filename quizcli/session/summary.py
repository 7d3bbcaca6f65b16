"""Sums up a session (pure)."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from quizcli.model.review import Entry


class Summary(NamedTuple):
    """Ids of questions right first time, right after a miss, still missed; and the time taken."""

    right: tuple[str, ...]
    recovered: tuple[str, ...]
    missed: tuple[str, ...]
    seconds: float

    @property
    def asked(self) -> int:
        return len(self.right) + len(self.recovered) + len(self.missed)

    def weakest_topic(self) -> str | None:
        """The topic with the most questions missed at least once; the earliest on a tie."""
        topics = Counter(question.partition("/")[0] for question in (*self.missed, *self.recovered))
        return topics.most_common(1)[0][0] if topics else None


def summarise(answered: Sequence[Entry]) -> Summary:
    """Summarise the valid entries of a session."""
    tries: dict[str, list[bool]] = {}
    for entry in answered:
        if entry.act == "answer" and entry.right is not None:
            tries.setdefault(entry.question, []).append(entry.right)
    return Summary(
        right=tuple(q for q, each in tries.items() if each[0]),
        recovered=tuple(q for q, each in tries.items() if not each[0] and each[-1]),
        missed=tuple(q for q, each in tries.items() if not each[-1]),
        seconds=sum(entry.seconds for entry in answered),
    )
