"""From what a person typed to a topic of the bank."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from quizcli.errors import QuizError
from quizcli.language import _, current

if TYPE_CHECKING:
    from quizcli.bank.library import Library


def topic_named(library: "Library", query: str) -> str:
    """The id of the topic that is meant; raises QuizError with the nearest where unsure."""
    found = library.find(query)
    if found.sure:
        return found.topics[0]
    nearest = ", ".join(named(library, found.topics))
    if not nearest:
        raise QuizError(_("nothing fits '{query}'; `quizcli topics` lists all").format(query=query))
    raise QuizError(
        _("not sure what '{query}' means; nearest: {nearest}").format(query=query, nearest=nearest)
    )


def named(library: "Library", topics: Sequence[str]) -> list[str]:
    """Each topic as its id and title."""
    titles = {entry.id: entry.title(current()) for entry in library.topics}
    return [f"{topic} ({titles[topic]})" for topic in topics]
