"""A case's file that is no JSON is refused in plain words that say where and what, in none of a library's own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.door import speech
from companion.door.commands import commands

IN_WORDS = {
    b'{"type": "placement",\n "board": ': "it ends in line 2, column 11, before it is complete",
    b"{type: 1}": "unexpected “t” in line 1, column 2",
    b'{"a": "gold': "the text starting in line 1, column 7 has no closing quotation mark",
    "{}\u00a0".encode(): "an invisible character, such as a line break, isn’t allowed in line 1, column 3",
    b'{"a":\r\n "\xc3\xa9\xe9"}': "line 2, column 4 isn’t UTF-8",
}


@pytest.fixture(autouse=True)
def in_england(monkeypatch):
    monkeypatch.setattr(speech, "system_languages", lambda: ["en_GB"])


def check(tmp_path: Path, content: bytes) -> tuple[Path, Result]:
    file = tmp_path / "case.json"
    file.write_bytes(content)
    return file, CliRunner().invoke(commands, ["check", str(file)])


def test_it_is_told_where_a_file_is_no_json_and_what_is_wrong_there(tmp_path):
    for content, reason in IN_WORDS.items():
        file, result = check(tmp_path, content)
        assert (result.exit_code, result.stderr) == (2, f"{file} isn’t JSON: {reason}.\n")


@pytest.mark.parametrize("content", [b'{"a": %s}' % (b"9" * 5000), b"[" * 200_000])
def test_json_that_python_cannot_hold_is_no_mistake_of_the_program(tmp_path, content):
    file, result = check(tmp_path, content)
    told = f"Can’t read {file}: a number has too many digits, or too many brackets are nested.\n"
    assert (result.exit_code, result.stderr) == (2, told)


def test_the_mark_with_which_windows_begins_a_text_does_no_harm(tmp_path):
    case = {"type": "placement", "edition": "any", "board": {"cards": [
        {"x": 0, "y": 0, "kind": "start", "open": "NESW", "links": ["NESW"], "ladder": True},
    ]}, "candidate": {"kind": "path", "x": 1, "y": 0, "open": "EW", "links": ["EW"]}}  # fmt: skip
    _, plain = check(tmp_path, json.dumps(case).encode("utf-8"))
    _, marked = check(tmp_path, json.dumps(case).encode("utf-8-sig"))
    assert (marked.exit_code, marked.stdout) == (0, plain.stdout)
    assert json.loads(plain.stdout)["legal"] is True
