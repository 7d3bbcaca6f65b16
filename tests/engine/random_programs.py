"""Random programs on the engine and on PyTorch: `python -m tests.engine.random_programs`.

It needs torch. Each program that differs is cut down to the statements that matter and printed.
"""

import argparse
import ast
import re
import time
import warnings
from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import HealthCheck, Phase, given, seed, settings

from tests.engine import random_modules, random_tensors
from tests.engine.sessions import first_difference, transcript

KINDS: dict[str, Callable[..., Any]] = {
    "tensors": random_tensors.programs,
    "modules": random_modules.programs,
}
BATCH = 200  # programs for one seed
PATIENCE = 20  # seconds of cutting a program down


def difference(program: str) -> tuple[str, str] | None:
    """The first thing that the engine says otherwise than PyTorch, with what PyTorch says."""
    try:
        return first_difference(transcript(program, "engine"), transcript(program, "torch"))
    except SyntaxError:
        return None


def hunt(kind: str, first_seed: int, seconds: float) -> Iterator[str]:
    """Programs that differ, found within that time."""
    end, number = time.monotonic() + seconds, first_seed
    found: list[str] = []
    while time.monotonic() < end:

        @seed(number)
        @settings(
            max_examples=BATCH,
            phases=[Phase.generate],
            database=None,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        )
        @given(KINDS[kind]("torch"))
        def compare(written: tuple[str, list[str]]) -> None:
            program, expected = written
            if time.monotonic() < end and first_difference(transcript(program, "engine"), expected):
                found.append(program)

        compare()
        yield from found
        found.clear()
        number += 1


# ---- cutting down -------------------------------------------------------------------------------


def reduced(program: str) -> str:
    """The program without what it differs in the same way without."""
    way, errors = _way(program)
    smaller, end = way is not None, time.monotonic() + PATIENCE
    while smaller:
        smaller = False
        for candidate in _smaller(program):
            if time.monotonic() > end:
                break
            found, more = _way(candidate)
            if found == way and more <= errors:
                program, errors, smaller = candidate, more, True
                break
    return _renamed(program)


def _way(program: str) -> tuple[Any, int]:
    """In which way a program differs, and how many errors it has on PyTorch."""
    try:
        expected = transcript(program, "torch")
        found = first_difference(transcript(program, "engine"), expected)
    except SyntaxError:
        return None, 0
    errors = sum("! " in line for line in expected)
    if found is None:
        return None, errors
    return tuple(
        said.split(" ", 1)[1] if "! " in said else "log " in said for said in found
    ), errors


def _renamed(program: str) -> str:
    """The program with its names in order."""
    names = list(dict.fromkeys(re.findall(r"\bt\d\b", program)))
    return re.sub(r"\bt\d\b", lambda found: "abcdefghij"[names.index(found[0])], program)


def _smaller(program: str) -> Iterator[str]:
    """Programs with a little less in them, the boldest cuts first."""
    lines = program.split("\n")
    for size in (8, 4, 2, 1):
        for start in range(len(lines) - size, -1, -1):
            yield _joined(lines[:start] + lines[start + size :])
    for place, line in enumerate(lines):
        if alias := re.fullmatch(r"\s*(t\d) = (t\d)", line):  # one name for both
            rest = "\n".join(lines[place + 1 :])
            yield _joined([*lines[:place], re.sub(rf"\b{alias[1]}\b", alias[2], rest)])
        if line.endswith(":"):  # a block: its body alone
            yield _joined(_unwrapped(lines, place))
        for simpler in _simpler(line.strip()):
            indent = line[: len(line) - len(line.lstrip())]
            yield _joined([*lines[:place], indent + simpler, *lines[place + 1 :]])


def _joined(lines: list[str]) -> str:
    """The lines, without blocks that lost their bodies."""
    kept: list[str] = []
    for place, line in enumerate(lines):
        indent = len(line) - len(line.lstrip())
        below = lines[place + 1] if place + 1 < len(lines) else ""
        if line.endswith(":") and len(below) - len(below.lstrip()) <= indent:
            continue
        kept.append(line)
    return "\n".join(kept)


def _unwrapped(lines: list[str], place: int) -> list[str]:
    indent = len(lines[place]) - len(lines[place].lstrip())
    body, rest = [], lines[place + 1 :]
    while rest and len(rest[0]) - len(rest[0].lstrip()) > indent:
        body.append(rest.pop(0)[4:])
    return [*lines[:place], *body, *rest]


def _simpler(line: str) -> Iterator[str]:
    """Simpler forms of one statement: operands, arguments and calls taken away."""
    try:
        tree = ast.parse(line)
    except SyntaxError:
        return
    for node in ast.walk(tree):
        for field, value in ast.iter_fields(node):
            if isinstance(value, ast.expr):
                for simpler in _parts(value):
                    setattr(node, field, simpler)
                    yield ast.unparse(tree)
                setattr(node, field, value)
            elif isinstance(value, list) and value[not isinstance(node, ast.Call) :]:
                for i in range(len(value)):
                    setattr(node, field, value[:i] + value[i + 1 :])
                    yield ast.unparse(tree)
                setattr(node, field, value)


def _parts(value: ast.expr) -> Iterator[ast.expr]:
    if isinstance(value, ast.BinOp):
        yield from (value.left, value.right)
    elif isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute):
        yield value.func.value
        yield from value.args
    elif isinstance(value, ast.Subscript | ast.Attribute):
        yield value.value


def main() -> None:
    """Hunt, and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=1)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--kind", choices=KINDS, default="tensors")
    parser.add_argument("--most", type=int, default=10, help="stop after so many findings")
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    seen: set[str] = set()
    for program in hunt(options.kind, options.seed, options.minutes * 60):
        small = reduced(program)
        if small in seen:
            continue
        seen.add(small)
        one, other = difference(small) or ("?", "?")
        print(f"{small}\n  engine: {one}\n  torch:  {other}\n", flush=True)
        if len(seen) >= options.most:
            break
    print(f"{len(seen)} findings")


if __name__ == "__main__":
    main()
