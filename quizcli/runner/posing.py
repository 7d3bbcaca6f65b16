"""Lets the engine pose as torch: the module `torch[.x.y]` is `engine[.x.y]` itself."""

import importlib
import importlib.util
import pkgutil
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

ENGINE = "engine"


class NothingBeyond(MetaPathFinder):
    """Refuses torch modules that the engine lacks, by name."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname.partition(".")[0] != "torch":
            return None
        raise ModuleNotFoundError(f"the engine has no module {fullname}", name=fullname)


def pose() -> None:
    """Import the whole engine and register each module under its torch name."""
    package = importlib.import_module(ENGINE)
    for found in pkgutil.walk_packages(package.__path__, ENGINE + "."):
        importlib.import_module(found.name)
    for name, module in list(sys.modules.items()):
        if name == ENGINE or name.startswith(ENGINE + "."):
            sys.modules["torch" + name.removeprefix(ENGINE)] = module
    sys.meta_path.insert(0, NothingBeyond())
