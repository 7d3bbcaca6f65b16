"""The settings as a TOML file in the person's configuration folder; their comments in it stay."""

from pathlib import Path

from quizcli.errors import UsageError
from quizcli.language import _
from quizcli.settings import Settings
from quizcli.store.errors import telling


def read_settings(path: Path) -> Settings:
    """The settings of a file; defaults for what it does not set, or where there is none.

    Raises UsageError naming the file, the key and the remedy.
    """
    with telling(path):
        try:
            text = path.read_text(encoding="utf-8")
        except (FileNotFoundError, NotADirectoryError):
            return Settings()
        except UnicodeDecodeError:
            raise UsageError(_("{file}: this is not a UTF-8 text").format(file=path)) from None
    import tomllib  # most people have no settings file

    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as wrong:
        raise UsageError(_("{file}: not valid TOML: {why}").format(file=path, why=wrong)) from None
    return Settings.read(table, str(path))


def write_setting(path: Path, key: str, text: str) -> Settings:
    """Set one key of the file (`default` forgets it); writes nothing if the value is wrong."""
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
