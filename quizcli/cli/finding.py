"""From what a person typed to a topic of the bank."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from quizcli.errors import QuizError
from quizcli.language import _, current, listed

if TYPE_CHECKING:
    from quizcli.bank.library import Library
    from quizcli.bank.lookup import Found


def topic_named(library: "Library", query: str, *, exactly: bool = False) -> str:
    """The id of the topic that is meant; raises QuizError with the nearest where unsure.

    `exactly`: what is meant has to be one of its names, not merely like one.
    """
    found = library.find(query)
    if found.sure and (found.exact or not exactly):
        return found.topics[0]
    said, topics = unsure(library, query, found)
    nearest = listed(named(library, topics))
    raise QuizError(f"{said}{'' if said.endswith('：') else ' '}{nearest}".rstrip())


def unsure(library: "Library", query: str, found: "Found") -> tuple[str, tuple[str, ...]]:
    """What to say where it is not clear which topic was meant, and the topics to name after it."""
    topics = found.topics
    if not found.within and (mentioned := library.mentioning(query)):
        said, topics = _("no topic is called '{query}'; it is mentioned in:"), mentioned
    elif not topics:
        said = _("no topic matches '{query}'; `quizcli topics` lists them all")
    elif not found.like:
        said = _("no topic matches '{query}'; `quizcli topics` lists them all; closest:")
    else:
        said = _("not sure what '{query}' means; closest:")
    return said.format(query=query), topics


def completions(incomplete: str) -> Iterator[tuple[str, str]]:
    """The topics whose id begins so, with their titles: for completion in a shell."""
    from quizcli.cli.opening import library

    with suppress(QuizError):  # whichever command is run then will complain
        for entry in library().topics:
            if entry.id.startswith(incomplete):
                yield entry.id, entry.title(current())


def named(library: "Library", topics: Sequence[str]) -> list[str]:
    """Each topic as its id and title."""
    titles = {entry.id: entry.title(current()) for entry in library.topics}
    return [topic + _(" ({what})").format(what=titles[topic]) for topic in topics]
