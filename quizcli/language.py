"""The interface's own words: English messages are the keys of the catalogue `locale/zh.po`."""

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
    """Speak `language` from now on."""
    global _current
    _current = language
    if language == "zh" and not _catalogue:
        path = Path(__file__).parent / "locale" / "zh.po"
        _catalogue.update(read_catalogue(path.read_text(encoding="utf-8")))


def listed(names: Iterable[str]) -> str:
    """Names one after the other, as a list of them is written in the language of the interface."""
    return _BETWEEN[_current].join(names)


def current() -> Language:
    """The language that the interface speaks now."""
    return _current


def parse(name: str) -> Language:
    """`zh`, `zh_CN.UTF-8`, `en-GB`, … as one of the two languages; raises UsageError."""
    short = name.strip().lower().replace("_", "-").split("-")[0].split(".")[0]
    if short not in LANGUAGES:
        raise UsageError(_("unknown language '{name}'; choose one of: en, zh").format(name=name))
    return short


def _(message: str) -> str:
    """`message` in the language of the interface; format it afterwards."""
    return _catalogue.get(message, message) if _current == "zh" else message


def N_(message: str) -> str:  # noqa: N802 - gettext's own name for "translated later"
    """Marks a message for the catalogue where it is written down before a language is chosen."""
    return message


def plural(one: str, many: str, count: int) -> str:
    """`one` or `many` by `count`, filled in for `{n}`; Chinese has one form, kept under `one`."""
    chosen = _(one) if _current == "zh" or count == 1 else many
    return chosen.format(n=count)


def reason(error: OSError) -> str:
    """Why the system refused something, in a few words."""
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
    """The messages of a PO file; its escapes are JSON's, which is all that ours may use."""
    entries = {_unquoted(key): _unquoted(message) for key, message in _ENTRY.findall(text)}
    return {key: message for key, message in entries.items() if key and message}


def _unquoted(block: str) -> str:
    return "".join(json.loads(line) for line in block.splitlines() if line.strip())
