"""The topic files being checked: read, and able to locate faults in them."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from quizcli.bank.files import digest
from quizcli.bank.keeping import field_names
from quizcli.bank.place import Fault, Step
from quizcli.bank.problem import BankError, Problem, whole_file
from quizcli.bank.read import topic_of
from quizcli.bank.source import decode, load, locate, read_bytes
from quizcli.language import _
from quizcli.model.text import Text
from quizcli.model.topic import Topic

Steps = tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Held:
    """A topic with the file that it was read from."""

    file: Path
    text: str
    topic: Topic

    def located(self, faults: Sequence[Fault]) -> list[Problem]:
        """The faults with their lines and columns."""
        return locate(self.text, self.file, list(faults)) if faults else []


def hold(
    files: Iterable[Path], agreed: Collection[str] | None = None
) -> tuple[list[Held], list[Problem]]:
    """The topics of these files, and what is wrong with the files that hold none.

    A topic is left out if the digest of its file is not in `agreed`.
    """
    held: dict[str, Held] = {}
    problems: list[Problem] = []
    for file in files:
        try:
            each = _hold(file, agreed)
            if each.topic.id in held:
                other = held[each.topic.id].file
                raise whole_file(
                    file,
                    _("the topic `{id}` is already in {other}").format(
                        id=each.topic.id, other=other
                    ),
                )
            held[each.topic.id] = each
        except BankError as error:
            problems += error.problems
    return list(held.values()), problems


def _hold(file: Path, agreed: Collection[str] | None) -> Held:
    raw = read_bytes(file)
    text = decode(raw, file)
    topic = topic_of(load(text, file), text, file)
    if agreed is not None and digest(raw) not in agreed:
        raise whole_file(file, _("has changed since you agreed to run it; review it again"))
    return Held(file, text, topic)


def texts(part: object, steps: Steps = ()) -> Iterator[tuple[Steps, Text]]:
    """All bilingual texts, each with the path of keys that leads to it in the file."""
    if isinstance(part, Text):
        yield steps, part
    elif names := field_names(part):
        for name in names:
            yield from texts(getattr(part, name), (*steps, name))
    elif isinstance(part, tuple):
        for index, each in enumerate(part):
            yield from texts(each, (*steps, index))


def programs(topic: Topic) -> Iterator[tuple[Steps, str]]:
    """All code and output that is shown on a screen."""
    for group in ("demos", "questions"):
        for index, item in enumerate(getattr(topic, group)):
            for name in ("code", "prints", "solution"):
                shown = getattr(item, name, None)
                if isinstance(shown, str):
                    yield (group, index, name), shown
