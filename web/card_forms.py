"""Form fields -> Command, for the cards of other boxes than the first. Part of the verbs in web.forms."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from werkzeug.exceptions import BadRequest

from companion.state import commands as c
from companion.state.card_commands import Mark
from companion.state.secret import Secret
from web.fields import Form, cell_of, cells_of, end_of, face_of, number_of, one_of, payer_of, seat_of


def set_marks(form: Form) -> c.Command:
    return c.SetMarks(seat_of(form), tuple(mark for mark in Mark if mark.value in form.getlist("mark")))


def _trade(form: Form) -> c.Command:
    """Two cards for what lies before oneself: a tool or a mark, by its name."""
    card = form.get("card", "")
    if card in {mark.value for mark in Mark}:
        return c.TradeTwo(mark=Mark(card))
    return c.TradeTwo(tool=one_of(c.Tool, card))


def _swap_goals(form: Form) -> c.Command:
    return c.SwapGoals(cells_of(form), Secret(_yes(form, "swapped")))


def _steal(form: Form) -> c.Command:
    """An empty seat is nobody."""
    return c.Steal(Secret(seat_of(form) if form.get("seat") else None))


def _yes(form: Form, name: str) -> bool:
    if form.get(name) not in ("0", "1"):
        raise BadRequest
    return form[name] == "1"


CARD_VERBS: Mapping[str, Callable[[Form], c.Command]] = {
    "thief": lambda f: c.LayThief(),
    "hands-off": lambda f: c.HandsOff(seat_of(f)),
    "trap": lambda f: c.Trap(seat_of(f)),
    "free": lambda f: c.Free(seat_of(f)),
    "inspect": lambda f: c.Inspect(seat_of(f)),
    "swap-hats": lambda f: c.SwapHats(seat_of(f)),
    "swap-hands": lambda f: c.SwapHands(seat_of(f)),
    "trade": _trade,
    "goal-swap": _swap_goals,
    "treasure-finder": lambda f: c.SearchDiscards(),
    "reverse": lambda f: c.ReverseTurns(),
    "pioneer": lambda f: c.Pioneer(),
    "stop-pioneering": lambda f: c.StopPioneering(),
    "move-last": lambda f: c.MoveLast(cell_of(f), f.get("turned") == "1", payer_of(f)),
    "set-toll": lambda f: c.SetToll(*end_of(f)),
    "answer-toll": lambda f: c.AnswerToll(_yes(f, "pays")),
    "veto": lambda f: c.Veto(seat_of(f)),
    "let-stand": lambda f: c.LetStand(),
    "lay-midway": lambda f: c.LayMidway(face_of(f)),
    "tell-chest": lambda f: c.TellChest(cell_of(f), face_of(f), number_of(f, "effect", 99)),
    "shift-goal": lambda f: c.ShiftGoal(cell_of(f)),
    "finish-chore": lambda f: c.FinishChore(),
    "take-card": lambda f: c.TakeCard(seat_of(f)),
    "steal": _steal,
}

CARD_SECRETS = ("inspect", "goal-swap", "steal")  # what only the one who presses may know
