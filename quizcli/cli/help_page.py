"""The help page of a command, in the user's language and at the width of the terminal."""

import re
import shutil
from collections.abc import Iterable
from typing import Any
from unicodedata import east_asian_width

from quizcli.language import N_, _

WIDEST, NARROWEST = 100, 20  # columns
TYPERS_OWN = (  # Typer's own messages
    N_("[OPTIONS]"),
    N_("COMMAND [ARGS]..."),
    N_("Show this message and exit."),
    N_("Install completion for the current shell."),
    N_("Show completion for the current shell, to copy it or customize the installation."),
)
_PIECE = re.compile(r"\s+|[\u2e80-\uffef][\u3001-\u3011\uff01-\uff1f”’]*|[^\s\u2e80-\uffef]+")

Row = tuple[str, str]


def help_page(command: Any, context: Any) -> str:
    """Usage, description, arguments, options and subcommands."""
    width = max(NARROWEST, min(WIDEST, shutil.get_terminal_size().columns))
    pieces = " ".join(_(piece).strip("{}") for piece in command.collect_usage_pieces(context))
    usage = f"{context.command_path} {pieces}"
    lines = [*wrapped(usage, width, _("Usage: "), "  "), ""]
    lines += wrapped(command.help or "", width, "  ", "  ")
    for title, rows in _sections(command, context):
        if rows:
            lines += ["", title, *_listed(rows, width)]
    return "\n".join(lines) + "\n"


def wrapped(text: str, width: int, first: str = "", rest: str = "") -> list[str]:
    """Wrap text to `width` columns; Chinese may break between characters."""
    lines, line = [], first
    for piece in _PIECE.findall(text):
        if columns(line + piece.rstrip()) > width and line.strip() and line != rest:
            lines.append(line.rstrip())
            line = rest
        if line != rest or piece.strip():
            line += " " if piece.isspace() else piece
    return [*lines, line.rstrip()]


def columns(text: str) -> int:
    """The width of the text on a terminal."""
    return sum(2 if east_asian_width(sign) in "WF" else 1 for sign in text)


def _sections(command: Any, context: Any) -> Iterable[tuple[str, list[Row]]]:
    kinds: dict[str, list[Row]] = {"argument": [], "option": []}
    for parameter in command.get_params(context):
        if shown := parameter.get_help_record(context):
            kinds[parameter.param_type_name].append((shown[0].lstrip(" /"), _about(parameter)))
    below = [(name, _summary(command, context, name)) for name in _commands(command, context)]
    yield _("Arguments:"), kinds["argument"]
    yield _("Options:"), kinds["option"]
    yield _("Commands:"), below


def _commands(command: Any, context: Any) -> list[str]:
    return command.list_commands(context) if hasattr(command, "list_commands") else []


def _summary(command: Any, context: Any, name: str) -> str:
    return str(command.summary(context, name))


def _about(parameter: Any) -> str:
    """A parameter's help, with its default and range."""
    notes = []
    if parameter.default not in (None, False, True, ()) and not callable(parameter.default):
        notes.append(_("default: {value}").format(value=parameter.default))
    if limits := range_of(parameter.type):
        notes.append(limits)
    about = _(parameter.help or "")
    return f"{about}  [{_(', ').join(notes)}]" if notes else about


def range_of(kind: Any) -> str:
    """The range of numbers that a parameter type allows; empty if unlimited."""
    least, most = getattr(kind, "min", None), getattr(kind, "max", None)
    if least is not None and most is not None:
        return _("{least} to {most}").format(least=least, most=most)
    return _("at least {least}").format(least=least) if least is not None else ""


def _listed(rows: list[Row], width: int) -> list[str]:
    """Names with their meaning beside them, or below if there is no room."""
    longest = max(columns(name) for name, _about in rows if columns(name) <= width // 3)
    lines = []
    for name, about in rows:
        beside = columns(name) <= longest
        first = f"  {name}{' ' * (longest - columns(name))}  " if beside else " " * (longest + 4)
        lines += [] if beside else [f"  {name}"]
        lines += wrapped(about, width, first, " " * (longest + 4))
    return lines
