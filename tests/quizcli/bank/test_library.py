"""A person's own banks beside the shipped one: ids kept apart, code run only once it is trusted."""

import json
from pathlib import Path

import pytest

from quizcli.bank.bank import open_bank
from quizcli.bank.library import Library, NotTrustedError, open_library
from quizcli.bank.registry import Registry
from quizcli.errors import QuizError, UsageError
from tests.quizcli.bank.files import TOPIC, changed, topic, write


@pytest.fixture
def shipped(tmp_path: Path) -> Path:
    write(tmp_path / "shipped")
    return tmp_path / "shipped"


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A bank of the person's own, with a topic of the same id as a shipped one."""
    write(tmp_path / "own", changed("aliases: [adding,", "builds_on: [sums-1]\naliases: [plus,"))
    write(tmp_path / "own", topic(1), "sums-1.yaml")
    return tmp_path / "own"


@pytest.fixture
def registry(tmp_path: Path) -> Registry:
    return Registry(tmp_path / "data" / "banks.json")


@pytest.fixture
def library(tmp_path: Path, shipped: Path, own: Path, registry: Registry) -> Library:
    registry.add("own", own)
    return reopened(tmp_path)


def reopened(tmp_path: Path) -> Library:
    return open_library(tmp_path / "data", tmp_path / "cache", tmp_path / "shipped")


def agree(tmp_path: Path, registry: Registry) -> None:
    bank = open_bank(tmp_path / "own", tmp_path / "cache", "own")
    registry.trust("own", bank.content)


def test_ids_of_two_banks_cannot_clash(library: Library) -> None:
    assert [entry.id for entry in library.topics] == ["sums", "own:sums-1", "own:sums"]
    assert library.topic("own:sums").questions[0].id == "own:sums/predict"
    assert library.question("own:sums/fix").id == "own:sums/fix"
    assert library.topic("own:sums").builds_on == ("own:sums-1",)


def test_an_untrusted_bank_is_read_but_not_asked(library: Library) -> None:
    assert library.topic("own:sums").summary.en == "What a sum is."
    assert library.find("plus").topics == ("own:sums",)
    assert {entry.topic for entry in library.questions} == {"sums"}
    assert not library.may_run("own:sums")
    with pytest.raises(NotTrustedError, match="quizcli bank trust own"):
        library.require_trust("own:sums")


def test_a_trusted_bank_is_asked(tmp_path: Path, library: Library, registry: Registry) -> None:
    agree(tmp_path, registry)
    trusting = reopened(tmp_path)
    assert {entry.topic for entry in trusting.questions} == {"sums", "own:sums-1", "own:sums"}
    trusting.require_trust("own:sums")


def test_new_questions_are_of_several_topics_each_after_those_it_builds_on(
    tmp_path: Path, registry: Registry
) -> None:
    above = topic(1).replace("aliases:", "builds_on: [sums]\naliases:")
    for name, text in {"sums": TOPIC, "sums-1": above, "sums-2": topic(2)}.items():
        write(tmp_path / "shipped", text, f"{name}.yaml")
    asked = [entry.topic for entry in reopened(tmp_path).questions]
    assert asked[:6] == ["sums", "sums-2", "sums", "sums-1", "sums-2", "sums"]
    for place, name in enumerate(asked):
        if name == "sums-1":
            before = asked[:place]
            assert before.count("sums") >= min(5, 1 + before.count("sums-1"))


def test_questions_of_ones_own_do_not_wait_for_all_that_was_shipped(
    tmp_path: Path, library: Library, registry: Registry
) -> None:
    agree(tmp_path, registry)
    first = [entry.topic for entry in reopened(tmp_path).questions][:5]
    assert set(first) == {"sums", "own:sums-1", "own:sums"}


@pytest.mark.parametrize("change", ["edit", "add", "remove", "rename"])
def test_any_change_asks_again(
    tmp_path: Path, library: Library, registry: Registry, own: Path, change: str
) -> None:
    agree(tmp_path, registry)
    match change:
        case "edit":
            write(own, topic(1).replace("print(1 + 1)", "print(1 + 2)"), "sums-1.yaml")
        case "add":
            write(own, topic(2), "sums-2.yaml")
        case "remove":
            (own / "sums-1.yaml").unlink()
        case "rename":
            (own / "deeper").mkdir()
            (own / "sums-1.yaml").rename(own / "deeper" / "sums-1.yaml")
    assert not reopened(tmp_path).may_run("own:sums")


def test_trust_can_be_withdrawn(tmp_path: Path, library: Library, registry: Registry) -> None:
    agree(tmp_path, registry)
    registry.trust("own", None)
    assert not reopened(tmp_path).may_run("own:sums")


def test_the_shipped_bank_is_trusted(library: Library) -> None:
    assert library.may_run("sums")


def test_what_runs_is_what_was_trusted_even_if_the_file_changes_meanwhile(
    tmp_path: Path, library: Library, registry: Registry, own: Path
) -> None:
    agree(tmp_path, registry)
    trusting = reopened(tmp_path)
    write(own, changed("print(1 + 1)", "print('evil')"))
    assert "evil" not in trusting.topic("own:sums").demos[0].code


def test_an_unknown_id_is_a_key_error(library: Library) -> None:
    for unknown in ("nothing", "own:nothing", "other:sums"):
        with pytest.raises(KeyError):
            library.topic(unknown)
    with pytest.raises(KeyError):
        library.question("sums/nothing")


def test_a_missing_bank_is_told_and_the_rest_works(
    tmp_path: Path, library: Library, own: Path
) -> None:
    own.rename(tmp_path / "moved")
    without = reopened(tmp_path)
    assert [entry.id for entry in without.topics] == ["sums"]
    (problem,) = without.problems
    assert problem.startswith("bank `own`: ")


def test_names_are_free_once(registry: Registry, own: Path, tmp_path: Path) -> None:
    registry.add("own", own)
    with pytest.raises(UsageError, match="already names the bank in"):
        registry.add("own", tmp_path)
    with pytest.raises(UsageError, match="already added as the bank `own`"):
        registry.add("other", own)
    with pytest.raises(UsageError, match="lower-case letters"):
        registry.add("Own:bank", tmp_path)


def test_a_removed_bank_is_gone_but_its_files_stay(registry: Registry, own: Path) -> None:
    registry.add("own", own)
    registry.remove("own")
    assert registry.banks() == ()
    assert (own / "sums.yaml").exists()
    with pytest.raises(UsageError, match="you have not added a bank yet"):
        registry.remove("own")


@pytest.mark.parametrize("content", ["", "{", "[]]", '[{"name": "x"}]', '"text"', "[1]"])
def test_a_damaged_list_of_banks_is_told(registry: Registry, content: str) -> None:
    registry.file.parent.mkdir()
    registry.file.write_text(content)
    with pytest.raises(QuizError, match="cannot read the list of your banks"):
        registry.banks()


def test_the_list_survives_json_with_chinese_paths(registry: Registry, tmp_path: Path) -> None:
    registry.add("own", tmp_path / "题库")
    assert json.loads(registry.file.read_text(encoding="utf-8"))[0]["path"].endswith("题库")
    assert registry.get("own").path == tmp_path / "题库"
