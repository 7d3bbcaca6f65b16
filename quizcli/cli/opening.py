"""Opens what the commands share: the person's settings, their study day, their progress."""

from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quizcli.cli import environment
from quizcli.errors import UsageError
from quizcli.schedule.days import study_day
from quizcli.settings import CHECKS, Settings

if TYPE_CHECKING:
    from quizcli.bank.library import Library
    from quizcli.store.store import Store


def settings_file() -> Path:
    """Where the settings are kept."""
    return environment.folder("config") / "config.toml"


def progress_file() -> Path:
    """Where the progress is kept."""
    return environment.folder("data") / "progress.db"


def settings(**options: Any) -> Settings:
    """The settings of the file, with the options of the command line that are not None in front."""
    if not options and not settings_file().exists():
        return Settings()
    from quizcli.store.settings_file import read_settings

    given = {name: value for name, value in options.items() if value is not None}
    chosen = {name: _checked(name, value) for name, value in given.items()}
    return read_settings(settings_file())._replace(**chosen)


def _checked(name: str, value: Any) -> Any:
    try:
        return CHECKS[name](value)
    except ValueError as wrong:
        raise UsageError(f"--{name.replace('_', '-')} {value}: {wrong}") from None


def today(settings: Settings) -> date:
    """The study day that it is now."""
    return study_day(environment.now(), environment.zone(), settings.rollover_hour)


def progress(settings: Settings) -> "Store":
    """The progress file, opened for this moment; close it, or use it in a `with`."""
    from quizcli.store.store import Store

    return Store.open(progress_file(), settings, at=environment.now(), day=today(settings))


def library() -> "Library":
    """All banks of this person."""
    from quizcli.bank.library import open_library

    return open_library(environment.folder("data"), environment.folder("cache"))
