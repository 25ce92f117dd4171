"""Readings of whole pictures for tests of what is made of them: each picture is read once, see disk_cache."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import ClassVar

import numpy as np
from disk_cache import cached, digest_of_value

from companion.sight.reading import InPlay, Reading
from vision.detection.card_estimates import CardEstimates
from vision.detection.card_network import CardNetwork
from vision.reading.reader import Corners, Reader, TableReading
from vision.reading.reader import read_table as really_read_table
from vision.reading.table_search import Find, TableSearch


@cache
def loaded_reader() -> Reader:
    return Reader.load()


class Counting:
    """The network, and how many patches it was shown."""

    def __init__(self, net: CardNetwork) -> None:
        self.net, self.shown = net, 0

    def estimate(self, patches: np.ndarray) -> CardEstimates:
        self.shown += len(patches)
        return self.net.estimate(patches)


def read_table(image: np.ndarray, *, reader: Reader, corners: Corners | None = None) -> TableReading:
    """As vision.reading.reader.read_table. A reader that is not as it is loaded, but for counting and for the game in
    play, really reads; so does any for what is no picture."""
    net, loaded = reader.network, loaded_reader()
    plain = replace(reader, network=net.net if type(net) is Counting else net, in_play=loaded.in_play)
    if plain != loaded or type(image) is not np.ndarray or image.dtype != np.uint8:
        return really_read_table(image, reader=reader, corners=corners)
    return _read(image, None if corners is None else np.asarray(corners, float), reader.in_play)


def read_picture(image: np.ndarray, *, reader: Reader, corners: Corners | None = None) -> Reading:
    """As vision.reading.reader.read_picture, likewise."""
    return read_table(image, reader=reader, corners=corners).reading


class SearchedOnce(TableSearch):
    """A search that finds in a picture what it found there before: for tests of what is made of that."""

    _found: ClassVar[dict[str, Find]] = {}

    def find(self) -> Find:
        assert self.network is loaded_reader().network
        picture = digest_of_value((self.picture.image, self.clues))
        if picture not in self._found:
            self._found[picture] = super().find()
        return self._found[picture]


@cached
def _read(image: np.ndarray, corners: np.ndarray | None, in_play: InPlay) -> TableReading:
    return really_read_table(image, reader=loaded_reader().with_game(in_play), corners=corners)
