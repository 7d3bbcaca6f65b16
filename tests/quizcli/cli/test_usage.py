"""Help pages and complaints: in the person's language, as wide as the terminal, one line each."""

import re

import pytest

from quizcli.cli.app import COMMANDS, load
from quizcli.cli.help_page import columns, wrapped

ALONE = [(row.name,) for row in COMMANDS]
BELOW = [
    (row.name, name) for row in COMMANDS for name in sorted(getattr(load(row), "commands", {}))
]
PAGES = [(), *ALONE, *BELOW]
OF_TYPER = r"Usage|Options|Arguments|Commands|OPTIONS|COMMAND|ARGS|default:|required|Show this|<"


@pytest.mark.parametrize("command", PAGES, ids=" ".join)
def test_a_help_page_is_wholly_chinese_and_fits_into_40_columns(cli, monkeypatch, command) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setenv("QUIZCLI_LANG", "zh")
    page = cli(*command, "--help")
    assert page.code == 0
    assert re.findall(OF_TYPER, page.out) == []
    assert [line for line in page.out.splitlines() if columns(line) > 40] == []
    for line in page.out.splitlines():  # what stands beside a name begins with Chinese
        if beside := re.match(r"  -\S+(?: \S+| / \S+|, \S+)*  +(\S)", line):
            assert beside[1] >= "\u2e80" or beside[1] == "[", line


@pytest.mark.parametrize("command", PAGES, ids=" ".join)
def test_every_option_says_what_it_is_for(cli, command) -> None:
    lines = cli(*command, "--help").out.splitlines()
    for line, following in zip(lines, [*lines[1:], ""], strict=True):
        if re.fullmatch(r"  -\S.*", line) and "  " not in line.strip():
            assert following.startswith("     "), line


def test_a_usage_line_names_what_is_needed_and_brackets_what_is_not(cli) -> None:
    assert "Usage: quizcli explain [OPTIONS] TOPIC\n" in cli("explain", "--help").out
    assert "Usage: quizcli config [OPTIONS] [KEY] [VALUE]\n" in cli("config", "--help").out
    assert "Usage: quizcli cards bury [OPTIONS] NAME...\n" in cli("cards", "bury", "--help").out


MISTAKES = [
    (("quiz", "--nope"), "there is no option --nope", "没有选项 --nope"),
    (("quiz", "--numer", "3"), "did you mean --number", "是不是 --number"),
    (("quiz", "-n", "x"), "-n / --number must be a whole number, at least 1", "必须是整数，至少 1"),
    (
        ("quiz", "--kind", "x"),
        "--kind must be one of: recall, choice, predict, fill, fix",
        "--kind",
    ),
    (("interview", "--level", "x"), "--level must be one of: junior, mid, senior; see", "--level"),
    (("quiz", "-n", "0"), "-n / --number must be a whole number, at least 1", "必须是整数，至少 1"),
    (("quiz", "--seed", "x"), "--seed must be a whole number", "--seed 必须是整数"),
    (("run", "x.py", "--seconds", "0"), "must be a number, at least 0.1", "必须是数，至少 0.1"),
    (("interview", "--minutes", "500"), "a number, 1 to 240", "必须是数，1 到 240"),
    (("quiz", "-n"), "-n needs a value", "-n 需要一个值"),
    (("run", "--json=3", "x.py"), "--json takes no value", "--json 不带值"),
    (("review", "--retention", "3"), "--retention 3.0: must be a number from 0.7", "必须是 0.7 到"),
    (("review", "--new-per-day", "-1"), "--new-per-day -1: must be a whole number", "的整数"),
    (("bank", "trust", "mine"), "have not added a bank yet: quizcli bank add", "还没有自己的题库"),
    (("graph", "x", "--format", "png"), "must be one of: text, dot", "必须是其中之一：text、dot"),
    (("run",), "FILE is missing; see: quizcli run --help", "缺少 FILE；用法见：quizcli run --help"),
    (("topics", "a", "b"), "too many arguments: a b; see", "多余的参数：a b；"),
    (
        ("bank", "chek"),
        "no command 'chek' (did you mean check?); see: quizcli bank",
        "没有命令“chek”",
    ),
    (("quizz",), "no command 'quizz' (did you mean quiz?); see: quizcli -", "没有命令“quizz”"),
    (("plan", "--date", "soon"), "must be a date such as 2026-03-31, or a weekday", "或星期几"),
    (("nothing",), "there is no command 'nothing'; see: quizcli --help", "没有命令“nothing”"),
    (("run", "no.py"), "no.py: no such file or folder", "没有这个文件或文件夹"),
]


@pytest.mark.parametrize(("arguments", "english", "chinese"), MISTAKES)
def test_a_mistake_is_told_in_one_line_of_either_language(
    cli, monkeypatch, arguments, english, chinese
) -> None:
    for language, told in (("en", english), ("zh", chinese)):
        monkeypatch.setenv("QUIZCLI_LANG", language)
        said = cli(*arguments)
        assert (said.code, said.out, said.err.count("\n")) == (2, "", 1)
        assert told in said.err


def test_a_group_that_is_named_alone_shows_its_commands(cli) -> None:
    said = cli("bank")
    assert said.code == 2
    assert said.err.startswith("Usage: quizcli bank")
    assert "Show what a bank contains, and allow or forbid its code to run." in said.err


def test_chinese_is_broken_between_characters_but_not_before_a_comma() -> None:
    assert wrapped("一二三四，五六 seven", 8) == ["一二三", "四，五六", "seven"]


def test_a_shell_completes_topics_by_their_ids(cli, monkeypatch) -> None:
    for command in ("explain", "graph", "quiz"):
        monkeypatch.setenv("_QUIZCLI_COMPLETE", "complete_bash")
        monkeypatch.setenv("COMP_WORDS", f"quizcli {command} retain")
        monkeypatch.setenv("COMP_CWORD", "2")
        assert sorted(cli().out.split()) == ["retain-grad", "retain-graph"]


@pytest.mark.parametrize(
    ("typed", "known"),
    [
        ("quiz --kind p", ["predict"]),
        ("quiz --level s", ["senior"]),
        ("interview --level j", ["junior"]),
        ("config interv", ["interview_date"]),
    ],
)
def test_a_shell_completes_the_values_that_there_are(cli, monkeypatch, typed, known) -> None:
    monkeypatch.setenv("_QUIZCLI_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", f"quizcli {typed}")
    monkeypatch.setenv("COMP_CWORD", str(len(typed.split())))
    assert cli().out.split() == known


def test_no_legend_is_shown_where_there_is_no_graph(cli, tmp_path) -> None:
    (tmp_path / "empty.py").write_text("print(1)\n")
    said = cli("graph", tmp_path / "empty.py")
    assert "No operation was recorded" in said.out
    assert "●" not in said.out
