"""What may be said at any question besides an answer: hint, don't know, not today, undo, stop."""

import re
import unicodedata
from dataclasses import dataclass
from functools import partial

from quizcli.language import _, plural
from quizcli.screens import question as draw
from quizcli.screens.question import Asked
from quizcli.screens.stage import Key, Stage


class Leave(Exception):  # noqa: N818 - a turn of the talk, not an error
    """The person leaves the question without an answer: `undo`, `skip`, `stop`."""

    def __init__(self, how: str) -> None:
        super().__init__(how)
        self.how = how


class GiveUp(Exception):  # noqa: N818 - a turn of the talk, not an error
    """The person wants to see the answer."""


@dataclass(slots=True)
class Talk:
    """One question under way: the screen, what is asked, how many hints were given."""

    stage: Stage
    asked: Asked
    hints: int = 0

    def open(self) -> None:
        """Shows the question on a page of its own."""
        self.stage.fresh()
        self.stage.show(partial(draw.question, self.asked))
        self.stage.gap()

    def say_keys(self, *own: Key) -> None:
        """Tell what may be typed besides an answer."""
        self.stage.keys([*own, *self.commands(":")])

    def commands(self, lead: str = "") -> list[Key]:
        """The keys that work at every question; typed text is told from them by a colon."""
        left = len(self.asked.question.hints) - self.hints
        hint = [Key(f"{lead}h", plural("hint ({n} left)", "hint ({n} left)", left), ("?",))]
        return [
            *(hint if left else []),
            Key(f"{lead}n", _("don't know")),
            Key(f"{lead}s", _("not today")),
            *([Key(f"{lead}u", _("undo"))] if self.asked.undoable else []),
            *self.later_commands(lead),
        ]

    def later_commands(self, lead: str = "") -> list[Key]:
        """The keys that still make sense once the answer was seen."""
        return [Key(f"{lead}r", _("show again")), Key(f"{lead}q", _("stop"))]

    def reply(
        self,
        prompt: str,
        text: str = "",
        *,
        empty: bool = False,
        own: tuple[str, ...] = (),
        ends: bool = False,
    ) -> str:
        """A line that is no command; raises Leave or GiveUp.

        `empty`: an empty line is an answer; `ends`: so is the end of input; `own`: these
        commands are given back.
        """
        while True:
            try:
                typed = self.stage.line(prompt, text)
            except EOFError:
                if ends:
                    return ""
                raise Leave("stop") from None
            command = unicodedata.normalize("NFKC", typed).strip()
            if command == "?" or re.fullmatch(":[a-z]", command):
                if command[1:] in own:
                    return command
                if command == ":r":
                    self.stage.unsay()
                self.act(command[-1], command)
            elif command or empty:
                return typed
            else:
                self.stage.say(_("Type an answer, or :n if you don't know."), "muted")

    def act(self, key: str, typed: str = "") -> None:
        """Do what a command key asks for; it was `typed` like this."""
        match key:
            case "h" | "?":
                self.hint()
            case "n":
                raise GiveUp
            case "r":
                self.stage.redraw()
            case "u" if not self.asked.undoable:
                self.stage.say(_("There is nothing to undo in this session."), "muted")
            case "s" | "u" | "q":
                raise Leave({"s": "skip", "u": "undo", "q": "stop"}[key])
            case _:
                self.stage.say(_("'{typed}' does nothing here").format(typed=typed or key), "muted")

    def hint(self) -> None:
        """The next hint; each makes the grade lower."""
        if self.hints >= len(self.asked.question.hints):
            self.stage.say(_("There are no more hints."), "muted")
            return
        self.stage.show(partial(draw.hint, self.asked, self.hints))
        self.hints += 1
