"""Which claims are proved by which programs, and what the bank consists of."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from quizcli.bank.check.across import proofs
from quizcli.bank.check.held import Held
from quizcli.bank.claims import Claim, Concept
from quizcli.bank.entry import Name, squeeze
from quizcli.bank.lookup import find
from quizcli.language import _
from quizcli.model.topic import Myth


@dataclass(frozen=True, slots=True)
class Coverage:
    """Maps each claim to the demos and questions that prove it (none: unproved)."""

    proved_by: Mapping[str, tuple[str, ...]]

    @property
    def unproved(self) -> tuple[str, ...]:
        return tuple(claim for claim, by in self.proved_by.items() if not by)


@dataclass(frozen=True, slots=True)
class Mix:
    """The number of topics, demos, questions, …"""

    topics: int
    demos: int
    questions: int
    kinds: Mapping[str, int]
    levels: Mapping[str, int]
    varied: int  # questions with variants
    myths: int


def coverage(held: Sequence[Held], claims: Sequence[Claim]) -> Coverage:
    """Map each claim to the programs whose `proves` names it."""
    found: dict[str, list[str]] = {claim.id: [] for claim in claims}
    for each in held:
        for steps, claim in proofs(each):
            if claim in found:
                found[claim].append(_program(each, steps[:2]))
    return Coverage({claim: tuple(dict.fromkeys(by)) for claim, by in found.items()})


def _program(each: Held, steps: Sequence[str | int]) -> str:
    group, index = steps
    item = getattr(each.topic, str(group))[index]
    if group == "questions":
        return str(item.id)
    return f"{each.topic.id}#{item.demo if isinstance(item, Myth) else item.id}"


def mix(held: Sequence[Held]) -> Mix:
    """The bank in numbers."""
    questions = [question for each in held for question in each.topic.questions]
    return Mix(
        topics=len(held),
        demos=sum(len(each.topic.demos) for each in held),
        questions=len(questions),
        kinds=dict(Counter(question.kind for question in questions)),
        levels=dict(Counter(question.level for question in questions)),
        varied=sum(bool(getattr(question, "variants", ())) for question in questions),
        myths=sum(len(each.topic.myths) for each in held),
    )


def not_found(
    concept: Concept, concepts: Sequence[Concept], all_names: Sequence[Name]
) -> list[str]:
    """Search terms of this concept that find nothing, with a line for each.

    A term that several of the concepts have may find the topic of any of them.
    """
    if all(name.topic != concept.topic for name in all_names):
        return [
            _("the concept `{id}` has no topic `{topic}`").format(
                id=concept.id, topic=concept.topic
            )
        ]
    lines = []
    for term in (concept.id, *concept.aliases):
        key = squeeze(term)
        owners = {c.topic for c in concepts if key in map(squeeze, (c.id, *c.aliases))}
        if not owners & set(find(term, all_names).topics):
            lines.append(
                _("{term!r} does not find `{topic}`, of the concept `{id}`").format(
                    term=term, topic=concept.topic, id=concept.id
                )
            )
    return lines
