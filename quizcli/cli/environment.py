"""The outside world: clock, zone, folders, language, terminal. No other module reads these.

Variables: QUIZCLI_HOME (one folder for everything), QUIZCLI_LANG (en, zh), QUIZCLI_PLAIN (plain
text for screen readers), QUIZCLI_NOW (an ISO time that the clock shows when the program starts)
and QUIZCLI_ZONE (an IANA name); the last two make a day repeatable.
"""

import os
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta, tzinfo
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from quizcli.errors import UsageError
from quizcli.language import _, parse, reason
from quizcli.model.text import Language

_STARTED = time.monotonic()

if TYPE_CHECKING:
    from rich.console import Console

Folder = Literal["data", "config", "cache"]


def now() -> datetime:
    """The current time in UTC."""
    given = os.environ.get("QUIZCLI_NOW")
    if not given:
        return datetime.now(UTC)
    return _moment(given).astimezone(UTC) + timedelta(seconds=time.monotonic() - _STARTED)


def stopwatch() -> float:
    """Seconds on a monotonic clock, for measuring durations."""
    return time.monotonic()


def fresh_seed() -> int:
    """A random seed that is short enough to retype."""
    return int.from_bytes(os.urandom(8), "big") % 1_000_000


def zone() -> tzinfo:
    """The user's time zone, with daylight-saving rules if they can be found."""
    from zoneinfo import ZoneInfo

    name = os.environ.get("QUIZCLI_ZONE")
    if name:
        try:
            return ZoneInfo(name)
        except (ValueError, OSError, LookupError):
            raise UsageError(
                _("QUIZCLI_ZONE: unknown time zone '{name}'").format(name=name)
            ) from None
    try:
        return ZoneInfo(os.environ.get("TZ", "").lstrip(":") or _zone_of_the_system())
    except (ValueError, OSError, LookupError):
        return datetime.now().astimezone().tzinfo or UTC


def home() -> Path:
    """The user's home folder."""
    return Path.home().resolve()


def folder(kind: Folder) -> Path:
    """The user's `data`, `config` or `cache` folder, which may not exist yet."""
    home = os.environ.get("QUIZCLI_HOME")
    if home:
        return Path(home).expanduser() / kind
    import platformdirs

    find = {
        "data": platformdirs.user_data_path,
        "config": platformdirs.user_config_path,
        "cache": platformdirs.user_cache_path,
    }[kind]
    try:
        path = find("quizcli", appauthor=False)
    except RuntimeError:
        path = Path("~")
    if not path.is_absolute():  # neither HOME nor a passwd entry is set
        raise UsageError(_("no home folder found; choose one with QUIZCLI_HOME=FOLDER"))
    return path


def language_asked(arguments: Sequence[str]) -> Language | None:
    """The language requested by `--lang` or QUIZCLI_LANG, if any."""
    asked = _option(arguments, "--lang") or os.environ.get("QUIZCLI_LANG")
    return parse(asked) if asked else None


def language_of_locale() -> Language:
    """Chinese if the locale is Chinese, else English."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(variable)
        if value:
            return "zh" if value.lower().startswith("zh") else "en"
    return "en"


def plain(arguments: Sequence[str] = ()) -> bool:
    """Whether plain text was requested: no boxes, symbols or redrawing."""
    return "--plain" in arguments or os.environ.get("QUIZCLI_PLAIN", "") not in ("", "0")


def console(*, stderr: bool = False) -> "Console":
    """The console that commands print to; plain text if the output is not a terminal."""
    from quizcli.screens.theme import make_console

    return make_console(stderr=stderr, plain=plain(sys.argv[1:]))


def editor() -> str | None:
    """The command of the user's editor; by default, one that this machine has."""
    import shutil

    named = os.environ.get("VISUAL") or os.environ.get("EDITOR")
    if named or not person_present():
        return named
    return next(filter(shutil.which, ("nano", "vi", "notepad")), None)


def pager() -> list[str]:
    """The command of the user's pager; empty if the user wants none."""
    import shlex

    command = os.environ.get("PAGER", "less")
    try:
        words = shlex.split(command)
    except ValueError:
        words = command.split()
    return [] if words == ["cat"] else words


def for_pager() -> dict[str, str]:
    """The environment of the pager: less shows colours unless the user configured it."""
    return {"LESS": "R", "LESSCHARSET": "utf-8", **os.environ}


def person_present() -> bool:
    """Whether both input and output are a terminal."""
    return sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()


def edit(text: str, suffix: str = ".py") -> str | None:
    """The text as edited by the user; None if there is no editor."""
    import shlex
    import subprocess
    import tempfile

    command = editor()
    if not command:
        return None
    with tempfile.TemporaryDirectory(prefix="quizcli-") as place:
        file = Path(place) / f"program{suffix}"
        file.write_text(text, encoding="utf-8")
        try:
            subprocess.run([*shlex.split(command), str(file)], check=False)  # noqa: S603
            return file.read_text(encoding="utf-8")
        except (OSError, ValueError) as error:
            said = _("could not start the editor '{command}': {error}")
            why = reason(error) if isinstance(error, OSError) else error
            raise UsageError(said.format(command=command, error=why)) from None


def settle_terminal() -> None:
    """Make input and output lossless, whatever the locale.

    Under `LC_ALL=C` readline drops non-ASCII input, so set a UTF-8 locale before it loads.
    """
    import locale

    _open_what_is_closed()
    with suppress(locale.Error):
        locale.setlocale(locale.LC_CTYPE, "")
    if _codeset(locale) in ("ANSI_X3.4-1968", "US-ASCII", "646"):
        for name in ("C.UTF-8", "C.utf8", "en_US.UTF-8"):
            with suppress(locale.Error):
                locale.setlocale(locale.LC_CTYPE, name)
                os.environ["LC_ALL"] = name
                break
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def _open_what_is_closed() -> None:
    """Replace closed standard streams (`quizcli topics >&-`) by the null device."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115


def _codeset(locale: object) -> str:
    find = getattr(locale, "nl_langinfo", None)  # absent on Windows, which reads UTF-16 anyway
    return str(find(getattr(locale, "CODESET", 0))) if find else "UTF-8"


def _moment(text: str) -> datetime:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise UsageError(
            _("QUIZCLI_NOW: '{text}' is not an ISO 8601 time").format(text=text)
        ) from None
    if not 1970 <= moment.year < 9000:  # so that the days around it exist in any zone
        raise UsageError(_("QUIZCLI_NOW: '{text}' is out of range").format(text=text))
    return moment if moment.tzinfo else moment.replace(tzinfo=zone())


def _zone_of_the_system() -> str:
    """The IANA name behind /etc/localtime; raises OSError if it is not a link."""
    return str(Path("/etc/localtime").readlink()).split("zoneinfo/")[-1]


def _option(arguments: Sequence[str], name: str) -> str | None:
    for position, argument in enumerate(arguments):
        if argument == name and position + 1 < len(arguments):
            return arguments[position + 1]
        if argument.startswith(name + "="):
            return argument[len(name) + 1 :]
    return None
