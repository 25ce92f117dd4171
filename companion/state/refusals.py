"""A person's mistake, as a value: a code that pages translate, and the facts that go into the sentence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from companion.maze.geometry import Cell

Fact = str | int | bool | Cell | tuple[str, ...] | tuple[Cell, ...]


@dataclass(frozen=True)
class Refusal:
    """Why something was not done.

    `code` is lower-case words with underscores, each with a sentence in every catalogue; a placement's `reasons`
    are codes too (occupied, no_neighbour, edge_mismatch, not_connected, sideways, broken_tool ...). `can_force`:
    the table may agree to do it all the same. Facts hold nothing that the person refused may not know.
    """

    code: str
    facts: Mapping[str, Fact] = field(default_factory=lambda: MappingProxyType({}))
    reasons: tuple[str, ...] = ()
    cell: Cell | None = None
    can_force: bool = False


REASONS = (  # why a tunnel card may not lie somewhere: `Refusal.reasons`, and CandidateView.reasons
    "sideways",
    "occupied",
    "no_neighbour",
    "edge_mismatch",
    "not_connected",
    "ladder_next_to_goal",
    "toll_dwarf",
    "broken_tool",
    "trapped",
)

CODES = (  # every code of a refusal; each has a sentence in every catalogue
    # who may do it, and when
    "not_now",
    "not_your_turn",
    "no_such_seat",
    "only_the_table",
    "only_chance",
    "only_a_seat",
    "not_allowed",
    # setting up
    "unknown_edition",
    "unknown_module",
    "unknown_option",
    "bad_option",
    "needs",
    "needs_edition",
    "excludes",
    "name_empty",
    "name_too_long",
    "names_taken",
    "too_few_players",
    "too_many_players",
    "table_full",
    "bad_turn_time",
    # a turn
    "illegal_placement",
    "broken_tool",
    "not_on_yourself",
    "tool_already_broken",
    "no_such_broken_tool",
    "tool_not_on_card",
    "no_such_card",
    "nothing_to_remove",
    "not_removable",
    "not_a_goal",
    "goal_not_face_down",
    "maps_barred",
    "bad_discard",
    "two_goals_needed",
    "only_in_anothers_turn",
    "nothing_to_veto",
    "already_there",
    "not_there",
    "no_such_mark",
    "may_lay_no_path",
    "too_few_cards",
    "no_open_end",
    "no_dwarf_left",
    "no_nugget",
    "last_card_gone",
    "same_place",
    "no_such_face",
    # goals, the end of a round, gold
    "goal_not_reached",
    "another_goal",
    "wrong_way_up",
    "no_such_goal",
    "goal_told_elsewhere",
    "no_such_chest",
    "not_among_these",
    "must_steal",
    "pile_not_empty",
    "hands_not_empty",
    "card_waits",
    "turn_not_over",
    "round_not_begun",
    "unknown_role",
    "role_used_up",
    "no_such_gold",
    "bad_nuggets",
    "too_many_nuggets",
    # corrections
    "two_cards_in_a_cell",
    "no_chest_there",
    "chests_lie_apart",
    "hand_empty",
    "seat_is_away",
    "nobody_is_left",
    "paused",
    "bad_count",
    # the running table: presses, seats, hands
    "stale",
    "answer_first",
    "seat_taken",
    "nobody_asks",
    "seat_asked_for",
    "seat_is_free",
    "phone_is_there",
    "guest_is_there",
    "wrong_code",
    "code_tried_too_often",
    "wrong_codes_from_here",
    "no_round_to_come",
    "joined_too_often",
    "other_seat",
    "wifi_name",
    "wifi_password",
    "wifi_not_kept",
    "wifi_not_forgotten",
    "cookies_blocked",
    "name_unreadable",
    "not_in_hand",
    "no_card_chosen",
    "card_goes",
    "card_lies_there",
    "nobody_has_cards",
    # what the camera saw
    "nothing_seen",
    "out_of_sight",
    "proposal_gone",
    "proposal_forgotten",
    # taking back, and putting right what was laid earlier
    "nothing_to_undo",
    "not_your_step",
    "map_was_used",
    "secret_was_seen",
    "roles_are_shown",
    "earlier_round",
    "not_a_placement",
    "same_card",
    "occupied",
    "amend_breaks_later",
    # the night's folder
    "folder_in_use",
    "folder_unusable",
    "folder_read_only",
    "journal_damaged",
    "journal_newer",
    "disk_full",
    "disk_trouble",
)
