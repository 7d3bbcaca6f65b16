"""The shapes of the values in bank files: each reads plain data and describes itself.

They have no `eq` or `repr`, which would double the time to load the first topic.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from quizcli.bank.place import UNSAFE, Place, Wrong, describe, quoting
from quizcli.language import N_, _, listed
from quizcli.model.text import Text
from quizcli.model.topic import Value

T = TypeVar("T")
Schema = dict[str, Any]
Data = Mapping[str, Any]


class Shape(Generic[T]):
    """The expected form of a value."""

    def read(self, value: object, at: Place) -> T:
        """Convert to the model's value; raises `Wrong` after noting every fault."""
        raise NotImplementedError

    def schema(self, definitions: Schema) -> Schema:
        """This shape as JSON Schema; named parts are added to `definitions`."""
        raise NotImplementedError


@dataclass(eq=False, repr=False)
class Line(Shape[str]):
    """A string, of several lines if `block`; `pattern` must match all of it."""

    what: str = N_("text")
    pattern: str = ""
    block: bool = False
    empty: bool = False

    def read(self, value: object, at: Place) -> str:
        if not isinstance(value, str):
            raise at.refuse(
                _("expected {what}, found {found}{hint}"),
                what=_(self.what),
                found=describe(value),
                hint=quoting(value),
            )
        if not value.strip() and not self.empty:
            raise at.refuse(_("is empty; write {what}"), what=_(self.what))
        if unsafe := UNSAFE.search(value):
            raise at.refuse(
                _("contains the invisible character U+{code:04X}; remove it"), code=ord(unsafe[0])
            )
        if not self.block and "\n" in value.strip("\n"):
            raise at.refuse(_("expected {what} on one line"), what=_(self.what))
        if self.pattern and not re.fullmatch(self.pattern, value):
            raise at.refuse(_("{value!r} is not {what}"), value=value, what=_(self.what))
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
            raise at.refuse(
                _("expected one of {names}, found {found}"),
                names=listed(self.words),
                found=describe(value),
            )
        return str(value)

    def schema(self, definitions: Schema) -> Schema:
        return {"enum": list(self.words)}


@dataclass(eq=False, repr=False)
class Flag(Shape[bool]):
    """true or false."""

    def read(self, value: object, at: Place) -> bool:
        if not isinstance(value, bool):
            raise at.refuse(_("expected true or false, found {found}"), found=describe(value))
        return value

    def schema(self, definitions: Schema) -> Schema:
        return {"type": "boolean"}


@dataclass(eq=False, repr=False)
class Whole(Shape[int]):
    """A whole number of at least `least`."""

    least: int

    def read(self, value: object, at: Place) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or value < self.least:
            raise at.refuse(
                _("expected a whole number from {least}, found {found}"),
                least=self.least,
                found=describe(value),
            )
        return value

    def schema(self, definitions: Schema) -> Schema:
        return {"type": "integer", "minimum": self.least}


@dataclass(eq=False, repr=False)
class Literal(Shape[Value]):
    """A value inserted into a program: a number, a flag, or a piece of code."""

    def read(self, value: object, at: Place) -> Value:
        if isinstance(value, str):
            return Line(N_("a value"), empty=True).read(value, at)
        if not isinstance(value, bool | int | float):
            raise at.refuse(
                _("expected a number, true, false or a string, found {found}"),
                found=describe(value),
            )
        return value

    def schema(self, definitions: Schema) -> Schema:
        return {"type": ["string", "number", "boolean"]}


@dataclass(eq=False, repr=False)
class Bilingual(Shape[Text]):
    """`{en, zh}`; a topic in one language uses a plain string instead."""

    block: bool = True

    def read(self, value: object, at: Place) -> Text:
        if isinstance(value, str):
            only = self._line("en").read(value, at).rstrip("\n")
            return Text(only, only)
        both = _mapping(value, at, _("text in `en` and `zh`"))
        found: dict[str, str] = {}
        for key in both:
            if key not in ("en", "zh"):
                comma = both[key] is None  # `{en: one, two}` has a key without a value
                (at / key).refuse(
                    _('{key!r} follows a comma; put text that contains one in "quotes"')
                    if comma
                    else _("unknown language {key!r}; text must be in `en` and `zh`"),
                    key=key,
                    at_key=True,
                )
        for language in ("en", "zh"):
            if language not in both:
                at.refuse(
                    _("`{language}` is missing: text must be in both languages"), language=language
                )
                continue
            try:
                found[language] = self._line(language).read(both[language], at / language)
            except Wrong:
                continue
        if len(found) < 2:
            raise Wrong
        return Text(found["en"].rstrip("\n"), found["zh"].rstrip("\n"))

    def _line(self, language: str) -> Line:
        return Line(
            N_("English text") if language == "en" else N_("Chinese text"), block=self.block
        )

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
            raise at.refuse(_("expected a list, found {found}"), found=describe(value))
        if len(value) < self.least:
            at.refuse(_("needs at least {least}, has {count}"), least=self.least, count=len(value))
        if len(value) > self.most:
            at.refuse(_("may have at most {most}, has {count}"), most=self.most, count=len(value))
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
        data = _mapping(value, at, _("a mapping"))
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
    """The first shape whose test accepts the value: `(test, shape)` pairs, tried in order."""

    ways: tuple[tuple[Callable[[object], bool], Shape[T]], ...]
    what: str

    def read(self, value: object, at: Place) -> T:
        for fits, shape in self.ways:
            if fits(value):
                return shape.read(value, at)
        raise at.refuse(
            _("expected {what}, found {found}"), what=_(self.what), found=describe(value)
        )

    def schema(self, definitions: Schema) -> Schema:
        return {"anyOf": [shape.schema(definitions) for _fits, shape in self.ways]}


def _mapping(value: object, at: Place, what: str) -> Data:
    if not isinstance(value, dict):
        raise at.refuse(_("expected {what}, found {found}"), what=what, found=describe(value))
    if not value:
        raise at.refuse(_("is empty; write {what}"), what=what)
    return value
