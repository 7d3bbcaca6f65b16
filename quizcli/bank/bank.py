"""One bank: a folder of topics, opened from its cache where nothing changed."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING
from zlib import crc32

from quizcli.bank import cache as kept
from quizcli.bank.entry import Name, QuestionEntry, TopicEntry
from quizcli.bank.files import stamps
from quizcli.errors import QuizError
from quizcli.language import _
from quizcli.model.topic import Topic

if TYPE_CHECKING:
    from quizcli.bank.parse import Parsed


@dataclass(slots=True)
class Bank:
    """A snapshot of a bank; topics are loaded one at a time, on demand."""

    folder: Path
    name: str  # empty for the shipped one
    index: kept.Index
    cache: Path
    parsed: "Parsed | None" = field(default=None, repr=False)  # set if the cache cannot be used

    @property
    def content(self) -> str:
        """The digest of the bank's whole content; any change to the bank changes it."""
        return self.index.content

    @property
    def topics(self) -> tuple[TopicEntry, ...]:
        """The topics in the order in which they build on each other."""
        return self.index.topics

    def questions(self) -> tuple[QuestionEntry, ...]:
        """The questions, topic by topic, easier ones first within each."""
        if not self.parsed:
            with suppress(kept.Damaged):
                return kept.read_questions(self.cache, self.index)
        return self._parsed().questions

    def topic(self, topic: str) -> Topic:
        """The topic with this id; raises `KeyError`."""
        from quizcli.bank.namespace import outside

        inner = topic.removeprefix(f"{self.name}:") if self.name else topic
        if inner not in self.index.files:
            raise KeyError(topic)
        return outside(self._topic(inner), self.name, self.index.files)

    def names(self) -> Sequence[Name]:
        """All names by which topics can be found."""
        if not self.parsed:
            with suppress(kept.Damaged):
                return kept.read_names(self.cache, self.index)
        return self._parsed().names

    def _topic(self, inner: str) -> Topic:
        if not self.parsed:
            with suppress(kept.Damaged):
                return kept.read_topic(self.cache, self.index, inner)
        return self._parsed().topics[inner]

    def _parsed(self) -> "Parsed":
        if not self.parsed:
            from quizcli.bank.parse import parse

            again = parse(self.folder, self.name, stamps(self.folder))
            if again.index.content != self.content:  # else untrusted code would run
                raise QuizError(
                    _("the bank in {folder} has just changed; start again").format(
                        folder=self.folder
                    )
                )
            self.parsed = again
        return self.parsed


def open_bank(folder: Path, caches: Path, name: str = "") -> Bank:
    """Open the bank in `folder`: from its cache if no file changed, else parsed and cached."""
    cache = caches / f"bank-{crc32(f'{name}:{folder.absolute()}'.encode()):08x}.cache"
    now = stamps(folder)
    old = None
    with suppress(kept.Damaged):
        index = kept.read_index(cache)
        if index.stamps == now and not index.problems:  # problems need the current language
            return Bank(folder, name, index, cache)
        old = (cache, index)
    from quizcli.bank.parse import parse

    parsed = parse(folder, name, now, old)
    with suppress(OSError):  # works without a cache, too
        kept.write(cache, parsed.index, parsed.names, parsed.questions, parsed.topics)
    return Bank(folder, name, parsed.index, cache, parsed)
