import json
import re

import pytest
from rich.cells import cell_len

from quizcli.model.review import Grade
from quizcli.settings import Settings
from quizcli.store.store import Store
from tests.quizcli.histories import answer, day, entry, noon

LEAF = "leaf/why"


@pytest.fixture
def topics(cli):
    return json.loads(cli("topics", "--json").out)


@pytest.fixture
def questions(cli, topics):
    """The first questions of the bank, by the plan of the first day."""
    cli("cards", "bury", topics[0]["id"])
    found = [card["question"] for card in json.loads(cli("cards", "--json").out)]
    cli("progress", "undo")
    return found


def write(home, *entries):
    path = home / "data" / "progress.db"
    with Store.open(path, Settings(), at=noon(day(0)), day=day(0)) as store:
        for one in entries:
            store.append(one)


def test_a_setting_is_kept_with_the_comments_around_it(cli, home):
    assert cli("config", "new-per-day", "3").out == "3\n"
    path = home / "config" / "config.toml"
    path.write_text(f"# mine\n{path.read_text()}")
    assert cli("config", "retention", "0.85").code == 0
    assert path.read_text() == "# mine\nnew_per_day = 3\nretention = 0.85\n"
    assert cli("config", "new_per_day").out == "3\n"
    assert cli("config", "new-per-day", "default").out == "8\n"
    assert json.loads(cli("config", "--json").out)["retention"] == 0.85
    assert cli("config", "--path").out.strip() == str(path)


@pytest.mark.parametrize(
    ("key", "value", "says"),
    [
        ("retention", "2", "must be a number from 0.7 to 0.99"),
        ("retention", "often", "must be a number from 0.7 to 0.99"),
        ("new-per-day", "many", "must be a whole number from 0 to 1000"),
        ("interview-date", "soon", "must be a date such as 2026-12-18, or none"),
        ("language", "fr", "must be one of: auto, en, zh"),
        ("plain", "perhaps", "must be true or false"),
        ("parameters", "1 2 3", "must be the 21 parameters"),
        ("retentoin", "0.9", "did you mean 'retention'?"),
        ("xyzzy", "1", "available: language, colour"),
    ],
)
def test_a_wrong_setting_is_refused_in_one_line_and_nothing_is_written(cli, home, key, value, says):
    said = cli("config", key, value)
    assert said.code == 2
    assert said.err.count("\n") == 1
    assert says in said.err
    assert not (home / "config").exists()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("retention = 'x'", "retention = 'x': must be"),
        ("minutes = 3\nlanguage = zh", "toml:2:12: not valid TOML: put text in"),
        ("language = 'zh", "not valid TOML: a quote is never closed"),
        ("retention = [", "not valid TOML: a value is missing, or a bracket is never closed"),
        ("minutes = 3\nminutes = 4\n", "toml:2:12: not valid TOML: this key appears twice"),
        ("minutes: 3", "toml:1:8: not valid TOML: a setting is written as `key = value`"),
        ("colour = 3\nplian = true", "must be one of"),
        ("plian = true", "did you mean 'plain'?"),
    ],
)
def test_a_fault_in_the_settings_file_is_told_with_its_place(cli, home, text, says):
    path = home / "config" / "config.toml"
    path.parent.mkdir()
    path.write_text(text)
    said = cli("stats")
    assert said.code == 2
    assert str(path) in said.err
    assert says in said.err


def test_a_fault_in_the_settings_file_is_told_in_chinese_before_the_parser_is_heard(cli, home):
    path = home / "config" / "config.toml"
    path.parent.mkdir()
    path.write_text("minutes: 3")
    said = cli("stats", "--lang", "zh")
    assert f"{path}:1:8：不是有效的 TOML：设置写成 `键 = 值`，每行一项（解析器原文：" in said.err


def test_a_plan_is_kept_and_said(cli):
    said = cli("plan", "--date", "2026-03-22", "--minutes", "20")
    assert said.code == 0
    assert "Interview on Sun 22 Mar, in 21 days: 20 min a day, about 20 questions" in said.out
    assert "Expected recall on the day" in said.out
    assert cli("plan").out == said.out
    numbers = json.loads(cli("plan", "--json").out)
    assert numbers["date"] == "2026-03-22"
    assert len(numbers["days"]) == 21
    assert numbers["recall"] > numbers["recall_by_plain_review"]
    assert numbers["questions"] == numbers["new"]


def test_a_plan_says_what_is_out_of_reach_and_what_it_would_take(cli):
    cli("plan", "--date", "2026-03-16", "--minutes", "5")
    numbers = json.loads(cli("plan", "--json").out)
    said = cli("plan").out
    assert numbers["unseen"] > 0
    assert "will not fit" in said
    assert (
        f"A recall of 90% is out of reach; it would take about {numbers['minutes_for_wanted']}"
        in said
    )


def test_a_plan_for_a_few_days_does_not_add_that_what_is_never_seen_is_not_known(cli):
    said = cli("plan", "--date", "2026-03-04", "--minutes", "5").out
    assert "will not fit into the remaining days" in said
    assert "out of reach" not in said


def test_a_plan_for_a_day_that_is_over_is_refused(cli, monkeypatch):
    assert "not in the future" in cli("plan", "--date", "2026-03-01").err
    assert "no interview is planned" in cli("plan").err
    cli("plan", "--date", "2026-03-08")
    monkeypatch.setenv("QUIZCLI_NOW", "2026-03-09T12:00+00:00")
    assert "the interview was on 2026-03-08" in cli("plan").err


def test_a_plan_can_be_dropped(cli):
    cli("plan", "--date", "2026-03-22")
    assert "No interview is planned" in cli("plan", "--off").out
    assert cli("config", "interview-date").out == "none\n"


def test_a_plan_decides_what_a_day_asks(cli):
    assert cli("review", "--count").out == "0 due, 8 new\n"
    cli("plan", "--date", "2026-03-22", "--minutes", "20")
    assert cli("review", "--count").out == "0 due, 20 new\n"


def test_a_topic_can_be_set_aside_brought_back_and_taken_back(cli, topics):
    topic, size = topics[0]["id"], topics[0]["questions"]
    assert f"set aside: {size} questions" in cli("cards", "suspend", topic).out
    assert cli("cards", "--suspended").out.count("set aside") == size
    assert f"brought back: {size} questions" in cli("cards", "unsuspend", topic).out
    assert cli("cards", "--suspended").out == "There are none.\n"
    cli("progress", "undo", "-n", "2")
    assert json.loads(cli("cards", "--json").out) == []


def test_a_topic_can_be_started_over(cli, home, questions):
    write(home, *(answer(question, revision=9) for question in questions))
    topic = questions[0].split("/")[0]
    assert "reset: " in cli("cards", "reset", topic).out
    assert json.loads(cli("cards", "--json", "--topic", topic).out) == []
    cli("progress", "undo")
    assert len(json.loads(cli("cards", "--json", "--topic", topic).out)) == len(questions)


def test_one_question_can_be_left_out_for_today(cli, questions):
    assert questions[0] in cli("cards", "bury", questions[0]).out
    assert cli("review", "--count").out == "0 due, 8 new\n"
    assert questions[0] in cli("cards").out


def test_what_was_never_answered_cannot_be_started_over(cli, topics):
    said = cli("cards", "reset", topics[0]["id"])
    assert said.code == 1
    assert "none of these has been answered" in said.err
    assert cli("cards", "suspend", "no-such-thing-at-all").code == 1


def test_a_leech_is_listed_with_the_ground_to_learn_first(cli, home, topics):
    topic = next(topic for topic in topics if topic["builds_on"])
    cli("cards", "bury", topic["id"])
    question = json.loads(cli("cards", "--json").out)[0]["question"]
    write(home, *(answer(question, on=n, grade=Grade.AGAIN) for n in range(6)))
    said = cli("cards", "--leeches").out
    assert said.startswith("leech")
    assert f"quizcli quiz {' '.join(topic['builds_on'])}" in said
    assert f"quizcli cards unsuspend {topic['id']}" in said
    assert "1 question kept failing" in cli("stats").out


@pytest.mark.parametrize("width", [40, 80])
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_no_page_is_wider_than_the_terminal(cli, home, questions, monkeypatch, width, lang):
    write(
        home,
        *(
            answer(q, on=n % 3, revision=9, details={"confidence": 75})
            for n, q in enumerate(questions)
        ),
    )
    write(home, *(answer(questions[0], on=n, grade=Grade.AGAIN) for n in range(3, 9)))
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setenv("QUIZCLI_NOW", "2026-03-10T12:00+00:00")
    cli("plan", "--date", "2026-04-20")
    for command in (["stats"], ["plan"], ["cards"], ["cards", "--leeches"], ["config"]):
        for extra in ([], ["--plain"]):
            said = cli(*command, "--lang", lang, *extra)
            assert said.code == 0
            assert [one for one in said.out.splitlines() if cell_len(one) > width] == []


def test_plain_pages_have_neither_bars_nor_escapes(cli, home, questions):
    write(home, *(answer(question, revision=9) for question in questions))
    for command in ("stats", "cards"):
        said = cli(command, "--plain").out
        assert not set(said) & set("█▏▎▍▌▋▊▉░▒▓·\x1b")
        assert questions[0] in said or "7/" in said or "week of" in said


def test_statistics_for_scripts_hold_all_that_is_drawn(cli, home, questions):
    write(home, *(answer(question, seconds=10.0) for question in questions))
    write(home, entry("suspend", questions[0]))
    numbers = json.loads(cli("stats", "--json").out)
    assert numbers["today"]["answers"] == len(questions)
    assert numbers["today"]["seconds"] == 10 * len(questions)
    assert numbers["topics"][0]["seen"] == len(questions)
    assert numbers["weakest"][0]["command"].startswith("quizcli quiz ")
    assert len(numbers["forecast"]) == 28


def test_the_first_page_tells_of_answers_dated_by_a_wrong_clock(cli, home):
    write(home, answer(LEAF, on=3))
    said = cli().out
    assert "1 answer is dated in the future." in said
    assert "quizcli progress redate" in said
    cli("progress", "redate")
    assert "redate" not in cli().out


def test_the_limits_of_a_day_can_be_set_for_once(cli, questions, home, monkeypatch):
    assert cli("review", "--count", "--new-per-day", "2").out == "0 due, 2 new\n"
    write(home, *(answer(question, revision=9) for question in questions))
    monkeypatch.setenv("QUIZCLI_NOW", "2026-03-09T12:00+00:00")
    options = ["--count", "--new-per-day", "1", "--reviews-per-day"]
    waiting = len(questions) - 3
    assert cli("review", *options, "3").out == f"3 due, 0 new, {waiting} waiting\n"
    assert cli("review", *options, "9").out == f"{len(questions)} due, 1 new\n"
    said = cli("review", "--retention", "2")
    assert said.code == 2
    assert "--retention 2.0: must be a number from 0.7 to 0.99" in said.err


def test_a_word_that_no_topic_is_called_by_leads_to_those_that_mention_it(cli):
    said = cli("quiz", "DDP")
    assert said.code == 1
    assert "no topic is called 'DDP'; it is mentioned in: gradient-accumulation" in said.err
    nearest = json.loads(cli("explain", "DDP", "--json").out)["nearest"]
    assert nearest[0].startswith("gradient-accumulation")


@pytest.mark.parametrize("act", ["suspend", "bury", "reset"])
def test_the_schedule_is_not_changed_on_a_guess(cli, act):
    said = cli("cards", act, "retain-grapf")
    assert said.code == 1
    assert "not sure what 'retain-grapf' means; closest: retain-graph" in said.err
    assert cli("cards", act, "retain_graph").code == (1 if act == "reset" else 0)


def test_what_was_done_to_a_topic_is_taken_back_as_a_whole(cli):
    several = cli("cards", "suspend", "retain_graph").out.split(": ")[1].splitlines()[0]
    assert re.fullmatch(r"\d+ questions", several)
    assert f"set aside, {several}, 2026-03-01" in cli("progress", "undo").out
    assert cli("cards", "--suspended").out == "There are none.\n"


def test_on_the_day_of_the_interview_nothing_is_out_of_reach_any_more(cli, monkeypatch):
    cli("plan", "--date", "2026-03-03")
    monkeypatch.setenv("QUIZCLI_NOW", "2026-03-03T12:00+00:00")
    told = cli("plan").out
    assert "Interview on Tue 3 Mar, today:" in told
    assert "out of reach" not in told
    assert "will not fit" not in told
