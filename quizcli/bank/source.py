"""Reads a bank's file into plain data; refuses anything but plain YAML text."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from quizcli.bank.broken import explain
from quizcli.bank.place import UNSAFE, Fault
from quizcli.bank.problem import BankError, Problem, whole_file
from quizcli.language import _, reason

LARGEST = 2_000_000  # bytes; 40 times the longest topic
DEEPEST = 20


def read_bytes(file: Path) -> bytes:
    """The content of a regular file of acceptable size."""
    if file.is_symlink():
        raise whole_file(file, _("is a symbolic link; put the file itself into the bank"))
    try:
        if not file.is_file():
            raise whole_file(file, _("is not a file"))
        if (size := file.stat().st_size) > LARGEST:
            raise whole_file(
                file,
                _("has {size:,} bytes, more than {largest:,}; split the topic").format(
                    size=size, largest=LARGEST
                ),
            )
        return file.read_bytes()
    except OSError as error:
        raise whole_file(file, _("cannot be read: {why}").format(why=reason(error))) from error


def decode(raw: bytes, file: Path) -> str:
    """The text of a file: UTF-8 without BOM, lines ending in LF, no tab or invisible character."""
    if raw.startswith(b"\xef\xbb\xbf"):
        raise whole_file(file, _("begins with a byte order mark; save it as UTF-8 without BOM"))
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        line, column = _at(raw[: error.start].decode("utf-8"))
        message = _("is not UTF-8 (byte 0x{byte:02X}); save the file as UTF-8").format(
            byte=raw[error.start]
        )
        raise whole_file(file, message, line, column) from error
    if unsafe := UNSAFE.search(text):
        line, column = _at(text[: unsafe.start()])
        raise whole_file(file, _character(unsafe[0]), line, column)
    return text


def _at(before: str) -> tuple[int, int]:
    return before.count("\n") + 1, len(before) - before.rfind("\n")


def _character(char: str) -> str:
    match char:
        case "\t":
            return _("a tab; indent with spaces")
        case "\r":
            return _("the line ends with CR; save the file with LF line ends")
    return _("the invisible character U+{code:04X}; remove it").format(code=ord(char))


def load(text: str, file: Path) -> Any:
    """Load plain data from YAML text; refuses anchors, duplicate keys and deep nesting."""
    loader = yaml.CSafeLoader(text)
    try:
        node = loader.get_single_node()
        if node is None:
            raise whole_file(file, _("is empty"))
        _inspect(node, file)
        return loader.construct_document(node)
    except yaml.MarkedYAMLError as error:
        line, column, message = explain(error, text)
        raise whole_file(file, message, line, column) from error
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise whole_file(file, _("is not valid YAML: {error}").format(error=error)) from error
    finally:
        loader.dispose()


def _inspect(root: yaml.Node, file: Path) -> None:
    problems: list[Problem] = []
    seen: set[int] = set()
    stack: list[tuple[yaml.Node, int]] = [(root, 1)]
    while stack:
        node, depth = stack.pop()
        if depth > DEEPEST:
            problems.append(
                _problem(
                    file, node, _("is nested deeper than {deepest} levels").format(deepest=DEEPEST)
                )
            )
            break
        if id(node) in seen:
            problems.append(_problem(file, node, _("anchors (`&`, `*`) are not used in a bank")))
            break
        seen.add(id(node))
        if node.tag == "tag:yaml.org,2002:timestamp":
            problems.append(_problem(file, node, _('looks like a date; put it in "quotes"')))
        if isinstance(node, yaml.MappingNode):
            problems += _doubled(node, file)
            stack += [(part, depth + 1) for pair in node.value for part in pair]
        elif isinstance(node, yaml.SequenceNode):
            stack += [(part, depth + 1) for part in node.value]
    if problems:
        raise BankError(problems)


def _doubled(node: yaml.MappingNode, file: Path) -> Iterator[Problem]:
    keys = set()
    for key, _value in node.value:
        if not isinstance(key, yaml.ScalarNode):
            yield _problem(file, key, _("a key must be a plain word"))
        elif key.value in keys:
            yield _problem(file, key, _("the key `{key}` appears twice").format(key=key.value))
        elif key.tag == "tag:yaml.org,2002:merge":
            yield _problem(file, key, _("merge keys (`<<`) are not used in a bank"))
        else:
            keys.add(key.value)


def _problem(file: Path, node: yaml.Node, message: str) -> Problem:
    mark = node.start_mark
    return Problem(str(file), mark.line + 1, mark.column + 1, "", message)


def node_at(text: str, steps: tuple[str | int, ...] = ()) -> yaml.Node:
    """The node of valid YAML text that `steps` leads to; as costly as loading."""
    loader = yaml.CSafeLoader(text)
    node = loader.get_single_node()
    loader.dispose()
    assert node is not None
    for step in steps:
        node = _child(node, step, as_key=False)
    return node


def locate(text: str, file: Path, faults: list[Fault]) -> list[Problem]:
    """The faults with their lines and columns."""
    root = node_at(text)
    return [_located(root, file, fault) for fault in faults]


def _located(node: yaml.Node, file: Path, fault: Fault) -> Problem:
    name = ""
    for index, step in enumerate(fault.steps):
        last = index == len(fault.steps) - 1
        name += f"[{step}]" if isinstance(step, int) else f".{step}"
        node = _child(node, step, as_key=last and fault.at_key)
    mark = node.start_mark
    return Problem(str(file), mark.line + 1, mark.column + 1, name.lstrip("."), fault.message)


def _child(node: yaml.Node, step: str | int, *, as_key: bool) -> yaml.Node:
    if isinstance(node, yaml.SequenceNode) and isinstance(step, int):
        part: yaml.Node = node.value[step]
        return part
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            if key.value == str(step):
                found: yaml.Node = key if as_key else value
                return found
    return node
