"""The user's settings: one frozen value, validated when parsed from text."""

from collections.abc import Callable, Mapping
from datetime import date
from typing import Any, Literal, NamedTuple, Self

from quizcli.errors import UsageError
from quizcli.language import _, listed

PARAMETERS = 21  # of FSRS-6
RULES = ("retention", "maximum_interval", "leech_after", "parameters")


class Settings(NamedTuple):
    """All settings with their defaults; `RULES` names those that determine the schedule."""

    language: Literal["auto", "en", "zh"] = "auto"
    colour: Literal["auto", "always", "never"] = "auto"
    plain: bool = False  # no boxes or cursor movement, for screen readers
    pager: bool = True  # use a pager for pages longer than the screen
    retention: float = 0.9  # target recall of a question on its due day
    new_per_day: int = 8
    reviews_per_day: int = 100
    maximum_interval: int = 180  # days
    leech_after: int = 5  # lapses after which a question is set aside; 0: never
    rollover_hour: int = 4  # local hour at which the study day begins
    interview_date: date | None = None
    minutes: int = 15  # a day
    confidence: bool = False  # ask "how sure?" before the answer is shown
    backups: int = 7  # daily backups of the progress file to keep
    parameters: tuple[float, ...] | None = None  # of FSRS; None: its defaults

    @classmethod
    def read(cls, table: Mapping[str, Any], where: str = "settings") -> Self:
        """Read settings from a TOML table; raises UsageError with `where`, the key and the fix."""
        changes: dict[str, Any] = {}
        for key, value in table.items():
            name = checked_name(key, where)
            try:
                changes[name] = CHECKS[name](value)
            except (TypeError, ValueError) as wrong:
                raise UsageError(f"{where}: {key} = {value!r}: {wrong}") from None
        return cls(**changes)

    def with_text(self, key: str, text: str) -> Self:
        """A copy with `key` set to the value parsed from `text`; raises UsageError."""
        name = key.replace("-", "_")
        value = getattr(self.read({key: text}, "config"), name)
        return self._replace(**{name: value})

    def with_default(self, key: str) -> Self:
        """A copy with `key` reset to its default; raises UsageError."""
        name = checked_name(key, "config")
        return self._replace(**{name: getattr(type(self)(), name)})

    def rules(self) -> dict[str, Any]:
        """The settings that determine the schedule, as JSON-compatible data."""
        own = self._asdict()
        return {
            name: list(own[name]) if isinstance(own[name], tuple) else own[name] for name in RULES
        }

    def with_rules(self, rules: Mapping[str, Any]) -> Self:
        """A copy with the rules of a log applied; unknown names are ignored."""
        return self._replace(**{n: CHECKS[n](rules[n]) for n in RULES if n in rules})


def checked_name(key: str, where: str) -> str:
    """The name of a setting, with `-` or `_`; raises UsageError naming the closest."""
    from difflib import get_close_matches

    name = key.replace("-", "_")
    if name in CHECKS:
        return name
    near = get_close_matches(name, CHECKS, n=1)
    hint = (
        _("did you mean '{name}'?").format(name=near[0])
        if near
        else _("available: {names}").format(names=listed(CHECKS))
    )
    raise UsageError(
        _("{where}: there is no setting '{key}'; {hint}").format(where=where, key=key, hint=hint)
    )


def _whole(low: int, high: int) -> Callable[[Any], int]:
    def check(value: Any) -> int:
        try:
            number = int(value) if not isinstance(value, bool | float) else None
        except ValueError:
            number = None
        if number is None or not low <= number <= high:
            raise ValueError(
                _("must be a whole number from {low} to {high}").format(low=low, high=high)
            )
        return number

    return check


def _fraction(low: float, high: float) -> Callable[[Any], float]:
    def check(value: Any) -> float:
        try:
            number = float(value) if not isinstance(value, bool) else -1.0
        except ValueError:
            number = -1.0
        if not low <= number <= high:
            raise ValueError(_("must be a number from {low} to {high}").format(low=low, high=high))
        return number

    return check


def _one_of(*choices: str) -> Callable[[Any], str]:
    def check(value: Any) -> str:
        if value not in choices:
            raise ValueError(_("must be one of: {choices}").format(choices=listed(choices)))
        return str(value)

    return check


def _switch(value: Any) -> bool:
    spelled = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
    if isinstance(value, bool):
        return value
    if str(value).lower() not in spelled:
        raise ValueError(_("must be true or false"))
    return spelled[str(value).lower()]


def _day(value: Any) -> date | None:
    if value is None or value in ("", "none", "off"):
        return None
    if isinstance(value, date):
        return date(value.year, value.month, value.day)
    try:
        return date.fromisoformat(str(value))
    except ValueError:
        raise ValueError(_("must be a date such as 2026-12-18, or none")) from None


def _parameters(value: Any) -> tuple[float, ...] | None:
    if value is None or value in ("", "none", "default"):
        return None
    numbers = value.replace(",", " ").split() if isinstance(value, str) else value
    try:
        parameters = tuple(float(number) for number in numbers)
    except (TypeError, ValueError):
        parameters = ()
    if len(parameters) != PARAMETERS:
        raise ValueError(_("must be the {n} parameters of FSRS-6, or default").format(n=PARAMETERS))
    return parameters


CHECKS: Mapping[str, Callable[[Any], Any]] = {
    "language": _one_of("auto", "en", "zh"),
    "colour": _one_of("auto", "always", "never"),
    "plain": _switch,
    "pager": _switch,
    "retention": _fraction(0.7, 0.99),
    "new_per_day": _whole(0, 1000),
    "reviews_per_day": _whole(0, 10_000),
    "maximum_interval": _whole(1, 36_500),
    "leech_after": _whole(0, 100),
    "rollover_hour": _whole(0, 23),
    "interview_date": _day,
    "minutes": _whole(1, 1440),
    "confidence": _switch,
    "backups": _whole(0, 365),
    "parameters": _parameters,
}
