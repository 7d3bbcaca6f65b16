"""Answers piped in by line, plain text out: everything works without a terminal."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.e2e.commands import ROOT, run

MID = ("quiz", "own:hinted", "--level", "mid", "--seed", "1")
LINES = ("quiz", "own:hinted", "--level", "senior", "--seed", "1")


def test_an_answer_is_piped_in_and_its_grade_accepted(home: Path) -> None:
    done = run(home, *MID, typed="2\n")
    assert done.returncode == 0
    assert "> 2\n" in done.stdout
    assert "Right." in done.stdout
    assert "Session over" in done.stdout
    assert "\x1b" not in done.stdout


def test_several_lines_end_with_an_empty_one_or_with_the_input(home: Path) -> None:
    assert "Right." in run(home, *LINES, typed="计算图\ntensor\n\n").stdout
    assert "Right." in run(home, *LINES, "--cram", typed="计算图\ntensor").stdout


def test_the_end_of_input_pauses_the_session(home: Path) -> None:
    done = run(home, *MID)
    assert done.returncode == 0
    assert "quizcli quiz --resume" in done.stdout
    again = run(home, "quiz", "--resume", typed="2\n")
    assert "Session over" in again.stdout


def test_options_points_and_commands_are_lines_too(home: Path) -> None:
    quiz = ("quiz", "own:rounding", "--seed", "1")
    assert "Here is the answer." in run(home, *quiz, "--kind", "choice", typed=":n\n").stdout
    assert "Here is the answer." in run(home, *quiz, "--kind", "choice", typed="n\n").stdout
    said = run(home, *quiz, "--kind", "recall", typed="even\n\n1 2\n").stdout
    assert "✓ 1." in said
    assert "✓ 2 of 2 key points." in said


def test_a_line_is_mended_by_number(home: Path) -> None:
    typed = "2     return round(float(text) + 0.001, 2)\n\n"
    done = run(home, "quiz", "own:rounding", "--kind", "fix", "--seed", "1", typed=typed)
    assert "+     return round(float(text) + 0.001, 2)" not in done.stdout
    assert "return round(float(text) + 0.001, 2)" in done.stdout


def test_the_same_seed_asks_the_same(home: Path, tmp_path: Path) -> None:
    first = run(home, "quiz", "--seed", "3", "-n", "2", typed=":q\n").stdout
    assert first == run(home, "quiz", "--seed", "3", "-n", "2", typed=":q\n").stdout
    assert first != run(home, "quiz", "--seed", "4", "-n", "2", typed=":q\n").stdout


def test_how_many_there_are_can_be_asked(home: Path) -> None:
    done = run(home, "quiz", "own:hinted", "--count")
    assert (done.returncode, done.stdout) == (0, "2 questions\n")


def test_a_failed_answer_is_due_on_the_next_study_day(home: Path) -> None:
    run(home, *MID, typed="3\n\n")
    today = run(home, "review", "--count").stdout
    tomorrow = run(home, "review", "--count", QUIZCLI_NOW="2026-03-03T09:00:00+00:00").stdout
    assert today.startswith("0 due")
    assert tomorrow.startswith("1 due")
    review = run(home, "review", typed=":q\n", QUIZCLI_NOW="2026-03-03T09:00:00+00:00").stdout
    assert review.startswith("1/")


@pytest.mark.parametrize("query", ["own:rounding", "banker's rounding", "四舍五入", "roundinng"])
def test_a_topic_is_explained_by_any_of_its_names(home: Path, query: str) -> None:
    done = run(home, "explain", query)
    assert done.returncode == 0, done.stderr
    assert "How Python rounds halves" in done.stdout
    assert "[0, 2, 2, 4, 4]" in done.stdout


def test_an_unknown_topic_ends_with_one_and_offers_the_nearest(home: Path) -> None:
    done = run(home, "explain", "xyzzy")
    assert done.returncode == 1
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) <= 4


def test_explaining_without_running_shows_no_output(home: Path) -> None:
    done = run(home, "explain", "own:rounding", "--no-run")
    assert "print([round(n + 0.5)" in done.stdout
    assert "[0, 2, 2, 4, 4]" not in done.stdout


def test_a_demo_runs_with_another_value(home: Path) -> None:
    assert "→ 8" in run(home, "explain", "own:hinted", "--set", "n=7").stdout
    wrong = run(home, "explain", "own:hinted", "--set", "m=7")
    assert wrong.returncode == 2
    assert "available: n" in wrong.stderr
    fixed = run(home, "explain", "own:rounding", "--set", "m=7")
    assert "no program here has a value to set" in fixed.stderr


def test_scripts_get_json(home: Path) -> None:
    page = json.loads(run(home, "explain", "own:rounding", "--json").stdout)
    assert page["demos"][0]["run"]["stdout"] == "[0, 2, 2, 4, 4]\n"
    missing = run(home, "explain", "xyzzy", "--json")
    assert (missing.returncode, json.loads(missing.stdout)["found"]) == (1, False)
    topics = json.loads(run(home, "topics", "--json").stdout)
    assert "own:rounding" in {topic["id"] for topic in topics}


@pytest.mark.parametrize("arguments", [["quiz", "-n", "0"], ["nope"], ["quiz", "--kind", "essay"]])
def test_a_wrong_use_ends_with_two(home: Path, arguments: list[str]) -> None:
    done = run(home, *arguments)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


def test_the_interface_speaks_chinese(home: Path) -> None:
    done = run(home, *MID, "--lang", "zh", typed="2\n")
    assert "正确。" in done.stdout
    assert "求和" in done.stdout
    by_locale = run(home, *MID, "--cram", typed="2\n", LC_ALL="", LANG="zh_CN.UTF-8").stdout
    assert "正确。" in by_locale


def test_a_narrow_output_is_wrapped(home: Path) -> None:
    done = run(home, "explain", "own:rounding", COLUMNS="40")
    assert max(len(line) for line in done.stdout.splitlines()) <= 40


def test_ascii_output_loses_nothing_but_symbols(home: Path) -> None:
    done = run(home, *MID, typed="2\n", PYTHONIOENCODING="ascii")
    assert "Right." in done.stdout
    assert done.returncode == 0


def test_a_reader_that_leaves_early_is_no_error(home: Path) -> None:
    command = f"{sys.executable} -m quizcli explain own:rounding | head -n 1"
    done = subprocess.run(
        ["/bin/bash", "-o", "pipefail", "-c", command],
        capture_output=True, text=True, cwd=ROOT, check=False,
        env={"QUIZCLI_HOME": str(home), "PATH": "/usr/bin:/bin", "OMP_NUM_THREADS": "1"},
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")


def test_home_says_where_one_stands(home: Path) -> None:
    fresh = run(home)
    assert "Every answer is proved by code" in fresh.stdout
    run(home, *MID, typed="2\n")
    assert "quizcli review" in run(home, QUIZCLI_NOW="2026-03-20T12:00:00+00:00").stdout


def test_an_interview_is_timed_reported_kept_and_exported(home: Path, tmp_path: Path) -> None:
    chosen = ("interview", "--topic", "own:rounding", "--seed", "5", "--minutes", "5")
    done = run(home, *chosen, typed=":n\n" * 9)
    assert "Mock interview" in done.stdout
    assert "5 min, seed 5: 0%" in done.stdout
    again = run(home, *chosen, typed=":n\n" * 9)
    assert "Previous interview: 0%." in again.stdout
    file = tmp_path / "report.md"
    run(home, "interview", "--export", str(file))
    assert file.read_text(encoding="utf-8").startswith("# Mock interview, 2026-03-02")
    assert "already exists" in run(home, "interview", "--export", str(file)).stderr
    assert len(json.loads(run(home, "interview", "--json").stdout)) == 2
