"""The report of a bank check, as lines."""

from collections.abc import Iterator, Mapping

from rich.text import Text

from quizcli.bank.check.report import Report
from quizcli.language import _, listed, plural
from quizcli.screens.theme import Look
from quizcli.screens.wrapping import wrapped

_NAMED = 8  # maximum items shown of a long list


def report_lines(report: Report, look: Look) -> Iterator[Text]:
    """Each problem on its own line, then the bank in numbers, then the outcome."""
    for problem in report.problems:  # never wrapped, because editors and scripts parse them
        yield Text.assemble(
            (f"{problem.file}:{problem.line}:{problem.column}", "key"), ": "
        ).append(f"{problem.field}: {problem.message}" if problem.field else problem.message)
    if report.problems:
        yield Text()
    for line in (*_mix(report), *_coverage(report), *_to_come(report)):
        yield from wrapped(Text(line, "muted"), look.width, hang=2)
    yield from wrapped(_outcome(report), look.width)


def _mix(report: Report) -> Iterator[str]:
    mix = report.mix
    if not mix.topics:
        return
    yield _(", ").join(
        [
            plural("{n} topic", "{n} topics", mix.topics),
            plural("{n} demo", "{n} demos", mix.demos),
            plural("{n} question", "{n} questions", mix.questions),
            plural("{n} with variants", "{n} with variants", mix.varied),
            plural("{n} myth", "{n} myths", mix.myths),
        ]
    )
    yield _counts(mix.kinds) + _("; ") + _counts(mix.levels)


def _counts(counts: Mapping[str, int]) -> str:
    return _(", ").join(f"{count} {name}" for name, count in counts.items())


def _coverage(report: Report) -> Iterator[str]:
    if report.coverage is None:
        return
    unproved = report.coverage.unproved
    whole = len(report.coverage.proved_by)
    yield _("claims proved: {n} of {whole}").format(n=whole - len(unproved), whole=whole)
    if unproved:
        more = len(unproved) - _NAMED
        rest = _(" and {n} more (--json lists all)").format(n=more) if more > 0 else ""
        yield _("without a proof: {claims}").format(claims=listed(unproved[:_NAMED])) + rest


def _to_come(report: Report) -> Iterator[str]:
    if report.to_come:
        yield plural(
            "{n} thing still missing from this bank, which is marked incomplete",
            "{n} things still missing from this bank, which is marked incomplete",
            len(report.to_come),
        )


def _outcome(report: Report) -> Text:
    programs = plural("{n} program run", "{n} programs run", report.programs)
    if report.recorded:
        programs += _(", ") + plural("{n} output recorded", "{n} outputs recorded", report.recorded)
    if report.problems:
        count = plural("{n} problem", "{n} problems", len(report.problems))
        return Text(f"{programs}{_(', ')}{count}", "wrong")
    return Text(_("{programs}: all in order").format(programs=programs), "right")
