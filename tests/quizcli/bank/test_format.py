"""The format of a topic: what it makes of a file, and how it tells what is wrong."""

from pathlib import Path

import pytest

from quizcli.model.text import Text
from quizcli.model.topic import Fill, Fix, Predict, Recall
from tests.quizcli.bank.files import TOPIC, changed, problems, read, write


def told(folder: Path, text: str, name: str = "sums.yaml") -> list[str]:
    """Every problem as `line field: message`."""
    return [f"{p.line} {p.field}: {p.message}" for p in problems(write(folder, text, name))]


def test_a_topic_becomes_what_the_model_says(tmp_path: Path) -> None:
    topic = read(write(tmp_path))
    predict, fill, fix, recall, _choice = topic.questions
    assert topic.title == Text("Sums", "求和")
    assert topic.demos[0].prints == "2\n"
    assert isinstance(predict, Predict)
    assert predict.variants == {"n": (2, 3)}
    assert isinstance(fill, Fill)
    assert fill.wrong == (("1",), ("3",))
    assert isinstance(fix, Fix)
    assert fix.wrong == ("x = 1 * 2\n", "x = 2\n")
    assert isinstance(recall, Recall)
    assert recall.follow_ups[0].when == 0


def test_text_may_be_in_one_language(tmp_path: Path) -> None:
    topic = read(write(tmp_path, changed("title: {en: Sums, zh: 求和}", "title: Sums")))
    assert topic.title == Text("Sums", "Sums")


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("id: sums\n", "id: Sums\n", "1 id: 'Sums' is not an id like `graph-release`"),
        ("id: sums\n", "id: other\n", "1 id: the file is named sums.yaml; rename it other.yaml"),
        (
            "zh: 求和}",
            "zh: 求和, 求差}",
            "2 title.求差: '求差' follows a comma; put text that contains",
        ),
        ("zh: 求和}", "zh: 求和, fr: Sommes}", "2 title.fr: unknown language 'fr'"),
        ("title: {en: Sums, zh: 求和}", "title: {en: Sums}", "2 title: `zh` is missing"),
        (
            "title: {en: Sums, zh: 求和}",
            "title: {en: Sums, zh: 求和, fr: S}",
            "2 title.fr: unknown",
        ),
        ("title: {en: Sums, zh: 求和}", "title: 3", "2 title: expected text in `en` and `zh`"),
        ("aliases: [adding, 加法]", "aliases: []", "3 aliases: needs at least 1, has 0"),
        (
            "aliases: [adding, 加法]",
            "aliases: [on, 加法]",
            "3 aliases[0]: expected a search term, f",
        ),
        (
            "aliases: [adding, 加法]",
            "aliases: adding",
            "3 aliases: expected a list, found 'adding'",
        ),
        ("aliases: [adding, 加法]", "aliases: [a, A]", "3 aliases[1]: 'a' appears twice"),
        (
            "aliases: [adding, 加法]",
            "alias: [a]",
            "3 alias: unknown field; did you mean `aliases`?",
        ),
        ("summary:", "sumary:", "1 : `summary` is missing"),
        ("    caption: ", "    captoin: ", "9 demos[0].captoin: unknown field; did you mean `capt"),
        ("kind: predict", "kind: guess", "16 questions[0].kind: expected one of recall, choice"),
        ("    kind: predict\n", "", "15 questions[0]: `kind` is missing: one of recall"),
        ("id: sums/predict", "id: other/predict", "15 questions[0].id: must begin with `sums/`"),
        ("id: sums/predict", "id: sums/fill", "26 questions[1].id: 'sums/fill' appears twice"),
        ("level: mid", "level: hard", "28 questions[1].level: expected one of junior, mid, senior"),
        ("{n: [2, 3]}", "{n: [2]}", "21 questions[0].variants.n: needs at least 2, has 1"),
        ("{n: [2, 3]}", "{n: [2, 3], m: [1, 2]}", "21 questions[0].variants.m: `{m}` does not oc"),
        ("{n: [2, 3]}", "{n: [2, null]}", "21 questions[0].variants.n[1]: expected a number"),
        ('wrong: ["2{n}", "none"]', "wrong: [none]", "24 questions[0].wrong: needs at least 2"),
        ('wrong: ["2{n}", "none"]', "wrong: [6, none]", "24 questions[0].wrong[0]: expected an an"),
        ("x = 1 + ____", "x = 1 + ___", "30 questions[1].code: has no blank; write ____"),
        (
            'solution: ["2"]',
            'solution: ["2", "3"]',
            "32 questions[1].solution: has 2 answers for 1",
        ),
        (
            'wrong: ["1", "3"]',
            'wrong: ["1", ["3", "4"]]',
            "35 questions[1].wrong[1]: has 2 answers",
        ),
        ('{"1 - 2": "1 * 2"}', '{"1 - 9": "1"}', "48 questions[2].wrong[0].change.1 - 9: '1 - 9'"),
        (
            "      - code: |\n          x = 2\n",
            "      - {}\n",
            "49 questions[2].wrong[1]: write ei",
        ),
        (
            "when: 0",
            "when: 3",
            "60 questions[3].follow_ups[0].when: there is no point 3; choose 0 to 0",
        ),
        (", right: true", "", "67 questions[4].options: no option is right"),
        (
            ', why: {en: "One too many.", zh: "多了一。"}',
            "",
            "68 questions[4].options[1]: a wrong op",
        ),
        (
            '多了一。"}}\n    demo: one-and-one',
            '多了一。"}}\n    demo: two',
            "69 questions[4].demo: there is no demo `two`; this topic has one-and-one",
        ),
    ],
)
def test_a_fault_is_told_with_line_field_and_remedy(
    tmp_path: Path, old: str, new: str, problem: str
) -> None:
    lines = told(tmp_path, changed(old, new))
    assert any(line.startswith(problem) for line in lines), lines


def test_all_faults_of_a_file_are_told_at_once(tmp_path: Path) -> None:
    text = changed("level: mid", "level: hard")
    text = changed("kind: fix", "kind: mend", text)
    text = changed('"A sum."', '""', text)
    assert [line.split(":")[0] for line in told(tmp_path, text)] == [
        "9 demos[0].caption.en",
        "28 questions[1].level",
        "38 questions[2].kind",
    ]


def test_columns_point_at_the_value(tmp_path: Path) -> None:
    (problem,) = problems(write(tmp_path, changed("level: mid", "level: hard")))
    assert (problem.line, problem.column) == (28, 12)
    assert str(problem).startswith(f"{tmp_path}/sums.yaml:28:12: questions[1].level: ")


def test_too_many_variants_are_refused(tmp_path: Path) -> None:
    text = changed("{n} + 1)", "{n} + {m})").replace(
        "variants: {n: [2, 3]}", f"variants: {{n: {list(range(9))}, m: {list(range(9))}}}"
    )
    assert any("81 combinations" in line for line in told(tmp_path, text))


@pytest.mark.parametrize("text", ["just text\n", "- a\n- list\n", "3\n", "null\n"])
def test_a_file_that_holds_no_mapping_is_told(tmp_path: Path, text: str) -> None:
    assert told(tmp_path, text)[0].startswith("1 : expected topic (id, title, aliases, summary")


def test_a_topic_without_a_recorded_output_can_be_read(tmp_path: Path) -> None:
    topic = read(write(tmp_path, changed("    prints: |\n      2\n", "")))
    assert topic.demos[0].prints == ""


def test_the_text_of_the_topic_is_sound() -> None:
    assert "{n}" in TOPIC
