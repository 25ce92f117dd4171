"""Pages draw whatever a card of a box of next year asks, and name it where the camera may have seen it played."""

from __future__ import annotations

from pathlib import Path

import mole
from at_table import begun, lays, takes, watch
from known_viewer import browser

from companion.state import commands as c
from companion.views.model import SeatViewer, TableViewer


def test_a_page_names_the_card_that_may_have_taken_one_out_of_the_maze(tmp_path: Path) -> None:
    with mole.in_the_box():
        session = begun(tmp_path, configure=c.Configure("revised", ("moles",)))
        watch(session)
        lays(session, 1, 0)
        takes(session, 1, 0)
        for viewer, cookie, path in ((SeatViewer(1), "seat", "/"), (TableViewer(), "host", "/table")):
            page = browser(session, viewer, cookie).get(path).text
            for said in ("A rockfall took it", "The mole", "The last card was taken back"):
                assert f"{said}</button>" in page
        session.close()
