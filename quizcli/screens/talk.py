"""Commands available at any question: hint, don't know, not today, undo, stop."""

import re
import unicodedata
from dataclasses import dataclass
from functools import partial

from quizcli.language import _, plural
from quizcli.screens import question as draw
from quizcli.screens.question import Asked
from quizcli.screens.stage import Key, Stage


class Leave(Exception):  # noqa: N818 - a turn of the talk, not an error
    """The user leaves the question without answering: `undo`, `skip` or `stop`."""

    def __init__(self, how: str) -> None:
        super().__init__(how)
        self.how = how


class GiveUp(Exception):  # noqa: N818 - a turn of the talk, not an error
    """The user wants to see the answer."""


@dataclass(slots=True)
class Talk:
    """The dialogue about one question: the screen, the question, the hints given."""

    stage: Stage
    asked: Asked
    hints: int = 0

    def open(self) -> None:
        """Show the question on a new page."""
        self.stage.fresh()
        self.stage.show(partial(draw.question, self.asked))
        self.stage.gap()

    def say_keys(self, *own: Key) -> None:
        """Show what can be typed besides an answer."""
        self.stage.keys([*own, *self.commands(":")])

    def commands(self, lead: str = "") -> list[Key]:
        """The keys that work at every question; in typed input, a colon marks them."""
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
        """The keys that still make sense after the answer was shown."""
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
        """Read a line that is not a command; raises Leave or GiveUp.

        `empty`: an empty line is an answer; `ends`: so is the end of input; `own`: commands to
        return to the caller.
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
        """Execute a command key, which was `typed` like this."""
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
        """Show the next hint; each lowers the grade."""
        if self.hints >= len(self.asked.question.hints):
            self.stage.say(_("There are no more hints."), "muted")
            return
        self.stage.show(partial(draw.hint, self.asked, self.hints))
        self.hints += 1
