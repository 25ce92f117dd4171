"""How the house stands a siege, on loopback alone: `python tests/benchmarks/siege.py FIGURE [COUNT]`.

hostile : COUNT senseless requests (200,000), some with the cookies of a guest and of the host: no error of ours
crowd   : a seated phone's presses beside 500 slow connections and 100 new streams a second
phones  : twelve phones and the camera: from a press to the other phones, beside a bare echo in the same run
bombs   : deck files that would unpack to COUNT MB (200): the memory and time of each, and a phone's presses beside it
"""

from __future__ import annotations

import argparse
import re
import socket
import socketserver
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), *(str(ROOT / "tests" / room) for room in ("siege", "browser", "vision"))]

from deck_bombs import BOMBS, MB, READ  # noqa: E402
from hostile import besiege  # noqa: E402
from phones import Host, Phone, crowd  # noqa: E402
from real_app import RealApp  # noqa: E402

SLOW, STREAMS_PER_S = 500, 100
SENDERS = 4


def percentiles(times_s: list[float]) -> str:
    times = sorted(times_s)
    median, p95 = times[len(times) // 2], times[int(0.95 * len(times))]
    return (
        f"{len(times)} times, median {median * 1000:.0f} ms, p95 {p95 * 1000:.0f} ms, worst {times[-1] * 1000:.0f} ms"
    )


def hostile(app: RealApp, count: int) -> str:
    host, guest = Host(app.port, app.table_url), Phone(app.port, "Guest")
    with ThreadPoolExecutor(SENDERS) as pool:
        parts = pool.map(
            lambda seed: besiege(app.port, count // SENDERS, seed, (guest.cookie, host.cookie)), range(SENDERS)
        )
        found = sum(parts, Counter())
    ours = sum(number for status, number in found.items() if status >= 500)
    still = guest.press("/language", "language=en")
    printed = app.terminal()
    assert "Traceback" not in printed and "FATAL" not in printed, printed[-2000:]
    statuses = ", ".join(f"{status or 'hung up'}: {number}" for status, number in sorted(found.items()))
    return f"{sum(found.values())} requests, {ours} errors of ours ({statuses}); the guest's press: {still}"


def under_a_crowd(app: RealApp, count: int) -> str:
    guest, times = Phone(app.port, "Guest"), []
    with crowd(app.port, SLOW, STREAMS_PER_S):
        time.sleep(3)
        for number in range(count):
            begin = time.perf_counter()
            assert guest.press("/language", f"language={'es' if number % 2 else 'en'}") == 303
            times.append(time.perf_counter() - begin)
            time.sleep(0.05)
    return f"a press beside {SLOW} slow connections and {STREAMS_PER_S} new streams a second: {percentiles(times)}"


def twelve_phones(app: RealApp, count: int) -> str:
    """The table renames somebody: the smallest press that is kept on the disk and that every phone hears of."""
    host, stop = Host(app.port, app.table_url), threading.Event()
    for number in range(5):  # the demo's simulated players
        assert host.press("/table/do/remove", f"seat=0&cid=r{number}") == 303
    phones = [Phone(app.port, f"Guest+{number}") for number in range(12)]
    heard: list[list[tuple[float, int]]] = [[] for _ in phones]
    for phone, told in zip(phones, heard, strict=True):
        threading.Thread(target=phone.hears, args=(told, stop), daemon=True).start()
    time.sleep(3)
    times, echoes = [], []
    with closing(Echo()) as echo:
        for number in range(count):
            begin = time.perf_counter()
            assert host.press("/table/do/rename", f"seat=0&name=Ada+{number}") == 303
            time.sleep(0.25)
            after = [[at for at, _ in told if at > begin] for told in heard]
            times += [min(ats) - begin for ats in after if ats]
            echoes.append(echo.asked())
    stop.set()
    told = f"{len(times)} of {len(phones) * count} times heard"
    return f"{told}; from press to phone: {percentiles(times)}; a bare echo: {percentiles(echoes)}"


def beside_bombs(app: RealApp, count: int) -> str:
    """The app's memory at its highest while it reads one: of Linux."""
    host, guest = Host(app.port, app.table_url), Phone(app.port, "Guest")
    lines = []
    for name, make in BOMBS.items():
        bomb, before = make(count * MB), _highest_mb(app.pid, anew=True)
        with ThreadPoolExecutor(1) as pool:
            presses, stop = [], threading.Event()
            pressing = pool.submit(_press_on, guest, presses, stop)
            try:
                time.sleep(0.5)
                begin = time.perf_counter()
                status = host.send_deck(bomb)
                took = time.perf_counter() - begin
            finally:
                stop.set()  # or the pool would wait for ever for whoever presses
            pressing.result()
            assert status in ((303,) if name in READ else (409, 413)), f"{name}: {status}"  # 413: by itself too large
        cost = f"{took:.2f} s, {_highest_mb(app.pid) - before:.0f} MB, longest press {max(presses):.2f} s"
        lines.append(f"{name}, a file of {len(bomb) / MB:.2f} MB: {cost}")
    return "\n".join(lines)


def _press_on(guest: Phone, times: list[float], stop: threading.Event) -> None:
    while not stop.is_set():
        begin = time.perf_counter()
        assert guest.press("/language", "language=en") == 303
        times.append(time.perf_counter() - begin)
        time.sleep(0.02)


def _highest_mb(pid: int, *, anew: bool = False) -> float:
    if anew:
        Path(f"/proc/{pid}/clear_refs").write_text("5")
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    return int(re.findall(r"VmHWM:\s+(\d+) kB", status)[0]) / 1000


class Echo:
    """A server that sends back what it gets, in a thread of this program."""

    def __init__(self) -> None:
        class Handler(socketserver.BaseRequestHandler):
            def handle(self) -> None:
                while data := self.request.recv(64):
                    self.request.sendall(data)

        self._server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        self._line = socket.create_connection(self._server.server_address)

    def asked(self) -> float:
        begin = time.perf_counter()
        self._line.sendall(b"x")
        self._line.recv(1)
        return time.perf_counter() - begin

    def close(self) -> None:
        self._line.close()
        self._server.shutdown()
        self._server.server_close()


FIGURES: dict[str, tuple[Callable[[RealApp, int], str], int]] = {
    "hostile": (hostile, 200_000),
    "crowd": (under_a_crowd, 300),
    "phones": (twelve_phones, 100),
    "bombs": (beside_bombs, 200),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("figure", choices=[*FIGURES])
    parser.add_argument("count", type=int, nargs="?")
    asked = parser.parse_args()
    work, usual = FIGURES[asked.figure]
    with tempfile.TemporaryDirectory() as folder:
        app = RealApp(Path(folder) / "night")
        app.start()
        try:
            print(work(app, asked.count or usual))
        finally:
            app.stop()


if __name__ == "__main__":
    main()
