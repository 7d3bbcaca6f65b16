"""Judges whether the runs of a topic showed what they should."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from quizcli.bank.check.trials import Trial
from quizcli.bank.place import Fault, Step
from quizcli.bank.prints import unprintable
from quizcli.language import _
from quizcli.model.run import RunResult
from quizcli.model.topic import Demo, Predict
from quizcli.session.matching import match

Run = tuple[Trial, RunResult]
_DULL = ("refused", "timeout", "memory", "flooded", "died")  # wrong answers must not end so


@dataclass(slots=True)
class Judged:
    """The problems of a topic's programs, and the output missing from its file."""

    faults: list[Fault] = field(default_factory=list)
    stale: dict[tuple[Step, ...], str] = field(default_factory=dict)  # place: output
    differences: list[Fault] = field(default_factory=list)  # how each stale one differs

    def refuse(self, trial: Trial, message: str, *steps: Step) -> None:
        self.faults.append(Fault((*trial.steps, *steps), message))


def judge(runs: Sequence[Run]) -> Judged:
    """Judge all runs of a topic, grouped by demo or question."""
    judged = Judged()
    for _steps, group in groupby(runs, key=lambda run: run[0].steps):
        of_one = list(group)
        if of_one[0][0].want == "prints":
            _judge_printing(of_one, judged)
        else:
            for trial, result in of_one:
                _judge_check(trial, result, judged)
    return judged


def _judge_check(trial: Trial, result: RunResult, judged: Judged) -> None:
    what = trial.what
    if trial.want == "passes" and not result.ok:
        judged.refuse(
            trial, _("{what} must pass its check: {error}").format(what=what, error=told(result))
        )
    elif trial.want == "fails" and result.ok:
        judged.refuse(
            trial, _("{what} passes: the check cannot tell it from the solution").format(what=what)
        )
    elif trial.want == "fails" and result.outcome in _DULL:
        judged.refuse(
            trial,
            _("{what} must fail its check, not like this: {error}").format(
                what=what, error=told(result)
            ),
        )


def _judge_printing(runs: Sequence[Run], judged: Judged) -> None:
    first, result = runs[0]
    if _prints_something(first, result, judged) and result.stdout != _recorded(first):
        judged.stale[first.steps] = result.stdout
        judged.differences.append(Fault((*first.steps, "prints"), _difference(first, result)))
    sound = [run for run in runs[1:] if _prints_something(*run, judged)]
    for trial, each in [runs[0], *sound]:
        if isinstance(trial.item, Predict) and each.ok:
            _judge_wrong(trial, each, judged)
    if isinstance(first.item, Predict) and len(sound) == len(runs) - 1 and result.ok:
        for fault in degenerate({_key(trial): each.stdout for trial, each in runs}):
            judged.refuse(first, fault, "variants")


def _prints_something(trial: Trial, result: RunResult, judged: Judged) -> bool:
    what = trial.what
    if not result.ok:
        message = _("{what} failed: {error}").format(what=what, error=told(result))
        judged.refuse(trial, message, "code")
    elif not result.stdout.strip():
        judged.refuse(trial, _("{what} prints nothing").format(what=what), "code")
    elif problem := unprintable(result.stdout):
        judged.refuse(trial, f"{what} {problem}", "code")
    elif trial.values and "nan" in result.stdout.casefold().replace(",", " ").split():
        judged.refuse(
            trial, _("{what} prints nan: a degenerate variant").format(what=what), "variants"
        )
    return result.ok and bool(result.stdout.strip()) and unprintable(result.stdout) is None


def _difference(trial: Trial, result: RunResult) -> str:
    recorded = _recorded(trial)
    if not recorded:
        return _("no output is recorded; run `quizcli bank check --record` on this file")
    pairs = enumerate(zip(_lines(result.stdout), _lines(recorded), strict=False))
    for number, (now, then) in pairs:
        if now != then:
            return _("line {number} is recorded as {then!r}, but {now!r} was printed").format(
                number=number + 1, then=then, now=now
            )
    return _("{then} lines are recorded, but {now} were printed").format(
        then=len(_lines(recorded)), now=len(_lines(result.stdout))
    )


def _recorded(trial: Trial) -> str:
    assert isinstance(trial.item, Demo | Predict)
    return trial.item.prints


def _lines(text: str) -> list[str]:
    return text.split("\n")


def _judge_wrong(trial: Trial, result: RunResult, judged: Judged) -> None:
    assert isinstance(trial.item, Predict)
    for number, answer in enumerate(trial.item.wrong):
        if match(result.stdout, answer).right:
            what = _("{answer!r} is graded right{variant}").format(
                answer=answer.strip(), variant=trial.variant
            )
            judged.refuse(
                trial,
                _("{what}; a wrong answer must be refused").format(what=what),
                "wrong",
                number,
            )


def _key(trial: Trial) -> tuple[tuple[str, object], ...]:
    return tuple(trial.values.items())


def degenerate(outputs: Mapping[tuple[tuple[str, object], ...], str]) -> Iterator[str]:
    """Why these variants are not worth asking; maps the values to their outputs."""
    for name in dict.fromkeys(name for values in outputs for name, _value in values):
        others: dict[object, set[str]] = {}
        for values, output in outputs.items():
            rest = tuple(pair for pair in values if pair[0] != name)
            others.setdefault(rest, set()).add(output)
        if all(len(printed) == 1 for printed in others.values()):
            yield _("changing {{{name}}} never changes what is printed").format(name=name)
    if len(set(outputs.values())) * 2 < len(outputs):
        yield _("fewer than half of the variants print different output")


def told(result: RunResult) -> str:
    """How a run ended, in words."""
    error = result.error
    if error is None:
        return str(result.outcome)
    message = error.message.strip().split("\n")[0]
    named = f"{error.type}: {message}" if message else error.type
    where = _(" in line {line}").format(line=error.line) if error.line else ""
    match result.outcome:
        case "raised":
            return _("raised {named}{where}").format(named=named, where=where)
        case "failed":
            return _("the check said {named}").format(named=named)
        case "refused" if error.type == "PermissionError":
            return f"{message}{where}"
        case "refused":
            return _("does not compile: {named}{where}").format(named=named, where=where)
    return message or error.type
