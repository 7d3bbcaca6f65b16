"""Opens what the commands share: the person's settings, their study day, their progress."""

from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quizcli.cli import environment
from quizcli.language import _
from quizcli.schedule.days import study_day
from quizcli.settings import Settings

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
    checked = Settings.read(given, _("options")) if given else None
    chosen = {name: getattr(checked, name) for name in given}
    return read_settings(settings_file())._replace(**chosen)


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
