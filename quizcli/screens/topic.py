"""A topic as `explain` shows it: the answer, live proof, pitfalls, myths, related topics."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from rich.text import Text

from quizcli.language import _, current, plural
from quizcli.model.topic import Demo, Myth, Topic
from quizcli.screens.program import program
from quizcli.screens.prose import inline, prose
from quizcli.screens.theme import Look
from quizcli.screens.wrapping import wrapped

if TYPE_CHECKING:
    from quizcli.model.run import RunResult


def opening(topic: Topic, look: Look) -> list[Text]:
    """The title and the summary."""
    title = Text(topic.title.get(current()), "title").append(f"  {topic.id}", "muted")
    return [*wrapped(title, look.width), Text(), *prose(topic.summary.get(current()), look)]


def demo(shown: Demo, result: "RunResult | None", look: Look) -> list[Text]:
    """One demo: its caption, its code, and what it did when run."""
    caption = inline(shown.caption.get(current()).strip(), look, "title")
    lines = [Text(), *wrapped(caption, look.width), *program(shown.code, look, result)]
    if shown.variants:
        setting = ", ".join(f"--set {name}={values[-1]}" for name, values in shown.variants.items())
        said = _("Try another value: {setting}").format(setting=setting)
        lines += wrapped(Text(said, "muted"), look.width)
    return lines


def closing(topic: Topic, titles: Mapping[str, str], look: Look) -> Iterator[Text]:
    """Pitfalls, myths, related topics, and how to practise."""
    if topic.pitfalls:
        yield from _headed(_("Pitfalls"))
        for pitfall in topic.pitfalls:
            yield from _item("•", "-", inline(pitfall.get(current()).strip(), look), look)
    if topic.myths:
        yield from _headed(_("Common misconceptions"))
        for myth in topic.myths:
            yield from _myth(myth, look)
    yield from _links(_("Builds on"), topic.builds_on, titles, look)
    yield from _links(_("See also"), topic.see_also, titles, look)
    count = plural("{n} question", "{n} questions", len(topic.questions))
    command = Text("quizcli quiz " + topic.id, "code").append(f"  {count}", "muted")
    yield from [Text(), *wrapped(command, look.width)]


def _headed(head: str) -> list[Text]:
    return [Text(), Text(head, "title")]


def _item(symbol: str, word: str, body: Text, look: Look, style: str = "") -> list[Text]:
    sign = look.sign(symbol, word)
    lead = Text(f"{sign} ", style)
    return wrapped(lead.append_text(body), look.width, hang=len(sign) + 1)


def _myth(myth: Myth, look: Look) -> Iterator[Text]:
    claim = inline(myth.claim.get(current()).strip(), look)
    truth = inline(myth.truth.get(current()).strip(), look)
    yield from _item("✗", _("false:"), claim, look, "wrong")
    yield from _item("✓", _("true:"), truth.append(f"  {myth.demo}", "muted"), look, "right")


def _links(
    head: str, topics: tuple[str, ...], titles: Mapping[str, str], look: Look
) -> Iterator[Text]:
    known = [topic for topic in topics if topic in titles]
    if known:
        yield from _headed(head)
    for topic in known:
        yield from wrapped(Text(topic, "code").append(f"  {titles[topic]}"), look.width, hang=2)
