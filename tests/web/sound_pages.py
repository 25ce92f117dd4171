"""What is true of every page: its elements are balanced, nothing is fetched from elsewhere, no sentence is missing."""

from __future__ import annotations

import re
from hashlib import blake2b
from html.parser import HTMLParser
from itertools import product

from turns import in_turn

from web.language import languages

LANGUAGES = tuple(languages())  # they take turns with the pages


class Elements(HTMLParser):
    VOID = ("meta", "link", "input", "img", "wbr", "br")

    def __init__(self, text: str) -> None:
        super().__init__()
        self.all: list[tuple[str, dict[str, str | None]]] = []
        self.text: list[str] = []
        self.open: list[str] = []
        self.unbalanced: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.all.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.all.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.unbalanced.append(tag)

    def handle_data(self, data):
        self.text.append(data)


def check_table_screens(browser, table, views, steps, language: str) -> None:
    """The host's and a guest's page of each stage and step, in the one of all languages whose turn it is."""
    host, guest = browser(host="the-host", language=language), browser(language=language)
    for (name, view), screen, step in in_turn(product(views.items(), (host, guest), steps), language, LANGUAGES):
        table.table = view
        answer = screen.get(f"/table{step}")
        assert answer.status_code == 200, (name, step)
        check(answer.text, name, step)


SOUND: set[bytes] = set()  # digests of pages: a step that a stage does not have shows the page of the step before


def check(text: str, *where: object) -> None:
    """`where`: which page it is, for whoever reads that it is not sound."""
    digest = blake2b(text.encode(), digest_size=16).digest()
    if digest not in SOUND:
        try:
            is_sound(text)
        except AssertionError as wrong:
            wrong.add_note(f"on {where}")
            raise
        SOUND.add(digest)


def is_sound(text: str) -> None:
    page = Elements(text)
    assert page.unbalanced == [] and page.open == []
    ids = [attrs["id"] for _, attrs in page.all if "id" in attrs]
    assert len(ids) == len(set(ids))
    pictures = {attrs["href"] for tag, attrs in page.all if tag == "use"}
    assert pictures <= {f"#{name}" for name in ids}, pictures - {f"#{name}" for name in ids}
    for tag, attrs in page.all:
        assert "style" not in attrs and not any(name.startswith("on") for name in attrs)  # the policy forbids them
        assert tag not in ("script", "style", "link", "img") or (
            attrs.get("src") or attrs.get("href") or ""
        ).startswith("/")
        assert tag != "form" or attrs["method"] == "post"
        assert tag != "img" or attrs["alt"]
    assert [tag for tag, _ in page.all].count("h1") == 1
    keys = re.findall(r"\b[a-z_]+(?:\.[a-z0-9_-]+)+\b", " ".join(page.text))
    assert [key for key in keys if not re.match(r"[\d.]+$|.+\.local$", key)] == []  # a code without its sentence
    assert "…" not in "".join(page.text).replace("…", "", 1)  # only the banner may wait; a missing fact shows as …
