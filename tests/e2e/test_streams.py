"""Standard streams that are full or closed end a command in one line, or do no harm."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.e2e.commands import ROOT

FULL = Path("/dev/full")


def shell(home: Path, command: str) -> subprocess.CompletedProcess[str]:
    """Runs a line of shell in which `quizcli` is ours."""
    return subprocess.run(
        ["/bin/sh", "-c", f'quizcli() {{ "{sys.executable}" -m quizcli "$@"; }}; {command}'],
        env={"PATH": os.environ["PATH"], "QUIZCLI_HOME": str(home), "LC_ALL": "C.UTF-8"},
        capture_output=True, text=True, cwd=ROOT, timeout=120, check=False,
    )  # fmt: skip


@pytest.mark.skipif(not FULL.exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize(
    "command",
    ["quizcli --help", "quizcli topics", "quizcli topics --json", "echo :q | quizcli quiz",
     "quizcli explain own:hinted", "quizcli stats", "quizcli bank schema"],
)  # fmt: skip
def test_a_full_disk_behind_the_output_is_told_in_one_line(home: Path, command: str) -> None:
    done = shell(home, f"{command} > /dev/full")
    assert done.stderr == "quizcli: cannot write the output: the disk is full\n"
    assert done.returncode == 1


def test_closed_streams_do_no_harm(home: Path) -> None:
    assert shell(home, "quizcli topics <&-").stdout.startswith("dynamic-graph")
    for command in ("quizcli topics >&-", "quizcli topics 2>&- >/dev/null", "quizcli --help >&-"):
        done = shell(home, command)
        assert (done.returncode, done.stderr) == (0, "")
    paused = shell(home, "quizcli quiz own:hinted <&-")
    assert (paused.returncode, paused.stderr) == (0, "")
    assert "quizcli quiz --resume" in paused.stdout
    assert shell(home, "quizcli nothing 2>&-").returncode == 2
