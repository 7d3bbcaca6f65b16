"""The shapes that bank files are made of: each reads plain data and describes itself.

They have no `eq` and `repr`, which would double the time it takes to load a first topic.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from quizcli.model.text import Text
from quizcli.model.topic import Value

T = TypeVar("T")
Step = str | int
Schema = dict[str, Any]
Data = Mapping[str, Any]

UNSAFE = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]"
)


class Wrong(Exception):  # noqa: N818 - a signal inside this room: the faults are already noted
    """A value was refused; what is wrong with it stands in its place's `faults`."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A refusal, by the steps that lead to the value; `at_key` points at its key instead."""

    steps: tuple[Step, ...]
    message: str
    at_key: bool = False


@dataclass(frozen=True, slots=True)
class Place:
    """Where in a file a value stands, and the list in which its faults are noted."""

    steps: tuple[Step, ...] = ()
    faults: list[Fault] = field(default_factory=list)

    def __truediv__(self, step: Step) -> "Place":
        return Place((*self.steps, step), self.faults)

    def refuse(self, message: str, *, at_key: bool = False) -> Wrong:
        """Note the fault; the caller raises what is returned, or goes on to find more."""
        self.faults.append(Fault(self.steps, message, at_key))
        return Wrong(message)


class Shape(Generic[T]):
    """What a value has to look like."""

    def read(self, value: object, at: Place) -> T:
        """The value as the model holds it; raises `Wrong` after noting every fault."""
        raise NotImplementedError

    def schema(self, definitions: Schema) -> Schema:
        """This shape as JSON Schema; named parts are added to `definitions`."""
        raise NotImplementedError


@dataclass(eq=False, repr=False)
class Line(Shape[str]):
    """A string, of several lines where `block`; `pattern` must match all of it."""

    what: str = "text"
    pattern: str = ""
    block: bool = False
    empty: bool = False

    def read(self, value: object, at: Place) -> str:
        if not isinstance(value, str):
            raise at.refuse(f"expected {self.what}, found {describe(value)}{_quote(value)}")
        if not value.strip() and not self.empty:
            raise at.refuse(f"is empty; write {self.what}")
        if unsafe := UNSAFE.search(value):
            raise at.refuse(f"holds the invisible character U+{ord(unsafe[0]):04X}; take it out")
        if not self.block and "\n" in value.strip("\n"):
            raise at.refuse(f"expected {self.what} on one line")
        if self.pattern and not re.fullmatch(self.pattern, value):
            raise at.refuse(f"{value!r} is not {self.what}")
        return value if self.block else value.strip("\n")

    def schema(self, definitions: Schema) -> Schema:
        least = {} if self.empty else {"minLength": 1}
        return {
            "type": "string",
            **least,
            **({"pattern": f"^{self.pattern}$"} if self.pattern else {}),
        }


@dataclass(eq=False, repr=False)
class OneOf(Shape[str]):
    """One of a few words."""

    words: tuple[str, ...]

    def read(self, value: object, at: Place) -> str:
        if value not in self.words:
            raise at.refuse(f"expected one of {', '.join(self.words)}, found {describe(value)}")
        return str(value)

    def schema(self, definitions: Schema) -> Schema:
        return {"enum": list(self.words)}


@dataclass(eq=False, repr=False)
class Flag(Shape[bool]):
    """true or false."""

    def read(self, value: object, at: Place) -> bool:
        if not isinstance(value, bool):
            raise at.refuse(f"expected true or false, found {describe(value)}")
        return value

    def schema(self, definitions: Schema) -> Schema:
        return {"type": "boolean"}


@dataclass(eq=False, repr=False)
class Whole(Shape[int]):
    """A whole number of at least `least`."""

    least: int

    def read(self, value: object, at: Place) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or value < self.least:
            raise at.refuse(f"expected a whole number from {self.least}, found {describe(value)}")
        return value

    def schema(self, definitions: Schema) -> Schema:
        return {"type": "integer", "minimum": self.least}


@dataclass(eq=False, repr=False)
class Literal(Shape[Value]):
    """A value that is written into a program: a number, a flag, or a piece of code."""

    def read(self, value: object, at: Place) -> Value:
        if isinstance(value, str):
            return Line("a value", empty=True).read(value, at)
        if not isinstance(value, bool | int | float):
            raise at.refuse(f"expected a number, true, false or a string, found {describe(value)}")
        return value

    def schema(self, definitions: Schema) -> Schema:
        return {"type": ["string", "number", "boolean"]}


@dataclass(eq=False, repr=False)
class Bilingual(Shape[Text]):
    """`{en, zh}`; a bank kept in one language writes a bare string instead."""

    block: bool = True

    def read(self, value: object, at: Place) -> Text:
        if isinstance(value, str):
            only = self._line("en").read(value, at).rstrip("\n")
            return Text(only, only)
        both = _mapping(value, at, "text in `en` and `zh`")
        found: dict[str, str] = {}
        for key in both:
            if key not in ("en", "zh"):
                (at / key).refuse(
                    f"unknown language {key!r}; text is in `en` and `zh`", at_key=True
                )
        for language in ("en", "zh"):
            if language not in both:
                at.refuse(f"`{language}` is missing: text is in both languages")
                continue
            try:
                found[language] = self._line(language).read(both[language], at / language)
            except Wrong:
                continue
        if len(found) < 2:
            raise Wrong
        return Text(found["en"].rstrip("\n"), found["zh"].rstrip("\n"))

    def _line(self, language: str) -> Line:
        return Line("English text" if language == "en" else "Chinese text", block=self.block)

    def schema(self, definitions: Schema) -> Schema:
        text = {"type": "string", "minLength": 1}
        definitions["text"] = {
            "description": "Markdown in English and Chinese; a bare string in one language.",
            "anyOf": [
                text,
                {
                    "type": "object",
                    "properties": {"en": text, "zh": text},
                    "required": ["en", "zh"],
                    "additionalProperties": False,
                },
            ],
        }
        return {"$ref": "#/$defs/text"}


@dataclass(eq=False, repr=False)
class Many(Shape[tuple[T, ...]]):
    """A list of at least `least` and at most `most` items."""

    item: Shape[T]
    least: int = 0
    most: int = 1000

    def read(self, value: object, at: Place) -> tuple[T, ...]:
        if not isinstance(value, list):
            raise at.refuse(f"expected a list, found {describe(value)}")
        if len(value) < self.least:
            at.refuse(f"needs at least {self.least}, has {len(value)}")
        if len(value) > self.most:
            at.refuse(f"may have at most {self.most}, has {len(value)}")
        items = []
        for index, each in enumerate(value):
            try:
                items.append(self.item.read(each, at / index))
            except Wrong:
                continue
        if len(items) < max(len(value), self.least) or len(value) > self.most:
            raise Wrong
        return tuple(items)

    def schema(self, definitions: Schema) -> Schema:
        least = {"minItems": self.least} if self.least else {}
        most = {"maxItems": self.most} if self.most < 1000 else {}
        return {"type": "array", "items": self.item.schema(definitions), **least, **most}


@dataclass(eq=False, repr=False)
class Named(Shape[Mapping[str, T]]):
    """A mapping whose keys the author names; `pattern` says how."""

    item: Shape[T]
    key: Line

    def read(self, value: object, at: Place) -> Mapping[str, T]:
        found = {}
        data = _mapping(value, at, "a mapping")
        for key, each in data.items():
            try:
                found[self.key.read(key, at / key)] = self.item.read(each, at / key)
            except Wrong:
                continue
        if len(found) < len(data):
            raise Wrong
        return found

    def schema(self, definitions: Schema) -> Schema:
        names = {"propertyNames": {"pattern": f"^{self.key.pattern}$"}} if self.key.pattern else {}
        return {
            "type": "object",
            "minProperties": 1,
            **names,
            "additionalProperties": self.item.schema(definitions),
        }


@dataclass(eq=False, repr=False)
class Either(Shape[T]):
    """The first shape whose kind of value it is: `(test, shape)` pairs, tried in order."""

    ways: tuple[tuple[Callable[[object], bool], Shape[T]], ...]
    what: str

    def read(self, value: object, at: Place) -> T:
        for fits, shape in self.ways:
            if fits(value):
                return shape.read(value, at)
        raise at.refuse(f"expected {self.what}, found {describe(value)}")

    def schema(self, definitions: Schema) -> Schema:
        return {"anyOf": [shape.schema(definitions) for _, shape in self.ways]}


def describe(value: object) -> str:
    """A value as an author would call it."""
    match value:
        case None:
            return "nothing"
        case bool():
            return "true" if value else "false"
        case int() | float():
            return f"the number {value}"
        case str():
            return repr(value if len(value) < 40 else f"{value[:37]}...")
        case Mapping():
            return f"a mapping with {', '.join(map(str, list(value)[:4])) or 'nothing in it'}"
        case Sequence():
            return "a list"
    return f"a {type(value).__name__}"


def _quote(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, Mapping):
        return '; a colon makes it a mapping: put the text in "quotes" or after `|`'
    return "" if isinstance(value, Sequence) else '; put it in "quotes"'


def _mapping(value: object, at: Place, what: str) -> Data:
    if not isinstance(value, dict):
        raise at.refuse(f"expected {what}, found {describe(value)}")
    if not value:
        raise at.refuse(f"is empty; write {what}")
    return value
