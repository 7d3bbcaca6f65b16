"""Starts a child process: the same interpreter and modules, none of the user's environment."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from quizcli.model.run import Backend

WARM_SECONDS = 120.0  # torch on a cold disk
ROOT = str(Path(__file__).parent.parent.parent)
CODE = (
    "import sys; sys.path[:] = {path!r}; from quizcli.runner.child import {how}; {how}({backend!r})"
)
KEPT = ("PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "SYSTEMROOT", "SYSTEMDRIVE", "TEMP", "TMP")
SET = {
    "PYTHONHASHSEED": "0",
    "PYTHONUTF8": "1",
    "LC_ALL": "C.UTF-8",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
}


def start(backend: Backend, how: str, **streams: Any) -> "subprocess.Popen[bytes]":
    """Start a process that loads at once; `how` names the function of `child` to call."""
    code = CODE.format(path=_path(), how=how, backend=backend)
    return subprocess.Popen(  # noqa: S603 - this very interpreter
        [sys.executable, "-P", "-c", code],
        **{"stderr": subprocess.DEVNULL, **streams},
        env={name: os.environ[name] for name in KEPT if name in os.environ} | SET,
        start_new_session=True,
        bufsize=0,
    )


def _path() -> list[str]:
    """The child's module path: as here, but without the current folder."""
    here = [os.path.realpath(entry) for entry in sys.path if entry]
    here = [entry for entry in here if entry == ROOT or entry != str(Path.cwd())]
    return here if ROOT in here else [ROOT, *here]
