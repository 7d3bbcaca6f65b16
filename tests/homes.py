"""Folders of persons who never were."""

from pathlib import Path

from quizcli.bank.bank import open_bank
from quizcli.bank.new import write_bank
from quizcli.bank.registry import Registry

TOPIC = "own:rounding"
HINTED = """\
id: hinted
title: {en: "Sums", zh: "求和"}
aliases: [sums]
summary: {en: "Sums.", zh: "求和。"}
demos:
  - id: sum
    caption: {en: "A sum.", zh: "一个和。"}
    code: |
      print(1 + {n})
    variants: {n: [1, 2]}
    prints: |
      2
questions:
  - id: hinted/sum
    kind: predict
    level: mid
    ask: {en: "What is printed?", zh: "会打印什么？"}
    code: |
      print(1 + 1)
    prints: |
      2
    wrong: ["3", "1"]
    why: {en: "One and one.", zh: "一加一。"}
    hints:
      - {en: "Add.", zh: "相加。"}
      - {en: "Two.", zh: "二。"}
  - id: hinted/lines
    kind: predict
    level: senior
    ask: {en: "Several lines.", zh: "多行。"}
    code: |
      for word in ("计算图", "tensor"):
          print(word)
    prints: |
      计算图
      tensor
    wrong: ["tensor", "计算图"]
    why: {en: "One word a line.", zh: "一行一个词。"}
"""


def home_with_bank(folder: Path, cache: Path) -> Path:
    """A home in which the example bank was added as `own` and trusted; `cache` may be shared."""
    home, bank = folder / "home", folder / "bank"
    write_bank(bank)
    (bank / "hinted.yaml").write_text(HINTED, encoding="utf-8")
    (home / "data").mkdir(parents=True)
    (home / "cache").symlink_to(cache)
    registry = Registry(home / "data" / "banks.json")
    registry.add("own", bank)
    registry.trust("own", open_bank(bank, cache, "own").content)
    return home
