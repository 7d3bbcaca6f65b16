"""The wheel, from a folder that knows nothing of the repository."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the wheel was unpacked, as an installer would."""
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)],
        cwd=ROOT, check=True, capture_output=True,
    )  # fmt: skip
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "site")
    return folder / "site"


def quizcli(
    installed: Path, folder: Path, *arguments: str, typed: str = ""
) -> subprocess.CompletedProcess[str]:
    environment = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(installed),
        "QUIZCLI_HOME": str(folder / "home"),
        "LC_ALL": "C.UTF-8",
        "OMP_NUM_THREADS": "1",
    }
    return subprocess.run(
        [sys.executable, "-P", "-m", "quizcli", *arguments],
        input=typed, capture_output=True, text=True, encoding="utf-8",
        env=environment, cwd=folder, check=False,
    )  # fmt: skip


def test_it_carries_the_program_the_engine_and_the_bank(installed: Path) -> None:
    assert (installed / "engine" / "__init__.py").exists()
    assert (installed / "quizcli" / "locale" / "zh.po").exists()
    shipped = {file.name for file in (installed / "quizcli" / "questions").rglob("*.yaml")}
    assert shipped == {file.name for file in (ROOT / "questions").rglob("*.yaml")}
    assert not (installed / "tests").exists()


def test_it_runs_from_any_folder(installed: Path, tmp_path: Path) -> None:
    done = quizcli(installed, tmp_path, "explain", "计算图释放")
    assert done.returncode == 0, done.stderr
    assert "RuntimeError" in done.stdout


def test_it_asks_and_remembers(installed: Path, tmp_path: Path) -> None:
    asked = quizcli(installed, tmp_path, "quiz", "--seed", "1", "-n", "1", typed=":n\n:q\n")
    assert "Suggested grade: again" in asked.stdout, asked.stderr
    assert "1 of" in quizcli(installed, tmp_path).stdout
