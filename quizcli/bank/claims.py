"""A bank's lists: the claims it must prove and the concepts it must explain."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from quizcli.bank.format import ALIAS, SLUG
from quizcli.bank.read import read_as
from quizcli.bank.record import Field, Record
from quizcli.bank.shape import Bilingual, Flag, Line, Many, OneOf
from quizcli.language import N_
from quizcli.model.text import Text

ABOUT_FILE, CLAIMS_FILE, CONCEPTS_FILE = "bank.yaml", "claims.yaml", "concepts.yaml"


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A statement about the subject, and the verdict of running code."""

    id: str
    concept: str
    text: Text
    verdict: str
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Concept:
    """Something people look up, and the topic that explains it."""

    id: str
    title: Text
    aliases: tuple[str, ...]
    topic: str


@dataclass(frozen=True, slots=True)
class About:
    """Settings of a whole bank; an incomplete bank may have unproved claims and dead links."""

    complete: bool = True


def _claim(*, en: str, zh: str, **fields: Any) -> Claim:
    return Claim(text=Text(en, zh), **fields)


def _concept(*, id: str, topic: str = "", **fields: Any) -> Concept:  # noqa: A002 - YAML's own
    return Concept(id=id, topic=topic or id, **fields)


_ANY = Line(empty=True, block=True)

CLAIM = Record(
    "claim",
    "A statement that a program of the bank proves, refutes, or shows the conditions of.",
    {
        "id": Field(SLUG, N_("What `proves` refers to."), needed=True),
        "concept": Field(SLUG, N_("The id of a concept in concepts.yaml."), needed=True),
        "en": Field(Line(N_("English text")), N_("The claim."), needed=True),
        "zh": Field(Line(N_("Chinese text")), N_("The same in Chinese."), needed=True),
        "verdict": Field(OneOf(("true", "false", "partly", "not-runnable")), "", needed=True),
        "note": Field(_ANY, N_("The conditions, or what is true instead.")),
    },
    _claim,
)

CONCEPT = Record(
    "concept",
    "Something people look up.",
    {
        "id": Field(SLUG, N_("Also its topic's id, unless `topic` is given."), needed=True),
        "title": Field(Bilingual(block=False), N_("Its name."), needed=True),
        "aliases": Field(
            Many(ALIAS, least=1), N_("Search terms; each must find the topic."), needed=True
        ),
        "topic": Field(SLUG, N_("The topic that explains it, if it has another id.")),
    },
    _concept,
)

ABOUT = Record(
    "bank",
    "What holds for a whole bank; its file marks the bank's folder.",
    {
        "complete": Field(
            Flag(),
            N_("false: claims may lack a proof, and links may lead to topics not written yet."),
        )
    },
    About,
)


def read_claims(root: Path) -> tuple[Claim, ...]:
    """The claims of the bank in `root`; none where it lists none."""
    file = root / CLAIMS_FILE
    return read_as(Many(CLAIM, most=100_000), file) if file.exists() else ()


def read_concepts(root: Path) -> tuple[Concept, ...]:
    """The concepts of the bank in `root`; none where it lists none."""
    file = root / CONCEPTS_FILE
    return read_as(Many(CONCEPT), file) if file.exists() else ()


def read_about(root: Path) -> About:
    """The settings of the bank in `root`."""
    file = root / ABOUT_FILE
    return read_as(ABOUT, file) if file.exists() else About()


def root_of(path: Path) -> Path:
    """The folder of the bank that a file or folder belongs to."""
    start = path if path.is_dir() else path.absolute().parent
    for folder in (start, *start.absolute().parents):
        if (folder / ABOUT_FILE).exists():
            return folder
    return start
