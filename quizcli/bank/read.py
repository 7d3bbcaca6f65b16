"""A topic's file becomes a `Topic`, or an error that lists all that is wrong with it."""

from pathlib import Path
from typing import Any

from quizcli.bank.format import TOPIC
from quizcli.bank.problem import BankError
from quizcli.bank.shape import Place, Wrong
from quizcli.model.topic import Topic


def read_topic(file: Path) -> Topic:
    """The topic in `file`; raises `BankError` with every problem of the file."""
    from quizcli.bank.source import decode, load, read_bytes

    text = decode(read_bytes(file), file)
    return topic_of(load(text, file), text, file)


def topic_of(data: Any, text: str, file: Path) -> Topic:
    """The topic that `data`, loaded from `text`, describes."""
    at = Place()
    try:
        topic = TOPIC.read(data, at)
        if topic.id != file.stem:
            raise (at / "id").refuse(f"the file is named {file.name}; call it {topic.id}.yaml")
        return topic
    except Wrong:
        from quizcli.bank.source import locate

        raise BankError(locate(text, file, at.faults)) from None


def revive(data: Any) -> Topic:
    """The topic that `data` described when its file was read; it is known to be right."""
    return TOPIC.read(data, Place())
