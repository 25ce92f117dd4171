"""Form fields -> Command, for what is answered and done beside playing a card. Part of the verbs in web.forms."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.cards.register import answer_to
from companion.editions.cards import Mark
from companion.state import commands as c
from companion.state.pending import ShiftingGoal
from companion.state.secret import Secret
from web.fields import Form, cell_of, end_of, face_of, number_of, one_of, seat_of, yes_of


def set_marks(form: Form) -> c.Command:
    return c.SetMarks(seat_of(form), tuple(mark for mark in Mark if mark.value in form.getlist("mark")))


def _trade(form: Form) -> c.Command:
    """Two cards for what lies before oneself: a tool or a mark, by its name."""
    card = form.get("card", "")
    if card in {mark.value for mark in Mark}:
        return c.TradeTwo(mark=Mark(card))
    return c.TradeTwo(tool=one_of(c.Tool, card))


def _steal(form: Form) -> c.Command:
    """An empty seat is nobody."""
    return c.Steal(Secret(seat_of(form) if form.get("seat") else None))


def _shift(form: Form) -> c.Command:
    """Which goal, and to which side where that was said."""
    shifted = answer_to(ShiftingGoal)
    return shifted(*end_of(form)) if form.get("end") else shifted(cell_of(form))


ANSWERS: Mapping[str, Callable[[Form], c.Command]] = {
    "trade": _trade,
    "stop-pioneering": lambda f: c.StopPioneering(),
    "set-toll": lambda f: c.SetToll(*end_of(f)),
    "answer-toll": lambda f: c.AnswerToll(yes_of(f, "pays")),
    "let-stand": lambda f: c.LetStand(),
    "lay-midway": lambda f: c.LayMidway(face_of(f)),
    "tell-chest": lambda f: c.TellChest(cell_of(f), face_of(f), number_of(f, "effect", 99)),
    "shift-goal": _shift,
    "steal": _steal,
}
