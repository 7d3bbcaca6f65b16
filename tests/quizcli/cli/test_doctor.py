"""`quizcli doctor` tells what protects from programs on this very system."""

import json
import sys

import pytest

TRIED = {
    *("time", "output", "memory", "disk", "processes", "signals", "network"),
    *("read", "write", "change"),
}


def test_each_protection_is_tried(cli):
    found = json.loads(cli("doctor", "--json").out)
    assert set(found["held"]) == TRIED
    assert found["held"]["time"]
    assert found["held"]["output"]


def test_what_was_found_is_told_in_sentences(cli):
    said = cli("doctor")
    assert said.code == 0
    assert "a program cannot run forever" in said.out
    assert said.out.count("a program") == len(TRIED)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have other protections")
def test_what_is_told_follows_from_what_is_active(cli):
    found = json.loads(cli("doctor", "--json").out)
    if "landlock" in found["layers"]:
        assert found["held"]["read"]
        assert found["held"]["write"]
    if "seccomp" in found["layers"]:
        assert found["held"]["processes"]
        assert found["held"]["network"]
        assert found["held"]["change"]
