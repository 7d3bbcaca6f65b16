"""The table of commands, each loaded on demand; turns errors into text and exit codes."""

import errno
import gc
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from typing import Annotated, Any, NamedTuple

import typer
from typer.core import TyperGroup, TyperOption

from quizcli import __version__, language
from quizcli.cli import environment
from quizcli.cli.saying import say
from quizcli.cli.usage import Commands, Group, asks_for_help, complaint
from quizcli.errors import ExitCode, QuizError
from quizcli.language import N_, _, reason


class Row(NamedTuple):
    """A command: its name, target (`module:function` or `module:Typer`) and one line of help."""

    name: str
    target: str
    help: str


COMMANDS = (
    Row(
        "quiz",
        "quizcli.cli.quiz:quiz",
        N_("Answer questions; your answers are checked by running them."),
    ),
    Row("review", "quizcli.cli.review:review", N_("Review what is due today.")),
    Row("explain", "quizcli.cli.explain:explain", N_("Look up a topic and watch its proof run.")),
    Row("run", "quizcli.cli.run:run", N_("Run your own Python file, safely, on the engine.")),
    Row("graph", "quizcli.cli.graph:graph", N_("Draw the autograd graph that a program records.")),
    Row("topics", "quizcli.cli.topics:topics", N_("List the topics of the bank.")),
    Row(
        "interview",
        "quizcli.cli.interview:interview",
        N_("Take a timed mock interview and get a report."),
    ),
    Row(
        "bank",
        "quizcli.cli.bank:app",
        N_("Check the question bank; write, add and trust your own."),
    ),
    Row("stats", "quizcli.cli.stats:stats", N_("Show your practice statistics.")),
    Row("plan", "quizcli.cli.plan:plan", N_("Plan the days until your interview.")),
    Row(
        "cards",
        "quizcli.cli.cards:app",
        N_("Show each question's schedule; set aside, bring back or reset questions."),
    ),
    Row(
        "progress",
        "quizcli.cli.progress:app",
        N_("Export, merge, undo, check and repair your progress."),
    ),
    Row(
        "doctor",
        "quizcli.cli.doctor:doctor",
        N_("Check the protections against code that quizcli runs."),
    ),
    Row("config", "quizcli.cli.config:config", N_("Show and change settings.")),
)


UNWRITABLE = (errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EFBIG)  # errors of standard output


class LateGroup(Group):
    """A group that imports a command's module only when that command is called."""

    def list_commands(self, ctx: Any) -> list[str]:
        return [row.name for row in COMMANDS]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        row = next((row for row in COMMANDS if row.name == cmd_name), None)
        command = load(row) if row else None
        gc.freeze()  # what is loaded stays; collection was off until here, see __main__
        gc.enable()
        return command

    def summary(self, ctx: Any, name: str) -> str:
        return next(_(row.help) for row in COMMANDS if row.name == name)

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            say(err=True)
            raise typer.Exit(ExitCode.INTERRUPTED) from None
        except BrokenPipeError:  # the reader has seen enough, as in `quizcli topics | head`
            _send_the_rest_nowhere()
            raise typer.Exit(ExitCode.FINE) from None


def load(row: Row) -> Any:
    """The command of a row as a Typer object."""
    module, _colon, attribute = row.target.partition(":")
    found: Commands | Callable[..., Any] = getattr(import_module(module), attribute)
    if isinstance(found, Commands):
        command: Any = typer.main.get_group(found)
    else:
        alone = Commands(add_completion=False)
        alone.command(row.name)(found)
        command = typer.main.get_command(alone)
    command.name = row.name
    command.help = _(row.help)
    add_common_options(command)
    return command


def add_common_options(command: Any) -> None:
    """Add `--lang` and `--plain`, which are read before the command is loaded."""
    if isinstance(command, TyperGroup):
        for below in command.commands.values():
            add_common_options(below)
    command.params += [
        TyperOption(
            param_decls=["--lang"],
            type=language.parse,
            metavar="en|zh",
            help=_("Interface language; defaults to the locale."),
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
    """The whole command line, in the chosen language."""
    app = Commands(
        name="quizcli",
        cls=LateGroup,
        context_settings={"help_option_names": ["-h", "--help"]},
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
            say(f"quizcli {__version__}")
        elif context.invoked_subcommand is None:
            from quizcli.cli.home import home

            home()

    group = typer.main.get_command(app)
    add_common_options(group)
    return group


def choose_language(arguments: Sequence[str]) -> None:
    """Choose the language of the command line, else of the settings, else of the locale."""
    asked = environment.language_asked(arguments)
    if asked is None:
        with suppress(QuizError):  # the command that needs the settings reports this
            setting = _language_set()
            asked = None if setting == "auto" else setting
    language.use(asked or environment.language_of_locale())


def _language_set() -> Any:
    if not (environment.folder("config") / "config.toml").exists():
        return "auto"  # without loading the settings module
    from quizcli.cli import opening

    return opening.settings().language


def main() -> None:
    """Run the command line and exit with its exit code."""
    try:
        code = _run(sys.argv[1:])
        sys.stdout.flush()
    except BrokenPipeError:
        _send_the_rest_nowhere()
        code = ExitCode.FINE
    except OSError as error:
        if error.filename is not None or error.errno not in UNWRITABLE:
            raise
        _send_the_rest_nowhere()
        code = _complain(_("cannot write the output: {why}").format(why=reason(error)))
    sys.exit(code)


def _run(arguments: Sequence[str]) -> int:
    """Run the arguments as a command; returns the exit code."""
    try:
        environment.settle_terminal()
        choose_language(arguments)
        return command_line().main(arguments, prog_name="quizcli", standalone_mode=False) or 0
    except QuizError as error:
        return _complain(str(error), error.exit_code)
    except typer.TyperException as error:
        if asks_for_help(error):
            say(error.format_message(), err=True)
            return ExitCode.USED_WRONGLY
        return _complain(complaint(error), ExitCode.USED_WRONGLY)
    except typer.Abort:  # the input ended before a prompt was answered
        return ExitCode.INTERRUPTED


def _complain(said: str, code: int = ExitCode.FOUND_WRONG) -> int:
    say(f"quizcli: {said}", err=True)
    return code


def _send_the_rest_nowhere() -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
