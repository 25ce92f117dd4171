"""The real command in a process of its own: started, waited for, killed and started again on the same folder."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).parents[2]
PATIENCE_S = 60.0  # for the first page; the promise is 10 s, on a machine that is not busy with tests


class RealApp:
    """`python -m companion play --demo` on a folder and a port; the port stays the same when it starts again."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.folder, self._options = folder, options
        self.port = 0
        self.table_url = ""
        self._process: subprocess.Popen[str] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        command = [sys.executable, "-m", "companion", "play", "--demo", "--no-browser", "--host", "127.0.0.1"]
        command += ["--data", str(self.folder), "--port", str(self.port), *self._options]
        with (self.folder.parent / "terminal.txt").open("w", encoding="utf-8") as terminal:
            self._process = subprocess.Popen(
                command, cwd=ROOT, stdout=terminal, stderr=subprocess.STDOUT, text=True, env={**os.environ, "LANG": "C"}
            )
        self.table_url = self._said(r"(http://127\.0\.0\.1:\d+/table\?key=\S+)")
        self.port = int(self.table_url.split(":")[2].split("/")[0])
        self._wait_until_healthy()

    def kill(self) -> None:
        """As when the plug is pulled: no word of farewell."""
        self._end(signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)

    def stop(self) -> None:
        if self._process is not None and self._process.poll() is None:
            self._end(signal.SIGTERM)

    def terminal(self) -> str:
        """What the host has read in the terminal since the last start."""
        return (self.folder.parent / "terminal.txt").read_text(encoding="utf-8", errors="replace")

    def _end(self, how: int) -> None:
        assert self._process is not None
        self._process.send_signal(how)
        self._process.wait(timeout=20)

    def _said(self, pattern: str) -> str:
        give_up = time.monotonic() + PATIENCE_S
        while time.monotonic() < give_up:
            found = re.search(pattern, self.terminal())
            if found:
                return found[1]
            assert self._process is not None
            assert self._process.poll() is None, self.terminal()
            time.sleep(0.1)
        raise AssertionError(f"the terminal says only: {self.terminal()}")

    def _wait_until_healthy(self) -> None:
        give_up = time.monotonic() + PATIENCE_S
        while time.monotonic() < give_up:
            try:
                with urllib.request.urlopen(f"{self.url}/healthz", timeout=2) as answer:
                    if answer.status == 200:
                        return
            except OSError:
                time.sleep(0.1)
        raise AssertionError("no /healthz")
