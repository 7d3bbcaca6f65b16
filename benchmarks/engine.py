"""The engine's speed beside PyTorch's and other NumPy engines', on ten workloads.

    python -m benchmarks.engine [--only NAMES] [--rounds N]

Needs PyTorch; the peers `autograd`, `mygrad` and `dezero` are measured where they import, on every
workload that their interface can state. Every workload's numbers are compared with PyTorch's
before it is timed. Samples are CPU time and taken in turns, so that the ratios hold on a noisy
machine; the figure of a library is its best sample. Use one thread: OMP_NUM_THREADS=1.
"""

import argparse
import gc
import importlib
import math
import time

import numpy as np

from benchmarks.workloads import torch_like

PEERS = ("autograd", "mygrad", "dezero")


def libraries():
    """Workload tables by library: the engine and PyTorch, then whichever peers import."""
    tables = {
        name: torch_like.workloads(importlib.import_module(name)) for name in ("torch", "engine")
    }
    for name in PEERS:
        try:
            tables[name] = importlib.import_module(f"benchmarks.workloads.{name}").workloads()
        except ImportError:
            print(f"{name} is not installed: left out")
    return tables


def checked(name, tables):
    """The libraries whose result for a workload is PyTorch's, each with its step."""
    steps, expected = {}, None
    for library, table in tables.items():
        if name not in table:
            continue
        step = table[name]()
        value = float(np.sum(np.abs(step())))
        expected = value if expected is None else expected
        if math.isclose(value, expected, rel_tol=2e-3):
            steps[library] = step
        else:
            print(f"{name}: {library} gives {value:.6g}, torch {expected:.6g}: left out")
    return steps


def timed(steps, rounds):
    """Seconds of CPU of one step, the best of `rounds` samples taken in turns."""
    repeats, best = {}, dict.fromkeys(steps, math.inf)
    for library, step in steps.items():
        step()
        start = time.process_time()
        step()
        repeats[library] = max(1, int(0.02 / max(time.process_time() - start, 1e-6)))
    for _ in range(rounds):
        for library, step in steps.items():
            gc.collect()
            start = time.process_time()
            for _ in range(repeats[library]):
                step()
            spent = (time.process_time() - start) / repeats[library]
            best[library] = min(best[library], spent)
    return best


def main():
    """Measure, and print a table of ratios to PyTorch's time."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--only", default="", help="workloads, separated by commas")
    parser.add_argument("--rounds", type=int, default=9)
    options = parser.parse_args()
    importlib.import_module("torch").set_num_threads(1)
    tables = libraries()
    wanted = options.only.split(",") if options.only else list(tables["torch"])
    head = "".join(f"{name:>10}" for name in tables)
    print(f"\n{'time over torch':20}{head}   engine over the best peer")
    ratios, against_peers = [], []
    for name in wanted:
        times = timed(checked(name, tables), options.rounds)
        cells = [
            f"{times[t] / times['torch']:10.2f}" if t in times else f"{'-':>10}" for t in tables
        ]
        if "engine" in times:
            ratios.append(times["engine"] / times["torch"])
            peers = [times[p] for p in PEERS if p in times]
            if peers:
                against_peers.append(times["engine"] / min(peers))
                cells.append(f"{against_peers[-1]:10.2f}")
        print(f"{name:20}" + "".join(cells), flush=True)
    print(
        f"\nengine: geometric mean {_mean(ratios):.2f} of torch's time over {len(ratios)} workloads"
    )
    if against_peers:
        print(f"and {_mean(against_peers):.2f} of the best peer's over {len(against_peers)}")


def _mean(values):
    return math.exp(sum(map(math.log, values)) / len(values)) if values else math.nan


if __name__ == "__main__":
    main()
