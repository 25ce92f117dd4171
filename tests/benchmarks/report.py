"""One HTML file of how the reader fares on a folder of pictures with their truth: tables, and every card it got wrong.

    python tests/benchmarks/report.py FOLDER REPORT.html [--deck DECK] [--jobs N]

FOLDER holds NAME.jpg or NAME.png, each with a NAME.json whose `cells` are those of `companion read`, or archives of
`companion report` (*.zip). The file carries its pictures itself and may be sent to anybody; what was photographed is in
it, so it stays out of the repository.
"""

from __future__ import annotations

import argparse
import base64
import json
import sys
import zipfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from functools import partial
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]

import cv2  # noqa: E402
import numpy as np  # noqa: E402
from scoring import OUTCOMES, Cell, scored, wilson  # noqa: E402

from companion.maze.faces import Face  # noqa: E402
from companion.sight.reading import CardKind  # noqa: E402
from vision.capture.picture import load_picture  # noqa: E402
from vision.service.read_lines import read_file  # noqa: E402
from vision.simulate.art.card_art import draw_card  # noqa: E402
from vision.simulate.art.style import house_style  # noqa: E402
from vision.teaching.deck_store import load_deck  # noqa: E402
from vision.teaching.misreads import members_of  # noqa: E402
from web.language import in_english  # noqa: E402

CONDITIONS = ("stratum", "difficulty", "markers", "edition", "light", "table", "tilt")
PICTURES = (".jpg", ".jpeg", ".png")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("report", type=Path)
    parser.add_argument("--deck", type=Path, help="a taught deck's file, or a folder of labelled scans")
    parser.add_argument("--jobs", type=int, default=1)
    asked = parser.parse_args()
    if asked.deck and not hasattr(load_deck(asked.deck), "examples"):
        sys.exit(f"{asked.deck} is no taught deck.")
    with TemporaryDirectory() as unpacked:
        pictures = [*pictures_in(asked.folder), *pictures_in(unpack(asked.folder, Path(unpacked)))]
        if not pictures:
            sys.exit(f"There are no pictures with their truth in {asked.folder}.")
        boards = judge_all(pictures, asked.deck, asked.jobs)
    asked.report.write_text(page(boards), encoding="utf-8")
    print(f"{len(boards)} pictures, {sum(board['exact'] for board in boards)} exact: {asked.report}")


def pictures_in(folder: Path) -> list[Path]:
    return [file for file in sorted(folder.rglob("*")) if file.suffix in PICTURES and truth_of(file)]


def unpack(folder: Path, into: Path) -> Path:
    """The pictures of every archive in a folder, with what lies in them; one that is none is passed over."""
    for number, archive in enumerate(sorted(folder.rglob("*.zip"))):
        to = into / f"{number}"
        to.mkdir()
        with suppress(zipfile.BadZipFile):
            for name, data in members_of(archive).items():
                (to / name).write_bytes(data)
    return into


def judge_all(pictures: list[Path], deck: Path | None, jobs: int) -> list[dict[str, Any]]:
    judge = partial(judged, deck=deck)
    if jobs == 1:
        return list(map(judge, pictures))
    with ProcessPoolExecutor(jobs) as pool:
        return list(pool.map(judge, pictures))


def truth_of(picture: Path) -> dict[str, Any] | None:
    """What lies in the picture; None where nobody wrote it down."""
    try:
        truth = json.loads(picture.with_suffix(".json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return truth if isinstance(truth, dict) and "cells" in truth and "state" not in truth else None


def judged(picture: Path, deck: Path | None = None) -> dict[str, Any]:
    """A picture read and compared: its conditions, the outcome of every card, crops of those that are not right."""
    truth = truth_of(picture) or {}
    return compared(picture, truth, read_file(picture, in_english, deck_file=deck))


def compared(picture: Path, truth: Mapping[str, Any], line: Mapping[str, Any]) -> dict[str, Any]:
    score = scored(truth, line)
    image = load_picture(picture) if score.cases else None
    crops = image if isinstance(image, np.ndarray) else None
    return {
        "name": picture.name,
        "conditions": {key: str(truth[key]) for key in CONDITIONS if key in truth},
        "count": score.count,
        "exact": score.exact,
        "warnings": line["warnings"],
        "cases": [_case(crops, case.outcome, case.place, case.truth, case.said) for case in score.cases],
    }


def _case(
    image: np.ndarray | None, outcome: str, place: tuple[int, int], truth: Cell | None, said: Cell | None
) -> Cell:
    cell = {**(said or {}), **(truth or {})}
    return {
        "outcome": outcome,
        "place": f"{place[0]}, {place[1]}",
        "crop": None
        if image is None or "quad_px" not in cell
        else _png(_crop(image, np.array(cell["quad_px"], np.float32))),
        "truth": _drawn(truth),
        "said": _drawn(said),
        "confidence": "" if said is None else f"{said['confidence'] * 100:.0f} %",
        "visible": "" if truth is None else f"{truth.get('visible_fraction', 1.0) * 100:.0f} % in sight",
    }


def _crop(image: np.ndarray, quad: np.ndarray) -> np.ndarray:
    """The card upright in the game's frame, with a little around it."""
    width, height, rim = 84, 130, 20
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) + rim
    into = cv2.getPerspectiveTransform(quad, corners)
    return cv2.warpPerspective(image, into, (width + 2 * rim, height + 2 * rim), borderMode=cv2.BORDER_REPLICATE)


def _drawn(cell: Cell | None) -> str | None:
    """The card as this project draws it."""
    if cell is None:
        return None
    kind = CardKind(cell["kind"])
    face = None
    if not cell["face_down"]:
        marks = {"door": cell.get("door"), "ladder": bool(cell.get("ladder")), "crystals": cell.get("crystals") or 0}
        face = Face.of(cell["open"], cell["links"], **marks)
    return _png(draw_card(face, kind, house_style(), 130, np.random.default_rng(1)))


def _png(picture: np.ndarray) -> str:
    return "data:image/png;base64," + base64.b64encode(cv2.imencode(".png", picture)[1].tobytes()).decode()


def page(boards: list[dict[str, Any]]) -> str:
    groups: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for board in boards:
        groups["all"].append(board)
        for key, value in board["conditions"].items():
            groups[f"{key}: {value}"].append(board)
    head = ("", "boards", "exact", "cards", *OUTCOMES, "phantoms a board")
    rows = "".join(_row(name, groups[name]) for name in ["all", *sorted(groups.keys() - {"all"})])
    cards = "".join(_cases(board) for board in boards if board["cases"])
    titles = "".join(f"<th>{title}</th>" for title in head)
    return f"""<!doctype html><html lang="en"><head><meta charset="utf-8"><title>What the reader saw</title><style>
body {{ font: 15px system-ui, sans-serif; margin: 2em; }} td, th {{ padding: .2em .7em; text-align: right; }}
td:first-child, th:first-child {{ text-align: left; }} small {{ color: #666; white-space: nowrap; }}
figure {{ display: inline-block; margin: .6em; padding: .6em; border: 1px solid #bbb; border-radius: 6px; }}
img {{ height: 150px; margin-right: 4px; vertical-align: middle; }} figcaption {{ margin-top: .4em; }}
.none {{ display: inline-block; width: 97px; text-align: center; color: #666; }}</style></head><body>
<h1>What the reader saw</h1><p>Shares of readable cards, with the 95 % interval after Wilson.</p>
<table><tr>{titles}</tr>{rows}</table>
<h2>Cards that were not read right</h2><p>From the picture; as it is; as it was read.</p>{cards or "<p>None.</p>"}
</body></html>
"""


def _row(name: str, boards: list[dict[str, Any]]) -> str:
    count = sum((board["count"] for board in boards), Counter[str]())
    cards = sum(count[outcome] for outcome in OUTCOMES)
    shares = [_share(sum(board["exact"] for board in boards), len(boards)), f"{cards}"]
    shares += [_share(count[outcome], cards) for outcome in OUTCOMES]
    shares.append(f"{(count['phantom'] + count['phantom, unsure']) / len(boards):.2f}")
    return f"<tr><td>{escape(name)}</td><td>{len(boards)}</td>{''.join(f'<td>{text}</td>' for text in shares)}</tr>"


def _share(hits: int, of: int) -> str:
    low, high = wilson(hits, of)
    return f"{hits / max(of, 1) * 100:.1f} % <small>{low * 100:.1f} to {high * 100:.1f}</small>"


def _cases(board: Mapping[str, Any]) -> str:
    hints = " ".join(map(escape, board["warnings"]))
    return f"<h3>{escape(board['name'])}</h3><p>{hints}</p>" + "".join(_figures(board["cases"]))


def _figures(cases: Iterable[Cell]) -> Iterable[str]:
    for case in cases:
        pictures = "".join(
            f'<img src="{case[what]}" alt="{what}">' if case[what] else '<span class="none">nothing</span>'
            for what in ("crop", "truth", "said")
        )
        facts = ", ".join(filter(None, (case["place"], case["confidence"], case["visible"])))
        yield f"<figure>{pictures}<figcaption><b>{case['outcome']}</b> <small>{facts}</small></figcaption></figure>"


if __name__ == "__main__":
    main()
