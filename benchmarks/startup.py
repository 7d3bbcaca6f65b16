"""How long quizcli takes to start, as ratios to what it cannot do without.

Ratios of best times in one run mean the same on every machine; milliseconds do not. `--cpu` counts
processor time instead of time on the wall, for machines that are busy with something else.
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent
ROUNDS = 15
TYPER = [sys.executable, "-c", "import typer"]
BASE = [sys.executable, "-c", "import typer, rich"]
QUIZCLI = [sys.executable, "-m", "quizcli"]

# what is measured, against what, and the ratio that it may reach
PATHS = (
    ("--help", [*QUIZCLI, "--help"], TYPER, 1.25),
    ("explain --no-run", [*QUIZCLI, "explain", "retain_graph", "--no-run"], BASE, 1.5),
    ("first question", [*QUIZCLI, "quiz", "--seed", "1"], BASE, 1.7),
)


def seconds(command: list[str], home: str, *, until: bytes | None, cpu: bool) -> float:
    """What a command takes to its end, or until it wrote this."""
    environment = {**os.environ, "QUIZCLI_HOME": home, "LC_ALL": "C.UTF-8"}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # who installs has the bytecode
    began = time.perf_counter()
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment,
        cwd=ROOT,
    ) as process:
        assert process.stdin
        assert process.stdout
        if until is None:
            process.stdin.close()
        written = b""
        while until is None or until not in written:
            part = os.read(process.stdout.fileno(), 65536)
            if not part:
                break
            written += part
        if until is not None:
            assert until in written, f"{command} never wrote {until!r}: {written!r}"
            took = time.perf_counter() - began
            process.kill()
        _pid, _status, usage = os.wait4(process.pid, 0)
        process.returncode = 0
        if until is None:
            took = time.perf_counter() - began
    return usage.ru_utime + usage.ru_stime if cpu else took


def main() -> int:
    """Prints the ratios; the exit status says whether all are within their limits."""
    fine, cpu = True, "--cpu" in sys.argv
    with tempfile.TemporaryDirectory() as home:
        subprocess.run([*QUIZCLI, "topics"], env={**os.environ, "QUIZCLI_HOME": home},
                       cwd=ROOT, check=True, stdout=subprocess.DEVNULL)  # fmt: skip
        for name, command, against, limit in PATHS:
            until = b"1/" if name == "first question" else None
            best, base = float("inf"), float("inf")
            for _round in range(ROUNDS):  # in turn, so that a busy moment meets both
                best = min(best, seconds(command, home, until=until, cpu=cpu))
                base = min(base, seconds(against, home, until=None, cpu=cpu))
            ratio = best / base
            fine = fine and ratio <= limit
            print(
                f"{name:18} {best * 1000:6.0f} ms  {ratio:5.2f} times {base * 1000:.0f} ms"
                f"  (limit {limit})"
            )
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
