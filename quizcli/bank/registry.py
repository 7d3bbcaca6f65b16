"""The user's own banks: where they are, and which of their content is trusted."""

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from quizcli.bank.files import replace_file
from quizcli.errors import QuizError, UsageError
from quizcli.language import _, listed, reason


class Registered(NamedTuple):
    """A bank that the user added; `trusted` is the digest they agreed to run."""

    name: str
    path: Path
    trusted: str | None = None


class Registry(NamedTuple):
    """The list of the user's banks, in one small file."""

    file: Path

    def banks(self) -> tuple[Registered, ...]:
        try:
            rows = json.loads(self.file.read_text(encoding="utf-8"))
            return tuple(Registered(row["name"], Path(row["path"]), row["trusted"]) for row in rows)
        except FileNotFoundError:
            return ()
        except (OSError, ValueError, KeyError, TypeError) as error:
            why = reason(error) if isinstance(error, OSError) else _("it is damaged")
            raise QuizError(
                _(
                    "{file}: cannot read the list of your banks ({why}); fix it, or delete it and "
                    "add the banks again"
                ).format(file=self.file, why=why)
            ) from error

    def get(self, name: str) -> Registered:
        for bank in self.banks():
            if bank.name == name:
                return bank
        known = listed(bank.name for bank in self.banks())
        if not known:
            raise UsageError(_("you have not added a bank yet: quizcli bank add FOLDER"))
        raise UsageError(
            _("you have no bank `{name}`; your banks: {known}").format(name=name, known=known)
        )

    def add(self, name: str, path: Path) -> None:
        """Add the bank at `path` under a name that is not taken."""
        if not re.fullmatch("[a-z0-9]+(-[a-z0-9]+)*", name):
            raise UsageError(
                _("`{name}`: a bank's name has lower-case letters, digits, single hyphens").format(
                    name=name
                )
            )
        for bank in self.banks():
            if bank.name == name:
                raise UsageError(
                    _("`{name}` already names the bank in {path}; choose another --name").format(
                        name=name, path=bank.path
                    )
                )
            if bank.path == path:
                raise UsageError(
                    _("{path} is already added as the bank `{name}`").format(
                        path=path, name=bank.name
                    )
                )
        self._write([*self.banks(), Registered(name, path)])

    def remove(self, name: str) -> None:
        """Remove the bank from the list; its files stay where they are."""
        gone = self.get(name)
        self._write([bank for bank in self.banks() if bank != gone])

    def trust(self, name: str, content: str | None) -> None:
        """Allow this content of the bank to run, or (None) nothing from it."""
        changed = self.get(name)._replace(trusted=content)
        self._write([changed if bank.name == name else bank for bank in self.banks()])

    def _write(self, banks: Sequence[Registered]) -> None:
        rows = [{"name": b.name, "path": str(b.path), "trusted": b.trusted} for b in banks]
        replace_file(self.file, json.dumps(rows, indent=1, ensure_ascii=False).encode())
