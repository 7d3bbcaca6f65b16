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
    nearest = listed(named(library, found.topics))
    said = unsure(query, found)
    raise QuizError(f"{said}{'' if said.endswith('：') else ' '}{nearest}".rstrip())


def unsure(query: str, found: "Found") -> str:
    """What to say before the nearest topics where it is not clear which one was meant."""
    if not found.topics:
        said = _("nothing fits '{query}'; `quizcli topics` lists all")
    elif not found.like:
        said = _("nothing fits '{query}'; `quizcli topics` lists all; the nearest:")
    else:
        said = _("not sure what '{query}' means; nearest:")
    return said.format(query=query)


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
