"""Each edition and each module is made in one file of companion/editions."""

from __future__ import annotations

import re
from pathlib import Path

from companion.editions import EDITIONS, MODULES

ROOT = Path(__file__).parents[2]


def test_an_edition_or_module_is_made_in_one_file_of_the_editions() -> None:
    texts = {path.name: path.read_text("utf-8") for path in (ROOT / "companion/editions").glob("*.py")}
    wrong = {}
    for key in (box.key for box in (*EDITIONS, *MODULES)):
        makes = re.compile(rf'(?:Edition|Module)\(\s*(?:#[^\n]*\n\s*)*"{key}"')
        files = [name for name, text in texts.items() if makes.search(text)]
        if len(files) != 1 and not key.startswith("wc20"):
            wrong[key] = files
    assert wrong == {}
