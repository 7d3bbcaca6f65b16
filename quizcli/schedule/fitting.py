"""Fits the memory model to the user's answers; keeps the result only if it predicts better."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import pairwise
from math import log, sqrt
from statistics import fmean, stdev

from quizcli.errors import QuizError
from quizcli.language import _
from quizcli.model.review import Card, Entry, Grade
from quizcli.schedule.memory import next_card, recall
from quizcli.settings import Settings

FEWEST = 400  # minimum number of repeated answers; below that, chance decides
HELD_OUT = 0.2  # share of the latest answers, held out from the fit


@dataclass(frozen=True, slots=True)
class Seen:
    """One answer with the days and grades that led up to it; the answer itself is last."""

    at: int  # its index among all answers
    history: tuple[tuple[date, Grade], ...]


@dataclass(frozen=True, slots=True)
class Fit:
    """Fitted parameters, and how much better they predict held-out answers."""

    parameters: tuple[float, ...]
    answers: int
    loss_before: float  # mean log loss on the held-out answers
    loss_after: float


Train = Callable[[Sequence[Seen]], Sequence[float]]


def fit(entries: Iterable[Entry], settings: Settings, train: Train) -> Fit:
    """Fit to the log's valid entries; raises QuizError if that is not an improvement.

    `train` computes parameters from answers; see `by_fsrs_rs`.
    """
    entries = list(entries)
    seen = repeated(entries)
    if len(seen) < FEWEST:
        raise QuizError(
            _("not enough data: {n} repeated answers, but at least {least} are needed").format(
                n=len(seen), least=FEWEST
            )
        )
    split = int(len(seen) * (1 - HELD_OUT))
    early, late = seen[:split], seen[split:]
    fitted = settings._replace(parameters=tuple(train(early)))
    before, after = losses(entries, late, settings), losses(entries, late, fitted)
    if not _better(before, after):
        raise QuizError(
            _(
                "fitted parameters do not predict your answers better (log loss {after:.4f}, now "
                "{before:.4f}); nothing was changed"
            ).format(after=fmean(after), before=fmean(before))
        )
    return Fit(tuple(train(seen)), len(seen), fmean(before), fmean(after))


def _better(before: Sequence[float], after: Sequence[float]) -> bool:
    """Whether losses fell by more than chance would explain: by more than one standard error."""
    gains = [old - new for old, new in zip(before, after, strict=True)]
    return fmean(gains) > stdev(gains) / sqrt(len(gains))


def repeated(entries: Iterable[Entry]) -> list[Seen]:
    """The answers given on a later day than the previous one, in time order."""
    found: list[Seen] = []
    history: dict[str, tuple[tuple[date, Grade], ...]] = {}
    for place, entry in enumerate(entries):
        if entry.act == "reset":
            history.pop(entry.question, None)
        if entry.act != "answer" or not entry.counts or entry.grade is None:
            continue
        before = history.get(entry.question, ())
        day = max(entry.day, before[-1][0]) if before else entry.day
        history[entry.question] = (*before, (day, entry.grade))
        if before and before[-1][0] < day:
            found.append(Seen(place, history[entry.question]))
    return found


def losses(entries: Sequence[Entry], judged: Sequence[Seen], settings: Settings) -> list[float]:
    """The log loss of the predicted recall at each judged answer."""
    places = {one.at for one in judged}
    cards: dict[str, Card | None] = {}
    found = []
    for place, entry in enumerate(entries):
        card = cards.get(entry.question)
        if place in places:
            expected = min(max(recall(card, entry.day, settings), 1e-4), 1 - 1e-4)
            found.append(-log(expected if entry.grade != Grade.AGAIN else 1 - expected))
        cards[entry.question] = next_card(card, entry, settings)
    return found


def by_fsrs_rs(seen: Sequence[Seen]) -> list[float]:
    """Train with the optional package fsrs-rs-python; raises QuizError if it is missing."""
    try:
        import fsrs_rs_python as fsrs_rs
    except ImportError:
        raise QuizError(
            _("fitting needs one more package: pip install 'quizcli[optimize]'")
        ) from None
    items = []
    for one in seen:
        days = [on for on, _grade in one.history]
        gaps = [0, *((b - a).days for a, b in pairwise(days))]
        grades = [grade for _on, grade in one.history]
        reviews = [fsrs_rs.FSRSReview(int(g), gap) for g, gap in zip(grades, gaps, strict=True)]
        items.append(fsrs_rs.FSRSItem(reviews))
    fitted = fsrs_rs.FSRS(fsrs_rs.DEFAULT_PARAMETERS).compute_parameters(items)
    return [round(parameter, 4) for parameter in fitted]  # 32-bit floats miss bounds by rounding
