"""The program with pipes for input and output."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def run(
    home: Path, *arguments: str, typed: str = "", cwd: Path = ROOT, **variables: str
) -> subprocess.CompletedProcess[str]:
    """Runs `quizcli` with these arguments and lines of input."""
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(home),
        "QUIZCLI_HOME": str(home),
        "QUIZCLI_NOW": "2026-03-02T12:00:00+00:00",
        "QUIZCLI_ZONE": "UTC",
        "LC_ALL": "C.UTF-8",
        "OMP_NUM_THREADS": "1",
        "PYTHONPATH": str(ROOT),
    } | variables
    return subprocess.run(
        [sys.executable, "-m", "quizcli", *arguments],
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment,
        cwd=cwd,
        timeout=120,
        check=False,
    )
