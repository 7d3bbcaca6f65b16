"""Opening a bank from its cache: the same as from its files, or not from the cache at all."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from quizcli.bank import parse
from quizcli.bank.bank import Bank, open_bank
from quizcli.errors import QuizError
from tests.quizcli.bank.files import TOPIC, changed, read, topic, write


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write(tmp_path / "bank")
    for number in range(3):
        write(tmp_path / "bank" / "more", topic(number), f"sums-{number}.yaml")
    return tmp_path / "bank"


@pytest.fixture
def opened(folder: Path, tmp_path: Path) -> Bank:
    """The bank, opened for the second time."""
    open_bank(folder, tmp_path / "cache")
    return open_bank(folder, tmp_path / "cache")


def test_the_second_time_comes_from_the_cache(opened: Bank) -> None:
    assert opened.parsed is None
    opened.topic("sums"), opened.questions(), opened.names()
    assert opened.parsed is None


def test_the_cache_says_what_the_files_say(opened: Bank, folder: Path) -> None:
    from_files = parse.parse(folder, "", opened.index.stamps)
    assert opened.topic("sums") == read(folder / "sums.yaml")
    assert opened.questions() == from_files.questions
    assert list(opened.names()) == list(from_files.names)
    assert [tuple(t) for t in opened.topics] == [
        (*t[:3], list(t.builds_on), *t[4:]) for t in from_files.index.topics
    ]


def test_a_cached_start_loads_neither_yaml_nor_the_check(opened: Bank, tmp_path: Path) -> None:
    code = f"""
import sys
from pathlib import Path
from quizcli.bank.library import open_library
home = Path({str(tmp_path)!r})
library = open_library(home, home / "cache", Path({str(opened.folder)!r}))
library.topic("sums"), library.questions, library.find("sums")
print([m for m in ("yaml", "numpy", "rapidfuzz", "rich", "hashlib") if m in sys.modules])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_changed_file_is_read_again(opened: Bank, folder: Path, tmp_path: Path) -> None:
    write(folder, changed("title: {en: Sums,", "title: {en: Totals,"))
    again = open_bank(folder, tmp_path / "cache")
    assert again.topic("sums").title.en == "Totals"
    assert again.content != opened.content


def test_a_touched_file_with_the_same_content_changes_nothing(
    opened: Bank, folder: Path, tmp_path: Path
) -> None:
    os.utime(folder / "sums.yaml")
    assert open_bank(folder, tmp_path / "cache").content == opened.content


def test_what_did_not_change_is_not_parsed_again(
    opened: Bank, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from quizcli.bank import source

    loaded = []
    load = source.load
    monkeypatch.setattr(
        source, "load", lambda text, file: loaded.append(file.name) or load(text, file)
    )
    write(folder, changed("title: {en: Sums,", "title: {en: Totals,"))
    open_bank(folder, tmp_path / "cache")
    assert loaded == ["sums.yaml"]


@pytest.mark.parametrize("change", ["add", "remove", "rename"])
def test_the_cache_notices_files_that_come_and_go(
    opened: Bank, folder: Path, tmp_path: Path, change: str
) -> None:
    if change == "add":
        write(folder, topic(9), "sums-9.yaml")
    elif change == "remove":
        (folder / "sums.yaml").unlink()
    else:
        (folder / "more").rename(folder / "rest")
    again = open_bank(folder, tmp_path / "cache")
    assert again.parsed is not None
    assert ("sums" in {entry.id for entry in again.topics}) == (change != "remove")


@pytest.mark.parametrize("place", [0, 20, 60, 500, -200, -1])
@pytest.mark.parametrize("damage", ["flip", "cut"])
def test_a_damaged_cache_is_rebuilt(
    opened: Bank, folder: Path, tmp_path: Path, place: int, damage: str
) -> None:
    whole = opened.cache.read_bytes()
    at = place % len(whole)
    flipped = whole[:at] + bytes([whole[at] ^ 0x15]) + whole[at + 1 :]
    opened.cache.write_bytes(flipped if damage == "flip" else whole[:at])
    again = open_bank(folder, tmp_path / "cache")
    for entry in again.topics:
        assert again.topic(entry.id).id == entry.id
    assert len(again.questions()) == 20
    assert again.names()


def test_a_letter_that_changed_in_the_cache_is_noticed(
    opened: Bank, folder: Path, tmp_path: Path
) -> None:
    whole = opened.cache.read_bytes()
    places = [n for n in range(len(whole)) if whole.startswith(b"Sums", n)]
    assert len(places) > 4
    for place in places:
        opened.cache.write_bytes(whole[:place] + b"Dums" + whole[place + 4 :])
        again = open_bank(folder, tmp_path / "cache")
        assert [entry.title_en for entry in again.topics] == ["Sums"] * 4
        assert again.topic("sums").title.en == "Sums"
        assert "dums" not in {name.key for name in again.names()}


def test_hidden_folders_are_not_part_of_a_bank(folder: Path, tmp_path: Path) -> None:
    before = open_bank(folder, tmp_path / "cache").content
    write(folder / ".git", topic(9), "sums-9.yaml")
    write(folder, topic(8), ".sums-8.yaml")
    assert open_bank(folder, tmp_path / "cache").content == before


def test_the_other_ending_of_yaml_counts_too(folder: Path, tmp_path: Path) -> None:
    write(folder, topic(9), "sums-9.yml")
    assert open_bank(folder, tmp_path / "cache").topic("sums-9").id == "sums-9"


def test_a_cache_of_another_version_is_not_read(
    folder: Path, tmp_path: Path, opened: Bank, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("quizcli.bank.cache.VERSION", "0-other")
    assert open_bank(folder, tmp_path / "cache").parsed is not None


def test_a_cache_that_cannot_be_written_is_done_without(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file where a folder should be")
    assert open_bank(folder, tmp_path / "cache").topic("sums").id == "sums"


def test_concurrent_openings_agree(folder: Path, tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        banks = list(pool.map(lambda _: open_bank(folder, tmp_path / "cache"), range(16)))
    assert {bank.content for bank in banks} == {banks[0].content}
    assert [file.name for file in (tmp_path / "cache").iterdir()] == [banks[0].cache.name]


def test_a_bank_that_changes_while_it_is_open_is_told(
    opened: Bank, folder: Path, tmp_path: Path
) -> None:
    opened.cache.unlink()
    write(folder, changed("title: {en: Sums,", "title: {en: Totals,"))
    with pytest.raises(QuizError, match="has just changed; start again"):
        opened.topic("sums")


def test_a_cache_that_was_renewed_meanwhile_is_not_mixed_up(
    opened: Bank, folder: Path, tmp_path: Path
) -> None:
    whole = opened.cache.read_bytes()
    opened.cache.write_bytes(whole.replace(opened.content.encode(), b"0" * 32, 1))
    write(folder, changed("title: {en: Sums,", "title: {en: Dums,"))
    with pytest.raises(QuizError, match="has just changed; start again"):
        opened.topic("sums")


def test_a_broken_file_leaves_the_rest_usable(folder: Path, tmp_path: Path) -> None:
    write(folder, "id: [\n", "broken.yaml")
    for _ in range(2):
        bank = open_bank(folder, tmp_path / "cache")
        assert len(bank.topics) == 4
        (problem,) = bank.index.problems
        assert problem.startswith(f"{folder}/broken.yaml:2:1: ")


def test_of_two_topics_with_one_id_the_second_is_left_out(folder: Path, tmp_path: Path) -> None:
    write(folder / "zzz", TOPIC)
    bank = open_bank(folder, tmp_path / "cache")
    assert bank.index.problems == (
        f"{folder}/zzz/sums.yaml:1:1: the topic `sums` is already in sums.yaml",
    )


def test_topics_come_after_those_they_build_on(folder: Path, tmp_path: Path) -> None:
    text = topic(0).replace("aliases:", "builds_on: [sums-2, sums, nowhere]\naliases:")
    write(folder / "more", text, "sums-0.yaml")
    order = [entry.id for entry in open_bank(folder, tmp_path / "cache").topics]
    assert order.index("sums-0") > max(order.index("sums-2"), order.index("sums"))


def test_questions_come_easier_ones_first(opened: Bank) -> None:
    levels = [entry.level for entry in opened.questions() if entry.topic == "sums"]
    assert levels == ["junior", "junior", "junior", "mid", "senior"]


def test_former_ids_lead_to_the_present_ones(folder: Path, tmp_path: Path) -> None:
    text = changed("title:", "formerly: [totals]\ntitle:")
    text = changed("    kind: fill\n", "    kind: fill\n    formerly: [totals/fill]\n", text)
    write(folder, text)
    renamed = open_bank(folder, tmp_path / "cache").index.renamed
    assert renamed == {"totals": "sums", "totals/fill": "sums/fill"}
