"""Lets the user try other values for placeholders, without changing the bank."""

from dataclasses import dataclass, field

from quizcli.language import _, listed
from quizcli.model.program import set_values, value_like
from quizcli.model.topic import Value, Variants
from quizcli.screens.stage import Stage


@dataclass(slots=True)
class Open:
    """A program as written, with its placeholders and their current values."""

    code: str
    variants: Variants
    values: dict[str, Value] = field(default_factory=dict)

    def ask(self, stage: Stage) -> str | None:
        """The program with the values the user types; None if they leave."""
        chosen = dict(self.values)
        for name, choices in self.variants.items():
            now = chosen.get(name, choices[0])
            such = listed(map(str, choices))
            stage.say(
                _("{name}: for example {such}, or any other value").format(name=name, such=such)
            )
            try:
                chosen[name] = _asked(stage, name, now, choices)
            except EOFError:
                return None
        self.values = chosen
        return set_values(self.code, chosen)


def _asked(stage: Stage, name: str, now: Value, choices: tuple[Value, ...]) -> Value:
    while True:
        typed = stage.line(f"{name} = ", str(now)).strip()
        if not typed:
            return now
        try:
            return value_like(typed, choices)
        except ValueError:
            said = _("'{typed}' is not a value of that type").format(typed=typed)
            stage.say(said, "muted")
