"""The table of commands, each loaded when it is called; errors become text and exit codes here."""

import gc
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from difflib import get_close_matches
from importlib import import_module
from typing import Annotated, Any, NamedTuple

import typer
from typer.core import TyperGroup, TyperOption

from quizcli import __version__, language
from quizcli.cli import environment
from quizcli.errors import ExitCode, QuizError, UsageError
from quizcli.language import N_, _


class Row(NamedTuple):
    """A command: its name, where it is (`module:function` or `module:Typer`), one line of help."""

    name: str
    target: str
    help: str


COMMANDS = (
    Row(
        "quiz",
        "quizcli.cli.quiz:quiz",
        N_("Answer questions; your answers are judged by running them."),
    ),
    Row("review", "quizcli.cli.review:review", N_("Repeat what is due today.")),
    Row("explain", "quizcli.cli.explain:explain", N_("Look a topic up and see its proof run.")),
    Row("run", "quizcli.cli.run:run", N_("Run a Python file of your own, safely, on the engine.")),
    Row("graph", "quizcli.cli.graph:graph", N_("Draw the graph that a program records.")),
    Row("topics", "quizcli.cli.topics:topics", N_("List the topics of the bank.")),
    Row(
        "interview", "quizcli.cli.interview:interview", N_("A timed mock interview with a report.")
    ),
    Row(
        "bank",
        "quizcli.cli.bank:app",
        N_("Check the bank; write, add and trust banks of your own."),
    ),
    Row("stats", "quizcli.cli.stats:stats", N_("See your practice in numbers.")),
    Row("plan", "quizcli.cli.plan:plan", N_("Plan the days until your interview.")),
    Row(
        "cards",
        "quizcli.cli.cards:app",
        N_("See the schedule of each question; set aside, bring back, start over."),
    ),
    Row(
        "progress",
        "quizcli.cli.progress:app",
        N_("Export, merge, undo, check and repair what you did."),
    ),
    Row(
        "doctor", "quizcli.cli.doctor:doctor", N_("See what protects you from the code that runs.")
    ),
    Row("config", "quizcli.cli.config:config", N_("See and change the settings.")),
)


class LateGroup(TyperGroup):
    """A group that imports a command's module only when that command is called."""

    def list_commands(self, ctx: Any) -> list[str]:
        return [row.name for row in COMMANDS]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        row = next((row for row in COMMANDS if row.name == cmd_name), None)
        command = load(row) if row else None
        gc.freeze()  # what was loaded stays; it was off until here, see __main__
        gc.enable()
        return command

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        with formatter.section(_("Commands")):
            formatter.write_dl([(row.name, _(row.help)) for row in COMMANDS])

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        names = [row.name for row in COMMANDS]
        if args[0] not in names and not args[0].startswith("-"):
            close = "".join(
                _(" Did you mean '{name}'?").format(name=name)
                for name in get_close_matches(args[0], names, n=1)
            )
            raise UsageError(_("there is no command '{name}'.").format(name=args[0]) + close)
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except QuizError as error:
            typer.echo(f"quizcli: {error}", err=True)
            raise typer.Exit(error.exit_code) from None
        except KeyboardInterrupt:
            typer.echo(err=True)
            raise typer.Exit(ExitCode.INTERRUPTED) from None
        except BrokenPipeError:  # the reader has seen enough, as in `quizcli topics | head`
            _send_the_rest_nowhere()
            raise typer.Exit(ExitCode.FINE) from None


def load(row: Row) -> Any:
    """The command of a row, as typer's own object."""
    module, _colon, attribute = row.target.partition(":")
    found: typer.Typer | Callable[..., Any] = getattr(import_module(module), attribute)
    if isinstance(found, typer.Typer):
        found.rich_markup_mode = None
        command: Any = typer.main.get_group(found)
    else:
        alone = typer.Typer(add_completion=False, rich_markup_mode=None)
        alone.command(row.name, help=_(row.help))(found)
        command = typer.main.get_command(alone)
    command.name = row.name
    command.help = _(row.help)
    add_common_options(command)
    return command


def add_common_options(command: Any) -> None:
    """`--lang` and `--plain` on every command; both are read before the command loads."""
    if isinstance(command, TyperGroup):
        for below in command.commands.values():
            add_common_options(below)
    command.params += [
        TyperOption(
            param_decls=["--lang"],
            type=language.parse,
            metavar="en|zh",
            help=_("Language; by default that of the locale."),
            expose_value=False,
        ),
        TyperOption(
            param_decls=["--plain"],
            is_flag=True,
            help=_("Plain text: no boxes, symbols or redrawing (for screen readers)."),
            expose_value=False,
        ),
    ]


def command_line() -> Any:
    """The whole command line, in the language that was chosen."""
    app = typer.Typer(
        name="quizcli",
        cls=LateGroup,
        rich_markup_mode=None,
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    )
    about = _(
        "Interview practice for PyTorch's autograd: every answer is proved by code that runs."
    )

    @app.callback(invoke_without_command=True, help=about)
    def start(
        context: typer.Context,
        version: Annotated[bool, typer.Option("--version", help=_("Show the version."))] = False,
    ) -> None:
        if version:
            typer.echo(f"quizcli {__version__}")
        elif context.invoked_subcommand is None:
            from quizcli.cli.home import home

            home()

    group = typer.main.get_command(app)
    add_common_options(group)
    return group


def choose_language(arguments: Sequence[str]) -> None:
    """Speak as asked on the command line, else as set, else as the locale does."""
    asked = environment.language_asked(arguments)
    if asked is None:
        with suppress(QuizError):  # whichever command needs the settings will complain
            setting = _language_set()
            asked = None if setting == "auto" else setting
    language.use(asked or environment.language_of_locale())


def _language_set() -> Any:
    if not (environment.folder("config") / "config.toml").exists():
        return "auto"  # without loading what reads it
    from quizcli.cli import opening

    return opening.settings().language


def main() -> None:
    """Runs the command line and ends the process with its exit code."""
    arguments = sys.argv[1:]
    try:
        choose_language(arguments)
        environment.settle_terminal()
        command_line().main(arguments, prog_name="quizcli")
    except QuizError as error:
        typer.echo(f"quizcli: {error}", err=True)
        sys.exit(error.exit_code)
    finally:
        try:
            sys.stdout.flush()
        except BrokenPipeError:
            _send_the_rest_nowhere()


def _send_the_rest_nowhere() -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
