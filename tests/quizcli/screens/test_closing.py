from quizcli.screens.closing import closing_lines
from quizcli.screens.theme import Look
from quizcli.session.course import Plan, follow
from tests.quizcli.histories import answer


class Titles:
    def __init__(self, **leeches):
        self._leeches = leeches

    def title(self, topic):
        return topic.upper()

    def leeches(self, course):
        return {name.replace("__", "/"): before for name, before in self._leeches.items()}


def page(titles):
    plan = Plan(name="one", mode="review", seed=1, questions=("hook/order",))
    course = follow(plan, [answer("hook/order")], ["hook/order"])
    return "\n".join(line.plain for line in closing_lines(course, titles, Look()))


def test_a_question_set_aside_comes_with_the_simpler_ground_under_it():
    said = page(Titles(hook__order=("leaf", "graph")))
    assert "Set aside after repeated failures\n✗ HOOK  order" in said
    assert "quizcli quiz leaf" in said
    assert "quizcli quiz graph" in said
    assert "quizcli cards unsuspend hook/order" in said


def test_nothing_is_said_of_leeches_where_there_are_none():
    assert "unsuspend" not in page(Titles())
