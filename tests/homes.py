"""Folders of persons who never were."""

from pathlib import Path

from quizcli.bank.bank import open_bank
from quizcli.bank.new import write_bank
from quizcli.bank.registry import Registry

TOPIC = "own:rounding"


def home_with_bank(folder: Path) -> Path:
    """A home in which the example bank was added as `own` and trusted."""
    home, bank = folder / "home", folder / "bank"
    write_bank(bank)
    (home / "data").mkdir(parents=True)
    registry = Registry(home / "data" / "banks.json")
    registry.add("own", bank)
    registry.trust("own", open_bank(bank, home / "cache", "own").content)
    return home
