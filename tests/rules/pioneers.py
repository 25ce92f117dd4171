"""Turns of a pioneer that several tests look at, each by the word of the house rule that decides it."""

from __future__ import annotations

import card_words as w
from scene import Scene, path

from companion.state import commands as c


def second_card_vetoed(word: str) -> Scene:
    """The pioneer's first path card stands, and the second is vetoed. word : of `pioneer_vetoed`"""
    scene = Scene(modules=("wc2019", "wc2022"), options=(("pioneer_vetoed", word),))
    for card in (w.Pioneer(), path(1, 0, "EW")):
        scene.do(card, by=0)
        scene.do(c.LetStand())
    scene.do(path(2, 0, "EW"), by=0)
    scene.do(w.Veto(1), by=1)
    return scene
