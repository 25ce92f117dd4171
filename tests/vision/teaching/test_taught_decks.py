"""A taught deck travels as one file, keeps its faces, and a wrong file is told kindly."""

from __future__ import annotations

import io
import json
import tracemalloc
import zipfile

import numpy as np
import pytest
from deck_bombs import BOMBS, MB, READ, chunk
from spread import drawn

from companion.maze.faces import Face
from companion.sight.hints import Hint
from vision.recognition.taught_deck import Example, TaughtDeck, example_of
from vision.teaching.deck_file import DECK_FILE, contents, pack, unpack
from vision.teaching.deck_store import DeckStore, load_deck
from web.language import in_english


def deck(name: str = "Red box", *texts: str) -> TaughtDeck:
    return TaughtDeck(
        name, tuple(example_of(Face.parse(text), drawn(text)) for text in texts or ("NS", "NE", "EWb", "N|E*"))
    )


def test_a_deck_comes_back_from_its_file_as_it_was():
    before = deck().with_examples([example_of(None, drawn("NS", 9))])
    after = unpack(pack(before))
    assert isinstance(after, TaughtDeck)
    assert after.name == before.name
    assert [example.face for example in after.examples] == [example.face for example in before.examples]
    assert all((a.picture == b.picture).all() for a, b in zip(before.examples, after.examples, strict=True))


def _zip(**files: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, data in files.items():
            archive.writestr(name.replace("_", "."), data)
    return out.getvalue()


def _facts(**changed) -> bytes:
    card = {"picture": "a.png", "open": "NS", "links": ["NS"]}
    return json.dumps({"format": "saboteur-companion deck", "name": "x", "cards": [card], **changed}).encode()


WRONG = {
    "nothing": b"",
    "text": b"hello" * 50,
    "half a deck": pack(deck())[:3000],
    "an empty zip": _zip(),
    "a zip of something else": _zip(deck_json=b"[1, 2]"),
    "not json": _zip(deck_json=b"{"),
    "another format": _zip(deck_json=_facts(format="chess"), a_png=b""),
    "no picture": _zip(deck_json=_facts()),
    "a picture that is none": _zip(deck_json=_facts(), a_png=b"png"),
    "a card with five sides": _zip(deck_json=_facts(cards=[{"picture": "a.png", "open": "NESWX", "links": []}])),
    "no cards": _zip(deck_json=_facts(cards=[])),
    "a nameless deck": _zip(deck_json=_facts(name="  ")),
    "a picture from outside": _zip(deck_json=_facts(cards=[{"picture": "../../x.png", "open": "N", "links": []}])),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_file_gets_a_sentence(name):
    answer = unpack(WRONG[name])
    assert isinstance(answer, Hint)
    assert in_english(answer).endswith(".")


@pytest.mark.parametrize("name", BOMBS)
def test_a_file_that_unpacks_without_end_is_refused_before_much_of_it_is_unpacked(name):
    """A zip of 1 MB that claimed 100 bytes cost 2 GB of memory and 8 s, one of 40 kB held all phones up for 11 s."""
    bomb = BOMBS[name](30 * MB)
    tracemalloc.start()
    try:
        answer = unpack(bomb)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert isinstance(answer, TaughtDeck) if name in READ else answer.code in ("deck.too_large", "deck.not_a_deck")
    assert peak < 20 * MB


def test_a_file_that_unpacks_without_end_is_passed_over_on_the_shelf(tmp_path):
    for number, bomb in enumerate(BOMBS.values()):
        (tmp_path / f"{number}.deck.zip").write_bytes(bomb(MB))
    shelf = DeckStore(tmp_path)
    shelf.keep(deck("Red"))
    tracemalloc.start()
    try:
        names = shelf.names()
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert "Red" in names and peak < 20 * MB


def test_the_largest_deck_that_can_be_packed_is_read_again():
    """Bounds that a deck's own pictures and words do not fit into would lose it."""
    noise = np.random.default_rng(1)
    face = Face.parse("EWg|NS^*")
    examples = [Example(face, noise.integers(0, 256, (96, 64, 3), np.uint8)) for _ in range(DECK_FILE.most_examples)]
    again = unpack(pack(TaughtDeck("Ł" * DECK_FILE.longest_name, tuple(examples))))
    assert isinstance(again, TaughtDeck) and len(again.examples) == DECK_FILE.most_examples
    assert (again.examples[-1].picture == examples[-1].picture).all()


def test_of_one_face_only_the_latest_examples_are_kept():
    many = [Example(Face.parse("NS"), np.full((96, 64, 3), shade, np.uint8)) for shade in range(40)]
    kept = deck("x", "NE").with_examples(many)
    assert kept.faces == {Face.parse("NE").upright(), Face.parse("NS")}
    assert [int(example.picture[0, 0, 0]) for example in kept.examples[1:]] == list(range(28, 40))


def test_decks_are_kept_listed_and_forgotten(tmp_path):
    shelf = DeckStore(tmp_path / "decks")
    assert shelf.names() == ()
    for name in ("Zwerge/../?", "álbum", "ÁLBUM 2"):
        assert shelf.keep(deck(name)) is None
    (tmp_path / "decks" / "stray.deck.zip").write_bytes(b"no deck")
    assert set(shelf.names()) == {"Zwerge/../?", "álbum", "ÁLBUM 2"}
    found = shelf.load("álbum")
    assert isinstance(found, TaughtDeck)
    assert found.name == "álbum"
    assert shelf.forget("álbum") is None
    assert shelf.load("álbum").code == "deck.unknown"
    assert shelf.forget("álbum").code == "deck.unknown"
    assert {file.parent for file in tmp_path.rglob("*.zip")} == {tmp_path / "decks"}


def test_the_list_opens_no_picture_and_no_file_twice(tmp_path, monkeypatch):
    """Each page of the table screen asked for it, and decoded 1,500 pictures a deck."""
    shelf = DeckStore(tmp_path)
    shelf.keep(deck("Red"))
    (tmp_path / "junk.deck.zip").write_bytes(b"PK no deck")
    opened = []
    monkeypatch.setattr("cv2.imdecode", lambda *_: pytest.fail("a picture was decoded"))
    monkeypatch.setattr("vision.teaching.deck_store.contents", lambda file: opened.append(file.name) or contents(file))
    assert [one.name for one in shelf.listed()] == ["Red"]
    (one,) = shelf.listed()
    assert (one.cards, one.faces) == (len(deck().examples), len(deck().faces))
    assert len(opened) == 2
    more = deck("Red").with_examples([example_of(Face.parse("NESW"), drawn("NESW"))])
    shelf.keep(more)
    assert shelf.listed()[0].cards == len(more.examples)
    assert len(opened) == 3, "only the one that was written anew"


def test_a_folder_that_cannot_be_written_is_told(tmp_path):
    (tmp_path / "decks").write_text("a file is in the way")
    assert DeckStore(tmp_path / "decks").keep(deck()).code == "deck.not_kept"


def test_a_deck_without_a_name_is_not_kept(tmp_path):
    assert DeckStore(tmp_path).keep(deck(" \n ")).code == "deck.nameless"
    assert DeckStore(tmp_path).load("").code == "deck.unknown"


def test_a_folder_of_labelled_scans_is_a_deck(tmp_path):
    import cv2

    labels = {
        "a.png": {"kind": "path", "open": "NE", "links": ["NE"]},
        "b.png": {"kind": "back"},
        "gone.png": {"kind": "path", "open": "NE", "links": ["NE"]},
        "odd.png": {"kind": "path"},
        "cut.png": {"kind": "path", "open": "EW", "links": [], "cut": True},
        "list.png": [],
    }
    (tmp_path / "labels.json").write_text(json.dumps(labels), encoding="utf-8")
    for name in ("a", "b", "odd", "list"):
        cv2.imwrite(str(tmp_path / f"{name}.png"), drawn("NE"))
    cv2.imwrite(str(tmp_path / "cut.png"), drawn("E|W")[:-12])
    found = load_deck(tmp_path)
    assert isinstance(found, TaughtDeck)
    assert [example.face for example in found.examples] == [Face.parse("NE"), None, Face.parse("E|W")]
    (tmp_path / "labels.json").write_text("[]", encoding="utf-8")
    assert load_deck(tmp_path).code == "deck.no_labels"


def test_a_picture_that_is_no_png_is_no_decks():
    import cv2

    jpeg = cv2.imencode(".jpg", drawn("NS"))[1].tobytes()
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("deck.json", _facts(cards=[{"picture": "0", "open": "NS", "links": ["NS"]}]))
        archive.writestr("0", jpeg)
    assert unpack(file.getvalue()) == Hint("deck.not_a_deck")


def test_a_deck_with_remarks_beside_its_pixels_is_read() -> None:
    """Another writer of PNGs adds a resolution or a time, and a deck kept by it was none any more."""
    taught = deck("Red", "NS")
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(pack(taught))) as packed, zipfile.ZipFile(file, "w") as archive:
        for name in packed.namelist():
            data = packed.read(name)
            at = data.find(b"IDAT") - 4
            archive.writestr(name, data[:at] + chunk(b"tEXt", b"who\0somebody") + data[at:] if at > 0 else data)
    found = unpack(file.getvalue())
    assert isinstance(found, TaughtDeck)
    assert np.array_equal(found.examples[0].picture, taught.examples[0].picture)


def test_a_picture_that_is_named_many_times_is_not_read_as_often(monkeypatch):
    cards = [{"picture": "0.png", "open": "NS", "links": ["NS"]}] * 40
    monkeypatch.setattr("cv2.imdecode", lambda *_: pytest.fail("a picture was decoded"))
    assert unpack(_zip(deck_json=_facts(cards=cards), **{"0_png": b"png"})) == Hint("deck.not_a_deck")
