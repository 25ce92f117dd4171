"""The size of a label follows from its longest word, and the style sheet knows every size there is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import web
from web.present.labels import LEAST, MOST, fit

SHEET = (Path(web.__file__).parent / "static" / "labels.css").read_text("utf-8")


def test_the_style_sheet_has_a_rule_for_every_size_and_says_how_wide_it_is() -> None:
    sizes = {int(name): float(ems) for name, ems in re.findall(r"\.em-(\d+) \{ --em: ([\d.]+); \}", SHEET)}
    assert sizes == {half: half / 2 for half in range(LEAST, MOST + 1)}


@pytest.mark.parametrize(("label", "half_ems"), [("Map", LEAST), ("", LEAST), ("W" * 40, MOST)])
def test_very_short_and_very_long_words_get_the_outermost_sizes(label: str, half_ems: int) -> None:
    assert fit(label) == f"em-{half_ems}"


def test_only_the_longest_word_counts_and_a_hyphen_ends_one() -> None:
    assert fit("Lay a rockfall") == fit("rockfall") != fit("Layarockfall")
    assert fit("rock-fall") == fit("rock- fall")
