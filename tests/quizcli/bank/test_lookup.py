"""Looking topics up: ids, terms, API names, Chinese, fragments and typos, in that order."""

import pytest

from quizcli.bank.entry import Name, squeeze
from quizcli.bank.lookup import find

TERMS = {
    "retain-graph": ["retain_graph", "backward twice", "两次反向", "retain_graph=True：保留图"],
    "retain-grad": ["retain_grad", "中间梯度"],
    "autograd-grad": ["torch.autograd.grad", "appears to not have been used in the graph"],
    "detach": ["detach", "切断梯度", "分离张量"],
    "graph-release": ["计算图释放", "saved tensors", "freed buffers"],
    "zero-grad": ["zero_grad", "梯度清零", "set_grad"],
    "no-grad": ["torch.no_grad", "关闭梯度", "set_grad"],
}
NAMES = [
    Name(squeeze(text), topic, kind)
    for topic, terms in TERMS.items()
    for kind, text in [("id", topic), *(("alias", term) for term in terms)]
]


@pytest.mark.parametrize(
    ("query", "topic"),
    [
        ("retain-graph", "retain-graph"),
        ("RETAIN GRAPH", "retain-graph"),
        ("retain_graph=True", "retain-graph"),
        ("ｒｅｔａｉｎ＿ｇｒａｐｈ", "retain-graph"),
        (".detach()", "detach"),
        ("tensor.detach()", "detach"),
        ("autograd.grad", "autograd-grad"),
        ("torch.autograd.grad", "autograd-grad"),
        ("计算图释放", "graph-release"),
        ("释放", "graph-release"),
        ("分离", "detach"),
        ("detatch", "detach"),
        ("retian_graph", "retain-graph"),
        ("backwards twice", "retain-graph"),
        ("梯度清另", "zero-grad"),
        (
            "RuntimeError: One differentiated Tensors appears to not have been used in the graph.",
            "autograd-grad",
        ),
    ],
)
def test_what_is_meant_is_found_for_sure(query: str, topic: str) -> None:
    found = find(query, NAMES)
    assert (found.topics[0], found.sure) == (topic, True)


def test_a_full_id_is_meant_whatever_topics_of_other_banks_are_called() -> None:
    theirs = [Name("detach", "own:detach", "id"), Name("own detach", "own:detach", "id")]
    assert find("detach", [*theirs, *NAMES]).topics == ("detach",)
    assert find("own:detach", [*theirs, *NAMES]).topics == ("own:detach",)


def test_several_of_a_thing_are_its_name() -> None:
    assert find("retain_grads", NAMES).exact


def test_an_exact_find_offers_nothing_else() -> None:
    assert find("retain_graph", NAMES).topics == ("retain-graph",)


def test_a_term_of_two_topics_offers_both() -> None:
    found = find("set_grad", NAMES)
    assert (found.topics, found.sure) == (("zero-grad", "no-grad"), False)


def test_two_that_are_as_near_are_both_offered() -> None:
    found = find("set_grads", NAMES)
    assert (set(found.topics[:2]), found.sure) == ({"zero-grad", "no-grad"}, False)


@pytest.mark.parametrize("query", ["grad", "graph", "set_gradient"])
def test_when_unsure_the_nearest_three_are_offered(query: str) -> None:
    found = find(query, NAMES)
    assert len(set(found.topics)) == 3
    assert not found.sure


@pytest.mark.parametrize("query", ["xyzzy", "天气"])
def test_what_shares_letters_by_chance_is_not_offered(query: str) -> None:
    found = find(query, NAMES)
    assert (found.topics, found.sure, found.like) == ((), False, False)


SHORT = [Name(squeeze(text), text, "alias") for text in ("floor", "ctx", "qat", "grad cam")]


@pytest.mark.parametrize("query", ["foo", "xq", "adam", "ct"])
def test_a_short_word_is_not_taken_for_one_that_shares_letters_with_it(query: str) -> None:
    found = find(query, SHORT)
    assert not found.sure
    assert not found.like or query == "adam"


def test_a_word_in_the_names_of_many_topics_means_none_of_them() -> None:
    longer = [Name(f"{what}的梯度", what, "alias") for what in "上累求中切高"]
    names = [Name("次梯度", "kinks", "alias"), *longer]
    assert not find("梯度", names).sure
    assert find("梯度", names[:3]).topics[0] == "kinks"
    assert find("梯度", names[:3]).sure


def test_one_word_of_a_long_name_is_not_the_name() -> None:
    names = [Name("view gradient of hidden tensor", "retain-grad", "alias"), *NAMES]
    assert not find("view", names).sure
    assert find("gradient of hidden tensor", names).sure


def test_a_word_of_one_topic_is_not_outdone_by_one_that_looks_like_it() -> None:
    names = [Name("tracing", "static", "alias"), Name("train mode", "eval", "alias")]
    found = find("train", names)
    assert (set(found.topics), found.sure) == ({"static", "eval"}, False)


@pytest.mark.parametrize("query", ["xyzzy", "cooking", "天气"])
def test_what_is_like_no_name_is_told_apart_from_what_may_be_several(query: str) -> None:
    assert not find(query, NAMES).like
    assert find("set_grads", NAMES).like


@pytest.mark.parametrize("query", ["", "  ", "().=", "_"])
def test_a_query_without_letters_finds_nothing(query: str) -> None:
    assert find(query, NAMES).topics == ()


def test_a_part_of_a_word_is_not_the_word() -> None:
    assert not find("graduate", NAMES).sure


def test_no_names_find_nothing() -> None:
    assert find("detach", []).topics == ()
