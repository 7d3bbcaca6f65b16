"""A chain of a million operations beside PyTorch's, and whether ten thousand training steps leak.

    python -m benchmarks.scale [--operations N] [--rounds N] [--steps N]

The chain runs forward and backward and is freed, at Python's default limit on recursion, in a
child process of its own, by turns on the engine and on PyTorch: CPU time, and how far the peak of
memory rises. The figure of a library is its best round. The exit status says whether the engine
took less of both, and whether nothing was left of the training.
"""

import argparse
import json
import resource
import subprocess
import sys
import time
from importlib import import_module
from itertools import pairwise
from pathlib import Path

from benchmarks.training import PATIENCE, TRAININGS, growth

ROOT = Path(__file__).parent.parent
RECURSION = 1000  # Python's default
PARTS = ("forward", "backward", "freeing")
BYTES = 1 if sys.platform == "darwin" else 1024  # the unit of ru_maxrss


def chain(library, operations):
    """Seconds of CPU of each part, bytes that the peak rose by, and the gradient."""
    m = import_module(library)
    factor = m.tensor(1.0000001, dtype=m.float64, requires_grad=True)
    term = m.tensor(0.0000001, dtype=m.float64, requires_grad=True)
    (factor * factor + term).backward()  # what is loaded and made once, is now
    factor.grad = None
    before, times = _peak(), [time.process_time()]
    value = factor
    for _ in range(operations // 2):
        value = value * factor + term
    times.append(time.process_time())
    value.backward()
    times.append(time.process_time())
    del value
    times.append(time.process_time())
    spent = [after - earlier for earlier, after in pairwise(times)]
    return {"spent": spent, "bytes": _peak() - before, "gradient": factor.grad.item()}


def _peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * BYTES


def in_child(library, operations):
    """`chain` in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.scale", "--child", library]
    command += ["--operations", str(operations)]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, check=True)
    return json.loads(done.stdout)


def compare(operations, rounds):
    """Whether the engine's chain took less time and memory than PyTorch's; prints both."""
    best = {}
    for _round in range(rounds):
        for library in ("engine", "torch"):
            found = in_child(library, operations)
            known = best.setdefault(library, found)
            known["spent"] = min(known["spent"], found["spent"], key=sum)
            known["bytes"] = min(known["bytes"], found["bytes"])
    print(f"{operations:,} operations; microseconds and bytes for each")
    print(f"{'':10}" + "".join(f"{part:>10}" for part in (*PARTS, "time", "bytes")))
    totals = {}
    for library, found in best.items():
        spent = [seconds / operations * 1e6 for seconds in found["spent"]]
        totals[library] = (sum(spent), found["bytes"] / operations)
        cells = "".join(f"{value:10.2f}" for value in (*spent, sum(spent)))
        print(f"{library:10}{cells}{totals[library][1]:10.0f}")
    ratios = [ours / theirs for ours, theirs in zip(totals["engine"], totals["torch"], strict=True)]
    print(f"engine over torch: {ratios[0]:.2f} of the time, {ratios[1]:.2f} of the memory")
    same = abs(best["engine"]["gradient"] / best["torch"]["gradient"] - 1) < 1e-6
    if not same:
        print(f"the gradients differ: {best['engine']['gradient']}, {best['torch']['gradient']}")
    return same and max(ratios) < 1


def train(steps):
    """Whether as many objects are there after `steps` of each training as before; prints them."""
    print(f"\nwhat {steps:,} training steps leave behind")
    clean = True
    for name, make in TRAININGS.items():
        objects, blocks = growth(make(import_module("engine")), steps)
        print(f"{name:20}{objects:6} objects {blocks:6} blocks of memory")
        clean = clean and max(objects, blocks) <= PATIENCE
    return clean


def main():
    """Measure and print; the exit status says whether the engine met its goals."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--operations", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--steps", type=int, default=10_000)
    parser.add_argument("--child", help=argparse.SUPPRESS)
    options = parser.parse_args()
    sys.setrecursionlimit(RECURSION)
    if options.child:
        print(json.dumps(chain(options.child, options.operations)))
        return 0
    faster = compare(options.operations, options.rounds)
    clean = train(options.steps)
    return int(not (faster and clean))


if __name__ == "__main__":
    sys.exit(main())
