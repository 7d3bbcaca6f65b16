"""Small banks for tests: a whole topic in a few lines, and changes to it."""

from pathlib import Path

from quizcli.bank.problem import BankError, Problem
from quizcli.bank.read import topic_of
from quizcli.bank.source import decode, load, read_bytes
from quizcli.model.topic import Topic

TOPIC = """\
id: sums
title: {en: Sums, zh: 求和}
aliases: [adding, 加法]
summary:
  en: "What a sum is."
  zh: "什么是求和。"
demos:
  - id: one-and-one
    caption: {en: "A sum.", zh: "一个和。"}
    code: |
      print(1 + 1)
    prints: |
      2
questions:
  - id: sums/predict
    kind: predict
    level: junior
    ask: {en: "What is printed?", zh: "会打印什么？"}
    code: |
      print({n} + 1)
    variants: {n: [2, 3]}
    prints: |
      3
    wrong: ["2{n}", "none"]
    why: {en: "It adds.", zh: "相加。"}
  - id: sums/fill
    kind: fill
    level: mid
    ask: {en: "Make it three.", zh: "使其为三。"}
    code: |
      x = 1 + ____
    solution: ["2"]
    check: |
      assert x == 3
    wrong: ["1", "3"]
    why: {en: "One and two.", zh: "一加二。"}
  - id: sums/fix
    kind: fix
    level: senior
    ask: {en: "Mend the sum.", zh: "修好它。"}
    code: |
      x = 1 - 2
    solution: |
      x = 1 + 2
    check: |
      assert x == 3
    wrong:
      - change: {"1 - 2": "1 * 2"}
      - code: |
          x = 2
    why: {en: "A sign.", zh: "符号。"}
  - id: sums/recall
    kind: recall
    level: junior
    ask: {en: "What is a sum?", zh: "什么是和？"}
    answer: {en: "What adding gives.", zh: "相加的结果。"}
    points:
      - {en: "Adding.", zh: "相加。"}
    follow_ups:
      - {when: 0, ask: {en: "Of none?", zh: "没有数呢？"}, answer: {en: "Zero.", zh: "零。"}}
    demo: one-and-one
  - id: sums/choice
    kind: choice
    level: junior
    ask: {en: "One and one?", zh: "一加一？"}
    options:
      - {text: {en: "Two.", zh: "二。"}, right: true}
      - {text: {en: "Three.", zh: "三。"}, why: {en: "One too many.", zh: "多了一。"}}
    demo: one-and-one
"""


def changed(old: str, new: str, text: str = TOPIC) -> str:
    """The topic's text with one piece replaced; fails if the piece is not there once."""
    assert text.count(old) == 1, f"{old!r} stands there {text.count(old)} times"
    return text.replace(old, new)


def write(folder: Path, text: str | bytes = TOPIC, name: str = "sums.yaml") -> Path:
    """The file with this content, in the folder."""
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return file


def read(file: Path) -> Topic:
    """The topic in the file."""
    text = decode(read_bytes(file), file)
    return topic_of(load(text, file), text, file)


def problems(file: Path) -> tuple[Problem, ...]:
    """What is wrong with the file; empty if it can be read."""
    try:
        read(file)
    except BankError as error:
        return error.problems
    return ()


def topic(number: int) -> str:
    """Another topic, told apart from the rest by its number."""
    text = TOPIC.replace("sums", f"sums-{number}").replace("adding", f"adding {number}")
    return text.replace("加法", f"加法{number}")
