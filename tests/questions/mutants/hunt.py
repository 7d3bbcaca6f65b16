"""Looks for programs of the bank that notice a fault."""

import json
import traceback
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

from tests.questions.mutants.fault import FAULTS
from tests.questions.mutants.trying import Candidate, forked, suspects

DATA = Path(__file__).parents[1] / "data" / "noticed.json"
Noticed = dict[str, list[str]]  # fault: names of programs
AT_ONCE = 60  # programs that share a process while they are not suspected


@dataclass(frozen=True, slots=True)
class Hunt:
    """Which programs to try, in which order, and how many topics are to notice."""

    programs: Sequence[Candidate]
    known: Noticed
    topics: int = 1
    known_only: bool = False

    def order(self, fault: str) -> Iterator[Candidate]:
        """Those known to notice the fault, then those that notice others, then the rest."""
        by_name = {program.name: program for program in self.programs}
        everyone = not self.known_only or not fault  # the sound engine has to satisfy all of them
        mine = self.known.get(fault, [])
        others = [] if not everyone else [name for each in self.known.values() for name in each]
        rest = [] if self.known_only else list(by_name)
        for name in dict.fromkeys([*mine, *others, *rest]):
            if name in by_name:
                yield by_name[name]

    def noticing(self, fault: str) -> list[str]:
        """Names of programs that notice the fault, each of another topic."""
        if fault:
            FAULTS[fault]()
        found: dict[str, str] = {}
        order = list(self.order(fault))
        for start in range(0, len(order), AT_ONCE):
            for program in suspects(order[start : start + AT_ONCE]):
                if program.topic not in found and program.notices():
                    found[program.topic] = program.name
                if len(found) == self.topics:
                    return list(found.values())
        return list(found.values())


def read() -> Noticed:
    """What was recorded."""
    return dict(json.loads(DATA.read_text(encoding="utf-8"))) if DATA.exists() else {}


def write(noticed: Noticed) -> None:
    """Records it, a line for each fault."""
    rows = [f"{json.dumps(k)}: {json.dumps(v)}" for k, v in sorted(noticed.items()) if v]
    DATA.write_text("{\n" + ",\n".join(rows) + "\n}\n", encoding="utf-8")


_hunt: Hunt


Found = tuple[str, list[str], str]  # a fault, what notices it, why it could not be tried


def hunts(hunt: Hunt, faults: Sequence[str], processes: int) -> Iterator[Found]:
    """What comes of each fault, in order; the engine is broken in forks alone."""
    global _hunt
    _hunt = hunt
    with ProcessPoolExecutor(processes, mp_context=get_context("fork")) as pool:
        for fault, (found, told) in zip(faults, pool.map(_one, faults), strict=True):
            yield fault, found, told


def _one(fault: str) -> tuple[list[str], str]:
    return tuple(forked(lambda: _tried(fault)) or ([], "the process died"))


def _tried(fault: str) -> tuple[list[str], str]:
    try:
        return _hunt.noticing(fault), ""
    except Exception:  # noqa: BLE001 - told to the parent process
        return [], traceback.format_exc()
