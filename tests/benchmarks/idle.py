"""What the evening costs while nobody does anything: `python tests/benchmarks/idle.py [screen|memory] [--moves N]`.

screen : the table screen in a headless Chromium, which draws with the processor alone: the share of one core that all
         its processes take over 20 s in the lobby, in a guest's turn, as it begins and later, and in a pause; where
         motion is reduced; and with a turn's clock. The same of the guest's phone
memory : the demo's server over so many moves of its simulated players (200), at pace 8, while a table screen fetches
         its page and the camera's picture every second

Linux only: the figures are from /proc.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / part) for part in ("", "tests", "tests/siege", "tests/browser")]

from find_chromium import CALM, OPTIONS, executable  # noqa: E402
from phones import Host, Phone  # noqa: E402
from real_app import RealApp  # noqa: E402
from screens import PHONE, SCREEN  # noqa: E402

from companion.live.journal_file import COPY_SUFFIX, row_of_line  # noqa: E402

LOOKED_S = 20.0
SETTLED_S = 14.0  # after news: all that moves for a moment has come to rest
TICKS = os.sysconf("SC_CLK_TCK")
EDITION, TURN_TIME_S = "anniversary-2024", 120
SIMULATED = 5  # who sit at the demo's table; the guest is the next seat
TOLD_EVERY, PACE, PATIENCE_S = 20, "8", 600.0
NO_MOVES = re.compile(r'"is":"(role_seen|close_peek|see_result)"')


# ---- the screens --------------------------------------------------------------------------------------------------


def browser_cpu_s() -> float:
    """Seconds of the processor that all processes of our browser have had."""
    parents, spent = {}, {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
            is_ours = "chrom" in os.readlink(folder / "exe")
        except OSError:  # it has just ended
            continue
        pid = int(folder.name)
        parents[pid] = int(fields[1])
        spent[pid] = (int(fields[11]) + int(fields[12])) / TICKS if is_ours else 0.0
    return sum(seconds for pid, seconds in spent.items() if os.getpid() in _line(pid, parents))


def _line(pid: int, parents: dict[int, int]) -> Iterator[int]:
    while pid in parents:
        pid = parents[pid]
        yield pid


def tell(what: str, settled_s: float = SETTLED_S) -> None:
    time.sleep(settled_s)
    cpu, begin = browser_cpu_s(), time.monotonic()
    time.sleep(LOOKED_S)
    share = (browser_cpu_s() - cpu) / (time.monotonic() - begin)
    print(f"  {what:42}{100 * share:5.1f} % of a core", flush=True)


@contextmanager
def opened(browser: Any, address: str, size: dict[str, int], cookie: str = "", **options: Any) -> Iterator[Any]:
    context = browser.new_context(viewport=size, locale="en", **options)
    name, _, value = cookie.partition("=")
    if cookie:
        context.add_cookies([{"name": name, "value": value, "url": address}])
    page = context.new_page()
    page.goto(address)
    yield page
    context.close()


def screens(app: RealApp, asked: argparse.Namespace) -> None:
    from playwright.sync_api import sync_playwright

    host = Host(app.port, app.table_url)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(playwright), args=OPTIONS)
        print("the table screen")
        with opened(browser, app.table_url, SCREEN) as screen:
            photograph = photographer(screen, asked.pictures)
            tell("in the lobby")
            photograph("lobby")
            guest = Phone(app.port, "Guest")
            begin_with_the_guest(host, guest, screen, 1)
            photograph("turn-begins")
            tell("as a turn begins", 0)
            tell("in play")
            photograph("play")
            pause(host, screen, "1")
            tell("in a pause")
            photograph("pause")
            pause(host, screen, "0")
        with opened(browser, app.table_url, SCREEN, **CALM):
            tell("in play, with reduced motion")
        with opened(browser, app.table_url, SCREEN) as screen:
            again_with_a_clock(host)
            begin_with_the_guest(host, guest, screen, 2)
            tell("in play, with a turn's clock")
            photographer(screen, asked.pictures)("clock")
        print("the phone of who is on turn")
        with opened(browser, app.url, PHONE, guest.cookie) as phone:
            tell("in play")
            photographer(phone, asked.pictures)("phone")
        browser.close()


def begin_with_the_guest(host: Host, guest: Phone, screen: Any, game: int) -> None:
    """The guest's turn comes first, and the simulated players wait for it."""
    assert host.press("/table/do/start", f"starter={SIMULATED}&cid=start-{game}") == 303
    assert guest.press("/do/role-seen", f"cid=seen-{game}") == 303
    screen.wait_for_selector(".turn.mine")


def again_with_a_clock(host: Host) -> None:
    assert host.press("/table/do/new-game", "cid=again") == 303
    assert host.press("/table/do/configure", f"edition={EDITION}&turn-time={TURN_TIME_S}&cid=clock") == 303


def pause(host: Host, screen: Any, paused: str) -> None:
    assert host.press("/table/do/pause", f"paused={paused}&cid=pause-{paused}") == 303
    screen.wait_for_selector("[data-key=pause]", state="attached" if paused == "1" else "detached")


def photographer(page: Any, folder: Path | None) -> Callable[[str], None]:
    return lambda name: page.screenshot(path=folder / f"{name}.png") if folder else None


# ---- the server's memory ------------------------------------------------------------------------------------------


def memory(app: RealApp, asked: argparse.Namespace) -> None:
    host, table = Host(app.port, app.table_url), Looker(app)
    game = told = 0
    most, news = 0.0, time.monotonic()
    print("the demo's server")
    while told <= asked.moves:
        page = table.look()
        if "stage-lobby" in page or "stage-game_over" in page:
            game += 1
            host.press("/table/do/new-game", f"cid=new-{game}")
            host.press("/table/do/start", f"starter=0&cid=start-{game}")
        made = moves(app.folder)
        if made >= told:
            resident, most_ever = resident_mb(app.pid, "VmRSS"), resident_mb(app.pid, "VmHWM")
            most = max(most, resident)
            print(f"  after {made:4} moves {resident:5.0f} MB, at most {most_ever:.0f}", flush=True)
            told, news = told + TOLD_EVERY, time.monotonic()
        assert time.monotonic() - news < PATIENCE_S, "the simulated players make no move any more"
        time.sleep(1.0)
    print(f"  the most of these {most:.0f} MB")


class Looker:
    """The host's table screen, without a browser: its page and the camera's picture."""

    def __init__(self, app: RealApp) -> None:
        self._url, self._cookie = app.url, Host(app.port, app.table_url).cookie

    def look(self) -> str:
        """The page; with the picture, as soon as there is one."""
        page = self._got("/table").decode()
        if "/table/picture.jpg" in page:
            self._got("/table/picture.jpg")
        return page

    def _got(self, path: str) -> bytes:
        asked = urllib.request.Request(self._url + path, headers={"Cookie": self._cookie})
        with urllib.request.urlopen(asked, timeout=120) as answer:
            return bytes(answer.read())


def moves(folder: Path) -> int:
    """What people and the camera did in this night, but for looking at cards; from the journal's copy."""
    lines = next(folder.glob(f"*{COPY_SUFFIX}")).read_text().splitlines(keepends=True)
    rows = [row.content() for line in lines if (row := row_of_line(line)) and row.seq is not None]
    return sum(
        kind == "step" and ("by_seat" in actor or "by_camera" in actor) and not NO_MOVES.search(command)
        for _, _, kind, actor, command, _ in rows
    )


def resident_mb(pid: int, which: str) -> float:
    status = Path(f"/proc/{pid}/status").read_text()
    found = re.search(rf"{which}:\s+(\d+) kB", status)
    assert found
    return int(found[1]) / 1000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("figure", choices=["screen", "memory"], nargs="?")
    parser.add_argument("--moves", type=int, default=200)
    parser.add_argument("--pictures", type=Path, help="folder for pictures of the screens, for whoever wants to look")
    asked = parser.parse_args()
    for figure, work, options in (("screen", screens, ()), ("memory", memory, ("--pace", PACE))):
        if asked.figure in (None, figure):
            with tempfile.TemporaryDirectory() as folder:
                app = RealApp(Path(folder) / "night", *options)
                app.start()
                try:
                    work(app, asked)
                finally:
                    app.stop()


if __name__ == "__main__":
    main()
