"""What each line of a watched program did on its last run, and how often it ran."""

from collections.abc import Iterable, Sequence

from quizcli.language import _, plural
from quizcli.screens.telling import Effect, Event, error, told
from quizcli.screens.theme import Look


def line_effects(events: Sequence[Event], look: Look) -> dict[int, list[Effect]]:
    """Map lines to what they did on their last visit, plus any earlier error."""
    visits = _visits(events)
    last: dict[tuple[int, str, str], list[Event]] = {}
    failed: dict[tuple[int, str, str], list[Event]] = {}
    for visit in visits:
        begun = visit[0]
        place = (begun["line"], begun["statement"], begun["function"])
        last[place] = visit
        if _errors(visit):
            failed[place] = visit
    effects: dict[int, list[Effect]] = {}
    for place, visit in last.items():
        times = visit[0]["time"]
        found = _counted([each for each in told(visit, look) if each.style != "error"], times, look)
        if place in failed:
            found += _dated(_errors(failed[place]), failed[place][0]["time"], times)
        if found:
            effects.setdefault(place[0], []).extend(found)
    return effects


def _visits(events: Iterable[Event]) -> list[list[Event]]:
    """The events of each visit, starting with its `line` event."""
    found: dict[int, list[Event]] = {}
    for event in events:
        if event["do"] == "line":
            found[event["visit"]] = [event]
        elif event["visit"] in found:
            found[event["visit"]].append(event)
    return list(found.values())


def _errors(visit: Sequence[Event]) -> list[Effect]:
    return [error(event) for event in visit if event["do"] == "raised" and event["caught"]]


def _counted(effects: list[Effect], times: int, look: Look) -> list[Effect]:
    """The effects, with the number of times they happened."""
    if times < 2 or not effects:
        return effects
    count = look.sign(f"×{times} ", plural("{n} time, last: ", "{n} times, last: ", times))
    return [effects[0]._replace(text=count + effects[0].text), *effects[1:]]


def _dated(errors: list[Effect], time: int, times: int) -> list[Effect]:
    """The errors, with the visit that raised them, because few lines raise every time."""
    if times < 2:
        return errors
    when = _("time {n}: ").format(n=time)
    return [each._replace(text=when + each.text) for each in errors]
