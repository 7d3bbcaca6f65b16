"""The format of a topic file: the single description behind parser, JSON Schema and manual."""

from typing import Any

from quizcli.bank.record import Field, Kinds, Record
from quizcli.bank.rules import (
    blanks_are_filled,
    changes_apply,
    demos_exist,
    fix_of,
    has_right_and_wrong,
    ids_belong,
    placeholders_used,
    points_exist,
)
from quizcli.bank.shape import (
    Bilingual,
    Either,
    Flag,
    Line,
    Literal,
    Many,
    Named,
    OneOf,
    Shape,
    Whole,
)
from quizcli.language import N_
from quizcli.model.topic import (
    Choice,
    Demo,
    Fill,
    FollowUp,
    Myth,
    Option,
    Predict,
    Question,
    Recall,
    Topic,
    Variants,
)

_WORD = "[a-z0-9]+(-[a-z0-9]+)*"
SLUG = Line(N_("an id like `graph-release` (lower-case letters, digits, single hyphens)"), _WORD)
QUESTION_ID = Line(N_("an id like `graph-release/why-it-raises`"), f"{_WORD}/{_WORD}")
ALIAS = Line(N_("a search term"))
_NAME = Line(N_("a placeholder's name, like `k`"), "[A-Za-z_][A-Za-z0-9_]*")
_CODE = Line(N_("Python code"), block=True)
_PRINTS = Line(N_("what the program prints"), block=True, empty=True)
_TEXT = Bilingual()
_ANSWER = Line(N_("what goes into the blank"), empty=True)
_VARIANTS: Shape[Variants] = Named(Many(Literal(), least=2), _NAME)

_proves = Field(Many(SLUG), N_("Ids of the claims in claims.yaml that the program proves."))
_demo = Field(SLUG, N_("The id of the demo of this topic that shows it."), needed=True)
_demo_too = Field(SLUG, N_("The id of a demo of this topic that shows it."))
_variants = Field(
    _VARIANTS, N_("Placeholder: its values. `{k}` in the program stands for a value of `k`.")
)
_prints = Field(
    _PRINTS,
    N_("The standard output, recorded by `quizcli bank check --record`, never typed in."),
    default="",
)


def _text(says: str, *, needed: bool = True) -> Field:
    return Field(_TEXT, says, needed)


def _code(says: str) -> Field:
    return Field(_CODE, says, needed=True)


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_other(value: object) -> bool:
    return not isinstance(value, str)


_ONE_BLANK: Shape[tuple[str, ...]] = Either(
    ((_is_text, _ANSWER), (_is_other, Many(_ANSWER, least=1))),  # type: ignore[arg-type]
    N_("the answer for a single blank, or a list with one for each"),
)

DEMO = Record(
    "demo",
    "A program that shows one thing, live.",
    {
        "id": Field(SLUG, N_("Its name within the topic."), needed=True),
        "caption": _text(N_("What it shows, in one sentence.")),
        "code": _code(N_("The program: plain PyTorch code, `import torch`.")),
        "prints": _prints,
        "proves": _proves,
        "variants": _variants,
    },
    Demo,
    (placeholders_used,),
)

_QUESTION = {
    "id": Field(
        QUESTION_ID,
        N_("`topic/name`; never change it, because progress is stored under it."),
        needed=True,
    ),
    "kind": Field(
        OneOf(("recall", "choice", "predict", "fill", "fix")),
        N_("How it is answered."),
        needed=True,
    ),
    "level": Field(
        OneOf(("junior", N_("mid"), "senior")), N_("The level at which it is asked."), needed=True
    ),
    "ask": _text(N_("The question.")),
    "hints": Field(Many(_TEXT), N_("Shown one at a time, on request.")),
    "proves": _proves,
    "revision": Field(
        Whole(1), N_("Raise it by one when what is asked changes: everyone is then asked again.")
    ),
    "formerly": Field(Many(QUESTION_ID), N_("Ids that this question had before.")),
}
_why = _text(N_("Why the answer is right: shown after answering."))
_check = _code(
    N_("Asserts run after the program, with its variables; SOURCE is its text, PRINTED its output.")
)

FOLLOW_UP = Record(
    "follow_up",
    "What an interviewer asks next.",
    {
        "ask": _text(N_("The next question.")),
        "answer": _text(N_("Its answer.")),
        "when": Field(Whole(0), N_("The point (counted from 0) whose absence prompts it.")),
        "demo": _demo_too,
    },
    FollowUp,
)

RECALL = Record(
    "recall",
    "Answered in one's own words, then ticked off against key points.",
    {
        **_QUESTION,
        "answer": _text(N_("The answer as a good candidate would say it.")),
        "points": Field(
            Many(_TEXT, least=1, most=6), N_("What the answer must contain."), needed=True
        ),
        "follow_ups": Field(Many(FOLLOW_UP), N_("What an interviewer asks next.")),
        "why": _text(N_("Background, shown after answering."), needed=False),
        "demo": _demo,
    },
    Recall,
    (points_exist,),
)

OPTION = Record(
    "option",
    "One option of a choice; a wrong one says why or names the demo that refutes it.",
    {
        "text": _text(N_("What it states.")),
        "right": Field(Flag(), N_("true for a right option.")),
        "why": _text(N_("Why it is wrong (or right)."), needed=False),
        "demo": _demo_too,
    },
    Option,
)

CHOICE = Record(
    "choice",
    "One or more options are right.",
    {
        **_QUESTION,
        "options": Field(
            Many(OPTION, least=2, most=8), N_("Right and wrong options."), needed=True
        ),
        "why": _text(N_("Background, shown after answering."), needed=False),
        "demo": _demo,
    },
    Choice,
    (has_right_and_wrong,),
)

PREDICT = Record(
    "predict",
    "The user types what the program prints.",
    {
        **_QUESTION,
        "code": _code(N_("The program.")),
        "variants": _variants,
        "prints": _prints,
        "wrong": Field(
            Many(Line(N_("an answer in quotes or after `|`"), block=True), least=2),
            N_("Plausible answers that must be refused."),
            needed=True,
        ),
        "why": _why,
    },
    Predict,
    (placeholders_used,),
)

FILL = Record(
    "fill",
    "`____` marks each blank; whatever makes `check` pass is right.",
    {
        **_QUESTION,
        "code": _code(N_("The program with its blanks.")),
        "solution": Field(Many(_ANSWER, least=1), N_("One answer for each blank."), needed=True),
        "check": _check,
        "wrong": Field(
            Many(_ONE_BLANK, least=2), N_("Answers that `check` must refuse."), needed=True
        ),
        "variants": _variants,
        "why": _why,
    },
    lambda wrong, **fields: Fill(
        wrong=tuple((way,) if isinstance(way, str) else way for way in wrong), **fields
    ),
    (placeholders_used, blanks_are_filled),
)

CHANGED: Record[dict[str, Any]] = Record(
    "changed",
    "A wrong answer: the broken program with some pieces replaced, or a whole program.",
    {
        "change": Field(
            Named(Line(N_("code"), block=True, empty=True), Line(N_("code"), block=True)),
            N_("A piece of the broken code: what replaces it."),
        ),
        "code": Field(_CODE, N_("A whole program.")),
    },
    dict,
)

FIX = Record(
    "fix",
    "A broken program to fix: `check` fails on it and passes on the solution.",
    {
        **_QUESTION,
        "code": _code(N_("The broken program.")),
        "solution": _code(N_("The fixed program.")),
        "check": _check,
        "wrong": Field(
            Many(CHANGED, least=2), N_("Answers that `check` must refuse."), needed=True
        ),
        "why": _why,
    },
    fix_of,
    early=(changes_apply,),
)

MYTH = Record(
    "myth",
    "A common false claim.",
    {
        "claim": _text(N_("The claim, as people say it.")),
        "truth": _text(N_("What is true.")),
        "demo": _demo,
        "proves": _proves,
    },
    Myth,
)

QUESTION: Kinds[Question] = Kinds(
    "kind",
    {"recall": RECALL, "choice": CHOICE, "predict": PREDICT, "fill": FILL, "fix": FIX},
)

TOPIC = Record(
    "topic",
    "One topic of a bank: what `quizcli explain` looks up.",
    {
        "id": Field(SLUG, N_("Never change it; the file is named after it."), needed=True),
        "title": Field(Bilingual(block=False), N_("A short name."), needed=True),
        "aliases": Field(
            Many(ALIAS, least=1),
            N_("Whatever people might type: terms, API names, pieces of error messages."),
            needed=True,
        ),
        "formerly": Field(Many(SLUG), N_("Ids that this topic had before.")),
        "builds_on": Field(Many(SLUG), N_("Topics to know first.")),
        "see_also": Field(Many(SLUG), N_("Related topics.")),
        "summary": _text(N_("The answer an interviewer wants: what, why, and when it bites.")),
        "demos": Field(Many(DEMO, least=1), N_("Live proof."), needed=True),
        "pitfalls": Field(Many(_TEXT), N_("What people do wrong.")),
        "questions": Field(Many(QUESTION, least=1), N_("At least one."), needed=True),
        "myths": Field(Many(MYTH), N_("False claims, refuted.")),
    },
    Topic,
    (ids_belong, demos_exist),
)
