"""Runs the programs of topics on several runners at once."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue

from quizcli.bank.check.held import Held
from quizcli.bank.check.trials import Trial, trials
from quizcli.bank.check.verdicts import Run
from quizcli.model.run import Program, RunResult

RunProgram = Callable[[Program], RunResult]
Progress = Callable[[int, int], None]  # programs done, programs in total


def prove(
    held: Sequence[Held], runners: Sequence[RunProgram], progress: Progress
) -> list[list[Run]]:
    """The runs of each topic, in order; only one thread uses a runner at a time."""
    free: SimpleQueue[RunProgram] = SimpleQueue()
    for runner in runners:
        free.put(runner)

    def run(trial: Trial) -> Run:
        runner = free.get()
        try:
            return trial, runner(trial.program)
        finally:
            free.put(runner)

    plan = [list(trials(each.topic)) for each in held]
    total = sum(map(len, plan))
    done: list[Run] = []
    with ThreadPoolExecutor(len(runners)) as pool:
        for each in pool.map(run, [trial for topic in plan for trial in topic]):
            done.append(each)
            progress(len(done), total)
    ends = iter(done)
    return [[next(ends) for _trial in topic] for topic in plan]
