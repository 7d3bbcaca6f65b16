"""Finds the topic that the user typed."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from quizcli.errors import QuizError
from quizcli.language import _, current, listed

if TYPE_CHECKING:
    from quizcli.bank.library import Library
    from quizcli.bank.lookup import Found


def topic_named(library: "Library", query: str, *, exactly: bool = False) -> str:
    """The id of the topic that is meant; if unsure, raises QuizError with the closest ones.

    `exactly`: the text must be one of the topic's names, not merely resemble one.
    """
    found = library.find(query)
    if found.sure and (found.exact or not exactly):
        return found.topics[0]
    said, topics = unsure(library, query, found)
    nearest = listed(named(library, topics))
    raise QuizError(f"{said}{'' if said.endswith('：') else ' '}{nearest}".rstrip())


def unsure(library: "Library", query: str, found: "Found") -> tuple[str, tuple[str, ...]]:
    """The message for an unclear topic, and the topics to list after it."""
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
    """The topics whose id starts with the text, with titles, for shell completion."""
    from quizcli.cli.opening import library

    with suppress(QuizError):  # the command itself reports this
        for entry in library().topics:
            if entry.id.startswith(incomplete):
                yield entry.id, entry.title(current())


def named(library: "Library", topics: Sequence[str]) -> list[str]:
    """Each topic as its id and title."""
    titles = {entry.id: entry.title(current()) for entry in library.topics}
    return [topic + _(" ({what})").format(what=titles[topic]) for topic in topics]
