"""Random programs on the engine and on PyTorch: `python -m tests.engine.random_programs`.

It needs torch. Each program that differs is cut down to the statements that matter and printed;
with `--keep` it also joins those in random_programs.txt, which the tests run. `--add 50` puts
fifty new ones there that do not differ. Then `python -m tests.engine.record random_programs`.
"""

import argparse
import ast
import re
import time
import warnings
from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import HealthCheck, Phase, given, seed, settings

from tests.engine import random_functions, random_modules, random_tensors
from tests.engine.sessions import CLOSE, FORM, first_difference, transcript
from tests.engine.test_random_programs import FILE, PROGRAMS

KINDS: dict[str, Callable[..., Any]] = {
    "tensors": random_tensors.programs,
    "functions": random_functions.programs,
    "modules": random_modules.programs,
}
BATCH = 200  # programs for one seed
TRIES = 5  # programs drawn for one that is added
SETTING = "torch.set_default_dtype"  # what stays when a program is cut down
SHORT = 12  # statements, at most, of programs that are added to the tests
# Of 0.0 and -0.0, of which the printed form alone tells, PyTorch takes the first, or where it
# computes several elements at once the second.
EXTREMES = re.compile(r"\b(maximum|minimum)\b")
NET = re.compile(r"^(net = nn\.Sequential\(.*\))$", re.MULTILINE)  # the statement that makes it
PATIENCE = 20  # seconds of cutting a program down
SINGLE = re.compile(r"net\.(float\(\)|to\(torch\.float32)")  # steps in it add up their rounding


REFUSAL = "! UnsupportedError"  # with which the engine says that it does not do something


def difference(program: str) -> tuple[str, str] | None:
    """The first thing that the engine says otherwise than PyTorch, with what PyTorch says."""
    try:
        return told_apart(program, transcript(program, "torch"))
    except SyntaxError:
        return None


def told_apart(program: str, expected: list[str]) -> tuple[str, str] | None:
    """The first difference, if the engine did not refuse something before: that is no answer."""
    said = transcript(program, "engine")
    refused = next((i for i, line in enumerate(said) if line.endswith(REFUSAL)), len(said))
    if refused < len(said):
        said, expected = said[:refused], expected[:refused]
    if EXTREMES.search(program):
        said, expected = ([FORM.sub("", line) for line in lines] for lines in (said, expected))
    return first_difference(said, expected, 1e-3 if SINGLE.search(program) else CLOSE)


class Hunt:
    """Looks for programs that differ; `programs` is how many were run."""

    def __init__(self, kinds: list[str], first_seed: int, seconds: float) -> None:
        self.kinds, self.seed, self.programs = kinds, first_seed, 0
        self.end = time.monotonic() + seconds

    def found(self) -> Iterator[str]:
        """Programs that differ; the kinds take turns."""
        while time.monotonic() < self.end:
            for kind in self.kinds:
                yield from self._batch(KINDS[kind]("torch"))
            self.seed += 1

    def _batch(self, programs: Any) -> list[str]:
        different: list[str] = []

        def compare(program: str, expected: list[str]) -> None:
            if time.monotonic() < self.end:
                self.programs += 1
                if told_apart(program, expected) and not _unsteady(program, expected):
                    different.append(program)

        _each(programs, self.seed, BATCH, compare)
        return different


def _unsteady(program: str, expected: list[str]) -> bool:
    """Whether PyTorch itself says otherwise as soon as the net's weights have other last bits.

    So it does where training diverges: rounding errors grow with every step.
    """
    nudge = "[p.data.mul_(1 + 1e-15) for p in m.parameters(False)]"
    nudged = NET.sub(rf"\1.apply(lambda m: {nudge})", program, 1)
    return bool(first_difference(transcript(nudged, "torch"), expected))


def _each(programs: Any, number: int, count: int, use: Callable[[str, list[str]], None]) -> None:
    """Call a function with each of so many programs drawn from a seed, and what they said."""

    @seed(number)
    @settings(
        max_examples=count,
        phases=[Phase.generate],
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(programs)
    def run(written: tuple[str, list[str]]) -> None:
        use(*written)

    run()


def some(kind: str, count: int, number: int) -> list[str]:
    """So many short programs of a kind, of which both say the same; a seed for each.

    Hypothesis begins with the simplest, and then varies what it drew before.
    """
    found: list[str] = []

    def take(program: str, expected: list[str]) -> None:
        if not first_difference(transcript(program, "engine"), expected):
            last.append(program)

    while len(found) < count:
        last: list[str] = []
        _each(KINDS[kind]("torch", SHORT), number, TRIES, take)
        found += last[-1:]
        number += 1
    return found


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
        found = told_apart(program, expected)
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
    names = list(dict.fromkeys(re.findall(r"\bt\d\b(?!=)", program)))
    return re.sub(r"\bt\d\b(?!=)", lambda found: "abcdefghij"[names.index(found[0])], program)


def _smaller(program: str) -> Iterator[str]:
    """Programs with a little less in them, the boldest cuts first."""
    lines = program.split("\n")
    for size in (8, 4, 2, 1):
        for start in range(len(lines) - size, lines[0].startswith(SETTING) - 1, -1):
            yield _joined(lines[:start] + lines[start + size :])
    for place, line in enumerate(lines):
        if line.startswith(SETTING):
            continue
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
    """Hunt, and print what was found; or add to the programs that the tests run."""
    options = _options()
    warnings.simplefilter("ignore")
    kinds = [options.kind] if options.kind else list(KINDS)
    if options.add:
        for kind in kinds:
            _keep(some(kind, options.add, options.seed))
        return
    hunt, seen = Hunt(kinds, options.seed, options.minutes * 60), set[str]()
    for program in hunt.found():
        small = reduced(program)
        if small in seen:
            continue
        seen.add(small)
        one, other = difference(small) or ("?", "?")
        print(f"{small}\n  engine: {one}\n  torch:  {other}\n", flush=True)
        if options.keep:
            _keep([small])
        if len(seen) >= options.most:
            break
    print(f"{len(seen)} findings in {hunt.programs} programs, seeds {options.seed} to {hunt.seed}")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=1)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--kind", choices=KINDS, help="all kinds, if none is named")
    parser.add_argument("--most", type=int, default=10, help="stop after so many findings")
    parser.add_argument("--keep", action="store_true", help="keep findings for the tests")
    parser.add_argument("--add", type=int, help="add so many programs for the tests, and stop")
    return parser.parse_args()


def _keep(programs: list[str]) -> None:
    kept = [p for p in programs if p not in PROGRAMS]
    with FILE.open("a") as file:
        file.writelines(f"\n{program}\n" for program in kept)


if __name__ == "__main__":
    main()
