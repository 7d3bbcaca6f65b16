"""The rules of the schedule. They are kept in the log, so that cards depend on it alone."""

from datetime import date, datetime, timedelta

from quizcli.model.review import Entry
from quizcli.settings import Settings
from quizcli.store.deck import Deck
from quizcli.store.log import Log
from quizcli.store.rows import new_id


class Rules:
    """The latest retention, intervals and parameters in the log. Callers hold the transaction."""

    def __init__(self, log: Log, deck: Deck, settings: Settings) -> None:
        self._log = log
        self._deck = deck
        self._settings = settings
        self._adopted = False

    def settings(self) -> Settings:
        """The user's settings with the rules of the log."""
        return self._settings.with_rules(self._log.rules()[1])

    def differ(self) -> bool:
        """Whether the log's rules differ, as far as can be told without loading FSRS."""
        header, rules = self._log.rules()
        return header is not None and self._settings.with_rules(rules) != self._settings

    def adopt(self, at: datetime, day: date) -> None:
        """Write the user's rules to the log if they changed, and rebuild all cards.

        FSRS's version is one of the rules: another version may schedule differently.
        """
        if self._adopted:
            return
        from quizcli.schedule.memory import SCHEDULER, scheduler

        weights = list(scheduler(self._settings).parameters)
        rules = {"scheduler": SCHEDULER, **self._settings.rules(), "weights": weights}
        header, known = self._log.rules()
        if known != rules:
            if header:  # the last entry counts, even if the clock was set back since
                at = max(at, header.at + timedelta(microseconds=1))
            self._log.add(
                [Entry(id=new_id(at), act="scheduler", question="", at=at, day=day, details=rules)]
            )
            if header:
                self._deck.rebuild(self.settings())
        self._adopted = True

    def forget(self) -> None:
        """Forget cached rules: a failed transaction may have rolled them back."""
        self._adopted = False
