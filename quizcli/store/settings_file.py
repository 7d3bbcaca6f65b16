"""The settings file: TOML in the user's configuration folder; comments in it are preserved."""

import re
from pathlib import Path

from quizcli.errors import UsageError
from quizcli.language import N_, _
from quizcli.settings import Settings
from quizcli.store.errors import telling

_NO_SETTING = N_("a setting is written as `key = value`, one a line")
_TOLD = {  # a part of the parser's message: what to say
    "Invalid value (at end": N_("a value is missing, or a bracket is never closed"),
    "Unclosed array": N_("a value is missing, or a bracket is never closed"),
    "Invalid value": N_('put text in "quotes"; write numbers, true and false without'),
    "Unterminated string": N_("a quote is never closed"),
    'Expected "\'"': N_("a quote is never closed"),
    "Cannot overwrite": N_("this key appears twice"),
}


def read_settings(path: Path) -> Settings:
    """Read the settings file; missing settings, or a missing file, give defaults.

    Raises UsageError naming the file, the key and the fix.
    """
    with telling(path):
        try:
            text = path.read_text(encoding="utf-8")
        except (FileNotFoundError, NotADirectoryError):
            return Settings()
        except UnicodeDecodeError:
            raise UsageError(_("{file}: not UTF-8 text").format(file=path)) from None
    import tomllib  # most users have no settings file

    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as wrong:
        raise UsageError(_explained(path, str(wrong))) from None
    return Settings.read(table, str(path))


def _explained(path: Path, words: str) -> str:
    """Where and why the text is not TOML, in the user's language and then the parser's words."""
    place = re.search(r" \(at line (\d+), column (\d+)\)$", words)
    where = f"{path}:{place[1]}:{place[2]}" if place else str(path)
    told = next((told for sign, told in _TOLD.items() if sign in words), _NO_SETTING)
    return _("{file}: not valid TOML: {why} (the parser says: {words})").format(
        file=where, why=_(told), words=words
    )


def write_setting(path: Path, key: str, text: str) -> Settings:
    """Set one key in the file (`default` removes it); writes nothing if the value is invalid."""
    import tomlkit

    name = key.replace("-", "_")
    old = read_settings(path)
    settings = old.with_default(name) if text == "default" else old.with_text(key, text)
    value = getattr(settings, name)
    with telling(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        document = tomlkit.parse(path.read_text(encoding="utf-8") if path.exists() else "")
        if text == "default" or value is None:
            document.pop(name, None)
        else:
            document[name] = list(value) if isinstance(value, tuple) else value
        temporary = path.with_suffix(".new")
        temporary.write_text(tomlkit.dumps(document), encoding="utf-8")
        temporary.replace(path)
    return settings
