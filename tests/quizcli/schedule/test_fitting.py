from datetime import timedelta
from random import Random
from statistics import fmean

import pytest

from quizcli.errors import QuizError
from quizcli.model.review import Grade
from quizcli.schedule.fitting import by_fsrs_rs, fit, losses, repeated
from quizcli.schedule.memory import next_card, recall, scheduler
from quizcli.settings import Settings
from tests.quizcli.histories import answer, day, entry

USUAL = Settings(leech_after=0)
DEFAULT = scheduler(USUAL).parameters
# someone who forgets sooner at first and gains less from each success
FORGETFUL = USUAL._replace(
    parameters=(0.1, 0.3, 0.6, 2.0, *DEFAULT[4:8], DEFAULT[8] - 1.2, *DEFAULT[9:])
)


def life(person, questions, days, seed):
    """What someone with that memory answers when asked by the usual schedule."""
    chance, cards, true, entries = Random(seed), {}, {}, []
    for number in range(days):
        on = day(0) + timedelta(days=number)
        due = [name for name, card in cards.items() if card.due <= on]
        for name in [*due, *(f"a/{n}" for n in range(number * 4, number * 4 + 4) if n < questions)]:
            knows = recall(true[name], on, person) if name in true else 0.6
            grade = Grade.GOOD if chance.random() < knows else Grade.AGAIN
            one = answer(name, day=on, grade=grade)
            entries.append(one)
            cards[name] = next_card(cards.get(name), one, USUAL)
            true[name] = next_card(true.get(name), one, person)
    return entries


@pytest.fixture(scope="module")
def forgetful_life():
    return life(FORGETFUL, 150, 120, 1)


def test_parameters_that_fit_better_are_kept(forgetful_life):
    pytest.importorskip("fsrs_rs_python")
    found = fit(forgetful_life, USUAL, by_fsrs_rs)
    assert found.answers == len(repeated(forgetful_life))
    assert found.loss_after < found.loss_before
    other = life(FORGETFUL, 150, 120, 2)
    fitted = USUAL._replace(parameters=found.parameters)
    assert fmean(losses(other, repeated(other), fitted)) < fmean(
        losses(other, repeated(other), USUAL)
    )


def test_parameters_that_predict_no_better_are_refused(forgetful_life):
    worse = (*(9.0 * p for p in DEFAULT[:4]), *DEFAULT[4:])
    with pytest.raises(QuizError, match="do not predict your answers better"):
        fit(forgetful_life, USUAL, lambda seen: worse)
    with pytest.raises(QuizError, match="do not predict your answers better"):
        fit(forgetful_life, USUAL, lambda seen: DEFAULT)


def test_an_improvement_that_chance_would_give_is_refused():
    ordinary = life(USUAL, 150, 90, 3)
    nearly = (*(1.02 * p for p in DEFAULT[:4]), *DEFAULT[4:])
    with pytest.raises(QuizError, match="do not predict your answers better"):
        fit(ordinary, USUAL, lambda seen: nearly)


def test_the_answers_that_judge_are_not_those_that_teach(forgetful_life):
    taught = []

    def train(seen):
        taught.append(max(one.at for one in seen))
        return FORGETFUL.parameters

    fit(forgetful_life, USUAL, train)
    first, last = taught
    everything = repeated(forgetful_life)
    assert first < everything[int(len(everything) * 0.8)].at
    assert last == everything[-1].at


def test_too_short_a_history_is_refused():
    with pytest.raises(QuizError, match="at least 400"):
        fit(life(USUAL, 10, 20, 1), USUAL, by_fsrs_rs)


def test_only_answers_of_a_later_day_teach():
    entries = [
        answer("a/1", 0),
        answer("a/1", 0),
        answer("a/1", 3),
        answer("a/1", 5, counts=False),
        entry("reset", "a/1", 6),
        answer("a/1", 7),
    ]
    (one,) = repeated(entries)
    assert one.at == 2
    assert [on for on, _grade in one.history] == [day(0), day(0), day(3)]


def test_without_the_package_the_person_is_told_how_to_get_it(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "fsrs_rs_python", None)
    with pytest.raises(QuizError, match=r"pip install 'quizcli\[optimize\]'"):
        by_fsrs_rs([])
