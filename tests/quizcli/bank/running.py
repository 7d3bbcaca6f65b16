"""Runs a bank's programs right here, for tests of what is made of the results."""

import contextlib
import io

from quizcli.model.run import Program, RunError, RunResult


def run(program: Program) -> RunResult:
    """What became of the program, as the runner would tell it."""
    output, names = io.StringIO(), {"__name__": "__main__"}
    try:
        code = compile(program.source, "<program>", "exec")
    except SyntaxError as error:
        return RunResult("refused", error=RunError("SyntaxError", str(error), error.lineno))
    with contextlib.redirect_stdout(output):
        try:
            exec(code, names)
        except TimeoutError:
            return RunResult("timeout", error=RunError("timeout", "still running after 10 s"))
        except Exception as error:  # noqa: BLE001 - whatever a program raises
            told = RunError(type(error).__name__, str(error), 1)
            return RunResult("raised", output.getvalue(), error=told)
        try:
            names |= {"SOURCE": program.source, "PRINTED": output.getvalue()}
            exec(program.check or "", names)
        except Exception as error:  # noqa: BLE001 - whatever a check raises
            told = RunError(type(error).__name__, str(error))
            return RunResult("failed", output.getvalue(), error=told)
    return RunResult("finished", output.getvalue())
