"""`quizcli config`: show all settings, show one, or change one."""

import json
from datetime import date
from typing import Annotated, Any

import typer

from quizcli.cli import opening
from quizcli.cli.usage import Json
from quizcli.language import N_, _
from quizcli.settings import Settings, checked_name
from quizcli.store.settings_file import read_settings, write_setting

SAYS = {
    "language": N_("auto, en or zh"),
    "colour": N_("auto, always or never"),
    "plain": N_("no boxes or redrawing, for screen readers"),
    "pager": N_("show output longer than the screen in $PAGER"),
    "retention": N_("target recall on the day a question is due, 0.7 to 0.99"),
    "new_per_day": N_("new questions a day"),
    "reviews_per_day": N_("reviews a day"),
    "maximum_interval": N_("longest time between two reviews, in days"),
    "leech_after": N_("lapses after which a question is set aside; 0: never"),
    "rollover_hour": N_("hour at which the study day begins, 0 to 23"),
    "interview_date": N_("date of the interview, such as 2026-12-18, or none"),
    "minutes": N_("minutes a day while a plan is active"),
    "confidence": N_("ask how sure you are before the answer is shown"),
    "backups": N_("number of daily backups of your progress to keep"),
    "parameters": N_("memory model parameters; 'default' for FSRS's own"),
}


def config(
    key: Annotated[
        str | None,
        typer.Argument(
            metavar="KEY", autocompletion=lambda: [*SAYS], help=_("Setting to show or change.")
        ),
    ] = None,
    value: Annotated[
        str | None,
        typer.Argument(metavar="VALUE", help=_("New value; 'default' restores the default.")),
    ] = None,
    as_json: Json = False,
    path: Annotated[
        bool, typer.Option("--path", help=_("Print the path of the settings file."))
    ] = False,
) -> None:
    if path:
        print(opening.settings_file())
        return
    settings = (
        write_setting(opening.settings_file(), key, value)
        if key is not None and value is not None
        else read_settings(opening.settings_file())
    )
    values = {name: _plainly(each) for name, each in settings._asdict().items()}
    if key is not None:
        name = checked_name(key, "config")
        values = {name: values[name]}
    if as_json:
        print(json.dumps(values, ensure_ascii=False, indent=2))
    elif key is not None:
        print(*map(_spelled, values.values()))
    else:
        _show(settings, values)


def _show(settings: Settings, values: dict[str, Any]) -> None:
    from quizcli.cli import pages
    from quizcli.screens.lists import command_lines
    from quizcli.screens.theme import print_lines

    console, look = pages.console_and_look(settings)
    rows = [(f"{name} = {_spelled(value)}", _(SAYS[name])) for name, value in values.items()]
    print_lines(console, command_lines(rows, look))


def _plainly(value: Any) -> Any:
    if isinstance(value, tuple):
        return list(value)
    return value.isoformat() if isinstance(value, date) else value


def _spelled(value: Any) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return str(value).lower()
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)
