"""Consistency rules within a topic: blanks and answers, placeholders and code, names and demos."""

from collections.abc import Iterator, Mapping, Sequence
from math import prod
from typing import Any

from quizcli.bank.place import Place
from quizcli.language import _, listed
from quizcli.model.program import BLANK, blanks
from quizcli.model.topic import Choice, Demo, Fill, Fix, Predict, Question, Recall, Topic

MOST_VARIANTS = 64  # every check runs each of them


def placeholders_used(varied: Demo | Predict | Fill, at: Place) -> None:
    """Every placeholder with variants occurs in the code, and there are not too many variants."""
    for name in varied.variants:
        if f"{{{name}}}" not in varied.code:
            (at / "variants" / name).refuse(
                _("`{{{name}}}` does not occur in the code"), name=name, at_key=True
            )
    if (count := prod(map(len, varied.variants.values()))) > MOST_VARIANTS:
        (at / "variants").refuse(
            _("makes {count} combinations; at most {most} are allowed"),
            count=count,
            most=MOST_VARIANTS,
        )


def blanks_are_filled(fill: Fill, at: Place) -> None:
    """The solution and each wrong answer have one entry per blank."""
    count = blanks(fill.code)
    if not count:
        (at / "code").refuse(
            _("has no blank; write {blank} where something is to be filled in"), blank=BLANK
        )
        return
    if len(fill.solution) != count:
        (at / "solution").refuse(
            _("has {answers} answers for {blanks} blanks"), answers=len(fill.solution), blanks=count
        )
    for index, way in enumerate(fill.wrong):
        if len(way) != count:
            (at / "wrong" / index).refuse(
                _("has {answers} answers for {blanks} blanks"), answers=len(way), blanks=count
            )


def points_exist(recall: Recall, at: Place) -> None:
    """`when` of a follow-up refers to one of the points."""
    for index, each in enumerate(recall.follow_ups):
        if each.when is not None and each.when >= len(recall.points):
            last = len(recall.points) - 1
            (at / "follow_ups" / index / "when").refuse(
                _("there is no point {when}; choose 0 to {last}"), when=each.when, last=last
            )


def has_right_and_wrong(choice: Choice, at: Place) -> None:
    """There are right and wrong options, and each wrong one says why."""
    if not any(option.right for option in choice.options):
        (at / "options").refuse(_("no option is right"))
    if all(option.right for option in choice.options):
        (at / "options").refuse(_("no option is wrong"))
    for index, option in enumerate(choice.options):
        if not option.right and not (option.why or option.demo):
            (at / "options" / index).refuse(_("a wrong option needs `why` or `demo`"))


def ids_belong(topic: Topic, at: Place) -> None:
    """Question ids start with the topic's id, and no id or alias is repeated."""
    for index, question in enumerate(topic.questions):
        if question.id.split("/")[0] != topic.id:
            (at / "questions" / index / "id").refuse(_("must begin with `{id}/`"), id=topic.id)
    _no_doubles([demo.id for demo in topic.demos], at / "demos", "id")
    _no_doubles([question.id for question in topic.questions], at / "questions", "id")
    _no_doubles([alias.casefold() for alias in topic.aliases], at / "aliases")


def _no_doubles(names: Sequence[str], at: Place, *rest: str) -> None:
    for index, name in enumerate(names):
        if name in names[:index]:
            here = at / index
            for step in rest:
                here = here / step
            here.refuse(_("{name!r} appears twice"), name=name)


def demos_exist(topic: Topic, at: Place) -> None:
    """Every demo referred to is a demo of this topic."""
    known = [demo.id for demo in topic.demos]
    for name, place in _named_demos(topic, at):
        if name not in known:
            place.refuse(
                _("there is no demo `{name}`; this topic has {names}"),
                name=name,
                names=listed(known),
            )


def _named_demos(topic: Topic, at: Place) -> Iterator[tuple[str, Place]]:
    for index, question in enumerate(topic.questions):
        yield from _demos_of(question, at / "questions" / index)
    for index, myth in enumerate(topic.myths):
        yield myth.demo, at / "myths" / index / "demo"


def _demos_of(question: Question, at: Place) -> Iterator[tuple[str, Place]]:
    match question:
        case Recall():
            yield question.demo, at / "demo"
            for index, follow_up in enumerate(question.follow_ups):
                if follow_up.demo:
                    yield follow_up.demo, at / "follow_ups" / index / "demo"
        case Choice():
            yield question.demo, at / "demo"
            for index, option in enumerate(question.options):
                if option.demo:
                    yield option.demo, at / "options" / index / "demo"


def fix_of(*, code: str, wrong: Sequence[Mapping[str, Any]], **fields: Any) -> Fix:
    """Build a fix whose wrong answers are whole programs, expanding the changes in the file."""
    return Fix(code=code, wrong=tuple(_changed(code, way) for way in wrong), **fields)


def _changed(code: str, way: Mapping[str, Any]) -> str:
    if "code" in way:
        return str(way["code"])
    for old, new in way["change"].items():
        code = code.replace(old, new)
    return code


def changes_apply(data: Mapping[str, Any], at: Place) -> None:
    """Each wrong answer of a fix is either a whole program or changes that apply to the code."""
    for index, way in enumerate(data["wrong"]):
        here = at / "wrong" / index
        if len(way) != 1:
            here.refuse(_("write either `change` or `code`"))
        for old in way.get("change", {}):
            if old not in data["code"]:
                (here / "change" / old).refuse(
                    _("{old!r} does not occur in the code"), old=old, at_key=True
                )
