import io
import json
import os
import threading
from pathlib import Path

import pytest
from hypothesis import given, settings

from quizcli import language
from quizcli.errors import QuizError
from quizcli.store import exchange
from quizcli.store.exchange import of_line, read_log, to_line, write_log
from tests.quizcli.histories import answer, day, entry, histories, in_memory, noon

some = settings(max_examples=40, deadline=None)


def store_of(*logs):
    store = in_memory()
    for log in logs:
        store.unite(log)
    return store


def contents(store):
    return list(store.log()), store.cards()


@some
@given(histories("a"), histories("b"))
def test_merging_is_commutative(a, b):
    assert contents(store_of(a, b)) == contents(store_of(b, a))


@some
@given(histories("a"), histories("b"), histories("c"))
def test_merging_is_associative(a, b, c):
    a_and_b, b_and_c = store_of(a, b), store_of(b, c)
    left = contents(store_of(list(a_and_b.log()), c))
    assert left == contents(store_of(a, list(b_and_c.log())))


@some
@given(histories("a"), histories("b"))
def test_merging_twice_changes_nothing(a, b):
    store = store_of(a, b)
    once = contents(store)
    assert store.unite(b) == 0
    assert store.unite(list(store.log())) == 0
    assert contents(store) == once


@some
@given(histories("a"), histories("b"))
def test_merging_equals_having_done_it_all_on_one_machine(a, b):
    together = in_memory()
    for one in [*a, *b]:
        together.append(one)
    assert store_of(list(together.log())).cards() == together.cards()


@some
@given(histories("a"), histories("b"))
def test_both_machines_have_the_same_schedule_afterwards(a, b):
    mine, yours = in_memory(), in_memory()
    for one in a:
        mine.append(one)
    for one in b:
        yours.append(one)
    before = list(mine.log())
    mine.unite(yours.log())
    yours.unite(before)
    assert contents(mine) == contents(yours)


def test_an_undo_that_arrives_before_what_it_cancels_still_cancels_it():
    one = answer()
    undo = entry("undo", cancels=one.id)
    assert store_of([undo], [one]).cards() == []


def test_an_undo_need_not_name_the_question_of_what_it_cancels():
    one = answer()
    assert store_of([one], [entry("undo", "", cancels=one.id)]).cards() == []


def test_the_last_rules_of_both_logs_hold_on_both():
    mine, rules = in_memory(), {"retention": 0.8, "maximum_interval": 180, "leech_after": 5}
    mine.append(answer(on=0))
    before = mine.cards()[0]
    mine.unite([entry("scheduler", "", on=9, details=rules)])
    assert mine.cards()[0].due > before.due


@some
@given(histories())
def test_a_log_is_the_same_after_export_and_import(history):
    lines = io.StringIO()
    assert write_log(history, lines) == len(history)
    assert [of_line(line) for line in lines.getvalue().splitlines()] == history


def test_a_line_holds_what_was_typed_as_it_was_typed():
    one = answer(details={"typed": "梯度\n累加"}, counts=False, right=None, hints=1)
    line = to_line(one)
    assert "梯度" in line
    assert "\n" not in line
    assert of_line(line) == one


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"act": "dance"}, "'act' cannot be 'dance'"),
        ({"at": "2026-03-01T12:00:00"}, "'at' has no time zone"),
        ({"at": None}, "'at' cannot be None"),
        ({"day": "yesterday"}, "'day' cannot be 'yesterday'"),
        ({"grade": 7}, "'grade' cannot be 7"),
        ({"mode": "party"}, "'mode' cannot be 'party'"),
        ({"colour": "red"}, "there is no field 'colour'"),
        ({"hints": "many"}, "'hints' cannot be 'many'"),
        ({"details": []}, r"'details' cannot be \[\]"),
    ],
)
def test_a_wrong_line_is_named_with_its_reason(tmp_path, change, reason):
    good = to_line(answer())
    bad = json.dumps({**json.loads(good), **change})
    path = tmp_path / "log.jsonl"
    path.write_text(f"{good}\n\n{bad}\n")
    with pytest.raises(QuizError, match=reason) as raised:
        list(read_log(path))
    assert str(raised.value).startswith(f"{path}:3:")


@pytest.mark.parametrize("text", ["{", "[]", "7", '{"id": "x"}', "\x00\xff"])
def test_what_is_no_log_is_refused(tmp_path, text):
    path = tmp_path / "log.jsonl"
    path.write_text(text, encoding="latin-1")
    with pytest.raises(QuizError, match=":1: not a log entry"):
        list(read_log(path))


@pytest.mark.parametrize(("text", "reason"), [("{", "它不是 JSON"), ("[]", "它不是一个对象")])
def test_why_it_is_refused_is_told_in_chinese_too(tmp_path, text, reason):
    path = tmp_path / "log.jsonl"
    path.write_text(text)
    language.use("zh")
    try:
        with pytest.raises(QuizError, match=reason):
            list(read_log(path))
    finally:
        language.use("en")


def test_a_log_is_read_from_a_pipe(store, tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    one = answer(details={"typed": "梯度" * 1000})
    writer = threading.Thread(target=lambda: pipe.write_text(f"{to_line(one)}\n"))
    writer.start()
    assert list(read_log(pipe)) == [one]
    writer.join()


def test_a_line_without_end_is_refused_and_not_read_to_its_end(monkeypatch):
    monkeypatch.setattr(exchange, "LONGEST", 1000)
    with pytest.raises(QuizError, match=":1: not a log entry"):
        list(read_log(Path("/dev/zero")))


def test_nothing_is_added_from_a_file_with_a_fault(store, tmp_path):
    path = tmp_path / "log.jsonl"
    path.write_text(f"{to_line(answer())}\nnonsense\n")
    with pytest.raises(QuizError):
        store.unite(read_log(path))
    assert list(store.log()) == []


def test_an_entry_that_was_edited_is_refused(store):
    one = answer("a/1")
    store.append(one)
    before = contents(store)
    edited = of_line(to_line(one).replace("a/1", "a/2"))
    with pytest.raises(QuizError, match="one of the two was edited"):
        store.unite([answer("a/3"), edited])
    assert contents(store) == before


def test_the_progress_file_of_another_machine_can_be_read(store, open_store, tmp_path):
    other = open_store(tmp_path / "other.db")
    other.append(answer("a/1"))
    other.undo(at=noon(day(0)), day=day(0))
    store.append(answer("a/2"))
    store.unite(read_log(tmp_path / "other.db"))
    assert {one.question for one in store.log()} == {"", "a/1", "a/2"}
    assert [card.question for card in store.cards()] == ["a/2"]


def test_a_file_that_is_not_there_is_told_in_one_line():
    with pytest.raises(QuizError, match="no/such/file"):
        list(read_log(Path("no/such/file")))
