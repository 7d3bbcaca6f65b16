"""Draws what follows an answer: verdict, difference from the run, explanation."""

from collections.abc import Collection, Sequence

from rich.cells import cell_len
from rich.text import Text

from quizcli.language import _, current
from quizcli.model.run import RunResult
from quizcli.model.topic import Choice, Fix, FollowUp, Recall
from quizcli.screens.program import program
from quizcli.screens.prose import inline, prose
from quizcli.screens.question import Asked
from quizcli.screens.theme import Look
from quizcli.screens.wrapping import wrapped
from quizcli.session.grading import Verdict
from quizcli.session.matching import Pair


def verdict(found: Verdict, look: Look, points: int = 0) -> list[Text]:
    """Right or wrong, readable without colour; a near miss is reported as such.

    `points` is the number of key points of a spoken answer, of which the user ticked some.
    """
    if points and not found.given_up:
        said = _("{n} of {all} key points.").format(n=points - len(found.missed), all=points)
        sign, style = ("✓ ", "right") if found.right else ("≈ ", "near")
        return [Text(look.sign(sign) + said, style)]
    if found.right:
        said = _("Marked right, as you said.") if found.appealed else _("Right.")
        return [Text(look.sign("✓ ") + said, "right")]
    if found.given_up:
        return [Text(look.sign("– ") + _("Here is the answer."), "near")]
    if found.near:
        text = look.sign("≈ ") + _("Not quite: {reason}.").format(reason=_near(found))
        return wrapped(Text(text, "near"), look.width)
    return [Text(look.sign("✗ ") + _("Not right."), "wrong")]


def _near(found: Verdict) -> str:
    pairs = found.match.pairs if found.match else ()
    return {
        "lines": _("{right} of {all} lines are right").format(
            right=sum(pair.right for pair in pairs), all=len(pairs)
        ),
        "shape": _("the values are right, their shape is not"),
        "sign": _("the sign is wrong"),
        "rounding": _("the number is close, but not exact"),
        "order": _("the values are right, their order is not"),
        "spelling": _("it looks misspelt"),
        "form": _("the values are right, but not the rest of what a tensor prints"),
    }[found.near or "lines"]


def comparison(pairs: Sequence[Pair], look: Look) -> list[Text]:
    """The output beside the answer, line by line; if narrow, one below the other."""
    printed, answered = _("printed"), _("you")
    left = max([cell_len(pair.printed or "") for pair in pairs] + [cell_len(printed)])
    right = max([cell_len(pair.answered or "") for pair in pairs] + [cell_len(answered)])
    if look.plain or left + right + 6 > look.width:
        return _stacked(pairs, look)
    lines = [Text(f"  {_pad(printed, left)}   {answered}", "muted")]
    for pair in pairs:
        sign, style = ("=", "right") if pair.right else ("≠", "wrong")
        line = Text(f"{sign} ", style).append(_pad(pair.printed or "", left))
        lines.append(line.append("   ").append(pair.answered or "", "" if pair.right else "error"))
    return lines


def _stacked(pairs: Sequence[Pair], look: Look) -> list[Text]:
    lines: list[Text] = []
    for pair in pairs:
        sign = look.sign("=", _("same:")) if pair.right else look.sign("≠", _("differs:"))
        lead = Text(f"{sign} ", "right" if pair.right else "wrong")
        lines += wrapped(lead.append(pair.printed or _("(nothing)")), look.width, hang=4)
        if not pair.right:
            typed = Text(f"  {_('you')}: ").append(pair.answered or _("(nothing)"), "error")
            lines += wrapped(typed, look.width, hang=4)
    return lines


def _pad(text: str, width: int) -> str:
    return text + " " * (width - cell_len(text))


def options(choice: Choice, asked: Asked, picked: Collection[int], look: Look) -> list[Text]:
    """Each option, whether it is right, and why the wrong ones are wrong."""
    lines: list[Text] = []
    for shown, original in enumerate(asked.order, start=1):
        option = choice.options[original]
        sign = look.sign("✓", _("right:")) if option.right else look.sign("✗", _("wrong:"))
        lead = Text(f"{sign} ", "right" if option.right else "wrong").append(f"{shown}. ", "key")
        lead.append_text(inline(option.text.get(current()).strip(), look))
        if original in picked:
            lead.append(f"  {look.sign('← ')}{_('your answer')}", "muted")
        lines += wrapped(lead, look.width, hang=5)
        if option.why and not option.right:
            why = Text("     ").append_text(inline(option.why.get(current()).strip(), look))
            lines += wrapped(why, look.width, hang=5)
    return lines


def check_failed(result: RunResult, look: Look) -> list[Text]:
    """Why a filled or fixed program did not pass."""
    error = result.error
    message = error.message.strip() if error else ""
    if result.outcome == "failed":
        said = _("The check says: {message}").format(message=message or _("an assertion failed"))
        return wrapped(Text(said, "error"), look.width, hang=2)
    if result.outcome in ("raised", "refused") and error:
        where = _(" (line {n})").format(n=error.line) if error.line else ""
        return wrapped(Text(f"{error.type}: {message}{where}", "error"), look.width, hang=2)
    return []


def solution(asked: Asked, code: str, result: RunResult | None, look: Look) -> list[Text]:
    """A program that passes, with what it did; for a fix, the changed lines come first."""
    lines = [Text(_("One answer that passes:"), "title")]
    if isinstance(asked.question, Fix):
        lines += changed(asked.question.code, code, look)
    return [*lines, *program(code, look, result)]


def changed(before: str, after: str, look: Look) -> list[Text]:
    """The lines in which two programs differ."""
    from difflib import ndiff

    lines: list[Text] = []
    for line in ndiff(before.rstrip("\n").split("\n"), after.rstrip("\n").split("\n")):
        if line[0] in "-+":
            style = "wrong" if line[0] == "-" else "right"
            lines += wrapped(Text(line.rstrip(), style), look.width, hang=4)
    return [*lines, Text()]


def points(recall: Recall, ticked: Collection[int] | None, look: Look) -> list[Text]:
    """The key points; once ticked, marked as covered or missed."""
    lines: list[Text] = []
    for number, point in enumerate(recall.points):
        lead = Text()
        if ticked is not None:
            sign = ("✓ ", _("covered: ")) if number in ticked else ("✗ ", _("missed: "))
            lead.append(look.sign(*sign), "right" if number in ticked else "wrong")
        lead.append(f"{number + 1}. ", "key").append_text(inline(point.get(current()), look))
        lines += wrapped(lead, look.width, hang=5 if ticked is not None else 3)
    return lines


def answer(recall: Recall, look: Look) -> list[Text]:
    """The model answer."""
    return [Text(_("A good answer:"), "title"), *prose(recall.answer.get(current()), look)]


def follow_up(further: FollowUp, look: Look) -> list[Text]:
    """What an interviewer would ask next."""
    ask = Text(_("Follow-up: "), "title").append_text(inline(further.ask.get(current()), look))
    return [*wrapped(ask, look.width), Text()]


def why(asked: Asked, look: Look) -> list[Text]:
    """The author's explanation."""
    reason = asked.question.why
    return [Text(), *prose(reason.get(current()), look)] if reason else []
