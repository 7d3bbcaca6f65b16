"""Imports run one way, and what comes from outside is imported in its own room only."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "quizcli"
FILES = sorted(file for top in ("quizcli", "engine") for file in (ROOT / top).rglob("*.py"))

# room → rooms that it may import from; `quizcli` itself is errors, language, settings
MAY_USE = {
    "cli": {"screens", "session", "schedule", "bank", "store", "runner", "model", "quizcli"},
    "screens": {"session", "schedule", "bank", "model", "quizcli"},
    "session": {"model", "quizcli"},
    "schedule": {"model", "quizcli"},
    "bank": {"session", "model", "quizcli"},
    "store": {"schedule", "model", "quizcli"},
    "runner": {"model", "quizcli", "engine"},
    "model": {"quizcli"},
    "quizcli": {"model"},
    "engine": set(),
}
OWNERS = {
    "numpy": {"engine", "runner"},
    "yaml": {"bank"},
    "sqlite3": {"store"},
    "fsrs": {"schedule"},
    "rapidfuzz": {"bank"},
    "typer": {"cli"},
    "rich": {"screens", "cli", "bank"},  # the bank measures how wide a line is
    "platformdirs": {"cli"},
    "torch": set(),
}


def room(file: Path) -> str:
    """`cli`, `bank`, …; `engine` for all of the engine; `quizcli` for the package's own files."""
    parts = file.relative_to(ROOT).parts
    return parts[1] if parts[0] == "quizcli" and len(parts) > 2 else parts[0]


def module(file: Path) -> str:
    parts = file.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module(file) for file in FILES}


@cache
def tree(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


def imports(file: Path, *, late: bool = True) -> Iterator[str]:
    """Modules that a file imports; without `late`, only those it imports when it loads."""
    inside = {
        id(node)
        for outer in ast.walk(tree(file))
        if isinstance(outer, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.If)
        for node in ast.walk(outer)
    }
    for node in ast.walk(tree(file)):
        if not late and id(node) in inside:
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                here = module(file).split(".")
                up = node.level - (file.name == "__init__.py")
                base = ".".join([*here[: len(here) - up], *([base] if base else [])])
            names = [f"{base}.{alias.name}" for alias in node.names]
            if not MODULES.issuperset(names):
                yield base
            yield from names


def target(name: str) -> str | None:
    """The room of a module of ours; None for others."""
    parts = name.split(".")
    if parts[0] == "engine":
        return "engine"
    if parts[0] != "quizcli":
        return None
    return parts[1] if len(parts) > 1 and (PACKAGE / parts[1]).is_dir() else "quizcli"


def offenders(found: dict[Path, set[str]]) -> dict[str, list[str]]:
    """What was found where it should not be, by module."""
    return {module(file): sorted(names) for file, names in found.items() if names}


def test_a_room_uses_only_the_rooms_below_it() -> None:
    found = {}
    for file in FILES:
        used = {room_ for name in imports(file) if (room_ := target(name))}
        above = {"cli"} if module(file) == "quizcli.__main__" else set()
        found[file] = used - {room(file)} - MAY_USE[room(file)] - above
    assert not offenders(found)


def test_what_comes_from_outside_is_used_in_its_own_room() -> None:
    found = {}
    for file in FILES:
        names = {name.split(".")[0] for name in imports(file)} & set(OWNERS)
        found[file] = {name for name in names if room(file) not in OWNERS[name]}
    assert not offenders(found)


def test_no_imports_run_in_a_circle() -> None:
    known = {module(file): file for file in FILES}
    graph = {
        name: {found for found in imports(file) if found in known and found != name}
        for name, file in known.items()
    }
    while free := {name for name, used in graph.items() if not used & set(graph)}:
        graph = {name: used for name, used in graph.items() if name not in free}
    assert not graph, {name: sorted(used & set(graph)) for name, used in graph.items()}


OUTSIDE = {
    "datetime.now", "date.today", "time.time", "datetime.utcnow",
    "os.environ", "os.getenv", "Path.home",
}  # fmt: skip


def test_only_the_environment_reads_clock_home_and_variables() -> None:
    found = {}
    for file in FILES:
        if room(file) in ("engine", "runner") or module(file) == "quizcli.cli.environment":
            continue
        attributes = (node for node in ast.walk(tree(file)) if isinstance(node, ast.Attribute))
        found[file] = {ast.unparse(node) for node in attributes} & OUTSIDE
    assert not offenders(found)


PURE = ("session", "schedule", "model")
WORLD = {"os", "sys", "pathlib", "subprocess", "sqlite3", "time", "io", "socket"}


def test_pure_rooms_touch_no_file_process_or_terminal() -> None:
    found = {
        file: {name.split(".")[0] for name in imports(file)} & WORLD
        for file in FILES
        if room(file) in PURE
    }
    assert not offenders(found)


def test_every_file_says_what_it_holds_and_can_be_read_at_one_sitting() -> None:
    found = {}
    for file in FILES:
        silent = {"no docstring"} if ast.get_docstring(tree(file)) is None else set()
        lines = len(file.read_text(encoding="utf-8").splitlines())
        found[file] = silent | ({f"{lines} lines"} if lines > 310 else set())
    assert not offenders(found)


def test_no_file_is_named_for_being_of_use() -> None:
    useless = {"utils", "helpers", "common", "misc"}
    theirs = {ROOT / "engine" / "utils", ROOT / "engine" / "nn" / "utils"}  # PyTorch's addresses
    theirs |= {ROOT / "engine" / "nn" / "modules" / "utils.py"}
    found = {
        file: {*file.relative_to(ROOT).with_suffix("").parts} & useless
        for file in FILES
        if not theirs & {file, *file.parents}
    }
    assert not offenders(found)
