import json
import os
import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")


def crowd(*arguments):
    command = [sys.executable, "-m", "tests.quizcli.store.crowd", *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    return json.loads(done.stdout)


def check(store):
    assert store.fault() is None
    kept = store.cards()
    store.rebuild()
    assert store.cards() == kept


def test_nothing_that_was_saved_is_lost_when_the_program_is_killed_500_times(path, open_store):
    told = crowd("kill", path, 500, 1)
    store = open_store()
    check(store)
    written = {one.id for one in store.log() if one.act == "answer"}
    assert len(told["saved"]) > 500
    assert set(told["saved"]) <= written
    assert written <= set(told["saved"]) | set(told["pending"])


@pytest.mark.parametrize("processes", [2, 10])
def test_processes_that_answer_at_once_lose_nothing(processes, path, open_store):
    assert crowd("many", path, processes, 12) == [0] * processes
    store = open_store()
    check(store)
    assert sum(one.act == "answer" for one in store.log()) == processes * 24
    assert store.card("shared/one").reviews == processes * 12
    assert len(list(store.entries(acts=["scheduler"]))) == 1
