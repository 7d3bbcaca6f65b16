"""Splits a watched run into steps: lines, then the nodes of a backward pass."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from rich.text import Text

from quizcli.language import _, listed
from quizcli.screens.telling import Effect, Event, left_out, told
from quizcli.screens.theme import Look

if TYPE_CHECKING:
    from quizcli.model.run import RunResult


class Step(NamedTuple):
    """A step: a line began, or backward visited a node."""

    kind: Literal["line", "node"]
    line: int
    function: str
    begin: int
    end: int  # index into the events
    walk: int | None = None  # the backward pass it belongs to
    starts_walk: bool = False


def steps_of(events: Sequence[Event]) -> list[Step]:
    """The steps of a run, in order."""
    starts = [n for n, event in enumerate(events) if _begins_step(events, n)]
    functions = {e["visit"]: e["function"] for e in events if e["do"] == "line"}
    steps: list[Step] = []
    walks: list[int] = []
    for begin, end in zip(starts, [*starts[1:], len(events)], strict=True):
        first = events[begin]
        kind: Literal["line", "node"] = "node" if first["do"] in ("passed", "failed") else "line"
        began = [event["walk"] for event in events[begin:end] if event["do"] == "began"]
        walks += began
        walk = walks[-1] if walks else None
        function = functions.get(first["visit"], "")
        steps.append(Step(kind, first["line"], function, begin, end, walk, bool(began)))
        walks = [w for w in walks if w not in _ended(events[begin:end])]
    return steps


def _begins_step(events: Sequence[Event], number: int) -> bool:
    event = events[number]
    if event["do"] in ("line", "passed", "failed"):
        return True
    before = events[number - 1]["do"] if number else ""
    return before == "ended" and event["do"] != "ended"


def _ended(events: Sequence[Event]) -> set[int]:
    return {event["walk"] for event in events if event["do"] == "ended"}


def so_far(result: "RunResult", step: Step, *, last: bool) -> "RunResult":
    """The run as known after this step."""
    events = tuple(result.events[: step.end])
    printed = tuple((e["line"], e["text"]) for e in events if e["do"] == "printed")
    if last:
        return replace(result, events=events)
    return replace(result, events=events, printed=printed, warnings=(), error=None,
                   outcome="finished")  # fmt: skip


def step_effects(result: "RunResult", step: Step, look: Look) -> list[Effect]:
    """What this step did."""
    events = result.events[step.begin : step.end]
    printed = [Effect(line, word=_("prints: ")) for event in events if event["do"] == "printed"
               for line in event["text"].rstrip("\n").split("\n")]  # fmt: skip
    return [*printed, *told(events, look), *left_out(events)]


# ---- on the way back ----------------------------------------------------------------------------


def visits_of(result: "RunResult", step: Step) -> list[Event]:
    """The nodes that this step's backward pass has visited, including this one."""
    if step.walk is None:
        return []
    return [
        event
        for event in result.events[: step.end]
        if event["do"] in ("passed", "failed") and event.get("walk", step.walk) == step.walk
    ]


def beginning(result: "RunResult", step: Step) -> Event | None:
    """The event that began this step's backward pass."""
    found = (e for e in result.events[: step.end] if e["do"] == "began" and e["walk"] == step.walk)
    return next(found, None)


def visit_text(event: Event, result: "RunResult", look: Look) -> Text:
    """A node with the gradients that arrived and those passed on."""
    text = Text(event["name"].rpartition("::")[2], "title")
    if event["do"] == "failed":
        return text.append("  " + _("raised an error"), "error")
    text.append("  ").append(_gradients(event["incoming"]), "effect")
    parts = [
        f"{name}: {grad['text']}"
        for edge, grad in zip(event["edges"], event["outgoing"], strict=False)
        if edge and grad and (name := target_name(edge, result))
    ]
    on = look.sign(" → ", _("; passes on "))
    return text.append(on + _(", ").join(parts)) if parts else text


def _gradients(grads: Sequence[Mapping[str, Any] | None]) -> str:
    return listed(grad["text"] if grad else "None" for grad in grads)


def target_name(edge: Mapping[str, Any], result: "RunResult") -> str:
    """The target of an edge: the name of the leaf or value, else of the operation."""
    graph = result.graph or {"nodes": (), "leaves": ()}
    if "leaf" in edge:
        leaves = (leaf for leaf in graph["leaves"] if leaf["id"] == edge["leaf"])
        return next((leaf["name"] for leaf in leaves if leaf["name"]), _("(unnamed)"))
    node = next((node for node in graph["nodes"] if node["id"] == edge["node"]), None)
    if node is None:
        return _("(unnamed)")
    names = dict(node["values"])
    return str(names.get(edge["output"], node["name"]))


def beginning_text(event: Event, result: "RunResult") -> str:
    """The roots of a backward pass, its gradients and its options."""
    roots = [
        f"{target_name(root, result)}: {grad['text'] if grad else 'None'}"
        for root, grad in zip(event["roots"], event["grads"], strict=False)
        if root
    ]
    said = _("backward pass {n} from {roots}").format(n=event["walk"], roots=listed(roots))
    more = [
        *([_("buffers are kept")] if event["retain"] else []),
        *([_("this pass is recorded")] if event["record"] else []),
        *([_("only the paths to some inputs")] if event["only"] else []),
    ]
    return said + "".join(f"; {each}" for each in more)
