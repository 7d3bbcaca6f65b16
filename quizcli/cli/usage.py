"""Typer's classes, with help pages and usage errors in the user's language."""

from collections.abc import Callable
from difflib import get_close_matches
from typing import Annotated, Any, Literal, TypeVar

import typer
from typer.core import TyperCommand, TyperGroup

from quizcli.errors import UsageError
from quizcli.language import N_, _, listed

Does = TypeVar("Does", bound=Callable[..., Any])
RunsOn = Annotated[
    Literal["engine", "torch"],
    typer.Option(
        "--backend",
        metavar="engine|torch",
        help=N_("Run code on the bundled engine or on PyTorch."),
    ),
]
Json = Annotated[bool, typer.Option("--json", help=N_("Print JSON."))]


class Command(TyperCommand):
    """A command with quizcli's help page."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        formatter.write(_page(self, ctx))


class Group(TyperGroup):
    """A command group with quizcli's help page."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        formatter.write(_page(self, ctx))

    def summary(self, ctx: Any, name: str) -> str:
        """The one-line summary of a subcommand."""
        command = self.get_command(ctx, name)
        return command.help or "" if command else ""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        names = self.list_commands(ctx)
        if args[0] not in names and not args[0].startswith("-"):
            said = _("there is no command '{name}'").format(name=args[0])
            for close in get_close_matches(args[0], names, n=1):
                said += _(" (did you mean {names}?)").format(names=close)
            see = _("{said}; see: {command} --help")
            raise UsageError(see.format(said=said, command=ctx.command_path))
        return super().resolve_command(ctx, args)


class Commands(typer.Typer):
    """A Typer app whose commands are of these classes."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"cls": Group, "rich_markup_mode": None, **options})

    def command(self, name: str | None = None, **options: Any) -> Callable[[Does], Does]:
        return super().command(name, **{"cls": Command, **options})


def _page(command: Any, context: Any) -> str:
    from quizcli.cli.help_page import help_page

    return help_page(command, context)


def asks_for_help(error: typer.TyperException) -> bool:
    """Whether the "error" is only a request for the help page of a command group."""
    return type(error).__name__ == "NoArgsIsHelpError"


def complaint(error: typer.TyperException) -> str:
    """A usage error in one line, with what to do next."""
    context: Any = getattr(error, "ctx", None)
    said = _what_is_wrong(error)
    if context is None:
        return said
    return _("{said}; see: {command} --help").format(said=said, command=context.command_path)


def _what_is_wrong(error: Any) -> str:
    match type(error).__name__:  # typer keeps these classes to itself
        case "NoSuchOption":
            close = listed(sorted(error.possibilities or ()))
            said = _("there is no option {name}").format(name=error.option_name)
            return said + (_(" (did you mean {names}?)").format(names=close) if close else "")
        case "MissingParameter":
            return _("{name} is missing").format(name=_name(error))
        case "BadParameter":
            return _("{name} must be {what}").format(name=_name(error), what=_wanted(error))
        case "BadOptionUsage" if "requires" in error.message:
            return _("{name} needs a value").format(name=error.option_name)
        case "BadOptionUsage":
            return _("{name} takes no value").format(name=error.option_name)
    said = str(error.format_message())
    if said.startswith("Got unexpected extra"):
        rest = said.partition(" (")[2].rstrip(")")
        return _("too many arguments: {rest}").format(rest=rest)
    return said


def _name(error: Any) -> str:
    """The name of a parameter on its help page."""
    parameter = error.param
    if parameter is None:
        return str(error.param_hint or "")
    if parameter.param_type_name == "argument":
        return str(parameter.make_metavar(error.ctx))
    return " / ".join(parameter.opts)


def _wanted(error: Any) -> str:
    """The values that a parameter takes, in words."""
    from quizcli.cli.help_page import range_of

    kind = getattr(error.param, "type", None)
    if choices := getattr(kind, "choices", None):
        return _("one of: {names}").format(names=listed(map(str, choices)))
    name = str(getattr(kind, "name", ""))
    number = _("a whole number") if name.startswith("int") else _("a number")
    limits = range_of(kind)
    if not name.startswith(("int", "float")):
        return str(error.message)
    return f"{number}{_(', ')}{limits}" if limits else number
