"""Describes what a statement did in one visit; docs/watching.md lists the events."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from quizcli.language import _, listed, plural
from quizcli.screens.theme import Look

Event = Mapping[str, Any]
ALL = 3  # nodes, gradients, … of one visit that are listed individually
LONGEST = 100  # maximum characters of an error message


class Effect(NamedTuple):
    """Something a line did when it ran; preceded by `sign`, or by `word` in plain text."""

    text: str
    style: str = "effect"
    sign: str = "→ "
    word: str = ""  # "prints: ", in the user's language


def told(events: Sequence[Event], look: Look) -> list[Effect]:
    """What a visit did, except printing: values, nodes, gradients, buffers, error."""
    return [
        *_values(events),
        *_nodes(events, look),
        *_gradients(events, look),
        *_freed(events, look),
        *(_plain(_("returns {value}").format(value=_value(e["value"], events)))
          for e in _only(events, "returned")),
        *(error(event) for event in _only(events, "raised") if event["caught"]),
    ]  # fmt: skip


def error(event: Event) -> Effect:
    """An error that was raised and handled by the program."""
    message = _shortened(event["message"].partition("\n")[0])
    return Effect(f"{event['type']}: {message}".rstrip(": "), "error", "! ", "! ")


def _shortened(message: str) -> str:
    """Shorten a message, between words if possible."""
    if len(message) <= LONGEST:
        return message
    begun = message[: LONGEST - 1]
    between = begun.rfind(" ")
    return (begun[:between] if between > LONGEST // 2 else begun).rstrip(" ,;") + " …"


def left_out(events: Sequence[Event]) -> list[Effect]:
    """What is missing from the record because there was too much of it."""
    numbers = (event["n"] for event in _only(events, "left_out"))
    return [
        Effect(plural("… {n} visit left out", "… {n} visits left out", n), "muted", "")
        for n in numbers
    ]


def value_text(value: Mapping[str, Any]) -> str:
    """A value, with dtype and shape if it is a tensor."""
    if "shape" not in value:
        return str(value["text"])
    return f"{value['text']}  {kind(value)}"


def kind(value: Mapping[str, Any]) -> str:
    """The dtype and the shape of a tensor, as `float32[2, 3]`."""
    shape = ", ".join(map(str, value["shape"]))
    return f"{value['dtype'] or ''}[{shape}]"


def saved_text(saved: Mapping[str, Any]) -> str:
    """What a node keeps, by its name in the program."""
    if saved["kind"] == "result":
        name = _("its result")
    elif saved["shape"] is None:
        name = _("what a hook packed")
    else:
        name = saved["of"] or kind(saved)
    return f"{name} (v{saved['version']})" if saved["version"] else str(name)


def gradient_name(event: Event) -> str:
    """`x.grad` for a leaf, which may have no name."""
    return f"{event['name'] or _('(unnamed)')}.grad"


# ---- the parts ----------------------------------------------------------------------------------


def _only(events: Iterable[Event], *do: str) -> Iterator[Event]:
    return (event for event in events if event["do"] in do)


def _plain(text: str) -> Effect:
    return Effect(text, "watch", "· ", "")


def _values(events: Sequence[Event]) -> Iterator[Effect]:
    """Values that were bound, and writes to memory."""
    written = {event["name"]: event for event in _only(events, "written")}
    bound = {event["name"]: event for event in _only(events, "bound")}
    for name, event in bound.items():
        if _says_nothing(event):
            continue
        text = f"{name} = {_value(event['value'], events)}"
        if name in written:
            text += _(", ") + _in_place(written[name])
        yield _plain(text)
    for name, event in written.items():
        if name not in bound:
            yield _plain(f"{name} = {value_text(event['value'])}{_(', ')}{_in_place(event)}")


def _in_place(event: Event) -> str:
    if event["version"] is None:
        return _("in place")
    return _("in place: version {n}").format(n=event["version"])


def _says_nothing(event: Event) -> bool:
    value = event["value"]
    return event["name"] in ("_", "self", "ctx") or value["text"] == f"<{value['type']}>"


def _value(value: Mapping[str, Any], events: Sequence[Event]) -> str:
    """A value; its relation to the graph is shown if its node is not listed."""
    text = value_text(value)
    recorded = [event["node"] for event in _only(events, "recorded")]
    if not value.get("requires_grad"):
        return text
    if value["grad_fn"] is None:
        return f"{text} requires_grad"
    return text if value["node"] in recorded[-ALL:] else f"{text} {value['grad_fn']}"


def _nodes(events: Sequence[Event], look: Look) -> Iterator[Effect]:
    nodes = [*_only(events, "recorded")]
    sign = look.sign("+ ", _("records "))
    for event in nodes if len(nodes) <= ALL else ():
        keeps = _keeps(event["saved"])
        yield _plain(sign + event["name"] + (f"{look.sign(' ', _(', '))}{keeps}" if keeps else ""))
    if len(nodes) > ALL:
        names = [_short(event["name"]) for event in nodes[: 2 * ALL]]
        if len(nodes) > 2 * ALL or _more(events, "recorded"):
            names.append("…")
        count = plural("{n} node", "{n} nodes", len(nodes) + _more(events, "recorded"))
        yield _plain(sign + count + _(": ") + listed(names))


def _keeps(saved: Sequence[Mapping[str, Any]]) -> str:
    if not saved:
        return ""
    names = dict.fromkeys(saved_text(each) for each in saved)
    return _("keeps {names}").format(names=listed(names))


def _short(name: str) -> str:
    """`MulBackward0` as `Mul`."""
    return name.rpartition("::")[2].removesuffix("0").removesuffix("Backward") or name


def _more(events: Sequence[Event], do: str) -> int:
    """How many events of a kind were left out of the record."""
    return sum(event["n"] for event in _only(events, "more") if event["of"] == do)


def _gradients(events: Sequence[Event], look: Look) -> Iterator[Effect]:
    came = [*_only(events, "accumulated", "retained")]
    for event in came[:ALL]:
        yield _plain(_came(event))
    if len(came) > ALL:
        left = len(came) - ALL + _more(events, "accumulated")
        yield _plain(plural("… {n} more gradient", "… {n} more gradients", left))
    bound = {event["name"] for event in _only(events, "bound")}
    gone = [e for e in _only(events, "cleared") if gradient_name(e) not in bound]
    if gone:
        names = [gradient_name(event) for event in gone[:ALL]] + ["…"] * (len(gone) > ALL)
        yield _plain(f"{_(', ').join(names)} = None")


def _came(event: Event) -> str:
    name, now = gradient_name(event), event["value"]["text"]
    if event["do"] == "accumulated" and event["grad"] and event["how"] != "first":
        new = _(", a new tensor") if event["how"] == "replaced" else ""
        return _("{name} += {grad}, now {now}").format(
            name=name, grad=event["grad"]["text"], now=now
        ) + new  # fmt: skip
    return f"{name} = {now}"


def _freed(events: Sequence[Event], look: Look) -> Iterator[Effect]:
    """Freed buffers, except those of nodes that were created within the same visit."""
    here = {event["node"] for event in _only(events, "recorded")}
    gone = [e for e in _only(events, "freed") if e["how"] == "walk" or e["node"] not in here]
    sign = look.sign("− ")
    for event in gone if len(gone) <= ALL else ():
        names = dict.fromkeys(saved_text(each) for each in event["saved"])
        what = _("drops {names}") if event["how"] == "dropped" else _("frees {names}")
        yield _plain(sign + event["name"] + " " + what.format(names=listed(names)))
    if len(gone) > ALL:
        tensors = sum(len(event["saved"]) for event in gone)
        nodes = plural("{n} node", "{n} nodes", len(gone) + _more(events, "freed"))
        what = plural("{n} tensor", "{n} tensors", tensors)
        yield _plain(sign + _("{nodes} free {tensors}").format(nodes=nodes, tensors=what))
