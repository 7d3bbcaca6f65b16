"""The check of a bank notices everything that it promises to notice."""

import re
from pathlib import Path

import pytest

from quizcli.bank.bank import open_bank
from quizcli.bank.check.across import columns
from quizcli.bank.check.report import Report, check
from quizcli.bank.check.verdicts import told as told_of
from quizcli.bank.new import write_bank
from quizcli.model.run import RunError, RunResult
from tests.quizcli.bank.files import TOPIC, changed, read, topic, write
from tests.quizcli.bank.running import run


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A bank of one topic that is in order."""
    write(tmp_path, "complete: true\n", "bank.yaml")
    write(tmp_path, "".join(f"{line}\n" for line in IDS), "ids.txt")
    write(tmp_path / "theme")
    return tmp_path


IDS = ("sums", *(f"sums/{kind}" for kind in ("choice", "fill", "fix", "predict", "recall")))


def report(path: Path, text: str | None = None, *, record: bool = False) -> Report:
    if text is not None:
        write(path / "theme", text)
    return check([path], [run], record=record)


def told(path: Path, text: str | None = None) -> list[str]:
    """Every problem as `line field: message`."""
    found = report(path, text).problems
    return [f"{p.line} {p.field}: {p.message}" for p in found]


def test_a_file_that_changed_since_it_was_agreed_to_does_not_run(tmp_path: Path) -> None:
    write_bank(tmp_path / "new")
    agreed = open_bank(tmp_path / "new", tmp_path).index.sources
    assert check([tmp_path / "new"], [run], agreed=agreed).problems == ()
    file = tmp_path / "new" / "rounding.yaml"
    file.write_text(file.read_text(encoding="utf-8") + " ", encoding="utf-8")
    done = check([tmp_path / "new"], [run], agreed=agreed)
    assert "has changed since you agreed to run it" in str(done.problems)
    assert done.programs == 0


def test_a_bank_in_order_has_no_problem(root: Path) -> None:
    done = report(root)
    assert done.problems == ()
    assert (done.files, done.programs) == (1, 10)


def test_the_example_of_a_new_bank_is_in_order(tmp_path: Path) -> None:
    write_bank(tmp_path / "new")
    done = check([tmp_path / "new"], [run])
    assert (done.problems, done.recorded) == ((), 0)
    assert set(done.mix.kinds) == {"recall", "choice", "predict", "fill", "fix"}


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        (
            "    prints: |\n      2\n",
            "    prints: |\n      3\n",
            "12 demos[0].prints: line 1 is recorded as '3', but '2' was printed",
        ),
        ("    prints: |\n      2\n", "", "8 demos[0].prints: no output is recorded"),
        (
            "print(1 + 1)",
            "print(1 + one)",
            "10 demos[0].code: the program failed: raised NameError: name 'one' is not defined",
        ),
        ("print(1 + 1)", "x = 1 + 1", "10 demos[0].code: the program prints nothing"),
        ("print(1 + 1)", "print('\\x1b[2J')", "10 demos[0].code: the program prints the character"),
        (
            "print({n} + 1)",
            "print(3 + 0 * {n})",
            "21 questions[0].variants: changing {n} never changes what is printed",
        ),
        (
            "print({n} + 1)",
            "print(float('nan') if {n} == 3 else 3)",
            "21 questions[0].variants: the program with n=3 prints nan: a degenerate variant",
        ),
        (
            '"2{n}", "none"',
            '"{n}", "4"',
            "24 questions[0].wrong[1]: '4' is graded right with n=3; a wrong answer must",
        ),
        (
            'solution: ["2"]',
            'solution: ["4"]',
            "26 questions[1]: the solution must pass its check: the check said AssertionError",
        ),
        (
            'wrong: ["1", "3"]',
            'wrong: ["1", "2.0"]',
            "26 questions[1]: wrong answer 2 passes: the check cannot tell it from the solution",
        ),
        (
            'wrong: ["1", "3"]',
            'wrong: ["1", "("]',
            "26 questions[1]: wrong answer 2 must fail its check, not like this: does not compile",
        ),
        ("x = 1 - 2", "x = 1 - 2 + 4", "37 questions[2]: the broken program passes"),
        ("x = 1 + 2", "x = 1 + 4", "37 questions[2]: the solution must pass its check"),
        ("          x = 2\n", "          x = 3\n", "37 questions[2]: wrong answer 2 passes"),
        ("aliases:", "builds_on: [none]\naliases:", "3 builds_on[0]: there is no topic `none`"),
        ("aliases:", "see_also: [sums]\naliases:", "3 see_also[0]: links to itself"),
        (
            "    prints: |\n      2\n",
            "    prints: |\n      2\n    proves: [x]\n",
            "14 demos[0].pro",
        ),
        ('zh: "什么是求和。"', 'zh: "What is it"', "6 summary.zh: contains no Chinese"),
        ("en: Sums", "en: 求和", "2 title.en: contains Chinese"),
        ("print(1 + 1)", f"print(1 + 1)  # {'x' * 70}", "10 demos[0].code: line 1 is 86 columns"),
    ],
)
def test_the_check_notices(root: Path, old: str, new: str, problem: str) -> None:
    lines = told(root, changed(old, new))
    assert any(line.startswith(problem) for line in lines), lines


def test_a_program_that_was_refused_is_told_in_the_guards_words() -> None:
    error = RunError("PermissionError", "a program may not use the network", 1)
    assert told_of(RunResult("refused", error=error)) == f"{error.message} in line 1"
    broken = RunError("SyntaxError", "invalid syntax", 1)
    assert told_of(RunResult("refused", error=broken)).startswith("does not compile: SyntaxError")


def test_a_program_without_end_is_no_way_to_fail(root: Path) -> None:
    (line,) = told(root, changed("          x = 2\n", "          raise TimeoutError\n"))
    assert "wrong answer 2 must fail its check, not like this: still running after" in line


def test_recording_writes_what_was_printed_and_lists_the_ids(root: Path) -> None:
    text = changed("    prints: |\n      2\n", "").replace(
        "prints: |\n      3", "prints: |\n      9"
    )
    (root / "ids.txt").unlink()
    done = report(root, text, record=True)
    assert (done.problems, done.recorded) == ((), 2)
    assert (root / "theme" / "sums.yaml").read_text(encoding="utf-8") == TOPIC
    assert (root / "ids.txt").read_text().split() == list(IDS)
    assert told(root) == []


def test_a_topic_in_one_language_may_stand_beside_others_in_both(root: Path) -> None:
    bare = re.sub(r"\{en: (\S.*?), zh: [^}]*\}", r"\1", topic(1))
    bare = bare.replace('\n  en: "What a sum is."\n  zh: "什么是求和。"', " What a sum is.")
    write(root, bare, "sums-1.yaml")
    assert not any("Chinese" in line for line in told(root))
    write(root, bare.replace("title: Sums", "title: {en: Sums, zh: 求和}"), "sums-1.yaml")
    assert any("contains no Chinese" in line for line in told(root))


def test_two_topics_with_one_term_are_told(root: Path) -> None:
    write(root, topic(1).replace("adding 1", "ADDING"), "sums-1.yaml")
    (line,) = [line for line in told(root) if "already finds" in line]
    assert line == "3 aliases[0]: 'adding' already finds `sums-1`"


def test_topics_that_build_on_each_other_are_told(root: Path) -> None:
    write(root, topic(1).replace("aliases:", "builds_on: [sums]\naliases:"), "sums-1.yaml")
    lines = told(root, changed("aliases:", "builds_on: [sums-1]\naliases:"))
    assert "3 builds_on: leads back to this topic in a circle" in lines


def test_a_lost_id_is_told_until_it_is_listed_as_former(root: Path) -> None:
    lines = told(root, changed("id: sums/fill", "id: sums/blank"))
    assert "3 sums/fill: is gone; list it under `formerly` at its new place" in lines
    kept = "id: sums/blank\n    formerly: [sums/fill]"
    (line,) = told(root, changed("id: sums/fill", kept))
    assert line == "1 : 1 id is not listed; `quizcli bank check --record` adds it"


CLAIM = """\
- {id: one, concept: sums, en: "One.", zh: "一。", verdict: "true"}
- {id: two, concept: sums, en: "Two.", zh: "二。", verdict: "false", note: "No."}
"""
PROVING = changed("    prints: |\n      2\n", "    prints: |\n      2\n    proves: [one]\n")


def test_an_unproved_claim_is_told_and_coverage_says_who_proves_what(root: Path) -> None:
    write(root, CLAIM, "claims.yaml")
    done = report(root, PROVING)
    assert [str(p) for p in done.problems] == [
        f"{root}/claims.yaml:2:3: [1]: the claim `two` has no proof"
    ]
    assert done.coverage is not None
    assert dict(done.coverage.proved_by) == {"one": ("sums#one-and-one",), "two": ()}


def test_an_incomplete_bank_only_lists_what_is_to_come(root: Path) -> None:
    write(root, "complete: false\n", "bank.yaml")
    write(root, CLAIM, "claims.yaml")
    concept = '- {id: more, title: {en: More, zh: 更多}, aliases: ["更"]}\n'
    write(root, concept, "concepts.yaml")
    done = report(root, PROVING.replace("aliases:", "see_also: [more]\naliases:"))
    assert done.problems == ()
    assert done.to_come == (
        "the claim `two` has no proof",
        "the concept `more` has no topic `more`",
    )


def test_an_incomplete_bank_still_refuses_links_to_nowhere(root: Path) -> None:
    write(root, "complete: false\n", "bank.yaml")
    lines = told(root, changed("aliases:", "see_also: [nowhere]\naliases:"))
    assert lines == ["3 see_also[0]: there is no topic `nowhere`"]


def test_a_concept_that_cannot_be_found_is_told(root: Path) -> None:
    concept = "- {id: sums, title: {en: Sums, zh: 求和}, aliases: [adding, cake]}\n"
    write(root, concept, "concepts.yaml")
    write(root, topic(1), "sums-1.yaml")
    write(root, topic(2), "sums-2.yaml")
    write(root, topic(3), "sums-3.yaml")
    lines = [line for line in told(root) if "does not find" in line]
    assert lines in ([], ["1 [0]: 'cake' does not find `sums`, of the concept `sums`"])


@pytest.mark.parametrize(
    ("name", "text", "problem"),
    [
        ("bank.yaml", "complet: true\n", "1 complet: unknown field; did you mean `complete`?"),
        ("claims.yaml", "- {id: one}\n", "1 [0]: `concept` is missing"),
        ("claims.yaml", CLAIM.replace('"true"', "true"), "1 [0].verdict: expected one of true, f"),
        ("concepts.yaml", "- {id: sums}\n", "1 [0]: `title` is missing"),
    ],
)
def test_a_bad_list_is_told(root: Path, name: str, text: str, problem: str) -> None:
    write(root, text, name)
    lines = told(root)
    assert any(line.startswith(problem) for line in lines), lines


def test_one_file_is_checked_within_its_bank(root: Path) -> None:
    write(root, CLAIM, "claims.yaml")
    write(root, topic(1), "sums-1.yaml")
    text = PROVING.replace("aliases:", "see_also: [sums-1]\naliases:")
    file = write(root / "theme", text)
    done = check([file], [run])
    assert (done.problems, done.files, done.coverage) == ((), 1, None)


def test_progress_is_told_for_every_program(root: Path) -> None:
    seen: list[tuple[int, int]] = []
    check([root], [run, run], progress=lambda *step: seen.append(step))
    assert seen == [(n, 10) for n in range(1, 11)]


def test_files_that_cannot_be_read_do_not_stop_the_rest(root: Path) -> None:
    write(root, "id: [\n", "broken.yaml")
    done = report(root, changed("1 - 2\n", "3\n"))
    assert len(done.problems) > 2
    assert done.programs == 0 or done.files == 2


def test_a_report_is_plain_data(root: Path) -> None:
    import json

    write(root, CLAIM, "claims.yaml")
    data = json.loads(json.dumps(report(root).as_json()))
    assert data["problems"][0]["message"] == "the claim `one` has no proof"


def test_the_topic_read_is_the_topic_checked(root: Path) -> None:
    assert read(root / "theme" / "sums.yaml").id == "sums"


@pytest.mark.parametrize(("line", "width"), [("abc", 3), ("计算图", 6), ("e\u0301", 1), ("", 0)])
def test_columns_are_counted_as_a_terminal_does(line: str, width: int) -> None:
    assert columns(line) == width
