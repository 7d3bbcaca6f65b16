"""Translation of the interface: English messages are the keys of `locale/zh.po`."""

import errno
import json
import re
from collections.abc import Iterable
from pathlib import Path

from quizcli.errors import UsageError
from quizcli.model.text import Language

LANGUAGES: tuple[Language, ...] = ("en", "zh")
_BETWEEN: dict[Language, str] = {"en": ", ", "zh": "、"}

_QUOTED = r'((?:".*"\s*)+)'
_ENTRY = re.compile(
    rf"^msgid {_QUOTED}(?:msgid_plural (?:\".*\"\s*)+)?msgstr(?:\[0\])? {_QUOTED}", re.M
)

_current: Language = "en"
_catalogue: dict[str, str] = {}


def use(language: Language) -> None:
    """Use `language` from now on."""
    global _current
    _current = language
    if language == "zh" and not _catalogue:
        path = Path(__file__).parent / "locale" / "zh.po"
        _catalogue.update(read_catalogue(path.read_text(encoding="utf-8")))


def listed(names: Iterable[str]) -> str:
    """Join names as the language of the interface writes a list."""
    return _BETWEEN[_current].join(names)


def current() -> Language:
    """The current language of the interface."""
    return _current


def parse(name: str) -> Language:
    """Parse `zh`, `zh_CN.UTF-8`, `en-GB`, … into one of the two languages; raises UsageError."""
    short = name.strip().lower().replace("_", "-").split("-")[0].split(".")[0]
    if short not in LANGUAGES:
        raise UsageError(_("unknown language '{name}'; choose one of: en, zh").format(name=name))
    return short


def _(message: str) -> str:
    """Translate `message`; format it afterwards."""
    return _catalogue.get(message, message) if _current == "zh" else message


def N_(message: str) -> str:  # noqa: N802 - gettext's own name for "translated later"
    """Mark a message for translation without translating it yet."""
    return message


def plural(one: str, many: str, count: int) -> str:
    """Choose `one` or `many` and insert `count` for `{n}`; Chinese has one form, keyed by `one`."""
    chosen = _(one) if _current == "zh" or count == 1 else many
    return chosen.format(n=count)


def reason(error: OSError) -> str:
    """The reason of a system error, in a few words."""
    known = {
        errno.ENOENT: _("no such file or folder"),
        errno.EACCES: _("no permission"),
        errno.EPERM: _("no permission"),
        errno.EISDIR: _("it is a folder"),
        errno.ENOTDIR: _("part of the path is not a folder"),
        errno.EEXIST: _("it already exists"),
        errno.ENOSPC: _("the disk is full"),
        errno.EROFS: _("it is read-only"),
    }
    return known.get(error.errno or 0) or error.strerror or str(error)


def read_catalogue(text: str) -> dict[str, str]:
    """Read the messages of a PO file; only JSON's escapes are supported."""
    entries = {_unquoted(key): _unquoted(message) for key, message in _ENTRY.findall(text)}
    return {key: message for key, message in entries.items() if key and message}


def _unquoted(block: str) -> str:
    return "".join(json.loads(line) for line in block.splitlines() if line.strip())
