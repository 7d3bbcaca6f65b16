"""Opens what commands share: settings, study day, progress."""

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
    """The path of the settings file."""
    return environment.folder("config") / "config.toml"


def progress_file() -> Path:
    """The path of the progress file."""
    return environment.folder("data") / "progress.db"


def settings(**options: Any) -> Settings:
    """The settings of the file, overridden by command-line options that are not None."""
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
    """The current study day."""
    return study_day(environment.now(), environment.zone(), settings.rollover_hour)


def progress(settings: Settings) -> "Store":
    """Open the progress file as of now; close it or use it in a `with`."""
    from quizcli.store.store import Store

    return Store.open(progress_file(), settings, at=environment.now(), day=today(settings))


def library() -> "Library":
    """All banks of the user."""
    from quizcli.bank.library import open_library

    return open_library(environment.folder("data"), environment.folder("cache"))
