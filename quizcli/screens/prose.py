"""Renders the subset of Markdown that banks use, without the cost of a library."""

import re
from collections.abc import Iterator

from rich.text import Text

from quizcli.screens.code import highlighted
from quizcli.screens.theme import Look
from quizcli.screens.wrapping import is_wide, wrapped

_INLINE = re.compile(
    r"``(?P<double>.+?)``|`(?P<code>[^`]+)`|\*\*(?P<bold>.+?)\*\*"
    r"|(?<![a-zA-Z0-9_)\]*])\*(?P<italic>[^*\s][^*]*)\*(?![a-zA-Z0-9_(*])|\[(?P<text>[^\[\]]+)\]\((?P<link>[^()\s]+)\)"
)
_STOPS = frozenset("，。、；：？！（）《》「」『』“”…—")
_ITEM = re.compile(r"^(\s*)([-*]|\d+[.)])\s+(.*)$")


def inline(markdown: str, look: Look, style: str = "") -> Text:
    """Inline text with code, bold, italics and links."""
    text = Text(style=style)
    position = 0
    for found in _INLINE.finditer(markdown):
        text.append(markdown[position : found.start()])
        position = found.end()
        code = found["double"] or found["code"]
        if code:
            text.append(f"`{code}`" if look.plain else code, "code")
        elif found["bold"]:
            text.append_text(inline(found["bold"], look, "strong"))
        elif found["italic"]:
            text.append_text(inline(found["italic"], look, "strong"))
        else:
            text.append(found["text"]).append(f" <{found['link']}>", "link")
    return text.append(markdown[position:])


def prose(markdown: str, look: Look) -> list[Text]:
    """Paragraphs, lists and fenced code, wrapped to the look's width."""
    lines: list[Text] = []
    for kind, block in _blocks(markdown.strip("\n")):
        if lines and kind != "item":
            lines.append(Text())
        if kind == "code":
            lines += [Text("  ").append_text(line) for line in highlighted(block, look)]
        elif kind == "item":
            mark, _space, rest = block.partition(" ")
            bullet = look.sign("•", "-") if mark in "-*" else mark
            body = Text(f"{bullet} ").append_text(inline(rest, look))
            lines += wrapped(body, look.width, hang=len(bullet) + 1)
        else:
            lines += wrapped(inline(block, look), look.width)
    return lines


def _blocks(markdown: str) -> Iterator[tuple[str, str]]:
    """The blocks in order, as (`text` | `item` | `code`, content without line breaks)."""
    kind, held = "text", ""
    lines = iter(markdown.split("\n"))
    for line in lines:
        if line.lstrip().startswith("```"):
            if held:
                yield kind, held
            kind, held = "text", ""
            yield "code", "\n".join(iter(lambda: next(lines, "```"), "```"))
        elif found := _ITEM.match(line):
            if held:
                yield kind, held
            kind, held = "item", f"{found[2]} {found[3].strip()}"
        elif not line.strip():
            if held:
                yield kind, held
            kind, held = "text", ""
        else:
            held = _joined(held, line.strip())
    if held:
        yield kind, held


def _joined(before: str, after: str) -> str:
    """Join two lines of a paragraph; Chinese needs no space between them."""
    if not before:
        return after
    last, first = before[-1], after[0]
    both_wide = is_wide(last) and is_wide(first)
    return before + after if both_wide or {last, first} & _STOPS else f"{before} {after}"
