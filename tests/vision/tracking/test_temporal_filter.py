"""Looks settle into a board and its changes. Boards are typed: `1,0:EW 8,0:?`, ? lies face down."""

from dataclasses import replace

import pytest
from telling import told_of

from companion.maze.faces import Face
from companion.maze.geometry import GOAL_CELLS, START_CELL, Cell
from companion.sight.reading import Calibration, Candidate, CardKind, Reading, SeenCard
from vision.tracking.temporal_filter import TemporalFilter, merged

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
    """What the last of these looks changes; the ones before must not settle anything."""
    before = settle.board
    for look in looks:
        settle.add(reading(look), cells(bare))
        seen = settle.settle(frame, **how)
        if look is not looks[-1]:
            assert seen is None
    return None if seen is None else [(one.what, *map(word, one.cards)) for one in told_of(seen, before)]


def word(card):
    return f"{card.cell.x},{card.cell.y}:{card.face or '?'}"


def beginning(board=START, *, timed=True):
    settle = TemporalFilter(timed=timed)
    assert settled(settle, *[board] * (2 if timed else 1))[0][0] == "board"
    return settle


def test_the_board_comes_first_in_the_order_of_its_cells():
    settle = TemporalFilter(timed=True)
    assert settled(settle, START, START) == [("board", "0,0:NESW^", "8,0:?")]


def test_a_laid_card_is_told_once_two_looks_agree():
    settle = beginning()
    assert settled(settle, START + " 1,0:EW", START + " 1,0:EW") == [("laid", "1,0:EW")]
    assert settled(settle, START + " 1,0:EW", START + " 1,0:EW") == []


def test_looks_from_before_and_after_a_movement_do_not_count_together():
    settle = beginning()
    settle.add(reading(START + " 1,0:EW"))
    settle.disturb()
    assert settled(settle, START + " 1,0:NW", START + " 1,0:NW") == [("laid", "1,0:NW")]


def test_a_card_not_seen_is_not_removed():
    settle = beginning(START + " 1,0:EW")
    assert settled(settle, START, START) == []
    assert Cell(1, 0) in settle.board


def test_a_card_is_removed_when_three_looks_see_its_place_bare():
    settle = beginning(START + " 1,0:EW")
    assert settled(settle, START, START, START, bare="1,0") == [("removed", "1,0:EW")]


def test_a_place_once_bare_and_once_hidden_keeps_its_card():
    settle = beginning(START + " 1,0:EW")
    settle.add(reading(START), cells("1,0"))
    for _ in range(5):
        assert settle.settle(1) is None
        settle.add(reading(START))
    assert settle.settle(1).touched == frozenset()
    assert Cell(1, 0) in settle.board


def test_a_goal_turned_up_has_turned():
    settle = beginning()
    now = "0,0:NESW^ 8,0:NW"
    assert settled(settle, now, now) == [("turned", "8,0:NW")]
    assert settle.board[Cell(8, 0)].kind is CardKind.GOAL


def test_a_card_turned_by_half_has_turned():
    settle = beginning(START + " 1,0:NW")
    assert settled(settle, START + " 1,0:ES", START + " 1,0:ES") == [("turned", "1,0:ES")]


def test_another_card_in_the_same_cell_is_one_removed_and_one_laid():
    settle = beginning(START + " 1,0:NW")
    now = START + " 1,0:NESW"
    assert settled(settle, now, now) == [("removed", "1,0:NW"), ("laid", "1,0:NESW")]


def test_a_card_that_reads_otherwise_though_nothing_moved_there_keeps_its_reading():
    settle = beginning(START + " 1,0:NW")
    now = START + " 1,0:NESW"
    assert settled(settle, now, now, changed=lambda card: 0.0) == []
    assert settle.board[Cell(1, 0)].face == Face.parse("NW")


def test_a_card_pushed_into_the_next_cell_has_moved():
    settle = beginning(START + " 1,0:NES")
    now = START + " 2,0:NES"
    assert settled(settle, now, now, now, bare="1,0") == [("moved", "2,0:NES")]


def test_two_like_cards_removed_and_one_laid_is_no_move():
    settle = beginning(START + " 1,0:NS 2,0:NS")
    now = START + " 3,0:NS"
    kinds = [one[0] for one in settled(settle, now, now, now, bare="1,0 2,0")]
    assert kinds == ["removed", "removed", "laid"]


def test_a_rockfall_and_two_cards_at_once_are_told_together():
    settle = beginning(START + " 1,0:EW 2,0:NS")
    now = START + " 1,0:EW 3,0:NW 4,0:NE"
    assert settled(settle, now, now, now, bare="2,0") == [
        ("removed", "2,0:NS"),
        ("laid", "3,0:NW"),
        ("laid", "4,0:NE"),
    ]


def test_looks_that_disagree_wait_and_then_become_one_uncertain_card():
    settle = beginning()
    faces = ["EW", "NEW", "EW", "NEW", "EW", "NEW"]
    assert settled(settle, *[f"{START} 1,0:{face}" for face in faces]) in (
        [("laid", "1,0:EW")],
        [("laid", "1,0:NEW")],
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
    settle = beginning(timed=False)
    assert settled(settle, START + " 1,0:EW") == [("laid", "1,0:EW")]
    assert settled(settle, START, bare="1,0") == [("removed", "1,0:EW")]


def test_the_end_settles_what_was_seen_so_far():
    settle = TemporalFilter(timed=True)
    settle.add(reading(START))
    assert settle.settle(0) is None
    assert settle.settle(0, force=True).anew
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
    settle = TemporalFilter(timed=False)
    settle.add(Reading(Calibration.LAYOUT, (card("1,0:EW", 0.4, uncertain=True),)))
    settle.settle(0)
    assert settled(settle, "1,0:NEW", changed=lambda card: 0.0) == []
    assert settled(settle, "1,0:NEW", changed=lambda card: 0.0) == [("turned", "1,0:NEW")]


def board_after(settle, one, looks=2, **how):
    """As it is handed over when a card was read so in all looks."""
    for _ in range(looks):
        settle.add(Reading(Calibration.LAYOUT, (*reading(START).cards, one)))
        settled = settle.settle(7, **how)
    return settled.board


@pytest.mark.parametrize(
    ("timed", "confidence", "is_asked"), [(True, 0.78, True), (True, 0.82, False), (False, 0.78, False)]
)
def test_where_somebody_is_there_to_be_asked_a_card_that_is_not_plain_is_asked_about(timed, confidence, is_asked):
    board = board_after(beginning(timed=timed), card("1,0:EW", confidence), force=True)
    assert board[Cell(1, 0)].face == Face.parse("EW")
    assert board[Cell(1, 0)].uncertain == is_asked


def test_a_card_that_is_believed_less_and_less_as_more_of_the_table_is_known_is_asked_about():
    """A misread one kept its face for 18 acts, as its confidence fell from 0.83 to 0.62."""
    settle = beginning()
    assert not board_after(settle, card("1,0:EW", 0.9))[Cell(1, 0)].uncertain
    assert board_after(settle, card("1,0:EW", 0.7), changed=lambda card: 0.0)[Cell(1, 0)].uncertain


def test_a_goal_or_a_start_card_may_be_less_plain_as_its_place_tells_what_it_is():
    assert not board_after(beginning(), card("8,0:?", 0.7))[Cell(8, 0)].uncertain


def test_a_card_that_is_not_plain_changes_its_face_no_sooner_than_others():
    settle, still = beginning(START + " 1,0:NS"), lambda card: 0.01
    two_looks(settle, card("1,0:EW", 0.78), changed=lambda card: 0.9)
    assert two_looks(settle, card("1,0:NEW", 0.74), changed=still) == []
    assert two_looks(settle, card("1,0:EW", 0.78), changed=still) == []
    assert two_looks(settle, card("1,0:NEW", 0.82), changed=still) == []


def test_a_thing_on_a_card_that_is_not_plain_changes_nothing_of_it():
    settle = beginning()
    two_looks(settle, card("1,0:EW", 0.78))
    put = two_looks(settle, card("1,0:NEW", 0.85), changed=lambda card: 0.4, laid_over={Cell(1, 0): True})
    assert put == []
    assert not settle.missing(reading(START))[0].uncertain


def test_a_flicker_that_agrees_with_itself_for_once_makes_nothing_sure():
    settle = beginning()
    for face in ("EW", "NEW", "EW", "NEW", "EW", "NEW"):
        settle.add(Reading(Calibration.LAYOUT, (*reading(START).cards, card(f"1,0:{face}", 0.5, uncertain=True))))
        settle.settle(0)
    now = START + " 1,0:NEW"
    assert settled(settle, now, now, changed=lambda card: 0.0) == []
    assert settle.board[Cell(1, 0)].uncertain


def test_a_doubtful_card_lies_where_it_was_seen_last():
    """The camera may have been pushed since most of its readings."""
    settle = TemporalFilter(timed=False)
    for shift in (0.0, 0.0, 0.0, 40.0):
        one = card("1,0:EW" if not shift else "1,0:NEW", 0.5, uncertain=True)
        seen = replace(one, quad_px=tuple((x + shift, y) for x, y in one.quad_px))
        settle.add(Reading(Calibration.LAYOUT, (seen,)))
        settle.settle(0, changed=lambda card: 0.0)
    assert settle.board[Cell(1, 0)].quad_px == seen.quad_px
    assert settle.board[Cell(1, 0)].face == Face.parse("EW")


def test_a_doubtful_card_that_is_hidden_for_a_while_keeps_what_was_read_of_it():
    settle = beginning(timed=False)
    doubtful = Reading(Calibration.LAYOUT, (*reading(START).cards, card("1,0:EW", 0.5, uncertain=True)))
    for seen in (doubtful, doubtful, doubtful, reading(START), reading(START + " 1,0:NEW")):
        settle.add(seen)
        settle.settle(0, changed=lambda card: 0.1)
    assert settle.board[Cell(1, 0)].face == Face.parse("EW")
    assert settle.board[Cell(1, 0)].uncertain


def test_a_card_that_is_missing_is_uncertain_only_if_it_was_never_sure():
    """One that was plain all night is no newspaper, though it was read in doubt before it was hidden."""
    settle = beginning()
    for text, looks in (("1,0:EW", (False, True)), ("2,0:EW", (True, True))):
        for is_doubtful in looks:
            one = card(text, 0.4 if is_doubtful else 0.95, uncertain=is_doubtful)
            two_looks(settle, one, changed=lambda card: 1.0 if card.cell not in (settle.board or {}) else 0.0)
    missing = {one.cell: one.uncertain for one in settle.missing(reading(START))}
    assert missing == {Cell(1, 0): False, Cell(2, 0): True}


def test_a_card_once_uncertain_that_was_touched_since_is_read_anew():
    settle = TemporalFilter(timed=False)
    settle.add(Reading(Calibration.LAYOUT, (card("1,0:EW", 0.4, uncertain=True),)))
    settle.settle(0)
    assert settled(settle, "1,0:NEW", changed=lambda card: 0.5) == [("turned", "1,0:NEW")]


@pytest.mark.parametrize(
    ("occluded", "share_changed", "touched"),
    [(False, 0.3, {Cell(1, 0)}), (False, 0.02, set()), (True, 0.02, {Cell(1, 0)})],
)
def test_a_card_in_doubt_was_touched_once_it_is_sure_and_what_lay_over_it_is_gone(occluded, share_changed, touched):
    """A mug was lifted off it, or a die, which covers little. Its face stays, so nobody heard of it."""
    settle = beginning()
    two_looks(settle, replace(card("1,0:EW", 0.4, uncertain=True), occluded=occluded))
    for _ in range(9):
        settle.add(reading(START + " 1,0:EW"))
    assert settle.settle(7, changed=lambda card: share_changed).touched == touched


def test_a_card_that_becomes_sure_some_looks_after_a_thing_was_lifted_off_it_was_touched_then():
    settle = beginning()
    unsure(settle, "1,0:EW")
    for share_changed in (0.3, 0.0):
        settle.add(Reading(Calibration.LAYOUT, (*reading(START).cards, card("1,0:EW", 0.4, uncertain=True))))
        assert settle.settle(7, force=True, changed=lambda card, share=share_changed: share).touched == set()
    for _ in range(9):
        settle.add(reading(START + " 1,0:EW"))
    assert settle.settle(7, changed=lambda card: 0.0).touched == {Cell(1, 0)}


def unsure(settle, text, **how):
    return two_looks(settle, card(text, 0.4, uncertain=True), **how)


def two_looks(settle, one, **how):
    before = settle.board
    for _ in range(2):
        seen = Reading(Calibration.LAYOUT, (*reading(START).cards, one))
        settle.add(seen)
        told = settle.settle(7, **how)
    return [(one.what, *map(word, one.cards)) for one in told_of(told, before)]


def test_a_card_over_whose_rim_a_thing_is_put_keeps_the_face_it_had():
    settle = beginning(START + " 1,0:EW")
    assert unsure(settle, "1,0:E", changed=lambda card: 0.3) == []
    assert not settle.board[Cell(1, 0)].uncertain


@pytest.mark.parametrize(
    ("as_before", "told"),
    [(0.3, []), (0.02, [("removed", "1,0:NESW"), ("laid", "1,0:NES")])],
    ids=["hidden", "another"],
)
def test_a_card_whose_face_may_be_the_one_it_had_keeps_it_though_another_is_likelier(as_before, told):
    """A glass stands over its western mouth; a card that truly lies there instead shows that it is another."""
    settle = beginning(START + " 1,0:NESW")
    likelier = card("1,0:NES", 0.67, others=[("NESW", as_before)])
    assert two_looks(settle, likelier, changed=lambda card: 0.3) == told


def test_a_card_that_is_turned_up_is_told_though_what_it_shows_is_unsure():
    settle = beginning(START + " 1,0:?")
    assert unsure(settle, "1,0:E", changed=lambda card: 0.9) == [("turned", "1,0:E")]


def test_a_card_under_a_thing_keeps_its_face_until_its_place_changes_again():
    settle = beginning(START + " 1,0:NESW", timed=False)
    misread, put, still = START + " 1,0:NES", lambda card: 0.4, lambda card: 0.0
    assert settled(settle, misread, changed=put, laid_over={Cell(1, 0): True}) == []
    for _ in range(5):
        assert settled(settle, misread, changed=still) == []
    assert settled(settle, START + " 1,0:NESW", changed=put, laid_over={Cell(1, 0): False}) == []
    assert settled(settle, misread, changed=put) == [("removed", "1,0:NESW"), ("laid", "1,0:NES")]


def test_a_card_laid_on_what_was_never_surely_one_is_no_thing_over_it():
    """A knot in the wood was asked about as a card; the card that was laid there had other colours, as a thing has."""
    settle = beginning()
    unsure(settle, "1,0:SW")
    laid = two_looks(settle, card("1,0:NSW"), changed=lambda card: 0.9, laid_over={Cell(1, 0): True})
    assert laid == [("turned", "1,0:NSW")]


def test_another_face_where_nothing_changed_has_to_be_read_surely_again_and_again():
    settle = beginning(START + " 1,0:NESW", timed=False)
    misread, still = START + " 1,0:NES", lambda card: 0.01
    for look in (misread, misread, START + " 1,0:NESW", misread, misread):
        assert settled(settle, look, changed=still) == []
    assert settled(settle, misread, changed=still) == [("removed", "1,0:NESW"), ("laid", "1,0:NES")]


@pytest.mark.parametrize("uncertain", [False, True], ids=["surely", "in doubt"])
def test_a_card_that_was_misread_when_little_was_known_is_read_anew_or_asked_about_though_nothing_changed(uncertain):
    """Strokes at a card's side were a tunnel for sure, until enough tunnels lay there to compare their colours with."""
    settle = beginning(START + " 1,0:NES", timed=False)
    better = card("1,0:NS", 0.72, uncertain=uncertain, others=[("NES", 0.25)])
    for _ in range(3):
        assert settle.board[Cell(1, 0)].face == Face.parse("NES")
        settle.add(Reading(Calibration.LAYOUT, (*reading(START).cards, better)))
        settle.settle(7, changed=lambda card: 0.01)
    now = settle.board[Cell(1, 0)]
    assert (now.face, now.uncertain) == (Face.parse("NS"), uncertain)


def test_a_card_where_nothing_changed_was_overlooked_or_is_none_and_has_to_prove_itself():
    settle = beginning(timed=False)
    now = START + " 1,0:EW"
    assert settled(settle, now, changed=lambda card: 0.01) == []
    assert settled(settle, now, changed=lambda card: 0.01) == []
    assert settled(settle, now, changed=lambda card: 0.01) == [("laid", "1,0:EW")]


@pytest.mark.parametrize(("uncertain", "told"), [(False, [("laid", "1,0:EW")]), (True, [])])
def test_a_card_of_the_cloths_colour_changes_little_and_is_told_at_once_where_it_is_read_surely(uncertain, told):
    """Grey rock was laid on grey cloth, and only its thin tunnels showed."""
    settle = beginning(timed=False)
    before, laid = settle.board, card("1,0:EW", uncertain=uncertain)
    settle.add(Reading(Calibration.LAYOUT, (*reading(START).cards, laid)))
    seen = settle.settle(7, changed=lambda card: 0.038)
    assert [(one.what, *map(word, one.cards)) for one in told_of(seen, before)] == told


def test_a_goal_was_there_from_the_beginning_and_has_nothing_to_prove():
    settle = beginning()
    whole = START + " 8,2:?"
    assert settled(settle, whole, whole, changed=lambda card: 0.0) == [("laid", "8,2:?")]


def test_a_card_does_not_vanish_where_nothing_changed():
    settle = beginning(START + " 1,0:EW", timed=False)
    assert settled(settle, START, bare="1,0", changed=lambda card: 0.01) == []
    assert settled(settle, START + " 1,0:EW", changed=lambda card: 0.01) == []
    assert settled(settle, START, bare="1,0", changed=lambda card: 0.5) == [("removed", "1,0:EW")]


def test_all_that_one_look_changes_is_handed_over_as_one_board():
    settle = beginning(START + " 1,0:EW 2,0:NW")
    for _ in range(3):
        settle.add(reading(START + " 1,0:NS 0,1:NS"), cells("2,0"))
        seen = settle.settle(7)
    assert [word(card) for card in seen.board.values()] == ["0,0:NESW^", "0,1:NS", "1,0:NS", "8,0:?"]
    assert seen.touched == set(cells("0,1 1,0 2,0"))
    assert seen.emptied == set(cells("2,0"))
    assert (seen.frame, seen.anew) == (7, False)


def test_a_board_is_handed_over_though_nothing_has_changed():
    settle = beginning()
    for _ in range(2):
        settle.add(reading(START))
        seen = settle.settle(8)
    assert list(seen.board) == cells("0,0 8,0")
    assert not (seen.touched or seen.emptied or seen.anew)


def test_a_card_that_is_hidden_is_on_the_board_and_not_among_the_emptied_cells():
    settle = beginning(START + " 1,0:EW")
    for _ in range(2):
        settle.add(reading(START))
        seen = settle.settle(8)
    assert Cell(1, 0) in seen.board
    assert not (seen.touched or seen.emptied)
