"""Processes that answer at once or are killed at random moments; run as a program of its own.

`crowd.py kill FILE ROUNDS SEED` kills a process in mid-session that often and prints, as JSON, what
it had been told was saved. `crowd.py many FILE PROCESSES ANSWERS` lets processes answer together.
It forks from one warm process, which must have no threads: hence not from within pytest.
"""

import json
import os
import random
import signal
import sys
import time
from pathlib import Path

from quizcli.model.review import Entry, Grade
from quizcli.schedule.memory import SCHEDULER
from quizcli.settings import Settings
from quizcli.store.rows import new_id
from quizcli.store.store import Store
from tests.quizcli.histories import day, noon

WORD = 33  # bytes: a sign and an id
assert SCHEDULER  # imported before any fork, so that a round costs milliseconds


def open_store(path: Path) -> Store:
    return Store.open(path, Settings(backups=0), at=noon(day(0)), day=day(0))


def answer(question: str, on: int) -> Entry:
    at = noon(day(on))
    grade = Grade(1 + on % 4)
    return Entry(
        id=new_id(at), act="answer", question=question, at=at, day=day(on), grade=grade, session="s"
    )


def session(path: Path, told: int, number: int) -> None:
    """Answers for ever, and now and then undoes; says what was saved once it is."""
    with open_store(path) as store:
        for on in range(1_000_000):
            one = answer(f"topic/{(number + on) % 40}", on % 300)
            os.write(told, b"?" + one.id.encode())
            store.append(one, state={"left": [one.question] * 20})
            os.write(told, b"!" + one.id.encode())
            if on % 5 == 4:
                store.undo(at=one.at, day=one.day, state={"left": []})


def killed(path: Path, number: int, words: int, seconds: float) -> tuple[list[str], list[str]]:
    """Kill a session that long after it said so many words.

    Returns the ids that were said to be saved, and those that were about to be.
    """
    hear, told = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(hear)
        session(path, told, number)
    os.close(told)
    with os.fdopen(hear, "rb") as heard:
        said = heard.read(words * WORD)
        time.sleep(seconds)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        said += heard.read()
    parts = [said[place : place + WORD] for place in range(0, len(said), WORD)]
    saved = [part[1:].decode() for part in parts if part[:1] == b"!"]
    begun = [part[1:].decode() for part in parts if part[:1] == b"?"]
    return saved, begun[len(saved) :]


def kill(path: Path, rounds: int, seed: int) -> None:
    saved: list[str] = []
    pending: list[str] = []
    moments = random.Random(seed)
    for number in range(rounds):
        words = moments.randrange(8)
        told, begun = killed(path, number, words, moments.uniform(0, 0.005))
        saved += told
        pending += begun
    print(json.dumps({"saved": saved, "pending": pending}))


def many(path: Path, processes: int, answers: int) -> None:
    children = []
    for number in range(processes):
        child = os.fork()
        if child == 0:
            with open_store(path) as store:
                for on in range(answers):
                    store.append(answer("shared/one", on))
                    store.append(answer(f"own/{number}", on))
            os._exit(0)
        children.append(child)
    print(json.dumps([os.waitpid(child, 0)[1] for child in children]))


if __name__ == "__main__":
    what, file, *numbers = sys.argv[1:]
    {"kill": kill, "many": many}[what](Path(file), *map(int, numbers))
