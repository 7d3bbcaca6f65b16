"""What a program's result tells, with a fork for each program and with a process for each."""

from collections.abc import Iterator

import pytest

from quizcli.model.run import Limits, Program, RunResult
from quizcli.runner.runner import CAN_FORK, Place, Runner

WAYS = [pytest.param(True, id="fork", marks=pytest.mark.skipif(not CAN_FORK, reason="no fork"))]
WAYS += [pytest.param(False, id="fresh")]


@pytest.fixture(scope="module", params=WAYS)
def runner(request: pytest.FixtureRequest) -> Iterator[Runner]:
    with Runner(limits=Limits(seconds=5, output=10_000), fork=request.param) as runner:
        yield runner


def test_what_is_printed_is_told_by_line(runner: Runner) -> None:
    result = runner.run(Program("print('a')\nfor i in range(2):\n    print(i, end=',')\nprint()"))
    assert result.ok
    assert result.stdout == "a\n0,1,\n"
    assert result.printed == ((1, "a\n"), (3, "0,1,"), (4, "\n"))


def test_output_past_sys_stdout_is_kept_in_its_place(runner: Runner) -> None:
    result = runner.run(Program("import os\nprint('a')\nos.write(1, b'b\\n')\nprint('c')"))
    assert result.stdout == "a\nb\nc\n"


def test_standard_error_is_kept_apart(runner: Runner) -> None:
    result = runner.run(Program("import sys\nprint('a')\nprint('b', file=sys.stderr)"))
    assert (result.stdout, result.stderr) == ("a\n", "b\n")


def test_warnings_are_told_by_line(runner: Runner) -> None:
    result = runner.run(Program("import warnings\n\nwarnings.warn('careful')"))
    assert result.warnings == ((3, "UserWarning: careful"),)
    assert result.stderr == ""


def test_an_error_is_told_with_the_line_that_led_to_it(runner: Runner) -> None:
    result = runner.run(Program("def f():\n    import json\n    json.loads('')\nprint(1)\nf()"))
    assert result.outcome == "raised"
    assert result.error is not None
    assert (result.error.type, result.error.line) == ("JSONDecodeError", 3)
    assert result.error.traceback.count("  File ") == 2  # f and its caller, nothing of json
    assert result.stdout == "1\n"


def test_the_causes_of_an_error_are_in_its_traceback(runner: Runner) -> None:
    source = "try:\n    1 / 0\nexcept ZeroDivisionError as error:\n    raise KeyError(1) from error"
    result = runner.run(Program(source))
    assert result.error is not None
    assert "direct cause" in result.error.traceback
    assert "ZeroDivisionError: division by zero" in result.error.traceback


def test_what_does_not_compile_is_refused(runner: Runner) -> None:
    result = runner.run(Program("x = 1\nif x\n"))
    assert result.outcome == "refused"
    assert result.error is not None
    assert (result.error.type, result.error.line) == ("SyntaxError", 2)


def test_a_check_sees_the_program(runner: Runner) -> None:
    check = "assert x == 3\nassert PRINTED == 'hi\\n'\nassert 'x = 3' in SOURCE"
    assert runner.run(Program("x = 3\nprint('hi')", check=check)).ok


def test_a_failed_check_says_why(runner: Runner) -> None:
    result = runner.run(Program("x = 3", check="\nassert x == 4, 'x is not 4'"))
    assert result.outcome == "failed"
    assert result.error is not None
    assert (result.error.type, result.error.message, result.error.line) == (
        *("AssertionError", "x is not 4"),
        2,
    )


def test_a_program_that_raises_is_not_checked(runner: Runner) -> None:
    assert runner.run(Program("x = 3\n1 / 0", check="assert x == 3")).outcome == "raised"


def test_what_the_check_prints_is_not_the_programs(runner: Runner) -> None:
    result = runner.run(Program("print('a')", check="print('b')"))
    assert result.printed == ((1, "a\n"),)


ITSELF = """
import inspect, pickle, sys
from dataclasses import dataclass

@dataclass
class Point:
    x: int

def double(x):
    return 2 * x

print(__name__, sys.argv, Point is sys.modules["__main__"].Point)
print(pickle.loads(pickle.dumps(Point(3))))
print(inspect.getsource(double), end="")
"""


def test_a_program_is_main_and_can_look_at_itself(runner: Runner) -> None:
    result = runner.run(Program(ITSELF, name="itself.py"))
    assert result.stdout == (
        "__main__ ['itself.py'] True\nPoint(x=3)\ndef double(x):\n    return 2 * x\n"
    )


def test_torch_is_the_engine_and_each_module_is_there_once(runner: Runner) -> None:
    source = """
import sys, torch, torch.nn as nn, torch.nn.functional as F
from torch.autograd import grad
print(torch.nn is nn, nn.functional is F, sys.modules["torch.autograd"].grad is grad)
print(torch.__file__.endswith("__init__.py"), "engine" in torch.__file__)
import torch.nothing
"""
    result = runner.run(Program(source))
    assert result.stdout == "True True True\nTrue True\n"
    assert result.error is not None
    assert result.error.type == "ModuleNotFoundError"
    assert "torch.nothing" in result.error.message


def test_random_numbers_are_the_same_each_time(runner: Runner) -> None:
    program = Program(
        "import random, numpy, torch\n"
        "print(random.random(), numpy.random.rand(), torch.rand(1).item(), hash('a'))"
    )
    assert runner.run(program).stdout == runner.run(program).stdout != ""


def test_standard_input_is_empty(runner: Runner) -> None:
    assert runner.run(Program("import sys; print(repr(sys.stdin.read()))")).stdout == "''\n"


AT_THE_END = """
import atexit, threading

class Thing:
    def __del__(self):
        print("gone")

thing = Thing()
atexit.register(print, "at exit")
event = threading.Event()
thread = threading.Thread(target=lambda: (event.wait(), print("thread")))
thread.start()
event.set()
"""


def test_a_program_ends_as_python_ends(runner: Runner) -> None:
    assert runner.run(Program(AT_THE_END)).stdout == "thread\nat exit\ngone\n"


def test_limits_can_be_set_for_one_run(runner: Runner) -> None:
    loop = Program("print('begun')\nwhile True: pass")
    result = runner.run(loop, limits=Limits(seconds=0.2))
    assert (result.outcome, result.stdout) == ("timeout", "begun\n")
    assert "0.2 s" in said(result)


def test_output_is_cut_at_its_limit(runner: Runner) -> None:
    result = runner.run(Program("while True: print('x' * 99)"), limits=Limits(output=1000))
    assert result.outcome == "flooded"
    assert len(result.stdout) == 1000
    assert "1000 B" in said(result)


def test_memory_is_limited(runner: Runner) -> None:
    result = runner.run(Program("x = bytearray(1 << 30)"), limits=Limits(memory=1 << 28))
    assert result.outcome == "memory"
    assert "256 MiB" in said(result)


def test_a_person_s_file_reads_what_is_beside_it(runner: Runner, tmp_path_factory) -> None:  # type: ignore[no-untyped-def]
    folder = tmp_path_factory.mktemp("project")
    (folder / "beside.py").write_text("def hello():\n    return 'hello'\n")
    (folder / "data.txt").write_text("data")
    source = (
        "import sys, beside\n"
        "print(beside.hello(), open('data.txt').read(), __file__, sys.argv[1:])\n"
        "open('new.txt', 'w').write('x')\n"
        "print(open('new.txt').read())\n"
        "open('data.txt', 'w')"
    )
    place = Place(folder, (folder,), "own.py", ("one", "two"))
    result = runner.run(Program(source, name="own.py"), place=place)
    assert result.stdout == "hello data own.py ['one', 'two']\nx\n"
    assert result.outcome == "refused"
    assert (folder / "data.txt").read_text() == "data"
    assert sorted(path.name for path in folder.iterdir() if path.is_file()) == [
        *("beside.py", "data.txt"),
    ]


def test_an_answer_cannot_pass_by_changing_what_judges_it(runner: Runner) -> None:
    source = "import torch, builtins\ntorch.equal = builtins.abs = lambda *_: True\nanswer = 0"
    check = "import torch\nassert torch.equal(torch.tensor(answer), torch.tensor(42))"
    assert runner.run(Program(source, check=check)).outcome == "failed"
    assert runner.run(Program("answer = 42", check=check)).ok


def test_the_exit_code_of_a_process_that_just_ends_is_told(runner: Runner) -> None:
    result = runner.run(Program("print('a')\nimport os\nos._exit(7)"))
    assert (result.outcome, result.stdout) == ("died", "a\n")
    assert "code 7" in said(result)


def said(result: RunResult) -> str:
    assert result.error is not None
    return result.error.message
