"""Topics as plain data for the cache, and back, without looking at what was found right before."""

from collections.abc import Iterable
from typing import Any

from quizcli.model import topic as model
from quizcli.model.text import Text
from quizcli.model.topic import Topic

KIND = ""  # the field that says what a mapping was
KINDS = {
    each.__name__: each
    for each in (
        *(Text, Topic, model.Demo, model.FollowUp, model.Option, model.Myth),
        *(model.Recall, model.Choice, model.Predict, model.Fill, model.Fix),
    )
}


def field_names(part: Any) -> Iterable[str]:
    """The names of the fields of a part of a topic; none of what is no such part."""
    return getattr(part, "_fields", ())


def plain(part: Any) -> Any:
    """A part of a topic as JSON can hold it."""
    if (kind := type(part).__name__) in KINDS:
        return {KIND: kind} | {name: plain(getattr(part, name)) for name in field_names(part)}
    if isinstance(part, tuple):
        return [plain(each) for each in part]
    if isinstance(part, dict):
        return {name: plain(each) for name, each in part.items()}
    return part


def revived(data: Any) -> Any:
    """The part of a topic that became this; raises KeyError or TypeError where none did."""
    if isinstance(data, list):
        return tuple(map(revived, data))
    if not isinstance(data, dict):
        return data
    fields = {name: revived(each) for name, each in data.items() if name != KIND}
    return KINDS[data[KIND]](**fields) if KIND in data else fields
