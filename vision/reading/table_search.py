"""The table looked for in one picture, look after look, also without its cloth's pattern, until one fits its cards.

in     a Pyramid of the picture and the TableClues in it; the finding network, and the reading one for what is in doubt
out    Find: the table or a hint that says that none was found, in which Detections, and the CardProbes for its cards
never  reads a card, or says where a table is: see vision.registration
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeAlias

from companion.sight.hints import Hint
from companion.sight.reading import Calibration
from vision.detection.card_detector import CardDetector, Detections, detect_from_above
from vision.detection.card_network import CardNetwork
from vision.detection.card_probe import CardProbes, detection_probe, probes_of
from vision.detection.closer_look import all_together, closer_looks, is_small, larger_look, turned_look
from vision.detection.plain_cloth import with_plain_cloth
from vision.detection.pyramid import Pyramid, birds_eye_of
from vision.registration.registered_table import (
    RegisteredTable,
    best_explained,
    register_closely,
    register_table,
)
from vision.registration.table_clues import TableClues

Find: TypeAlias = tuple[RegisteredTable | Hint, Detections, CardProbes]  # in which of the detections, and their probes


@dataclass(frozen=True)
class TableSearchSettings:
    """How much is tried where a first look was in vain."""

    # guesses of each kind, the likeliest first: each of 334 drawn tables is told as with all, with 6 one card less
    try_again: int = 12


TABLE_SEARCH = TableSearchSettings()


@dataclass(frozen=True)
class TableSearch:
    """What is looked at, and who looks."""

    picture: Pyramid
    detector: CardDetector
    network: CardNetwork
    clues: TableClues

    def find(self) -> Find:
        """By what the camera sees and then by what is seen from above; where a doubt is left, also without the cloth's
        pattern; and where that finds no better one, in the picture seen larger or in its parts.

        Of 231 development tables on checked cloth 198 are exact with the second look and 194 without it, 52 and 110 of
        3,950 cards missed, none and 13 made up.
        """
        whole = self.found_in(self.detector.detect(self.picture.image))
        is_in_doubt = self._may_be_too_small(whole)
        usual = whole if is_in_doubt else self._from_above(whole, self.picture)
        if _leaves_no_doubt(usual) and not is_in_doubt:
            return usual
        plain = self.on_plain_cloth()
        if plain is not None and _is_worth_more(plain, usual):
            return plain
        first = self.looked_at_closely(whole)
        find = self._from_above(first, self.picture) if is_in_doubt else usual
        is_disbelieved = isinstance(find[0], Hint) and not isinstance(first[0], Hint)
        instead = self._seen_larger if is_disbelieved else None
        return find if instead is None or instead is first else self._from_above(instead, self.picture)

    def _may_be_too_small(self, whole: Find) -> bool:
        """Where none was found, or one whose other cards do not lie in its cells: so in 12 of 642 pictures, in 5
        wrongly."""
        table = whole[0]
        return isinstance(table, Hint) or (not table.is_plain and is_small(table.quads_px, self.picture.size_px))

    def on_plain_cloth(self) -> Find | None:
        """A table whose cloth has a pattern of few colours, found without the pattern, with a start card beyond doubt.

        Its cards are looked for with the pattern as well: one that has the cloth's colours is lost without it.
        """
        plain = with_plain_cloth(self.picture.image)
        if plain is None:
            return None
        table, seen, probes = self._from_above(
            self.found_in(self.detector.detect(plain), TABLE_SEARCH.try_again), Pyramid(plain)
        )
        if isinstance(table, Hint) or not _is_sure(table):
            return None
        patterned = detect_from_above(self.detector, self.picture, birds_eye_of(table.pose, seen.quads))
        everything = patterned.merged_with(seen)
        return table, everything, replace(probes, coarse=detection_probe(everything))

    def _from_above(self, find: Find, shown: Pyramid) -> Find:
        """The find, by what is seen from above as well. shown : the picture in which it was detected

        At 50 degrees the far rows are so flat that they are taken for one, and their cards for the start card. What
        left a doubt and is not found again was none: so in one of 274 drawn tables, of which 23 cards were wrong.
        """
        first, detections, probes = find
        if isinstance(first, Hint):
            return find
        birds_eye = birds_eye_of(first.pose, detections.quads)
        detections = detect_from_above(self.detector, shown, birds_eye).merged_with(detections)
        probes = replace(probes, coarse=detection_probe(detections))
        known = first.pose if first.proof.leaves_no_doubt else None  # from above a wrong one would speak for itself
        again = register_table(self.clues, detections, probes, known)
        if first.how is not Calibration.LAYOUT and (isinstance(again, Hint) or again.how is not first.how):
            return first, detections, probes  # what was found from markers or corners, and fits, is no guess
        if isinstance(again, Hint) and not first.proof.leaves_no_doubt:
            return again, detections, probes
        finds = [first] if isinstance(again, Hint) else [again, first]
        return best_explained(finds, detections, probes) or self.clues.if_none, detections, probes

    def looked_at_closely(self, whole: Find) -> Find:
        """What was found in the whole; or, where its cards may be too small, seen larger, or else in its parts; or,
        where none was found at all, in the picture lying on its side."""
        table, seen, _ = whole
        if not self._may_be_too_small(whole):
            return whole
        found = self._seen_larger
        if found and (isinstance(table, Hint) or _proved(found) > table.proof.proved):
            return found
        part = self._in_parts(closer_looks(self.detector, self.picture.image, seen), whole)
        if part or not isinstance(table, Hint):
            return part or whole
        return self.found_in(turned_look(self.detector, self.picture.image), TABLE_SEARCH.try_again)

    @cached_property
    def _seen_larger(self) -> Find | None:
        """A plain table with a start card beyond doubt, in the whole picture seen larger."""
        seen = larger_look(self.detector, self.picture.image)
        if seen is None:
            return None
        find = self.found_in(seen, TABLE_SEARCH.try_again)
        table = find[0]
        return None if isinstance(table, Hint) or not _is_sure(table) else find

    def found_in(self, seen: Detections, tries: int | None = None) -> Find:
        """By what was detected; where that finds none, or one whose cards lie as no table's do, by what its maze
        foretells. tries : see register_table

        So markers and corners yield as well, but to a plain maze alone: with corners that were dragged 45 pixels off, 6
        cards of a careless board were not seen, and with its maze all are.
        """
        probes = probes_of(self.picture, seen, self.network)
        table = register_table(self.clues, seen, probes, None, tries)
        if isinstance(table, Hint) or table.proof.is_misfit:
            closely = register_closely(self.clues, seen, probes, tries)
            if closely and (isinstance(table, Hint) or table.yields_to(closely)):
                table = closely
        return table, seen, probes

    def _in_parts(self, looks: Iterable[Detections], whole: Find) -> Find | None:
        """In a part that is looked at more closely, as small things look alike in the whole; or, where nothing was
        found at all, in all parts together, as a maze may lie in several."""
        first, seen, probes = whole
        parts = []
        for detections in looks:
            parts.append(detections)
            closer = replace(probes, coarse=detection_probe(detections.merged_with(seen)))  # a goal may lie beside it
            found = register_table(self.clues, detections, closer, None, TABLE_SEARCH.try_again)
            if isinstance(found, Hint) or found.proof.has_a_doubtful_start:
                continue
            if isinstance(first, Hint) or (found.is_plain and found.proof.proved > first.proof.proved):
                return found, detections, closer
        if not parts or not isinstance(first, Hint):
            return None
        together = all_together(parts, seen)
        closer = replace(probes, coarse=detection_probe(together))
        found = register_table(self.clues, together, closer, None, TABLE_SEARCH.try_again)
        if isinstance(found, Hint) or not found.proof.has_a_sure_start:
            return None  # in so much that is like a card, goals alone are found anywhere
        return found, together, closer


def _is_sure(table: RegisteredTable) -> bool:
    """A plain table with a start card beyond doubt."""
    return table.is_plain and table.proof.has_a_sure_start


def _leaves_no_doubt(find: Find) -> bool:
    return not isinstance(find[0], Hint) and find[0].proof.leaves_no_doubt


def _is_worth_more(plain: Find, usual: Find) -> bool:
    """Each by what was detected in its own picture: squares that pass for cards speak for a table among them. What was
    found from markers or corners yields to no guess."""
    found, other = plain[0], usual[0]
    if isinstance(found, Hint) or isinstance(other, Hint):
        return not isinstance(found, Hint)
    return other.how in (Calibration.LAYOUT, found.how) and found.proof.value > other.proof.value


def _proved(find: Find) -> float:
    return 0.0 if isinstance(find[0], Hint) else find[0].proof.proved
