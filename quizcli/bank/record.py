"""Records: the mappings with fixed fields that bank files consist of."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from quizcli.bank.place import Place, Wrong, describe
from quizcli.bank.shape import Schema, Shape
from quizcli.language import _, listed

T = TypeVar("T")
Rule = Callable[[T, Place], None]


@dataclass(eq=False, repr=False)
class Field:
    """A field of a record: its shape, its purpose, and whether it is required."""

    shape: Shape[Any]
    says: str
    needed: bool = False
    default: Any = None


@dataclass(eq=False, repr=False)
class Record(Shape[T], Generic[T]):
    """A mapping with fixed fields: checked by `early` rules, built, then checked by `rules`."""

    name: str
    says: str
    fields: Mapping[str, Field]
    make: Callable[..., T]
    rules: tuple[Rule[T], ...] = ()
    early: tuple[Rule[dict[str, Any]], ...] = ()

    def read(self, value: object, at: Place) -> T:
        if not isinstance(value, dict):
            raise at.refuse(
                _("expected {sketch}, found {found}"), sketch=self._sketch(), found=describe(value)
            )
        noted = len(at.faults)
        found = self._fields(value, at)
        if len(at.faults) == noted:
            for rule in self.early:
                rule(found, at)
        if len(at.faults) > noted:
            raise Wrong
        made = self.make(**found)
        for held in self.rules:
            held(made, at)
        if len(at.faults) > noted:
            raise Wrong
        return made

    def _fields(self, value: Mapping[object, object], at: Place) -> dict[str, Any]:
        found = {key: each.default for key, each in self.fields.items() if each.default is not None}
        for key in value:
            if not isinstance(key, str) or key not in self.fields:
                (at / str(key)).refuse(self._unknown(key), at_key=True)
        for key, each in self.fields.items():
            if key in value:
                try:
                    found[key] = each.shape.read(value[key], at / key)
                except Wrong:
                    continue
            elif each.needed:
                at.refuse(_("`{key}` is missing: {says}"), key=key, says=_(each.says))
        return found

    def _unknown(self, key: object) -> str:
        from difflib import get_close_matches

        near = get_close_matches(str(key), self.fields, n=1, cutoff=0.6)
        guess = (
            _("did you mean `{near}`?").format(near=near[0])
            if near
            else _("{name} has {fields}").format(name=self.name, fields=listed(self.fields))
        )
        return _("unknown field; {guess}").format(guess=guess)

    def _sketch(self) -> str:
        needed = [key for key, each in self.fields.items() if each.needed]
        return f"{self.name} ({', '.join(needed)})"

    def schema(self, definitions: Schema) -> Schema:
        if self.name not in definitions:
            definitions[self.name] = {}  # breaks the recursion while its fields are described
            definitions[self.name] = self.body(definitions)
        return {"$ref": f"#/$defs/{self.name}"}

    def body(self, definitions: Schema) -> Schema:
        """The record's own JSON Schema, in place."""
        return {
            "type": "object",
            "description": self.says,
            "properties": {
                key: {"description": each.says, **each.shape.schema(definitions)}
                for key, each in self.fields.items()
            },
            "required": [key for key, each in self.fields.items() if each.needed],
            "additionalProperties": False,
        }


@dataclass(eq=False, repr=False)
class Kinds(Shape[T], Generic[T]):
    """Records distinguished by the value of one field, `by`."""

    by: str
    kinds: Mapping[str, Record[Any]]

    def read(self, value: object, at: Place) -> T:
        words = listed(self.kinds)
        if not isinstance(value, dict):
            raise at.refuse(_("expected a mapping, found {found}"), found=describe(value))
        if self.by not in value:
            raise at.refuse(_("`{by}` is missing: one of {words}"), by=self.by, words=words)
        kind = value[self.by]
        if not isinstance(kind, str) or kind not in self.kinds:
            raise (at / self.by).refuse(
                _("expected one of {words}, found {found}"), words=words, found=describe(kind)
            )
        found: T = self.kinds[kind].read(value, at)
        return found

    def schema(self, definitions: Schema) -> Schema:
        return {
            "type": "object",
            "properties": {self.by: {"enum": list(self.kinds)}},
            "required": [self.by],
            "allOf": [
                {
                    "if": {"properties": {self.by: {"const": kind}}, "required": [self.by]},
                    "then": record.schema(definitions),
                }
                for kind, record in self.kinds.items()
            ],
        }
