"""Converts topics to plain data for the cache and back, without validating them again."""

from collections.abc import Iterable
from typing import Any

from quizcli.model import topic as model
from quizcli.model.text import Text
from quizcli.model.topic import Topic

KIND = ""  # the key for the type of the object
KINDS = {
    each.__name__: each
    for each in (
        *(Text, Topic, model.Demo, model.FollowUp, model.Option, model.Myth),
        *(model.Recall, model.Choice, model.Predict, model.Fill, model.Fix),
    )
}


def field_names(part: Any) -> Iterable[str]:
    """The field names of a part of a topic; empty for anything else."""
    return getattr(part, "_fields", ())


def plain(part: Any) -> Any:
    """Convert a part of a topic to JSON-compatible data."""
    if (kind := type(part).__name__) in KINDS:
        return {KIND: kind} | {name: plain(getattr(part, name)) for name in field_names(part)}
    if isinstance(part, tuple):
        return [plain(each) for each in part]
    if isinstance(part, dict):
        return {name: plain(each) for name, each in part.items()}
    return part


def revived(data: Any) -> Any:
    """The inverse of `plain`; raises KeyError or TypeError for other data."""
    if isinstance(data, list):
        return tuple(map(revived, data))
    if not isinstance(data, dict):
        return data
    fields = {name: revived(each) for name, each in data.items() if name != KIND}
    return KINDS[data[KIND]](**fields) if KIND in data else fields
