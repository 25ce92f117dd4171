"""The one list of how the running table deals with each kind of command."""

from companion.cards.register import kinds
from companion.live.handling import HANDLING, handling_of
from companion.state import commands as c


def test_for_each_command_it_is_decided_what_is_taken_back_and_what_is_stale_and_whose_move_it_is() -> None:
    assert set(HANDLING) == set(c.COMMANDS)


def test_a_command_of_a_card_is_dealt_with_as_the_card_says() -> None:
    of_cards = [kind for kind in kinds() if issubclass(kind, c.Command)]
    assert of_cards
    assert all(handling_of(kind.__new__(kind)) for kind in of_cards)
