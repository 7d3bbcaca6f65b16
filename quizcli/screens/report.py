"""The report of a mock interview, on screen and as Markdown."""

from collections.abc import Callable, Iterator

from rich.text import Text

from quizcli.language import _, current
from quizcli.model.topic import Question, Recall
from quizcli.screens.bars import percent
from quizcli.screens.dates import duration
from quizcli.screens.prose import inline
from quizcli.screens.question import kind_name, level_name
from quizcli.screens.theme import Look
from quizcli.screens.wrapping import wrapped
from quizcli.session.interview import GOOD, Concept, Finding, Report

Ask = Callable[[str], Question | None]
Title = Callable[[str], str]


def report_lines(report: Report, ask: Ask, title: Title, look: Look) -> Iterator[Text]:
    """The report by concept, with the evidence."""
    yield Text(_("Mock interview"), "title")
    yield from wrapped(Text(_head(report)), look.width)
    for concept in report.concepts:
        yield Text()
        head = Text(f"{title(concept.topic)}  ", "title").append(_scored(report, concept))
        yield from wrapped(head, look.width)
        for finding in concept.findings:
            yield from _evidence(finding, ask(finding.question), look)
    yield from _next(report, look)


def _head(report: Report) -> str:
    said = _("{level}, {minutes} min, seed {seed}: {score} in {time}.").format(
        level=level_name(report.level),
        minutes=f"{report.minutes:g}",
        seed=report.seed,
        score=percent(report.score),
        time=duration(report.seconds),
    )
    if report.score_before is None:
        return said
    last = _("Previous interview: {score}.").format(score=percent(report.score_before))
    return f"{said} {last}"


def _scored(report: Report, concept: Concept) -> str:
    score = percent(concept.score)
    if concept.topic not in report.before:
        return score
    before = percent(report.before[concept.topic])
    return _("{score} (before: {before})").format(score=score, before=before)


def _evidence(finding: Finding, question: Question | None, look: Look) -> Iterator[Text]:
    symbol, word, style = _judged(finding)
    lead = Text(f"  {look.sign(symbol, word)} ", style)
    if question is None:
        yield from wrapped(lead.append(finding.question), look.width, hang=4)
        return
    ask = " ".join(question.ask.get(current()).split())
    yield from wrapped(lead.append_text(inline(ask, look)), look.width, hang=4)
    yield from wrapped(Text(f"    {_facts(finding)}", "muted"), look.width, hang=4)
    for missed in _missed(finding, question):
        body = Text("    ").append(_("missed: "), "near").append_text(inline(missed, look))
        yield from wrapped(body, look.width, hang=6)


def _judged(finding: Finding) -> tuple[str, str, str]:
    """How good an answer was: a symbol, a word, and their style."""
    if finding.worth >= GOOD:
        return "✓", _("right:"), "right"
    if finding.worth:
        return "≈", _("partly:"), "near"
    return "✗", _("wrong:"), "wrong"


def _facts(finding: Finding) -> str:
    facts = [kind_name(finding.kind), level_name(finding.level), duration(finding.seconds)]
    if finding.hints:
        facts.append(_("hints: {n}").format(n=finding.hints))
    return _(", ").join(facts)


def _missed(finding: Finding, question: Question) -> list[str]:
    if not isinstance(question, Recall):
        return []
    points = question.points
    return [points[n].get(current()).strip() for n in finding.missed if n < len(points)]


def _next(report: Report, look: Look) -> Iterator[Text]:
    weak = report.weak()
    if not weak:
        return
    yield from [Text(), Text(_("Next"), "title")]
    for concept in weak[:3]:
        line = Text(f"quizcli explain {concept.topic}", "code")
        yield from wrapped(line.append(f"  {percent(concept.score)}", "muted"), look.width, hang=2)
    topics = " ".join(concept.topic for concept in weak[:3])
    yield from wrapped(Text(f"quizcli quiz {topics}", "code"), look.width, hang=2)


def markdown(report: Report, ask: Ask, title: Title) -> str:
    """The report as a Markdown document."""
    lines = [f"# {_('Mock interview')}, {report.day.isoformat()}", "", _head(report), ""]
    for concept in report.concepts:
        lines += [f"## {title(concept.topic)}: {_scored(report, concept)}", ""]
        for finding in concept.findings:
            question = ask(finding.question)
            asked = " ".join(question.ask.get(current()).split()) if question else ""
            lines.append(
                f"- **{_judged(finding)[1]}** {asked or finding.question} ({_facts(finding)})"
            )
            if isinstance(finding.answer, str) and finding.answer:
                said = finding.answer.replace("\n", "\n  > ")
                lines += ["", f"  > {said}", ""]
            for missed in _missed(finding, question) if question else []:
                lines.append(f"  - {_('missed: ')}{missed}")
        lines.append("")
    return "\n".join(lines)
