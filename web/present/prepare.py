"""What people lay out before a round with their own cards, as keys of sentences with their numbers. No words."""

from __future__ import annotations

from companion.editions.ruleset import Ruleset
from companion.state.commands import Supply
from companion.views.model import SetupView

Preparation = tuple[str, int]  # the sentence's key and its number


def steps(box: Ruleset, setup: SetupView, players: int, again: bool) -> tuple[Preparation, ...]:
    """In the order in which it is done. `again`: a round was played before."""
    found = [("prepare.goals", box.goals_laid)]
    if box.chests:
        found += [("prepare.chests", box.chests)]
    if box.site_cell:
        found += [("prepare.site", 1)]
    if not again:
        found += [(f"prepare.without_{deed}", number) for deed, number in box.left_in_box]
    if box.midway:
        found += [("prepare.midway", 1), ("prepare.shuffle_rest", box.deck)]
    else:
        found += [("prepare.shuffle_again" if again else "prepare.shuffle", box.deck)]
    if box.set_aside:
        found += [("prepare.aside", box.set_aside)]
    found += [("prepare.deal", box.hand(players))]
    if box.toll_dwarves:
        found += [("prepare.tolls", box.toll_dwarves)]
    if box.start_nuggets and not again and setup.gold is Supply.CARDS:
        found += [("prepare.nuggets", box.start_nuggets)]
    return tuple(found)


def lies_unusually(box: Ruleset) -> bool:
    """Something lies in the mine that a picture tells sooner than words."""
    return bool(box.chests or box.site_cell or box.goals_laid != 3)
