"""Selects the demos of a topic by the user's options: which one, which values, which backend."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from quizcli.cli import environment
from quizcli.cli.saying import say
from quizcli.errors import UsageError
from quizcli.language import _, listed
from quizcli.model.program import value_like, with_values
from quizcli.model.topic import Demo, Value
from quizcli.screens.program import to_show

if TYPE_CHECKING:
    from quizcli.bank.library import Library
    from quizcli.model.run import Backend, RunResult


def chosen(demos: Iterable[Demo], name: str | None) -> list[Demo]:
    """The demo with that id, or all of them; raises UsageError if there is no such demo."""
    every = list(demos)
    found = [demo for demo in every if name in (None, demo.id)]
    if not found:
        raise UsageError(
            _("--demo {name}: no such program; available: {known}").format(
                name=name, known=listed(demo.id for demo in every)
            )
        )
    return found


def with_settings(demos: Iterable[Demo], settings: Iterable[str]) -> list[Demo]:
    """The demos with `name=value` applied; raises UsageError if no demo has the placeholder."""
    demos, given = list(demos), dict(map(_setting, settings))
    known = {name for demo in demos for name in demo.variants}
    for name in given:
        if not known:
            raise UsageError(
                _("--set {name}: no program here has a value to set").format(name=name)
            )
        if name not in known:
            raise UsageError(
                _("--set {name}: no program here has that placeholder; available: {known}").format(
                    name=name, known=listed(sorted(known))
                )
            )
    return [_with_values(demo, given) for demo in demos]


def _with_values(demo: Demo, given: dict[str, str]) -> Demo:
    values: dict[str, Value] = {}
    for name, choices in demo.variants.items():
        try:
            values[name] = value_like(given[name], choices) if name in given else choices[0]
        except ValueError:
            said = _("--set {name}={value}: expected a value such as {such}")
            such = listed(map(str, choices))
            raise UsageError(said.format(name=name, value=given[name], such=such)) from None
    return with_values(demo, values)._replace(variants=demo.variants)


def _setting(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals or not name.strip():
        raise UsageError(_("--set {text}: expected NAME=VALUE").format(text=text))
    return name.strip(), value.strip()


def edited(demo: Demo) -> Demo:
    """The demo as edited by the user; raises UsageError if there is no editor."""
    code = environment.edit(demo.code)
    if code is None:
        raise UsageError(_("Set EDITOR to your preferred editor."))
    return demo._replace(code=code, variants={})


def results_of(demos: Iterable[Demo], backend: "Backend") -> "Iterable[RunResult]":
    """The run of each demo, made on demand; the child process starts meanwhile."""
    from quizcli.runner.runner import Runner

    with Runner(backend) as runner:
        for demo in demos:
            yield runner.run(to_show(demo.code))


def may_run(books: "Library", topic: str) -> bool:
    """Whether the user trusts the topic's bank; prints a notice if not."""
    if books.may_run(topic):
        return True
    say(_("Not run: this bank is not trusted yet; see `quizcli bank trust`."), err=True)
    return False
