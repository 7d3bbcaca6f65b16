"""Writes recorded output into a bank's file; all other lines stay as they were."""

from collections.abc import Mapping
from pathlib import Path

import yaml

from quizcli.bank.place import UNSAFE, Step
from quizcli.bank.problem import whole_file
from quizcli.bank.source import node_at
from quizcli.language import _

Steps = tuple[Step, ...]


def with_prints(text: str, outputs: Mapping[Steps, str], file: Path) -> str:
    """The file's text with `prints` set to the output, for the demo or question at each place."""
    lines = text.split("\n")
    edits = [_edit(text, lines, steps, output, file) for steps, output in outputs.items()]
    for start, end, block in sorted(edits, reverse=True):
        lines[start:end] = block
    return "\n".join(lines)


def _edit(
    text: str, lines: list[str], steps: Steps, output: str, file: Path
) -> tuple[int, int, list[str]]:
    node = node_at(text, steps)
    assert isinstance(node, yaml.MappingNode)
    keys = {key.value: key.start_mark for key, _value in node.value}
    mark = keys.get("prints", keys["code"])
    if node.flow_style:
        message = _("write the demo in block style, one field a line, to have `prints` recorded")
        raise whole_file(file, message, mark.line + 1, mark.column + 1)
    end = _end(lines, mark.line, mark.column)
    start = mark.line if "prints" in keys else end
    lead = lines[start][: mark.column] if "prints" in keys else " " * mark.column
    return start, end, _block(output, lead, mark.column)


def _end(lines: list[str], start: int, column: int) -> int:
    end = start + 1
    while end < len(lines) and (not lines[end].strip() or _indent(lines[end]) > column):
        end += 1
    while not lines[end - 1].strip():
        end -= 1
    return end


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _block(output: str, lead: str, column: int) -> list[str]:
    if not output:
        return [f'{lead}prints: ""']
    body = output.split("\n")
    header = "2" if body[0][:1] in ("", " ") else ""
    if output.endswith("\n\n") or output == "\n":
        header += "+"
    elif not output.endswith("\n"):
        header += "-"
    if output.endswith("\n"):
        body.pop()
    indent = " " * (column + 2)
    return [f"{lead}prints: |{header}", *(f"{indent}{line}" if line else "" for line in body)]


def unprintable(output: str) -> str | None:
    """Why the output cannot be stored in a bank's file, or an empty string."""
    if unsafe := UNSAFE.search(output):
        return _("prints the character U+{code:04X}, which a bank may not contain").format(
            code=ord(unsafe[0])
        )
    return None
