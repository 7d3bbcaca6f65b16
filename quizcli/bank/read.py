"""Reads a bank's file into the object that its shape describes, or reports all errors in it."""

from pathlib import Path
from typing import Any, TypeVar

from quizcli.bank.format import TOPIC
from quizcli.bank.place import Place, Wrong
from quizcli.bank.problem import BankError
from quizcli.bank.shape import Shape
from quizcli.language import _
from quizcli.model.topic import Topic

T = TypeVar("T")


def read_as(shape: Shape[T], file: Path) -> T:
    """Read `file` according to `shape`; raises `BankError` with every problem."""
    from quizcli.bank.source import decode, load, read_bytes

    text = decode(read_bytes(file), file)
    return shaped(shape, load(text, file), text, file, Place())


def topic_of(data: Any, text: str, file: Path) -> Topic:
    """Build the topic from `data`, which was loaded from `text`; raises `BankError`."""
    at = Place()
    name = data.get("id") if isinstance(data, dict) else None
    if isinstance(name, str) and name != file.stem:
        (at / "id").refuse(
            _("the file is named {file}; rename it {name}.yaml"), file=file.name, name=name
        )
    topic = shaped(TOPIC, data, text, file, at)
    if at.faults:
        raise _located(text, file, at)
    return topic


def shaped(shape: Shape[T], data: Any, text: str, file: Path, at: Place) -> T:
    """Convert `data`, which was loaded from `text`, by `shape`; raises `BankError`."""
    try:
        return shape.read(data, at)
    except Wrong:
        raise _located(text, file, at) from None


def _located(text: str, file: Path, at: Place) -> BankError:
    from quizcli.bank.source import locate

    return BankError(locate(text, file, at.faults))
