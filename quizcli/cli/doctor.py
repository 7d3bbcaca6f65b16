"""`quizcli doctor`: tests which protections against programs hold on this machine."""

import json
import platform
from collections.abc import Iterator
from dataclasses import asdict

from rich.text import Text

from quizcli import __version__
from quizcli.cli import opening, pages
from quizcli.cli.usage import Json
from quizcli.language import N_, _, listed
from quizcli.runner.protections import Protections
from quizcli.runner.runner import Runner
from quizcli.screens.theme import Look, print_lines
from quizcli.screens.wrapping import wrapped

TRIED = {
    "time": N_("run forever"),
    "output": N_("flood the terminal"),
    "memory": N_("use up the memory"),
    "disk": N_("fill the disk"),
    "processes": N_("start other programs"),
    "signals": N_("end other programs"),
    "network": N_("use the network"),
    "read": N_("read your files"),
    "write": N_("write to your files"),
    "change": N_("change the permissions of your files"),
}
LAYERS = {
    "namespaces": N_("separate namespaces"),
    "landlock": N_("Landlock (version {detail})"),
    "seccomp": N_("a system call filter"),
    "privileges": N_("dropped privileges"),
    "limits": N_("limits on {detail}"),
    "parent": N_("exits with its parent"),
}
LIMITED = {  # keyed by the names of `resource`
    "AS": N_("memory"),
    "CPU": N_("processor time"),
    "FSIZE": N_("file sizes"),
    "NOFILE": N_("open files"),
    "CORE": N_("core dumps"),
}


def doctor(as_json: Json = False) -> None:
    with Runner() as runner:
        found = runner.protections()
    if as_json:
        print(json.dumps(asdict(found), indent=2))
        return
    console, look = pages.console_and_look(opening.settings())
    console.print(_system())
    for line in _told(found, look):
        print_lines(console, wrapped(Text(line), look.width, hang=2))


def _told(found: Protections, look: Look) -> Iterator[str]:
    for name, what in TRIED.items():
        sign = look.sign("✓ ", "") if found.held.get(name) else look.sign("✗ ", "")
        yield sign + _verdict(name, _(what), found)
    yield _("Active: {layers}").format(layers=listed(_layers(found)))


def _system() -> str:
    return f"quizcli {__version__}, Python {platform.python_version()}, {platform.platform()}"


def _verdict(name: str, what: str, found: Protections) -> str:
    if found.held.get(name):
        return _("a program cannot {what}").format(what=what)
    return _("a determined program can {what} on this system").format(what=what)


def _layers(found: Protections) -> list[str]:
    known = [name for name in LAYERS if name in found.layers]
    return [_(LAYERS[name]).format(detail=_detail(name, found.layers[name])) for name in known]


def _detail(layer: str, detail: str) -> str:
    if layer != "limits":
        return detail
    return " / ".join(_(LIMITED[name]) if name in LIMITED else name for name in detail.split())
