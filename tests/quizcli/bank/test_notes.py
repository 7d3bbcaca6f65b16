"""Markdown notes become the beginning of a topic, and nothing of them is lost."""

from pathlib import Path

import pytest

from quizcli.bank.check.report import check
from quizcli.bank.new import begin_bank
from quizcli.bank.notes import read_notes, slug, topic_text
from quizcli.errors import UsageError
from quizcli.model.topic import Recall
from tests.quizcli.bank.files import read, write
from tests.quizcli.bank.running import run

NOTES = """\
Before the first heading.

# Rounding in Python

Rounding goes to the even neighbour.

## Why does `round(2.5)` give 2?

- Halves go to even.
- Sums stay unbiased.

```python
print(round(2.5))
```

```python
print(round(3.5))
```

## 四舍五入怎么写？

用 `Decimal`。指明规则。

```py
from decimal import ROUND_HALF_UP, Decimal
print(Decimal("2.5").quantize(Decimal("1"), ROUND_HALF_UP))
```

### Is it fast?

Yes: "very".

```text
not a program
```
"""


def imported(folder: Path, notes: str = NOTES) -> Path:
    topic, text = topic_text(read_notes(notes), Path("my notes.md"))
    begin_bank(folder)
    return write(folder, text, f"{topic}.yaml")


def test_headings_become_questions_and_programs_demos(tmp_path: Path) -> None:
    topic = read(imported(tmp_path))
    assert (topic.id, topic.title.en) == ("rounding-in-python", "Rounding in Python")
    assert topic.summary.en == "Rounding goes to the even neighbour."
    assert [question.ask.en for question in topic.questions] == [
        "Why does `round(2.5)` give 2?",
        "四舍五入怎么写？",
    ]
    assert [demo.id for demo in topic.demos] == [
        "why-does-round-2-5-give-2",
        "why-does-round-2-5-give-2-2",
        "question-2",
    ]


def test_points_are_the_bullets_or_the_sentences(tmp_path: Path) -> None:
    first, second = read(imported(tmp_path)).questions
    assert isinstance(first, Recall)
    assert isinstance(second, Recall)
    assert [point.en for point in first.points] == ["Halves go to even.", "Sums stay unbiased."]
    assert [point.en for point in second.points] == ["用 `Decimal`。", "指明规则。"]


def test_what_has_no_program_stays_as_a_comment(tmp_path: Path) -> None:
    text = imported(tmp_path).read_text(encoding="utf-8")
    assert '# - Is it fast?\n#   Yes: "very".\n' in text
    assert "#   not a program\n" in text


def test_the_output_is_recorded_and_the_bank_is_in_order(tmp_path: Path) -> None:
    file = imported(tmp_path)
    assert check([tmp_path], [run], record=True).problems == ()
    assert [demo.prints for demo in read(file).demos] == ["2\n", "4\n", "3\n"]


def test_notes_from_another_editor_are_read(tmp_path: Path) -> None:
    notes = "# T\r\n\r\ntext\u200b\r\n\r\n~~~python\r\nif 1:\r\n\tprint(1)\r\n~~~\r\n"
    assert read(imported(tmp_path, notes)).demos[0].code == "if 1:\n    print(1)\n"


def test_the_name_of_the_notes_is_no_more_than_a_comment(tmp_path: Path) -> None:
    _topic, text = topic_text(read_notes(NOTES), tmp_path / "one\ntitle: two\x1b.md")
    assert "# Made from one title: two.md: a beginning" in text


def test_a_heading_with_a_program_and_no_text_is_kept_too(tmp_path: Path) -> None:
    notes = "# T\n## Bare\n```py\nprint(1)\n```\n## Other\ntext\n```py\nprint(2)\n```\n"
    text = imported(tmp_path, notes).read_text(encoding="utf-8")
    assert "print(1)" in text


@pytest.mark.parametrize("notes", ["", "no heading\n", "# only\ntext\n", "# h\n```python\n```\n"])
def test_notes_without_a_proved_answer_are_told(notes: str) -> None:
    with pytest.raises(UsageError, match=r"n\.md: no heading has both text and a ```python"):
        topic_text(read_notes(notes), Path("n.md"))


def test_a_slug_has_only_what_an_id_may_have() -> None:
    assert slug("  `torch.no_grad()` & Co. ") == "torch-no-grad-co"
    assert slug("计算图") == ""


def test_labels_tables_and_other_code_are_no_points() -> None:
    notes = """\
# Q: Shapes
**A:** Align them from the right. Ones stretch.

| a | b |
|---|---|

```sh
pip install numpy
```


Done?
"""
    (note,) = read_notes(notes)
    assert note.heading == "Shapes"
    assert note.points == ["Align them from the right.", "Ones stretch.", "Done?"]
    assert note.answer.startswith("Align them")
    assert "| a | b |" in note.answer
    assert "\n\n\n" not in note.answer
    assert read_notes("# 问题1：为什么？")[0].heading == "为什么？"
    assert read_notes("# A tensor: what is it?")[0].heading == "A tensor: what is it?"


def test_a_transcript_becomes_the_program_that_it_shows() -> None:
    transcript = """\
>>> x = [1, 2]
>>> for each in x:
...     print(each)
1
2
>>> x
[1, 2]
>>> print(len(x))
2
"""
    (note,) = read_notes(f"# T\n```python\n{transcript}```\n")
    assert note.programs == ["x = [1, 2]\nfor each in x:\n    print(each)\nprint(x)\nprint(len(x))"]
    (broken,) = read_notes("# T\n```python\n>>>x\n>>> x\n```\n")
    assert broken.programs == [">>>x\n>>> x"]
