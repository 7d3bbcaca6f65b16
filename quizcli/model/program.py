"""Turns questions into programs: fills placeholders with values, blanks with answers."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import TypeVar

from quizcli.model.text import Text
from quizcli.model.topic import Demo, Fill, Predict, Value, Variants

BLANK = "____"
_BLANKS = re.compile(r"(?<!_)____(?!_)")
Varied = TypeVar("Varied", Demo, Predict, Fill)


def blanks(code: str) -> int:
    """The number of blanks to fill."""
    return len(_BLANKS.findall(code))


def fill_blanks(code: str, answers: Sequence[str]) -> str:
    """The code with each blank replaced by its answer, in order."""
    rest = iter(answers)
    return _BLANKS.sub(lambda blank: next(rest, blank[0]), code)


def combinations(variants: Variants) -> Iterator[dict[str, Value]]:
    """All combinations of values; the one recorded in the file comes first."""
    for values in product(*variants.values()):
        yield dict(zip(variants, values, strict=True))


def set_values(text: str, values: Mapping[str, Value]) -> str:
    """Replace each `{name}` by its value; other braces are left alone."""
    for name, value in values.items():
        text = text.replace(f"{{{name}}}", str(value))
    return text


def with_values(varied: Varied, values: Mapping[str, Value]) -> Varied:
    """The demo or question with placeholders set; `prints` is valid for the first values only."""
    if not values:
        return varied
    if isinstance(varied, Demo):
        return varied._replace(
            caption=_both(varied.caption, values),
            code=set_values(varied.code, values),
            variants={},
        )
    varied = varied._replace(
        ask=_both(varied.ask, values),
        why=_both(varied.why, values) if varied.why else None,
        hints=tuple(_both(hint, values) for hint in varied.hints),
        code=set_values(varied.code, values),
        variants={},
    )
    if isinstance(varied, Predict):
        wrong = tuple(set_values(each, values) for each in varied.wrong)
        return varied._replace(prints=set_values(varied.prints, values), wrong=wrong)
    return varied._replace(
        check=set_values(varied.check, values),
        solution=tuple(set_values(each, values) for each in varied.solution),
        wrong=tuple(tuple(set_values(each, values) for each in way) for way in varied.wrong),
    )


def _both(text: Text, values: Mapping[str, Value]) -> Text:
    return Text(set_values(text.en, values), set_values(text.zh, values))


def value_like(text: str, choices: Sequence[Value]) -> Value:
    """Parse text as a value of the same type as these; raises ValueError if it is not one."""
    text = text.strip()
    kinds = {type(choice) for choice in choices}
    if str in kinds:
        return text
    if kinds == {bool}:
        if text.lower() not in ("true", "false"):
            raise ValueError(text)
        return text.lower() == "true"
    return float(text) if float in kinds and not text.lstrip("+-").isdigit() else int(text)
