"""The shipped weights: what they are and that they read our own deck; scans and photographs where they are at hand."""

import json
import subprocess
import sys
from dataclasses import asdict
from importlib.resources import files
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.editions.boxes import BASE_PATHS, SECOND_PATHS
from companion.maze.faces import Face
from companion.sight.reading import CardKind
from vision.detection.answer_places import READING_AT, SIGNS
from vision.detection.card_estimates import SIDE_PAIRS, CardEstimates
from vision.detection.card_network import (
    CardNetwork,
    Temperatures,
    engine_of,
    estimates_from_outputs,
    opencv_engine,
)
from vision.detection.card_probe import estimated_with_care, network_probe
from vision.detection.pyramid import READING_PATCH, WIDE_PATCH, Pyramid, patches_from_quads, refined_quads
from vision.reading.reader import Reader
from vision.recognition.face_posterior import identify
from vision.service.read_lines import read_file
from vision.simulate.art.card_art import draw_card
from vision.simulate.art.style import house_style
from web.language import in_english

LOOKS = ("find", "read", "cover", "face")
ROOT = Path(__file__).parents[3]
SCANS = Path(__file__).parents[4] / "shared" / "cards" / "calvinmt_scan"
SECOND_BOX_WRONG = 0.1  # crystals are hard to see; see the model card
SCANS_RIGHT = 0.97
QUAD = np.array([(60, 40), (137, 40), (137, 160), (60, 160)], np.float32)


@pytest.fixture(scope="module")
def net(reader) -> CardNetwork:
    return reader.network


def on_a_table(card: np.ndarray) -> np.ndarray:
    """A card of 77 x 120 pixels at QUAD on a plain brown table."""
    table = np.full((200, 200, 3), (70, 100, 130), np.uint8)
    table[40:160, 60:137] = card
    return cv2.GaussianBlur(table, (0, 0), 0.7)


def test_numbers_of_fewer_bits_are_made_whole_by_what_every_engine_works_out_once():
    """With this operation in it the finding network took twice the time for each picture."""
    for weights in (files("vision") / "weights").iterdir():
        assert b"DequantizeLinear" not in weights.read_bytes(), weights.name


def test_the_weights_are_small_and_say_how_they_were_measured():
    folder = files("vision") / "weights"
    assert sum(len((folder / f"{look}.onnx").read_bytes()) for look in (*LOOKS, "table")) < 3_000_000
    facts = {look: json.loads((folder / f"{look}.json").read_text(encoding="utf-8")) for look in LOOKS}
    assert all("held_out_decks" in fact["figures"] for fact in facts.values())
    assert facts["read"]["patch"] == asdict(READING_PATCH)
    assert facts["cover"]["patch"] == asdict(WIDE_PATCH)
    assert "temperatures" in facts["read"]


def test_no_quad_gives_no_patch_and_no_estimate(net):
    patches, homographies = patches_from_quads(
        Pyramid(np.zeros((9, 9, 3), np.uint8)), np.zeros((0, 4, 2)), READING_PATCH
    )
    assert len(net.estimate(patches)) == 0
    assert refined_quads(homographies, net.estimate(patches).corners, READING_PATCH).shape == (0, 4, 2)


def read_own(reader: Reader, faces: list[Face], seed: int) -> list[str]:
    """Which faces of the house deck are misread, as text."""
    rng, style = np.random.default_rng(seed), house_style()
    images = [on_a_table(draw_card(face, CardKind.PATH, style, 120, rng)) for face in faces]
    looks = [estimated_with_care(network_probe(Pyramid(image), reader.network), QUAD[None]) for image in images]
    read = [identify(look, starts=np.zeros(1, bool))[0].best.face for look in looks]
    return [f"{face} read as {other}" for face, other in zip(faces, read, strict=True) if face != other]


def both_ways_up(cards) -> list[Face]:
    return sorted({face for card in cards for face in (card.face, card.face.half_turn())}, key=str)


@pytest.mark.parametrize("seed", range(4))
def test_every_base_card_of_our_own_deck_is_read_right(reader, seed):
    assert read_own(reader, both_ways_up(BASE_PATHS), seed) == []


def test_most_cards_of_the_second_box_are_read_right_in_our_own_deck(reader):
    faces = both_ways_up(SECOND_PATHS)
    assert len(read_own(reader, faces, 5)) <= SECOND_BOX_WRONG * len(faces)


def test_a_card_that_lies_a_little_beside_the_guess_is_put_right(net):
    rng = np.random.default_rng(6)
    image = on_a_table(draw_card(Face.of("NES"), CardKind.PATH, house_style(), 120, rng))
    guess = QUAD + np.array([5, -4], np.float32)
    patches, homographies = patches_from_quads(Pyramid(image), guess[None], READING_PATCH)
    estimates = net.estimate(patches)
    assert estimates.is_card[0] > 0.9
    assert np.abs(refined_quads(homographies, estimates.corners, READING_PATCH)[0] - QUAD).mean() < 2.5


def test_bare_table_is_nothing(net):
    noise = np.random.default_rng(0).normal(0, 2, (200, 200, 3))
    for colour in ((70, 100, 130), (235, 235, 235), (30, 30, 30)):
        image = np.clip(colour + noise, 0, 255).astype(np.uint8)
        patches, _ = patches_from_quads(Pyramid(image), QUAD[None], READING_PATCH)
        assert net.estimate(patches).is_card[0] < 0.3


@pytest.mark.parametrize("grey", [0, 127, 255])
def test_a_patch_of_one_colour_is_nothing(net, grey):
    patches, _ = patches_from_quads(Pyramid(np.full((200, 200, 3), grey, np.uint8)), QUAD[None], READING_PATCH)
    assert net.estimate(patches).is_card[0] < 0.1


@pytest.mark.skipif(not SCANS.exists(), reason="no scans at hand")
def test_scans_of_the_printed_deck_are_read_at_64_by_96_pixels(reader):
    labels = json.loads((SCANS / "labels.json").read_text(encoding="utf-8"))
    right = []
    for name, truth in labels.items():
        if truth["kind"] not in ("path", "start"):
            continue
        card = cv2.resize(cv2.imread(str(SCANS / name)), (64, 96), interpolation=cv2.INTER_AREA)
        table = np.full((160, 128, 3), 120, np.uint8)
        table[32:128, 32:96] = card
        quad = np.array([[(31.5, 31.5), (95.5, 31.5), (95.5, 127.5), (31.5, 127.5)]])
        start = np.array([truth["kind"] == "start"])
        face = Face.of(truth["open"], truth["links"], ladder=truth["ladder"])
        right.append(
            identify(estimated_with_care(network_probe(Pyramid(table), reader.network), quad), starts=start)[
                0
            ].best.face
            == face
        )
    assert np.mean(right) >= SCANS_RIGHT


def said(mouths: str, joined: str, through: str) -> CardEstimates:
    """Of one card, each answer sure. joined : pairs of sides by the head for all cards; through : by that for straight
    tunnels"""
    raw = np.full((1, READING_AT.answers), -8.0)
    raw[0, READING_AT.mouths] = [8 if side in mouths else -8 for side in "NESW"]
    raw[0, READING_AT.links] = [8 if "NESW"[a] + "NESW"[b] in joined.split() else -8 for a, b in SIDE_PAIRS]
    raw[0, READING_AT.straight] = [8 if pair in through.split() else -8 for pair in ("NS", "EW")]
    return estimates_from_outputs(raw, Temperatures())


def joined_in(estimates: CardEstimates) -> str:
    pairs = zip(SIDE_PAIRS, estimates.links[0], strict=True)
    return " ".join("NESW"[a] + "NESW"[b] for (a, b), chance in pairs if chance > 0.5)


@pytest.mark.parametrize("through", ["NS EW", "NS", "EW", ""])
@pytest.mark.parametrize("joined", ["NS EW", "NS", "EW", ""])
def test_of_four_mouths_whose_tunnels_turn_nowhere_the_head_for_straight_ones_says_which_go_through(joined, through):
    assert joined_in(said("NESW", joined, through)) == through


@pytest.mark.parametrize(
    ("mouths", "joined"),
    [
        ("NESW", "NE NS NW ES EW SW"),
        ("NESW", "NE SW"),
        ("NESW", "NE NS ES"),
        ("NES", "NS"),
        ("NS", "NS"),
        ("ESW", "EW"),
    ],
)
def test_of_all_other_cards_it_says_nothing(mouths, joined):
    for through in ("NS EW", "NS", "EW", ""):
        assert joined_in(said(mouths, joined, through)) == joined


@pytest.mark.parametrize("side", range(4))
def test_the_colours_of_a_rim_are_those_where_a_mouth_would_be_and_how_they_differ_from_beside(net, side):
    """A dark card with a red spot at the middle of one side."""
    patch = np.full((1, READING_PATCH.height, READING_PATCH.width, 3), 60, np.uint8)
    corners = READING_PATCH.corners()
    x, y = np.round((corners[side] + corners[(side + 1) % 4]) / 2).astype(int)
    patch[0, max(y - 6, 0) : y + 7, max(x - 6, 0) : x + 7] = (40, 40, 220)
    rims = net.estimate(patch).rims[0]
    others = [other for other in range(4) if other != side]
    assert rims[side, 2] > rims[others, 2].max() + 1 and rims[side, 5] > 1
    assert np.abs(rims[others, 3:]).max() < 0.01


@pytest.mark.parametrize(
    ("weights", "shape"),
    [
        ("find", (1, 3, 192, 320)),
        ("read", (7, 3, 96, 64)),
        ("cover", (7, 3, 112, 72)),
        ("face", (7, 3, 96, 64)),
        ("table", (1, 45, SIGNS)),
    ],
)
def test_both_engines_give_the_same_answers(weights, shape):
    onnx = (files("vision") / "weights" / f"{weights}.onnx").read_bytes()
    planes = np.random.default_rng(5).standard_normal(shape, dtype=np.float32)
    quick, spare = engine_of(onnx), opencv_engine(onnx)
    assert quick.__qualname__ != spare.__qualname__
    assert quick(planes).shape == spare(planes).shape
    assert np.abs(quick(planes) - spare(planes)).max() < 3e-5


def test_where_the_quicker_engine_does_not_start_opencv_reads_the_cards(reader):
    """On Windows it needs Microsoft's C++ runtime, which not every laptop has: then its import fails."""
    table = str(ROOT / "fixtures" / "pictures" / "table.png")
    without = "import sys; sys.modules['onnxruntime'] = None; from companion.__main__ import main; main(sys.argv[1:])"
    start = [sys.executable, "-c", without, "read", table]
    done = subprocess.run(start, cwd=ROOT, capture_output=True, text=True, check=True)
    usual = read_file(table, in_english, reader=reader)
    boards = [[faces_of(cell) for cell in said["cells"]] for said in (json.loads(done.stdout), usual)]
    assert boards[0] == boards[1] != []
    assert done.stderr == ""


def test_where_the_quicker_engine_is_there_and_refuses_opencv_is_taken_and_it_is_said_once(monkeypatch, caplog):
    """It took the whole camera along: on an odd machine a session may fail for reasons that are no ImportError."""

    def refuses(*_args, **_settings):
        raise RuntimeError("this machine has no such instruction")

    monkeypatch.setattr("vision.detection.card_network.onnxruntime.InferenceSession", refuses)
    weights = [(files("vision") / "weights" / f"{name}.onnx").read_bytes() for name in LOOKS]
    assert {engine_of(onnx).__qualname__ for onnx in weights} == {opencv_engine(weights[0]).__qualname__}
    (said,) = caplog.messages
    assert "OpenCV" in said and "in twice the time" in said and "no such instruction" in said


def faces_of(cell: dict) -> tuple:
    return cell["x"], cell["y"], cell["kind"], cell.get("open"), cell.get("links")
