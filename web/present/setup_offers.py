"""What the set-up page and the page of rules show of the box: what is chosen, and all that could be. No forms."""

from __future__ import annotations

from dataclasses import dataclass

from companion.views.model import EditionView, SetupView
from web.present import box_offers, house_rule_offers
from web.present.sentences import Sentences

TURN_TIMES_S = (0, 60, 120, 180)  # more choices would be more to think about than the clock is worth


@dataclass(frozen=True)
class SetupOffers:
    """Of the view whose sentences these are."""

    words: Sentences

    @property
    def setup(self) -> SetupView:
        return self.words.view.setup

    @property
    def shelves(self) -> tuple[tuple[str, tuple[EditionView, ...]], ...]:
        return box_offers.shelves(self.setup)

    @property
    def edition(self) -> EditionView | None:
        """The one that is chosen."""
        return next((one for one in self.setup.editions if one.key == self.setup.edition), None)

    @property
    def boxes_for_all(self) -> str:
        """The boxes that as many can play as have sat down; nothing where none is for so many."""
        players = len(self.words.view.seats)
        found = [one.key for one in self.setup.editions if one.least <= players <= one.most]
        return self.words.say.either([self.words.word("edition", key) for key in found])

    @property
    def module_groups(self) -> tuple[tuple[str, tuple[box_offers.ModuleOffer, ...]], ...]:
        return box_offers.offers(self.setup)

    @property
    def house_rules(self) -> tuple[house_rule_offers.Offer, ...]:
        return house_rule_offers.offers(self.setup)

    @property
    def house_rule_groups(self) -> tuple[tuple[str, tuple[house_rule_offers.Offer, ...]], ...]:
        return house_rule_offers.groups(self.setup)

    @property
    def turn_times(self) -> tuple[int, ...]:
        """What is offered, in seconds, and what is chosen; 0 for no clock."""
        return tuple(sorted({*TURN_TIMES_S, self.setup.turn_time_s}))
