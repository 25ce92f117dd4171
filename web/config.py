"""What the door tells the pages about where they run. No defaults that a game depends on, no secrets of a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.sight.hints import Hint
from companion.sight.misread import Misread
from companion.sight.settled_board import Photographed
from companion.sight.taught import CardShown, DeckLine
from companion.state.refusals import Refusal
from companion.views.past_nights import Person


def _no_picture() -> bytes | None:
    return None


def _no_card(cell: Cell) -> bytes | None:
    return None


def _no_table(tap: tuple[float, float], number: int) -> Hint:
    return Hint("photo.not_there")


def _no_corners() -> None:
    return None


def _only_here() -> tuple[str, ...]:
    return ("127.0.0.1",)


def is_loopback(address: str) -> bool:
    """Whether it names this very computer. `address`: also an IPv4 one as IPv6 writes it."""
    return address.removeprefix("::ffff:").startswith("127.") or address in ("localhost", "::1")


class School(Protocol):
    """Teaching decks, as vision.teaching.lesson does it; a Hint says what went wrong."""

    def decks(self) -> tuple[DeckLine, ...]: ...
    def use(self, name: str) -> Hint | None: ...
    def forget(self, name: str) -> Hint | None: ...
    def export(self, name: str) -> bytes | None: ...
    def bring(self, data: bytes) -> Hint | None: ...
    def begin(self, name: str) -> Hint | None: ...
    def taught(self) -> DeckLine | None: ...
    def find_cards(self) -> Hint | None: ...
    def shown(self) -> tuple[CardShown, ...]: ...
    def crop(self, key: str) -> bytes | None: ...
    def confirm(self, said: Mapping[str, str]) -> Hint | None: ...
    def finish(self) -> None: ...
    def offer(self, cell: Cell, face: Face) -> None: ...
    def offers(self) -> tuple[CardShown, ...]: ...
    def take_offers(self, keys: tuple[str, ...], name: str) -> Hint | None: ...


class Misreads(Protocol):
    """Tables that the camera misread, as vision.teaching.misreads keeps them; a Hint says why not."""

    most: int

    @property
    def asks(self) -> bool: ...
    def ask(self, yes: bool) -> None: ...
    def corrected(self, cell: Cell, face: Face | None) -> bool: ...
    def offered(self) -> Misread | None: ...
    def decline(self) -> None: ...
    def keep(self) -> Hint | None: ...
    def kept(self) -> tuple[Misread, ...]: ...
    def picture(self, key: str) -> bytes | None: ...
    def remove(self, key: str) -> Hint | None: ...
    def archive(self) -> bytes: ...


class PastGames(Protocol):
    """Finished games on this computer, as companion.live.past_nights keeps them; False: they could not be wiped.

    `people` raises OSError where they cannot be read; `put_aside` names the files that were damaged.
    """

    def people(self) -> tuple[Person, ...]: ...
    def put_aside(self) -> tuple[str, ...]: ...
    def wipe(self) -> bool: ...


class Network(Protocol):
    """`password`: empty where there is none."""

    @property
    def name(self) -> str: ...
    @property
    def password(self) -> str: ...


class GuestWifi(Protocol):
    """The Wi-Fi that guests are shown, as companion.live.guest_wifi keeps it."""

    @property
    def now(self) -> Network | None: ...
    def show(self, name: str, password: str, *, keep: bool) -> Refusal | None: ...
    def forget(self) -> Refusal | None: ...


class Film(Protocol):
    """A phone in the camera's place, as vision.service.phone_film has it; a Hint says why not."""

    def begin(self) -> Hint | None: ...
    def take(self, jpeg: bytes) -> Hint | None: ...
    def end(self) -> None: ...


@dataclass(frozen=True)
class WebConfig:
    """How the pages reach the world.

    port : what phones put behind the address
    addresses : this machine's present names and addresses, the one for the QR code first; asked for again with each
        page, because a home network may hand out a new address during the evening
    here : the address under which this machine's own browser finds the pages
    latest_jpeg : what the camera sees, upright for the table screen, or None
    card_jpeg : the same around the card in a cell, or None where it sees none
    read_again : asks the camera to read the whole table again
    cameras : the numbers of the cameras that answer now; asking takes a moment
    camera_address : of the stream or file that is looked at, empty where it is a camera's number or nothing
    use_camera : looks through another source from now on, None for none. None where the camera cannot
        be changed, as at the demo table
    nights : the finished games of many nights; None where none are kept, as at the demo table
    wifi : the network that guests are shown; None where none can be
    school : teaches decks; None where there is no camera's reader
    misreads : keeps what the camera misread, where people want it; None where nothing is, as at the demo table
    night : a short name that no other night has, for the cookies: two servers on one computer share a browser's jar
    photograph : reads a photograph's file and tells what lies there; None where there is no camera's reader, as at the
        demo table
    photograph_around : reads the photograph of this number again, around where somebody touched its start card, in
        shares of its width; the reason where another came since
    photo : the last photograph with what was read drawn on it, or None
    aim : tells the reader the play area's corners as shares of the picture, None to find the table itself; the reason
        where that is no table, no picture comes, or no table is seen there within some seconds
    film : lets a phone film the table; None where there is no camera's reader, as at the demo table
    open_secure_door : opens the door through which it does, where it is shut, and tells its port
    corners : where they are in the table as it was seen last, None before
    """

    port: int
    addresses: Callable[[], tuple[str, ...]] = _only_here
    latest_jpeg: Callable[[], bytes | None] = _no_picture
    card_jpeg: Callable[[Cell], bytes | None] = _no_card
    read_again: Callable[[], None] | None = None
    cameras: Callable[[], tuple[int, ...]] = tuple
    camera_address: Callable[[], str] = str
    use_camera: Callable[[str | None], Hint | None] | None = None
    nights: PastGames | None = None
    wifi: GuestWifi | None = None
    school: School | None = None
    misreads: Misreads | None = None
    photograph: Callable[[bytes], Photographed | Hint] | None = None
    photograph_around: Callable[[tuple[float, float], int], Photographed | Hint] = _no_table
    photo: Callable[[], bytes | None] = _no_picture
    aim: Callable[[Sequence[tuple[float, float]] | None], Hint | None] | None = None
    film: Film | None = None
    open_secure_door: Callable[[], int | Hint] | None = None
    corners: Callable[[], Sequence[tuple[float, float]] | None] = _no_corners
    demo: bool = False
    night: str = ""
    here: str = "127.0.0.1"
    heartbeat_s: float = 15.0

    def phone_addresses(self) -> tuple[str, ...]:
        """Names and addresses under which a phone may find this machine, the likeliest first."""
        return tuple(one for one in self.addresses() if not is_loopback(one)) or ("127.0.0.1",)

    def join_url(self, wish: str = "") -> str:
        """The address a phone opens to join. `wish`: one of `phone_addresses` that the host has picked."""
        return self._url(self._known(wish))

    def film_url(self, wish: str, port: int, token: str) -> str:
        """The secure address a phone opens to film; what follows its # is sent to nobody by a browser."""
        return f"https://{_in_url(self._known(wish))}:{port}/film#{token}"

    def table_url(self) -> str:
        """The table screen's address on this machine."""
        return f"{self._url(self.here)}table"

    def watch_url(self, wish: str = "") -> str:
        """The address under which another screen shows the table, without the host's tools."""
        return f"{self.join_url(wish)}table"

    def _known(self, wish: str) -> str:
        known = self.phone_addresses()
        return wish if wish in known else known[0]

    def _url(self, host: str) -> str:
        host = _in_url(host)
        return f"http://{host}/" if self.port == 80 else f"http://{host}:{self.port}/"


def _in_url(host: str) -> str:
    return f"[{host}]" if ":" in host else host
