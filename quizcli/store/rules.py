"""The rules of the schedule, which stand in the log: every card follows from it alone."""

from datetime import date, datetime, timedelta

from quizcli.model.review import Entry
from quizcli.settings import Settings
from quizcli.store.deck import Deck
from quizcli.store.log import Log
from quizcli.store.rows import new_id


class Rules:
    """What the log says last of retention, intervals and parameters. Callers hold transactions."""

    def __init__(self, log: Log, deck: Deck, settings: Settings) -> None:
        self._log = log
        self._deck = deck
        self._settings = settings
        self._adopted = False

    def settings(self) -> Settings:
        """The person's settings, but with the rules as the log has them."""
        return self._settings.with_rules(self._log.rules()[1])

    def differ(self) -> bool:
        """Whether the log has other rules, as far as can be seen without loading FSRS."""
        header, rules = self._log.rules()
        return header is not None and self._settings.with_rules(rules) != self._settings

    def adopt(self, at: datetime, day: date) -> None:
        """Write the person's rules into the log if they changed; all cards then follow from them.

        FSRS's version is one of the rules: another one may schedule otherwise.
        """
        if self._adopted:
            return
        from quizcli.schedule.memory import SCHEDULER, scheduler

        weights = list(scheduler(self._settings).parameters)
        rules = {"scheduler": SCHEDULER, **self._settings.rules(), "weights": weights}
        header, known = self._log.rules()
        if known != rules:
            if header:  # the last one counts, even where the clock was set back since
                at = max(at, header.at + timedelta(microseconds=1))
            self._log.add(
                [Entry(id=new_id(at), act="scheduler", question="", at=at, day=day, details=rules)]
            )
            if header:
                self._deck.rebuild(self.settings())
        self._adopted = True

    def forget(self) -> None:
        """A transaction failed: what it adopted may be gone."""
        self._adopted = False
