"""The JSON Schema agrees with the parser, as both come from one description."""

from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from quizcli.bank.format import TOPIC as SHAPE
from quizcli.bank.record import Kinds, Record
from quizcli.bank.schema import json_schema
from quizcli.bank.shape import Many, Shape
from tests.quizcli.bank.files import TOPIC, changed

SCHEMA = jsonschema.Draft202012Validator(json_schema())
DOC = Path(__file__).parents[3] / "docs" / "question-format.md"


def faults(text: str) -> list[str]:
    return [error.message for error in SCHEMA.iter_errors(yaml.load(text, yaml.CSafeLoader))]


def test_the_schema_is_valid() -> None:
    jsonschema.Draft202012Validator.check_schema(json_schema())


def test_a_sound_topic_passes() -> None:
    assert faults(TOPIC) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("id: sums\n", "id: Sums\n"),
        ("title: {en: Sums, zh: 求和}", "title: {en: Sums}"),
        ("aliases: [adding, 加法]", "aliases: []"),
        ("aliases: [adding, 加法]", "alias: [adding]"),
        ("kind: predict", "kind: guess"),
        ("level: mid", "level: hard"),
        ("{n: [2, 3]}", "{n: [2]}"),
        ('wrong: ["1", "3"]', 'wrong: ["1"]'),
        ("    demo: one-and-one\n  - id: sums/choice", "  - id: sums/choice"),
        ('"Make it three."', "3"),
    ],
)
def test_what_the_parser_refuses_the_schema_refuses(old: str, new: str) -> None:
    assert faults(changed(old, new))


def records(shape: Shape[Any]) -> list[Record[Any]]:
    """All records that a shape is made of."""
    match shape:
        case Record():
            inner = [r for each in shape.fields.values() for r in records(each.shape)]
            return [shape, *inner]
        case Kinds():
            return [r for each in shape.kinds.values() for r in records(each)]
        case Many():
            return records(shape.item)
    return []


def test_the_manual_names_every_field() -> None:
    manual = DOC.read_text(encoding="utf-8")
    fields = {name for record in records(SHAPE) for name in record.fields}
    assert len(fields) > 25
    assert [name for name in sorted(fields) if f"`{name}`" not in manual] == []
