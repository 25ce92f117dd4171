"""Looks settle into a board and its changes. Boards are typed: `1,0:EW 8,0:?`, ? lies face down."""

from companion.live.observe import Calibration, Candidate, CardKind, Reading, SeenCard, SeenKind
from companion.maze.faces import Face
from companion.maze.geometry import GOAL_CELLS, START_CELL, Cell
from vision.settle import Settle, merged

START = "0,0:NESW^ 8,0:?"


def card(text, confidence=0.95, *, uncertain=False, others=()):
    place, face = text.split(":")
    cell = Cell(*map(int, place.split(",")))
    kind = CardKind.START if cell == START_CELL else CardKind.GOAL if cell in GOAL_CELLS else CardKind.PATH
    x, y = 100.0 + 60 * cell.x, 300.0 + 90 * cell.y
    quad = ((x, y), (x + 56, y), (x + 56, y + 87), (x, y + 87))
    alternatives = tuple(Candidate(Face.parse(name), share) for name, share in others)
    seen = None if face == "?" else Face.parse(face)
    return SeenCard(cell, kind, seen, confidence, uncertain, quad, alternatives)


def reading(text):
    return Reading(Calibration.LAYOUT, tuple(card(word) for word in text.split()))


def cells(text):
    return [Cell(*map(int, word.split(","))) for word in text.split()]


def settled(settle, *looks, bare="", frame=7, **how):
    """What the last of these looks settles; the ones before must not settle anything."""
    for look in looks:
        settle.add(reading(look), cells(bare))
        seen = settle.settle(frame, **how)
        if look is not looks[-1]:
            assert seen is None
    return (
        None
        if seen is None
        else [(one.kind, *(f"{c.cell.x},{c.cell.y}:{c.face or '?'}" for c in one.cards)) for one in seen]
    )


def beginning(board=START, looks=2, looks_bare=3):
    settle = Settle(looks, looks_bare)
    assert settled(settle, *[board] * looks)[0][0] is SeenKind.BOARD
    return settle


def test_the_board_comes_first_in_the_order_of_its_cells():
    settle = Settle(2, 3)
    assert settled(settle, START, START) == [(SeenKind.BOARD, "0,0:NESW^", "8,0:?")]


def test_a_laid_card_is_told_once_two_looks_agree():
    settle = beginning()
    assert settled(settle, START + " 1,0:EW", START + " 1,0:EW") == [(SeenKind.LAID, "1,0:EW")]
    assert settled(settle, START + " 1,0:EW", START + " 1,0:EW") == []


def test_looks_from_before_and_after_a_movement_do_not_count_together():
    settle = beginning()
    settle.add(reading(START + " 1,0:EW"))
    settle.disturb()
    assert settled(settle, START + " 1,0:NW", START + " 1,0:NW") == [(SeenKind.LAID, "1,0:NW")]


def test_a_card_not_seen_is_not_removed():
    settle = beginning(START + " 1,0:EW")
    assert settled(settle, START, START) == []
    assert Cell(1, 0) in settle.board


def test_a_card_is_removed_when_three_looks_see_its_place_bare():
    settle = beginning(START + " 1,0:EW")
    assert settled(settle, START, START, START, bare="1,0") == [(SeenKind.REMOVED, "1,0:EW")]


def test_a_place_once_bare_and_once_hidden_keeps_its_card():
    settle = beginning(START + " 1,0:EW")
    settle.add(reading(START), cells("1,0"))
    for _ in range(5):
        assert settle.settle(1) is None
        settle.add(reading(START))
    assert settle.settle(1) == []
    assert Cell(1, 0) in settle.board


def test_a_goal_turned_up_has_turned():
    settle = beginning()
    now = "0,0:NESW^ 8,0:NW"
    assert settled(settle, now, now) == [(SeenKind.TURNED, "8,0:NW")]
    assert settle.board[Cell(8, 0)].kind is CardKind.GOAL


def test_a_card_turned_by_half_has_turned():
    settle = beginning(START + " 1,0:NW")
    assert settled(settle, START + " 1,0:ES", START + " 1,0:ES") == [(SeenKind.TURNED, "1,0:ES")]


def test_another_card_in_the_same_cell_is_one_removed_and_one_laid():
    settle = beginning(START + " 1,0:NW")
    now = START + " 1,0:NESW"
    assert settled(settle, now, now) == [(SeenKind.REMOVED, "1,0:NW"), (SeenKind.LAID, "1,0:NESW")]


def test_a_card_that_reads_otherwise_though_nothing_moved_there_keeps_its_reading():
    settle = beginning(START + " 1,0:NW")
    now = START + " 1,0:NESW"
    assert settled(settle, now, now, changed=lambda card: 0.0) == []
    assert settle.board[Cell(1, 0)].face == Face.parse("NW")


def test_a_card_pushed_into_the_next_cell_has_moved():
    settle = beginning(START + " 1,0:NES")
    now = START + " 2,0:NES"
    assert settled(settle, now, now, now, bare="1,0") == [(SeenKind.MOVED, "2,0:NES", "1,0:NES")]


def test_two_like_cards_removed_and_one_laid_is_no_move():
    settle = beginning(START + " 1,0:NS 2,0:NS")
    now = START + " 3,0:NS"
    kinds = [one[0] for one in settled(settle, now, now, now, bare="1,0 2,0")]
    assert kinds == [SeenKind.REMOVED, SeenKind.REMOVED, SeenKind.LAID]


def test_a_rockfall_and_two_cards_at_once_are_told_together():
    settle = beginning(START + " 1,0:EW 2,0:NS")
    now = START + " 1,0:EW 3,0:NW 4,0:NE"
    assert settled(settle, now, now, now, bare="2,0") == [
        (SeenKind.REMOVED, "2,0:NS"),
        (SeenKind.LAID, "3,0:NW"),
        (SeenKind.LAID, "4,0:NE"),
    ]


def test_looks_that_disagree_wait_and_then_become_one_uncertain_card():
    settle = beginning()
    faces = ["EW", "NEW", "EW", "NEW", "EW", "NEW"]
    assert settled(settle, *[f"{START} 1,0:{face}" for face in faces]) in (
        [(SeenKind.LAID, "1,0:EW")],
        [(SeenKind.LAID, "1,0:NEW")],
    )
    assert settle.board[Cell(1, 0)].uncertain


def test_a_card_that_only_flickered_is_not_laid():
    settle = beginning()
    looks = [START + " 1,0:EW", START, START, START, START, START]
    assert settled(settle, *looks) == []


def test_a_flickering_place_settles_as_bare_or_as_it_was():
    settle = beginning(START + " 1,0:EW")
    with_it, without = START + " 1,0:EW", START
    assert settled(settle, with_it, without, with_it, with_it, with_it, with_it) == []


def test_a_folder_settles_with_one_look():
    settle = beginning(looks=1, looks_bare=1)
    assert settled(settle, START + " 1,0:EW") == [(SeenKind.LAID, "1,0:EW")]
    assert settled(settle, START, bare="1,0") == [(SeenKind.REMOVED, "1,0:EW")]


def test_the_end_settles_what_was_seen_so_far():
    settle = Settle(2, 3)
    settle.add(reading(START))
    assert settle.settle(0) is None
    assert [seen.kind for seen in settle.settle(0, force=True)] == [SeenKind.BOARD]
    assert settle.settle(0, force=True) is None


def test_evidence_is_the_mean_of_the_looks():
    one = card("1,0:EW", 0.6, uncertain=True, others=[("NEW", 0.4)])
    two = card("1,0:EW", 0.8, others=[("NEW", 0.1)])
    three = card("1,0:NEW", 0.5, uncertain=True, others=[("EW", 0.4)])
    both = merged([one, two, three])
    assert both.face == Face.parse("EW")
    assert round(both.confidence, 3) == 0.6
    assert both.alternatives == (Candidate(Face.parse("NEW"), (0.4 + 0.1 + 0.5) / 3),)
    assert both.uncertain


def test_a_card_once_uncertain_may_be_read_better_later():
    settle = Settle(1, 1)
    settle.add(Reading(Calibration.LAYOUT, (card("1,0:EW", 0.4, uncertain=True),)))
    settle.settle(0)
    assert settled(settle, "1,0:NEW", changed=lambda card: 0.0) == [(SeenKind.TURNED, "1,0:NEW")]


def test_a_card_where_nothing_changed_was_overlooked_or_is_none_and_has_to_prove_itself():
    settle = beginning(looks=1, looks_bare=1)
    now = START + " 1,0:EW"
    assert settled(settle, now, changed=lambda card: 0.01) == []
    assert settled(settle, now, changed=lambda card: 0.01) == []
    assert settled(settle, now, changed=lambda card: 0.01) == [(SeenKind.LAID, "1,0:EW")]


def test_a_card_does_not_vanish_where_nothing_changed():
    settle = beginning(START + " 1,0:EW", looks=1, looks_bare=1)
    assert settled(settle, START, bare="1,0", changed=lambda card: 0.01) == []
    assert settled(settle, START + " 1,0:EW", changed=lambda card: 0.01) == []
    assert settled(settle, START, bare="1,0", changed=lambda card: 0.5) == [(SeenKind.REMOVED, "1,0:EW")]


def test_all_but_the_last_change_of_one_look_say_that_more_follows():
    settle = beginning()
    for _ in range(2):
        settle.add(reading(START + " 1,0:EW 0,1:NS"), [])
        told = settle.settle(7)
    assert [one.more for one in told] == [True, False]
