"""Selects options and key points by number, or by moving a pointer with j and k."""

from functools import partial

from rich.cells import set_cell_size

from quizcli.language import _, current
from quizcli.model.text import Text
from quizcli.model.topic import Choice, Recall
from quizcli.screens import reveal
from quizcli.screens.stage import Key
from quizcli.screens.talk import Talk
from quizcli.session.answers import numbers


def pick_options(talk: Talk, choice: Choice) -> frozenset[int]:
    """The selected options, by their index in the bank; raises Leave or GiveUp."""
    order = talk.asked.order
    several = sum(option.right for option in choice.options) > 1
    texts = [choice.options[original].text for original in order]
    if several:
        talk.stage.say(_("More than one option is right."), "muted")
    picker = Picker(talk, texts, several=several, least=1)
    return frozenset(order[shown] for shown in picker.picked())


def tick_points(talk: Talk, recall: Recall) -> frozenset[int]:
    """The key points that the user says they covered; raises Leave or GiveUp."""
    stage = talk.stage
    stage.gap()
    stage.show(partial(reveal.points, recall, None))
    stage.gap()
    stage.say(_("Which of these did you cover?"))
    return frozenset(Picker(talk, list(recall.points), several=True, least=0).picked())


class Picker:
    """Selects one item of a list, or several until Enter."""

    def __init__(self, talk: Talk, texts: list[Text], *, several: bool, least: int) -> None:
        self.talk = talk
        self.stage = talk.stage
        self.texts = texts
        self.several = several
        self.least = least
        self.taken: set[int] = set()
        self.pointer: int | None = None

    def picked(self) -> set[int]:
        """The selected items, counted from 0 in the order shown."""
        self.stage.keys(self._keys())
        self.stage.flush()
        if not self.stage.interactive:
            return self._from_a_line()
        self.stage.edit(self._prompt())
        while not self._done(self.stage.wait_key()):
            self.stage.edit(self._prompt())
        self.stage.settle(self._prompt())
        return self.taken

    def _done(self, key: str) -> bool:
        """Handle a key; returns whether the choice is made."""
        found = numbers(key, len(self.texts)) if key.isdigit() else None
        if found:
            self.taken ^= found
            return not self.several
        match key:
            case "j" | "down" | "k" | "up":
                step = 1 if key in ("j", "down") else -1
                start = -1 if step == 1 else 0
                here = start if self.pointer is None else self.pointer
                self.pointer = (here + step) % len(self.texts)
            case "a" if self.several and not self.least:
                self.taken = set(range(len(self.texts)))
            case "enter" | " ":
                return self._enter(key)
            case _:
                self._command(key)
        return False

    def _enter(self, key: str) -> bool:
        if self.several and key == " " and self.pointer is not None:
            self.taken ^= {self.pointer}
            return False
        if not self.several and self.pointer is not None:
            self.taken = {self.pointer}
        return key == "enter" and len(self.taken) >= self.least

    def _command(self, key: str) -> None:
        if any(each.answers_to(key) for each in self._commands()):
            self.stage.edit("")
            self.talk.act(key)
            self.stage.keys(self._keys())

    def _from_a_line(self) -> set[int]:
        while True:
            typed = self.talk.reply("> ", empty=not self.least).strip()
            if typed == "a" and not self.least:
                return set(range(len(self.texts)))
            if typed in ("", "0") and not self.least:
                return set()
            if found := numbers(typed, len(self.texts)):
                return set(found)
            if len(typed) == 1 and typed.isalpha():
                self.talk.act(typed)
            else:
                self.stage.say(_("'{typed}' does nothing here").format(typed=typed), "muted")

    def _keys(self) -> list[Key]:
        numbers_ = f"1-{len(self.texts)}" if len(self.texts) > 1 else "1"
        own = [Key(numbers_, _("toggle") if self.several else _("select"))]
        if self.several and not self.least:
            own.append(Key("a", _("all")))
        if self.stage.interactive:
            own.append(Key("j k", _("move")))
            if self.several:
                own.append(Key("space", _("toggle it")))
            own.append(Key("enter", _("done") if self.several else _("select it")))
        return [*own, *self._commands()]

    def _commands(self) -> list[Key]:
        return self.talk.commands() if self.least else self.talk.later_commands()

    def _prompt(self) -> str:
        taken = " ".join(str(number + 1) for number in sorted(self.taken))
        prompt = f"> [{taken}] " if self.several else f"> {taken}"
        if self.pointer is not None and not (taken and not self.several):
            text = self.texts[self.pointer].get(current()).strip().replace("\n", " ")
            prompt += f"{self.pointer + 1}. {text}"
        room = self.stage.look.width - 1
        return set_cell_size(prompt, room).rstrip() if len(prompt) > room // 2 else prompt
