"""On a kernel that lacks a layer the others hold, and the doctor says what is open.

Such kernels are made here by a filter that takes the system calls away from the whole test process.
"""

import json
import os
import subprocess
import sys
from typing import Any

import pytest

from quizcli.runner import landlock, linux, seccomp, starting

pytestmark = pytest.mark.skipif(not linux.SUPPORTED, reason="these layers are Linux's")

WITHOUT = """
import ctypes, json, sys
from quizcli.model.run import Program
from quizcli.runner import linux, seccomp
from quizcli.runner.runner import Runner

names = sys.argv[1].split(",")
code = [(seccomp.LOAD, 0, 0, seccomp.NUMBER)]
for name in names:
    code += [(seccomp.EQUAL, 0, 1, linux.number(name)), seccomp.DENY]
packed = seccomp.pack([*code, seccomp.PERMIT])
linux.prctl(linux.PR_SET_NO_NEW_PRIVS, 1)
linux.prctl(
    linux.PR_SET_SECCOMP, seccomp.FILTER, ctypes.byref(seccomp.Program(len(packed) // 8, packed))
)
with Runner() as runner:
    found = runner.protections()
    printed = runner.run(Program("print(open('x', 'w').write('abc'))")).stdout
    refused = runner.run(Program("open('/etc/passwd')")).outcome
print(json.dumps([dict(found.held), dict(found.layers), printed, refused]))
"""


def examine_without(*calls: str) -> tuple[dict[str, bool], dict[str, str]]:
    command = [sys.executable, "-c", WITHOUT, ",".join(calls)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=starting.ROOT, check=True)
    held, layers, printed, refused = json.loads(done.stdout)
    assert printed == "3\n"  # programs go on working
    assert refused == "refused"  # the second net is always there
    return held, layers


def test_without_namespaces_the_other_layers_hold() -> None:
    held, layers = examine_without("unshare")
    assert "namespaces" not in layers
    open_ = {name for name, each in held.items() if not each}
    assert open_ == {"disk"} or "landlock" not in layers  # as many files as one has time for


def test_without_landlock_files_can_be_read_and_the_doctor_says_so() -> None:
    held, layers = examine_without("landlock_create_ruleset")
    assert "landlock" not in layers
    assert not held["read"]
    assert held["write"] == ("namespaces" in layers)
    assert held["network"]


def test_without_any_layer_only_limits_hold_and_the_doctor_says_so() -> None:
    held, layers = examine_without("landlock_create_ruleset", "unshare", "capset", "prctl")
    assert set(layers) == {"limits"}
    assert {name for name, each in held.items() if each} == {"time", "output", "memory"}


def test_the_filter_is_a_valid_program_whose_jumps_stay_inside() -> None:
    code = seccomp.common() + seccomp.pack(seccomp.only_itself(1))
    size = len(code) // 8
    for place in range(size):
        operation, yes, no = code[8 * place], code[8 * place + 2], code[8 * place + 3]
        if operation in (seccomp.EQUAL, seccomp.AT_LEAST, seccomp.ANY_BIT):
            assert place + 1 + max(yes, no) < size


OTHERS = """
import os, resource
from quizcli.runner import seccomp

seccomp.restrict()
resource.prlimit(0, resource.RLIMIT_NOFILE, (99, 99))
resource.prlimit(os.getpid(), resource.RLIMIT_NOFILE, (98, 98))
os.sched_setaffinity(0, os.sched_getaffinity(0))
for act in (
    lambda: resource.prlimit(os.getppid(), resource.RLIMIT_NOFILE),
    lambda: os.sched_setaffinity(os.getppid(), {0}),
    lambda: os.setpriority(os.PRIO_PROCESS, os.getppid(), 1),
    lambda: os.kill(os.getppid(), 0),
    lambda: os.kill(0, 0),
):
    try:
        act()
    except PermissionError:
        print("refused")
"""


def test_the_filter_lets_a_process_act_on_itself_alone() -> None:
    command = [sys.executable, "-c", OTHERS]
    done = subprocess.run(command, capture_output=True, text=True, cwd=starting.ROOT, check=True)
    assert done.stdout == "refused\n" * 5


def test_a_kernel_without_landlock_has_no_version_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*_arguments: Any) -> int:
        raise OSError

    monkeypatch.setattr(linux, "call", missing)
    assert landlock.abi() == 0


DAEMON = """
import os, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.setsid()
        os.write(1, str(os.getpid()).encode())
        time.sleep(1000)
    os._exit(0)
time.sleep(0.1)
"""
UNCONFINED = """
import os, sys
from dataclasses import asdict
from quizcli.model.run import Limits, Program
from quizcli.runner import child, confine, supervise, wire
from quizcli.runner.runner import Place

source = sys.argv[1]
supervise.confine = lambda *_: {}
supervise.arm = lambda *_, **__: None
confine.adopt_orphans()
child.warm("engine")
world = child.prepare("engine", inside=False)
request = asdict(Program(source)) | asdict(Limits()) | Place().as_request() | {"probe": None}
reading, writing = os.pipe()
supervise.run_in_fork(request, world, reading, writing)
print(wire.receive(reading)["stdout"])
"""


def test_a_daemon_ends_even_where_no_layer_keeps_programs_from_starting_it() -> None:
    command = [sys.executable, "-c", UNCONFINED, DAEMON]
    done = subprocess.run(command, capture_output=True, text=True, cwd=starting.ROOT, check=True)
    daemon = int(done.stdout)
    with pytest.raises(ProcessLookupError):
        os.kill(daemon, 0)
