"""Every command says in the computer's language why it cannot do its job; what scripts read stays English."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

from companion.door import speech
from companion.door.commands import commands
from web.language import Speech, languages


@pytest.fixture(autouse=True)
def in_spain(monkeypatch):
    monkeypatch.setattr(speech, "system_languages", lambda: ["es_ES"])


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(commands, [str(one) for one in arguments])


def refused(*arguments: str | Path) -> str:
    result = run(*arguments)
    assert result.exit_code == 2, result.output
    return result.stderr.strip()


def test_a_file_that_is_no_case(tmp_path):
    case = tmp_path / "case.json"
    assert refused("check", case).startswith(f"No se puede leer {case}: ")
    case.write_text("no JSON")
    assert refused("gold", case).startswith(f"{case} no es JSON: ")
    case.write_text('{"type": "chess"}')
    assert refused("gold", case).startswith(f"{case}: Aquí se admiten casos de tipo gold_base")


def test_a_case_that_lacks_a_key(tmp_path):
    case = tmp_path / "case.json"
    case.write_text('{"type": "gold_base", "players": [{"role": "miner"}, {}], "reached": true}')
    assert refused("gold", case) == f"{case}: A este caso de tipo gold_base le falta la clave «role» en players[1]."


def test_rules_that_do_not_compose_are_refused_in_the_words_of_the_set_up_page(tmp_path):
    case = tmp_path / "case.json"
    card = {"kind": "path", "x": 1, "y": 0, "open": "EW"}
    case.write_text(json.dumps({"type": "placement", "edition": "chess", "board": {}, "candidate": card}))
    assert refused("check", case) == f"{case}: Aquí no hay ninguna variante con el nombre chess."


def test_a_source_that_is_none(tmp_path):
    assert refused("watch", tmp_path / "film.mp4") == "No hay ninguna imagen, vídeo ni carpeta con ese nombre."


@pytest.mark.parametrize("source", ["", "ftp://x"])
@pytest.mark.parametrize("language", languages())
def test_what_can_be_no_source_is_answered_kindly_in_every_language(monkeypatch, language, source):
    monkeypatch.setattr(speech, "system_languages", lambda: [language])
    assert refused("watch", source) == Speech(language)("hint.source.none")


def test_a_folder_without_labelled_scans(tmp_path):
    assert refused("teach", "ours", tmp_path).startswith(f"{tmp_path}: En esta carpeta falta labels.json")


def test_corners_that_are_no_points():
    assert refused("read", "table.jpg", "--corners", "a", "b", "c", "d").startswith("--corners toma cuatro puntos")


def test_the_sheet_with_the_markers_is_written_under_no_name_that_promises_another_kind_of_file(tmp_path):
    """SVG was written into m.png, which no program opens."""
    said = refused("print", "--to", tmp_path / "m.png")
    assert said.startswith("La hoja es un archivo SVG") and str(tmp_path / "m.svg") in said
    assert list(tmp_path.iterdir()) == []
    for name in ("m.SVG", "sheet"):
        assert run("print", "--to", tmp_path / name).exit_code == 0
        assert (tmp_path / name).read_text(encoding="utf-8").startswith("<svg")


def test_a_marker_that_is_cut_out_keeps_its_corners_name_and_the_side_of_the_start_card(tmp_path):
    """The name lay outside the line to cut along."""
    assert run("print", "--to", tmp_path / "m.svg").exit_code == 0
    sheet = ElementTree.fromstring((tmp_path / "m.svg").read_text(encoding="utf-8"))
    cuts = [one for one in sheet if one.get("stroke-dasharray")]
    names = [one for one in sheet if one.tag.endswith("text") and "·" in (one.text or "")]
    side = {0: "print.start", 1: "print.goals", 2: "print.goals", 3: "print.start"}
    assert len(cuts) == len(names) == 4
    for number, (cut, name) in enumerate(zip(cuts, names, strict=True)):
        assert name.text and name.text.startswith(f"{number} · ") and name.text.endswith(Speech("es")(side[number]))
        top, height = float(cut.get("y", "")), float(cut.get("height", ""))
        assert top < float(name.get("y", "")) < top + height - 1


def test_the_warnings_of_read_stay_english_for_scripts(tmp_path):
    (tmp_path / "empty.jpg").write_bytes(b"")
    line = json.loads(run("read", tmp_path / "empty.jpg").stdout)
    assert (line["found"], line["warnings"]) == (False, ["The file is empty."])
