"""The program in a pseudo-terminal, read through a terminal emulator as a person would see it."""

import os
import sys
import time
from pathlib import Path

import pexpect
import pyte

PATIENCE = 20.0  # seconds until a test gives up; the machine may be busy


class Terminal:
    """A terminal in which quizcli runs."""

    def __init__(
        self, home: Path, *arguments: str, rows: int = 24, columns: int = 80, **variables: str
    ) -> None:
        self.screen = pyte.HistoryScreen(columns, rows, history=5000)
        self._stream = pyte.ByteStream(self.screen)
        environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(home),
            "QUIZCLI_HOME": str(home),
            "QUIZCLI_NOW": "2026-03-02T12:00:00+00:00",
            "QUIZCLI_ZONE": "UTC",
            "TERM": "xterm-256color",
            "LC_ALL": "C.UTF-8",
            "OMP_NUM_THREADS": "1",
        } | variables
        self.process = pexpect.spawn(
            sys.executable,
            ["-m", "quizcli", *arguments],
            env=environment,  # type: ignore[arg-type]
            cwd=str(Path(__file__).parents[2]),
            dimensions=(rows, columns),
            timeout=PATIENCE,
        )

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(self, *_exception: object) -> None:
        self.process.close(force=True)

    @property
    def lines(self) -> list[str]:
        """What is on the screen, without the space at the ends of lines."""
        return [line.rstrip() for line in self.screen.display]

    @property
    def text(self) -> str:
        """What is on the screen, as one piece."""
        return "\n".join(self.lines).rstrip()

    @property
    def flowing(self) -> str:
        """What is on the screen, as if lines had no ends; a full line goes on in the next."""
        width = self.screen.columns
        joined = "".join(line if len(line) == width else f"{line} " for line in self.lines)
        return " ".join(joined.split())

    def read(self, seconds: float = 0.05) -> bool:
        """Take in what was written; whether there was any."""
        try:
            self._stream.feed(self.process.read_nonblocking(65536, timeout=seconds))
        except pexpect.TIMEOUT:
            return False
        except pexpect.EOF:
            return False
        return True

    def see(self, *texts: str, patience: float = PATIENCE) -> str:
        """Wait until all of these are on the screen; fails with the screen if they never are."""
        end = time.monotonic() + patience
        while not all(text in self.flowing for text in texts):
            if time.monotonic() > end or (not self.read() and not self.process.isalive()):
                while self.read():
                    pass
                if all(text in self.flowing for text in texts):
                    break
                missing = [text for text in texts if text not in self.flowing]
                raise AssertionError(f"{missing} is not on the screen:\n{self.text}")
        while self.read(0.02):
            pass
        return self.text

    def type(self, keys: str) -> None:
        """Press keys."""
        self.process.send(keys)

    def resize(self, rows: int, columns: int) -> None:
        """Change the size of the window."""
        self.screen.resize(rows, columns)
        self.process.setwinsize(rows, columns)

    def echoes(self) -> bool:
        """Whether the terminal shows what is typed."""
        import termios

        return bool(termios.tcgetattr(self.process.child_fd)[3] & termios.ECHO)

    def end(self) -> int:
        """Wait for the program to end; its exit status, negative for a signal."""
        deadline = time.monotonic() + PATIENCE
        while self.process.isalive():
            self.read()
            assert time.monotonic() < deadline, f"still running:\n{self.text}"
        while self.read():
            pass
        self.process.close()
        status = self.process.exitstatus
        return status if status is not None else -(self.process.signalstatus or 0)
