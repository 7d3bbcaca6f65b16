"""How long a program takes in the child process, beside a new Python that only loads NumPy."""

import os
import statistics
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from quizcli.model.run import Program
from quizcli.runner.runner import Runner

DEMO = Program(
    "import torch\n"
    "x = torch.tensor([1.0, 2.0], requires_grad=True)\n"
    "(x * x).sum().backward()\n"
    "print(x.grad)\n"
)
CHECKED = Program(DEMO.source, check="assert x.grad.tolist() == [2.0, 4.0]")
ROUNDS = 100
DEMO_LIMIT, BATCH_LIMIT = 30.0, 12.0  # milliseconds


def new_process() -> float:
    """Milliseconds of the best of five new processes."""
    took = []
    for _round in range(5):
        began = time.perf_counter()
        subprocess.run([sys.executable, "-c", "import numpy"], check=True)
        took.append(milliseconds(began))
    return min(took)


def one_by_one(runner: Runner, program: Program) -> list[float]:
    """Milliseconds from asking to having the result, for each of many runs."""
    took = []
    for _round in range(ROUNDS):
        began = time.perf_counter()
        assert runner.run(program).ok
        took.append(milliseconds(began))
    return took


def many_at_once(runners: list[Runner]) -> float:
    """Milliseconds a program when each core works through its share."""
    began = time.perf_counter()
    with ThreadPoolExecutor(len(runners)) as pool:
        list(pool.map(lambda runner: one_by_one(runner, CHECKED), runners))
    return milliseconds(began) / (ROUNDS * len(runners))


def milliseconds(began: float) -> float:
    return (time.perf_counter() - began) * 1000


def main() -> int:
    """Prints the figures; the exit status says whether they are within their limits."""
    base = new_process()
    with ExitStack() as stack:
        runners = [stack.enter_context(Runner()) for _core in range(os.cpu_count() or 1)]
        for runner in runners:
            assert runner.run(DEMO).ok
        figures = {"new process": base}
        for name, program in (("demo", DEMO), ("answer", CHECKED)):
            took = one_by_one(runners[0], program)
            figures |= {f"{name}, median": statistics.median(took), f"{name}, best": min(took)}
        figures["batch, each"] = many_at_once(runners)
    for name, value in figures.items():
        print(f"{name:15} {value:7.1f} ms  {value / base:5.2f} times a new process")
    return int(figures["demo, median"] > DEMO_LIMIT or figures["batch, each"] > BATCH_LIMIT)


if __name__ == "__main__":
    sys.exit(main())
