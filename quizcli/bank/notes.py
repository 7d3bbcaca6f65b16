"""Turns Markdown notes into a topic: headings become questions, fenced Python becomes programs."""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from quizcli.bank.place import UNSAFE
from quizcli.bank.schema import editor_line
from quizcli.bank.transcript import without_prompts
from quizcli.errors import UsageError
from quizcli.language import _

_HEADING = re.compile(r"^(#{1,6})\s+(.+?)\s*#*$")
_FENCE = re.compile(r"^(```+|~~~+)\s*([\w+-]*)")
_BULLET = re.compile(r"^\s*(?:[-*+]|\d+[.)])\s+(.+)")
_LABEL = re.compile(r"^\**(?:Q(?:uestion)?|A(?:nswer)?|问题?|答案?)\s*\d*\s*[:：]\**\s*\**")
_TABLE = re.compile(r"^\s*\|")
_SENTENCE = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])")
_POINTS = 6


@dataclass(slots=True)
class Note:
    """A heading and the text below it."""

    heading: str
    depth: int
    prose: list[str] = field(default_factory=list)  # everything except programs
    said: list[str] = field(default_factory=list)  # the sentences among it
    programs: list[str] = field(default_factory=list)

    @property
    def answer(self) -> str:
        return re.sub(r"\n{3,}", "\n\n", _unlabelled("\n".join(self.prose).strip()))

    @property
    def points(self) -> list[str]:
        """The bullets, or the sentences, that an answer must contain."""
        bullets = [found[1] for line in self.said if (found := _BULLET.match(line))]
        text = _unlabelled(" ".join(" ".join(self.said).split()))
        sentences = [s.strip() for s in _SENTENCE.split(text) if s.strip()]
        return (bullets or sentences or [self.heading])[:_POINTS]


def read_notes(text: str) -> list[Note]:
    """The headings of a Markdown text, in order; text before the first one is ignored."""
    notes: list[Note] = []
    lines = iter(UNSAFE.sub("", text.replace("\r\n", "\n").expandtabs(4)).split("\n"))
    for line in lines:
        if heading := _HEADING.match(line):
            notes.append(Note(_unlabelled(heading[2]), len(heading[1])))
        elif fence := _FENCE.match(line):
            code = "\n".join(_until(lines, fence[1]))
            _take_fence(notes, fence[2], code)
        elif notes:
            notes[-1].prose.append(line.rstrip())
            if not _TABLE.match(line):
                notes[-1].said.append(line)
    return notes


def _unlabelled(text: str) -> str:
    """The text without `Q:` or `**Answer:**` before it."""
    return _LABEL.sub("", text)


def _until(lines: Iterator[str], fence: str) -> Iterator[str]:
    for line in lines:
        if line.strip().startswith(fence):
            return
        yield line.rstrip()


def _take_fence(notes: list[Note], language: str, code: str) -> None:
    if not notes or not code.strip():
        return
    if language.casefold() in ("python", "py", "python3"):
        notes[-1].programs.append(without_prompts(code))
    else:
        notes[-1].prose += [f"```{language}", *code.split("\n"), "```"]


def topic_text(notes: Sequence[Note], file: Path) -> tuple[str, str]:
    """The id and the file text of the topic made from the notes, with no recorded output yet."""
    title, *rest = notes if notes and notes[0].depth == 1 else [Note(file.stem, 1), *notes]
    noted = [title, *rest] if title.programs else rest
    shown = [note for note in noted if note.programs]
    named = list(zip(shown, _names(shown), strict=True))
    if not any(note.answer for note in shown):
        raise UsageError(
            _("{file}: no heading has both text and a ```python block").format(file=file)
        )
    topic = slug(title.heading) or slug(file.stem) or "notes"
    origin = UNSAFE.sub("", " ".join(file.name.split()))  # keep odd file names on one line
    lines = [
        editor_line(0),
        f"# Made from {origin}: a beginning; see to level and points of each question.",
        f"id: {topic}",
        f"title: {_quoted(title.heading)}",
        f"aliases: [{_quoted(title.heading)}]",
        *_text("summary", title.answer or title.heading, ""),
        "demos:",
        *(line for note, name in named for line in _demos(note, name)),
        "questions:",
        *(line for note, name in named if note.answer for line in _question(note, topic, name)),
        *_without_program([note for note in noted if note.answer and not note.programs]),
    ]
    return topic, "\n".join(lines) + "\n"


def slug(text: str) -> str:
    """Lower-case letters, digits and single hyphens; empty if the text has none."""
    return "-".join(re.findall(r"[a-z0-9]+", text.casefold()))[:60].strip("-")


def _names(notes: Sequence[Note]) -> list[str]:
    found: list[str] = []
    for number, note in enumerate(notes, 1):
        name = slug(note.heading) or f"question-{number}"
        found.append(name if name not in found else f"{name}-{number}")
    return found


def _demos(note: Note, name: str) -> Iterator[str]:
    for number, code in enumerate(note.programs, 1):
        yield f"  - id: {name}" + (f"-{number}" if number > 1 else "")
        yield f"    caption: {_quoted(note.heading)}"
        yield from _text("code", code, "    ")


def _question(note: Note, topic: str, name: str) -> Iterator[str]:
    yield f"  - id: {topic}/{name}"
    yield "    kind: recall"
    yield "    level: mid"
    yield f"    ask: {_quoted(note.heading)}"
    yield from _text("answer", note.answer, "    ")
    yield "    points:"
    yield from (f"      - {_quoted(point)}" for point in note.points)
    yield f"    demo: {name}"


def _without_program(notes: Sequence[Note]) -> Iterator[str]:
    if notes:
        yield "# Left out, because no program proves them yet:"
    for note in notes:
        yield f"# - {note.heading}"
        yield from (f"#   {line}".rstrip() for line in note.answer.split("\n"))


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _text(name: str, text: str, indent: str) -> Iterator[str]:
    indented = text.lstrip("\n").startswith(" ")
    yield f"{indent}{name}: {'|2' if indented else '|'}"
    yield from (f"{indent}  {line}".rstrip() for line in text.split("\n"))
