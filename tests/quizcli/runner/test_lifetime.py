"""How a child process comes and goes: never in the way, never left behind."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from quizcli.errors import QuizError
from quizcli.model.run import Limits, Program
from quizcli.runner import removal, starting
from quizcli.runner.runner import CAN_FORK, Runner

WAYS = [pytest.param(True, id="fork", marks=pytest.mark.skipif(not CAN_FORK, reason="no fork"))]
WAYS += [pytest.param(False, id="fresh")]
LOOP = Program("while True: pass")


@pytest.fixture(params=WAYS)
def runner(request: pytest.FixtureRequest) -> Iterator[Runner]:
    with Runner(limits=Limits(seconds=20), fork=request.param) as runner:
        yield runner


def test_starting_does_not_wait_for_the_child(runner: Runner) -> None:
    runner.close()
    begin = time.perf_counter()
    runner.start()
    assert time.perf_counter() - begin < 0.1
    assert runner.run(Program("pass")).ok


def test_a_killed_child_is_replaced(runner: Runner) -> None:
    runner.run(Program("pass"))
    kill(runner)
    process(runner).wait()
    assert runner.run(Program("print(1)")).stdout == "1\n"


def test_a_child_that_is_killed_while_it_runs_is_told_and_replaced(runner: Runner) -> None:
    runner.run(Program("pass"))
    threading.Timer(0.2, kill, (runner,)).start()
    result = runner.run(LOOP)
    assert result.outcome == "died"
    assert runner.run(Program("print(1)")).stdout == "1\n"


def test_an_interrupt_stops_the_program_and_reaches_the_caller(runner: Runner) -> None:
    runner.run(Program("pass"))
    threading.Timer(0.2, interrupt).start()
    with pytest.raises(KeyboardInterrupt):
        runner.run(LOOP)
    assert runner.run(Program("print(1)")).stdout == "1\n"


def test_closing_leaves_no_process_and_no_folder(
    runner: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    runner.close()
    runner.run(Program("open('file', 'w')"))
    pid = process(runner).pid
    runner.close()
    assert not alive(pid)
    assert not list(tmp_path.iterdir())


PARENT = """
import sys, threading
from quizcli.model.run import Program
from quizcli.runner.runner import Runner

runner = Runner(fork={fork})
runner.run(Program("pass"))
running = threading.Thread(target=runner.run, args=(Program("import time; time.sleep(1000)"),))
running.start()
print(runner._child.process.pid, flush=True)
running.join()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="needs what only Linux has")
@pytest.mark.parametrize("fork", [True, False])
def test_a_parent_that_is_killed_leaves_nothing_behind(fork: bool, tmp_path: Path) -> None:
    code = PARENT.format(fork=fork)
    command = [sys.executable, "-c", code]
    own = {**os.environ, "TMPDIR": str(tmp_path)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=starting.ROOT, env=own) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        family = descendants(child)
        parent.kill()
    wait_until(lambda: not any(alive(pid) for pid in family))


def test_what_a_killed_parent_left_is_deleted_a_day_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    (tmp_path / "quizcli-old" / "deep" / "deeper").mkdir(parents=True)
    (tmp_path / "quizcli-old" / "deep").chmod(0)
    (tmp_path / "another").mkdir()
    made = (tmp_path / "quizcli-old").stat().st_mtime
    removal.sweep(made + removal.DAY - 60)
    assert {path.name for path in tmp_path.iterdir()} == {"quizcli-old", "another"}
    removal.sweep(made + removal.DAY + 60)
    assert {path.name for path in tmp_path.iterdir()} == {"another"}


def test_runners_in_several_threads_do_not_disturb_each_other() -> None:
    printed: dict[int, str] = {}

    def work(number: int) -> None:
        with Runner() as own:
            printed[number] = own.run(Program(f"print({number})")).stdout

    threads = [threading.Thread(target=work, args=(number,)) for number in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert printed == {number: f"{number}\n" for number in range(3)}


def test_one_runner_can_be_shared_by_threads() -> None:
    printed: dict[int, str] = {}
    with Runner() as shared:

        def work(number: int) -> None:
            printed[number] = shared.run(Program(f"print({number})")).stdout

        threads = [threading.Thread(target=work, args=(number,)) for number in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert printed == {number: f"{number}\n" for number in range(6)}


def test_a_missing_backend_is_told_in_one_line(
    runner: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    bare = [starting.ROOT, *(path for path in sys.path if "site-packages" not in path)]
    monkeypatch.setattr(starting, "_path", lambda: bare)
    runner.backend = "torch"
    runner.close()
    for _again in range(2):
        with pytest.raises(QuizError, match="PyTorch is not installed") as caught:
            runner.run(Program("pass"))
        assert "\n" not in str(caught.value)


def test_the_parent_loads_neither_numpy_nor_the_engine() -> None:
    code = (
        "import sys, quizcli.runner.runner; print({'numpy', 'engine', 'ctypes'} & {*sys.modules})"
    )
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, cwd=starting.ROOT, check=True)
    assert done.stdout == "set()\n"


def interrupt() -> None:
    """What Ctrl-C does."""
    signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)


def process(runner: Runner) -> "subprocess.Popen[bytes]":
    assert runner._child is not None
    return runner._child.process


def kill(runner: Runner) -> None:
    os.killpg(process(runner).pid, signal.SIGKILL)


def alive(pid: int) -> bool:
    """Whether the process exists and has not ended."""
    try:
        return "State:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except FileNotFoundError:
        return False


def descendants(pid: int) -> list[int]:
    """The process and all below it; waits until the program itself is among them."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *(each for child in children for each in descendants(int(child)))]


def wait_until(true: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 10
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.01)
