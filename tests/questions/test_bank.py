"""The shipped bank is as deep, as varied and as bilingual as it promises to be."""

import re
from collections import Counter
from collections.abc import Callable, Iterable
from itertools import combinations
from pathlib import Path
from statistics import fmean

import jsonschema
import pytest
import yaml
from rapidfuzz import fuzz

from quizcli.bank.check import across
from quizcli.bank.check.coverage import coverage, mix, not_found
from quizcli.bank.check.held import Held
from quizcli.bank.check.ids import former, present
from quizcli.bank.claims import read_about, read_claims, read_concepts
from quizcli.bank.entry import Name, names, squeeze
from quizcli.bank.files import shipped_folder
from quizcli.bank.lookup import find
from quizcli.bank.schema import json_schema
from quizcli.model.topic import Choice, Fill, Fix, Predict, Recall
from tests.questions.recorded import held

ROOT = shipped_folder()
HELD = held()
TOPICS = {each.topic.id: each for each in HELD}
COMPLETE = read_about(ROOT).complete
QUERIES = Path(__file__).parent / "data" / "queries.txt"
LEAST = {"recall": 40, "choice": 40, "predict": 60, "fill": 40, "fix": 40}
each_topic = pytest.mark.parametrize("each", HELD, ids=list(TOPICS))


@each_topic
def test_every_topic_is_in_both_languages(each: Held) -> None:
    assert each.topic.summary.en != each.topic.summary.zh


def lines(found: across.Located) -> list[str]:
    return [f"{each.topic.id} {fault.steps}: {fault.message}" for each, fault in found]


@each_topic
def test_a_topic_fits_the_schema(each: Held) -> None:
    data = yaml.load(each.text, yaml.CSafeLoader)
    errors = jsonschema.Draft202012Validator(json_schema()).iter_errors(data)
    assert [error.message for error in errors] == []


@each_topic
def test_a_topic_is_deep_enough(each: Held) -> None:
    topic = each.topic
    kinds = Counter(question.kind for question in topic.questions)
    assert len(topic.demos) >= 2
    assert sum(kinds.values()) >= 5
    assert len(kinds) >= 3
    assert kinds["predict"] + kinds["fill"] + kinds["fix"] >= 3
    assert len({question.level for question in topic.questions}) >= 2
    assert topic.pitfalls
    assert topic.builds_on or topic.see_also
    assert all(
        len(q.points) >= 3 and len(q.follow_ups) >= 2
        for q in topic.questions
        if isinstance(q, Recall)
    )


@each_topic
def test_every_demo_and_every_judged_question_proves_something(each: Held) -> None:
    for item in (*each.topic.demos, *each.topic.myths):
        assert item.proves, item


@each_topic
def test_a_wrong_answer_stands_beside_every_check(each: Held) -> None:
    for question in each.topic.questions:
        if isinstance(question, Predict | Fill | Fix):
            assert len(set(question.wrong)) >= 2, question.id


@each_topic
def test_no_text_names_a_placeholder_that_the_shown_program_does_not(each: Held) -> None:
    for question in each.topic.questions:
        if not isinstance(question, Predict | Fill):
            continue
        shown = re.sub(r"\{\w+\}", "", question.code)
        texts = [question.ask, *question.hints, *([question.why] if question.why else [])]
        said = " ".join(text.get(language) for text in texts for language in ("en", "zh"))
        for name in question.variants:
            alone = re.compile(rf"(?<![\w{{.\'’]){name}(?![\w}}(])", re.ASCII)
            if len(name) == 1 and name != "a" and not alone.search(shown):  # "a" is an article
                assert not alone.search(said), f"{question.id}: write {{{name}}}"


@each_topic
def test_every_wrong_option_and_every_follow_up_has_its_program(each: Held) -> None:
    for question in each.topic.questions:
        match question:
            case Choice():
                assert all(o.why and o.demo for o in question.options if not o.right)
            case Recall():
                assert all(follow_up.demo for follow_up in question.follow_ups)


def test_no_two_questions_give_nearly_the_same_program() -> None:
    judged = [
        q for each in HELD for q in each.topic.questions if isinstance(q, Predict | Fill | Fix)
    ]
    alike = [
        (one.id, other.id)
        for one, other in combinations(judged, 2)
        if one.kind == other.kind and fuzz.ratio(one.code, other.code, score_cutoff=93)
    ]
    assert alike == []


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("pick", [max, min], ids=["longest", "shortest"])
def test_the_length_of_an_option_gives_nothing_away(
    pick: Callable[[Iterable[int]], int], language: str
) -> None:
    guessed, chance = [], []
    for options in (q.options for each in HELD for q in each.topic.questions if q.kind == "choice"):
        lengths = [len(getattr(option.text, language)) for option in options]
        taken = [o.right for o, n in zip(options, lengths, strict=True) if n == pick(lengths)]
        guessed.append(fmean(taken))
        chance.append(fmean(option.right for option in options))
    assert abs(fmean(guessed) - fmean(chance)) < 0.12


@pytest.mark.parametrize("rule", [*across.EACH, *across.ALL], ids=lambda rule: rule.__name__)
def test_the_topics_agree(rule: across.Rule) -> None:
    assert lines(rule(HELD)) == []


def test_links_lead_to_topics_that_exist_or_are_to_come() -> None:
    planned = set() if COMPLETE else {concept.topic for concept in read_concepts(ROOT)}
    assert lines(across.links(HELD, planned | TOPICS.keys())) == []


def test_every_claim_that_is_proved_is_listed() -> None:
    assert lines(across.claims(HELD, {claim.id for claim in read_claims(ROOT)})) == []


def test_the_claims_are_all_there() -> None:
    claims = read_claims(ROOT)
    assert len({claim.id for claim in claims}) == len(claims) == 306
    assert sum(claim.id.startswith("followup-") for claim in claims) == 60
    assert {claim.concept for claim in claims} <= {concept.id for concept in read_concepts(ROOT)}
    assert all(claim.note for claim in claims if claim.verdict in ("false", "partly"))


@pytest.mark.skipif(not COMPLETE, reason="questions/bank.yaml says that the bank is not complete")
class TestACompleteBank:
    """What holds once `complete` is true."""

    def test_every_claim_is_proved(self) -> None:
        assert coverage(HELD, read_claims(ROOT)).unproved == ()

    def test_there_is_enough_of_every_kind(self) -> None:
        numbers = mix(HELD)
        assert numbers.questions >= 250
        assert {kind: n for kind, n in numbers.kinds.items() if n < LEAST[kind]} == {}
        assert numbers.varied >= 50

    def test_every_concept_has_its_topic(self) -> None:
        assert [c.id for c in read_concepts(ROOT) if c.topic not in TOPICS] == []


def everything_by_name() -> list[Name]:
    """The names of the topics, and of concepts whose topic is still to come."""
    found = [name for each in HELD for name in names(each.topic)]
    for concept in read_concepts(ROOT):
        if concept.topic not in TOPICS:
            texts = [concept.title.en, concept.title.zh, *concept.aliases]
            found.append(Name(squeeze(concept.id), concept.topic, "id"))
            found += [Name(squeeze(text), concept.topic, "alias") for text in texts]
    return found


def queries() -> list[tuple[str, set[str]]]:
    rows = [line.split(" => ") for line in QUERIES.read_text(encoding="utf-8").split("\n")]
    return [(row[0], set(row[1].split(", "))) for row in rows if len(row) == 2]


def test_what_people_type_finds_its_topic_first() -> None:
    known = everything_by_name()
    missed = [
        f"{query}: {find(query, known).topics}"
        for query, meant in queries()
        if not meant & set(find(query, known).topics[:1])
    ]
    assert len(queries()) > 200
    assert len(missed) <= 0.05 * len(queries()), missed


def test_nothing_is_taken_for_another_topic() -> None:
    known = everything_by_name()
    wrong = []
    for query, meant in queries():
        found = find(query, known)
        if found.sure and found.topics[0] not in meant:
            wrong.append(f"{query}: {found.topics[0]}")
    assert len(wrong) <= 0.01 * len(queries()), wrong


def test_every_term_of_a_concept_finds_it() -> None:
    known = everything_by_name()
    concepts = read_concepts(ROOT)
    assert [line for each in concepts for line in not_found(each, concepts, known)] == []


def test_no_id_that_was_shipped_is_lost() -> None:
    listed = set((ROOT / "ids.txt").read_text(encoding="utf-8").split())
    assert listed - present(HELD) - former(HELD) == set()
