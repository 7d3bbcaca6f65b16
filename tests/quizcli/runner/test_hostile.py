"""Programs that mean harm: each ends in its time, is told clearly, and changes nothing.

The first lines of each file in `hostile/` say what is expected of it: `# outcome:` one or several
outcomes, `# check:` the check that it must not pass, `# says:` a part of the error, `# prints:` the
whole output, `# shows:` the output as it is shown to a person, `# needs:` the layer of protection
without which the program gets through.
"""

import os
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from quizcli.model.printable import printable
from quizcli.model.run import Limits, Program, RunResult
from quizcli.runner.runner import Runner

CORPUS = sorted(Path(__file__).parent.joinpath("hostile").glob("*.py"))
LIMITS = Limits(seconds=10, memory=64 << 20, output=20_000)
SHORT = replace(LIMITS, seconds=0.5)  # for programs that go on as long as they may
FRESH = (  # these also run where there is no fork
    *("loop_python", "memory_list", "flood_descriptor", "exit_at_once_when_graded", "crash_abort"),
    *("result_written_to_every_descriptor", "patched_report", "read_secret", "write_outside"),
    *("process_daemon", "network_connect", "kill_parent", "disk_folders_without_rights"),
    *("limits_of_the_server", "priority_of_the_server", "grader_found_in_its_names"),
)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("home")
    (folder / "secret.txt").write_text("a secret")
    (folder / "progress.db").write_bytes(b"all that the person did")
    return folder


@pytest.fixture(scope="module")
def runner() -> Iterator[Runner]:
    os.environ["SECRET_TOKEN"] = "a secret"
    with Runner(limits=LIMITS) as runner:
        runner.run(Program("pass"))
        yield runner
    del os.environ["SECRET_TOKEN"]


@pytest.mark.parametrize("file", CORPUS, ids=lambda file: file.stem)
def test_a_hostile_program_ends_and_changes_nothing(file: Path, home: Path, runner: Runner) -> None:
    attack(file, home, runner)


@pytest.mark.parametrize("name", FRESH)
def test_nor_does_it_where_each_program_has_a_new_process(name: str, home: Path) -> None:
    with Runner(limits=LIMITS, fork=False) as runner:
        attack(CORPUS[0].with_name(f"{name}.py"), home, runner)


def attack(file: Path, home: Path, runner: Runner) -> None:
    before = snapshot(home)
    wants = expectations(file)
    if "needs" in wants and wants["needs"] not in runner.protections().layers:
        pytest.skip(f"this system has no {wants['needs']}")
    limits = SHORT if "timeout" in wants["outcome"] else LIMITS
    result = runner.run(Program(source(file, home), check=wants.get("check")), limits=limits)
    assert result.outcome in wants["outcome"].split(), result
    assert wants.get("says", "") in told(result)
    if "prints" in wants:
        assert result.stdout.strip() == wants["prints"]
    if "shows" in wants:
        assert printable(result.stdout).strip("\n") == wants["shows"]
    assert len(result.stdout) + len(result.stderr) <= LIMITS.output
    assert "a secret" not in result.stdout + result.stderr
    assert snapshot(home) == before
    assert_the_next_program_is_fine(runner)


def test_there_are_many_hostile_programs() -> None:
    assert len(CORPUS) >= 60


NEXT = """
import builtins, os, sys, random, numpy, torch
assert not [where for where in (builtins, torch, sys) if hasattr(where, "leaked")]
assert "LEAKED" not in os.environ and "/leaked" not in sys.path
assert os.listdir() == [], os.listdir()
assert sys.getrecursionlimit() == 1000
assert "raise" not in numpy.geterr().values()
assert torch.get_default_dtype() == torch.float32 and torch.is_grad_enabled()
print(random.random(), numpy.random.rand(), torch.rand(1).item())
"""
seen: set[str] = set()


def assert_the_next_program_is_fine(runner: Runner) -> None:
    result = runner.run(Program(NEXT))
    assert result.ok, result
    seen.add(result.stdout)
    assert len(seen) == 1  # the same random numbers each time


def source(file: Path, home: Path) -> str:
    text = file.read_text(encoding="utf-8")
    known = {"HOME": str(home), "PARENT": str(os.getpid()), "NULL": "\0", "DEEP": "(" * 10_000}
    return re.sub("@([A-Z]+)@", lambda found: known[found[1]], text)


def expectations(file: Path) -> dict[str, str]:
    header = re.findall(r"^# (\w+): (.*)$", file.read_text(encoding="utf-8"), re.M)
    return dict(header)


def told(result: RunResult) -> str:
    return f"{result.error.type}: {result.error.message}" if result.error else ""


def snapshot(folder: Path) -> dict[str, tuple[bytes, int, int]]:
    return {
        path.name: (path.read_bytes(), path.stat().st_mode, path.stat().st_mtime_ns)
        for path in folder.iterdir()
    }
