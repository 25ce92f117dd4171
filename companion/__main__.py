"""The door: the command line, and the one place where camera and pages meet. No rules, no pictures, no pages."""

from __future__ import annotations

import json
import locale
import logging
import os
import sys
import threading
from collections.abc import Collection, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

if TYPE_CHECKING:
    from companion.live.observe import Hint
    from companion.live.players import Players
    from companion.live.session import Session
    from companion.state.refusals import Refusal
    from vision.decks import Decks
    from vision.lookout import Lookout
    from vision.source import Source
    from web.config import WebConfig
    from web.language import Speech
    from web.serve import Server

LOG = logging.getLogger("companion.door")
DEFAULT_PORT = 8080
PORTS_TRIED = 20
ADDRESSES_KEPT_S = 20.0  # looking them up can take seconds in a network without a name server
CAMERAS_KEPT_S = 15.0  # asking opens each of them, and a page comes anew with every change
DEMO_STEP_S = 0.7  # between two things that simulated players do: slow enough to follow
DEMO_GESTURE_S = 1.2  # a hand over the simulated table, from its coming to its going
DEMO_PAUSE_S = 1.0  # between two hands, so that the first card can be read before the next one comes


def _give_up(sentence: str) -> NoReturn:
    """One clear sentence on standard error, and exit code 2."""
    click.echo(sentence, err=True)
    raise SystemExit(2)


class _Door(click.Group):
    """No traceback reaches a user's screen, not even for our own mistakes: `COMPANION_DEBUG=1` shows them."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except Exception as error:
            if os.environ.get("COMPANION_DEBUG"):
                raise
            click.echo(f"Sorry, this program made a mistake ({type(error).__name__}: {error}).", err=True)
            raise SystemExit(1) from None


@click.group(cls=_Door, context_settings={"help_option_names": ["-h", "--help"]})
def main() -> None:
    """A companion for a game night with Saboteur. `play` is all you need; the rest serves scripts."""
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8", errors="replace")  # type: ignore[union-attr]


@main.command()
@click.option("--camera", "source", help="Camera number, stream address, video file or folder of pictures.")
@click.option("--data", "folder", type=click.Path(path_type=Path), help="Folder that keeps the game.")
@click.option("--port", type=click.IntRange(0, 65535), help=f"Port of the pages; {DEFAULT_PORT} or the next free one.")
@click.option("--host", "address", default="0.0.0.0", show_default=True, help="Address to listen on.")
@click.option("--demo", is_flag=True, help="A simulated table: no camera and no cards needed.")
@click.option("--no-browser", is_flag=True, help="Do not open the table screen.")
@click.option("--seed", hidden=True, help="Deal a new game like this one; whoever knows it knows every card.")
@click.option("--pace", type=click.FloatRange(0.5, 8), default=1.0, hidden=True, help="Haste of the simulated table.")
def play(
    source: str | None,
    folder: Path | None,
    port: int | None,
    address: str,
    demo: bool,
    no_browser: bool,
    seed: str | None,
    pace: float,
) -> None:
    """Start the game night: the table screen here, a page on every guest's phone."""
    from companion.live.in_play import tell_game
    from companion.live.players import Players, sit_down
    from vision.lookout import camera_answers
    from web.invite import invitation, open_table
    from web.language import Speech, pick

    say = Speech(pick(None, _system_languages()))
    if source is None and not demo:
        source = "0" if camera_answers() else None
        demo = source is None and _wants_demo(say)
    session = _open_session(folder or _data_folder(demo), demo, seed, say)
    lookout, stop = _open_lookout(session, source, say), threading.Event()
    threading.Thread(target=tell_game, args=(session, lookout.play, stop), name="game", daemon=True).start()
    try:
        if demo:
            sit_down(session, say("demo.names").split())  # before the first phone can come in
        server, config = _serve(session, lookout, address, port, demo, say, _decks(folder))
        if demo:
            show = partial(_run_demo, session, lookout, Players(seed), stop, pace)
            threading.Thread(target=show, name="demo", daemon=True).start()
        click.echo(invitation(config, session.host_token(), say))
        if not no_browser:
            open_table(config, session.host_token())
        server.wait()
    except KeyboardInterrupt:
        click.echo(say("terminal.good_night"))
    finally:
        stop.set()
        lookout.close()
        session.close()


@main.command()
@click.argument("pictures", nargs=-1, required=True)
@click.option("--deck", help="A taught deck: its name, its file, or a folder of labelled scans.")
@click.option("--corners", nargs=4, metavar="X,Y X,Y X,Y X,Y", help="Outer corners of the play area: NW NE SE SW.")
@click.option(
    "--overlay", type=click.Path(path_type=Path, file_okay=False), help="Folder for pictures with what was read."
)
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="Pictures read at the same time.")
def read(
    pictures: tuple[str, ...], deck: str | None, corners: tuple[str, ...] | None, overlay: Path | None, jobs: int
) -> None:
    """Read pictures of a table; one JSON object a line."""
    from vision.read import read_file

    points = _points(corners) if corners else None
    task = partial(read_file, corners=points, overlay_folder=_folder(overlay), deck_file=_deck_file(deck))
    for line in _each(task, pictures, jobs):
        click.echo(json.dumps(line))


@main.command()
@click.argument("source")
@click.option("--deck", help="A taught deck: its name, its file, or a folder of labelled scans.")
def watch(source: str, deck: str | None) -> None:
    """Read a live source without the game; one JSON object a line for each settled change."""
    from vision.follow import Follower
    from vision.read import Reader
    from vision.watch import SourceError, watch_source

    taught = _deck(_deck_file(deck))
    try:
        for line in watch_source(source, Follower(Reader.load(taught)) if taught else None):
            click.echo(json.dumps(line))
            sys.stdout.flush()
    except SourceError as error:
        _give_up(str(error))
    except KeyboardInterrupt:
        raise SystemExit(0) from None


@main.command()
@click.argument("board", metavar="BOARD.json", type=click.Path(path_type=Path))
def check(board: Path) -> None:
    """Judge a case of type placement, placements, connectivity or rockfall."""
    from companion.cases import CHECK

    _judge(board, CHECK)


@main.command()
@click.argument("round_file", metavar="ROUND.json", type=click.Path(path_type=Path))
def gold(round_file: Path) -> None:
    """Divide the gold of a case of type gold_base, s2_result, thieves or tournament_gold."""
    from companion.cases import GOLD

    _judge(round_file, GOLD)


@main.command()
@click.argument("name")
@click.argument("scans", metavar="FOLDER|FILE", type=click.Path(path_type=Path, exists=True))
def teach(name: str, scans: Path) -> None:
    """Keep a deck under NAME: from a folder of scans with a labels.json, or from a deck's exported file."""
    deck = replace(_deck(scans), name=name)
    trouble = _decks().keep(deck)
    if trouble:
        _give_up(trouble.text)
    click.echo(f"{deck.name}: {len(deck.examples)} cards, {len(deck.faces)} faces.")


@main.command(name="print")
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True)
@click.option("--to", type=click.Path(path_type=Path, dir_okay=False), default=Path("markers.svg"), show_default=True)
def print_markers(paper: str, to: Path) -> None:
    """Write the sheet with the four markers: print it at 100 %, cut it, lay one at each corner of the play area."""
    from vision.sheet import marker_sheet_svg

    try:
        to.write_text(marker_sheet_svg(paper), encoding="utf-8")
    except OSError as error:
        _give_up(f"The sheet could not be written to {to}: {error.strerror}.")
    click.echo(f"Wrote {to}. Open it in a browser and print it at 100 % (the line on it must measure 100 mm).")


# ---- the evening ----------------------------------------------------------------------------------------------------


def _open_session(folder: Path, demo: bool, seed: str | None, say: Speech) -> Session:
    from companion.live.session import Session
    from companion.state.refusals import Refusal
    from companion.views.model import TableViewer

    session = Session.open(folder, demo=demo, seed=seed)
    if isinstance(session, Refusal):
        _give_up(say(f"refusal.{session.code}", **{"folder": folder, **session.facts}))
    for line in session.view(TableViewer()).lines:
        if line.code == "journal_put_aside":  # whoever starts the evening misses the story's first line
            click.echo(say(f"line.{line.code}", **line.facts))
    return session


def _data_folder(demo: bool) -> Path:
    """Where this system keeps a user's data; the demo never touches the real game."""
    from platformdirs import user_data_path

    return user_data_path("saboteur-companion", appauthor=False) / ("demo" if demo else "game")


def _system_languages() -> list[str]:
    """As this computer names them: `es_ES`, or `Spanish_Mexico` on Windows."""
    name = locale.getlocale()[0] or ""
    return [name, locale.normalize(name.partition("_")[0])]


def _open_lookout(session: Session, source: str | Source | None, say: Speech) -> Lookout:
    from vision.lookout import Lookout

    lookout = Lookout(session.observe, session.camera)
    trouble = lookout.use(source)
    if trouble is not None:
        lookout.close()
        session.close()
        _give_up(say.first(f"hint.{trouble.code}", "hint.other"))
    return lookout


def _serve(
    session: Session, lookout: Lookout, address: str, port: int | None, demo: bool, say: Speech, decks: Decks
) -> tuple[Server, WebConfig]:
    """The pages on the port that was asked for; if none was, on the usual one or the next that is free."""
    from vision.classroom import Classroom
    from vision.device import cameras
    from web import create_app
    from web.config import WebConfig
    from web.remember import Remembered
    from web.serve import can_listen, local_addresses, start

    if not can_listen(address):
        _give_up(say("terminal.address_unusable", address=address))
    anywhere = address in ("0.0.0.0", "::")
    school = Classroom(decks, lookout.frame, lookout.board, lookout.learn)
    for number in (port,) if port is not None else range(DEFAULT_PORT, DEFAULT_PORT + PORTS_TRIED):
        config = WebConfig(
            number,
            Remembered(local_addresses, ADDRESSES_KEPT_S) if anywhere else lambda: (address,),
            latest_jpeg=lookout.picture,
            card_jpeg=lookout.picture_of,
            resync=lookout.look_again,
            cameras=Remembered(lambda: cameras(lookout.camera), CAMERAS_KEPT_S),
            use_camera=None if demo else partial(_use_camera, lookout),
            school=school,
            aim=lambda corners: _refusal(lookout.aim(corners)),
            demo=demo,
            here="127.0.0.1" if anywhere else address,
        )
        app = create_app(session, config)
        try:
            server = start(app, address, number)
        except OSError:
            continue
        app.extensions["web_config"] = config = replace(config, port=server.port)  # 0 stands for any free one
        return server, config
    _give_up(say("terminal.port_in_use", port=DEFAULT_PORT if port is None else port))


def _use_camera(lookout: Lookout, source: str) -> Refusal | None:
    """Another camera, chosen on the table screen; the reason where it cannot be looked through."""
    return _refusal(lookout.use(source or None))


def _refusal(trouble: Hint | None) -> Refusal | None:
    from companion.state.refusals import Refusal

    return None if trouble is None else Refusal(trouble.code)


def _run_demo(session: Session, lookout: Lookout, players: Players, stop: threading.Event, pace: float) -> None:
    """The simulated table before the real reader, with simulated players in the seats that nobody took."""
    from companion.live.in_play import in_play, tell_game
    from companion.live.observe import InPlay
    from companion.live.players import laid_out
    from companion.views.model import TableViewer
    from vision.simulate.demo import DemoTable

    view = session.view(TableViewer())
    goals = (in_play(view) or InPlay()).goals
    table = DemoTable(gesture_s=DEMO_GESTURE_S / pace, pause_s=DEMO_PAUSE_S / pace, goals=goals)
    if view.maze is not None:
        table.lay_out(laid_out(view))
    session.sit_at(table)
    threading.Thread(target=tell_game, args=(session, table.play, stop), name="demo camera", daemon=True).start()
    lookout.use(table)
    while not stop.wait(DEMO_STEP_S / pace):
        try:
            players.step(session, table)
        except Exception as error:  # a hand that stumbles tries again: the game must not wait for it for ever
            LOG.warning("A simulated player stumbled: %s", error)
            LOG.debug("A simulated player stumbled.", exc_info=True)


def _wants_demo(say: Speech) -> bool:
    """No camera answered: the host may want to see the demo table instead. Nobody is asked where nobody can answer."""
    click.echo(say("terminal.no_camera"))
    return sys.stdin.isatty() and click.confirm(say("terminal.offer_demo"), default=True)


def _judge(path: Path, types: Collection[str]) -> None:
    from companion.cases import CaseError, outcome

    try:
        click.echo(json.dumps(outcome(_json(path), types)))
    except CaseError as error:
        _give_up(f"{path}: {error}")


def _json(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        _give_up(f"{path} cannot be read: {error.strerror}.")
    except ValueError as error:
        _give_up(f"{path} is not JSON: {error}.")


def _points(corners: tuple[str, ...]) -> list[tuple[float, float]]:
    try:
        return [(float(x), float(y)) for x, y in (corner.split(",") for corner in corners)]
    except ValueError:
        _give_up("--corners takes four points in pixels, such as 100,80 1800,80 1800,1000 100,1000.")


def _decks(data: Path | None = None) -> Decks:
    """The taught decks of this computer, for any game; a data folder of one's own has its own."""
    from vision.decks import Decks

    return Decks((data or _data_folder(False).parent) / "decks")


def _deck_file(text: str | None) -> Path | None:
    from companion.live.observe import Hint

    file = None if text is None else _decks().find(text)
    if isinstance(file, Hint):
        _give_up(f"There is no taught deck called {text!r}.")
    _deck(file)
    return file


def _deck(file: Path | None) -> Any:
    """The deck in a file that somebody named, None for none."""
    from companion.live.observe import Hint
    from vision.decks import load_deck

    deck = None if file is None else load_deck(file)
    if isinstance(deck, Hint):
        _give_up(f"{file}: {deck.text}")
    return deck


def _folder(folder: Path | None) -> Path | None:
    if folder is None:
        return None
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        _give_up(f"The folder {folder} cannot be used: {error.strerror}.")
    return folder


def _each(task: partial[Any], items: tuple[str, ...], jobs: int) -> Iterator[Any]:
    if jobs == 1 or len(items) == 1:
        yield from map(task, items)
        return
    with ProcessPoolExecutor(max_workers=min(jobs, len(items))) as pool:
        yield from pool.map(task, items)


if __name__ == "__main__":
    main()
