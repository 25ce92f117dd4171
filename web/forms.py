"""Form fields -> Command. No judgement: rules.decide says whether it may be done."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Mapping

from companion.editions import MODULES
from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.state import commands as c
from companion.views.model import View
from web.answers import ANSWERS, set_marks
from web.card_verbs import card_verbs, private_verbs
from web.fields import Form, cell_of, cells_of, face_of, name_of, number_of, one_of, payer_of, seat_of
from web.present.box_offers import fitting
from web.present.house_rule_offers import kept
from web.settings import KEY_LETTERS, OPTIONS_MOST


def _configure(form: Form) -> c.Command:
    def supply(name: str) -> c.Supply:
        return one_of(c.Supply, form.get(name, "app"))

    edition, (modules, _) = _edition_of(form), modules_of(form)
    chosen = ((name.removeprefix("option-"), value) for name, value in form.items() if name.startswith("option-"))
    return c.Configure(
        edition=edition,
        modules=modules,
        options=kept(edition, modules, tuple(one for one in chosen if one[1])[:OPTIONS_MOST]),
        roles=supply("roles"),
        goals=supply("goals"),
        gold=supply("gold"),
        turn_time_s=number_of(form, "turn-time") if form.get("turn-time") else 0,
    )


def _edition_of(form: Form) -> str:
    return form.get("edition", "")[:KEY_LETTERS]


_KNOWN = frozenset(module.key for module in MODULES)


def modules_of(form: Form) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What is chosen, and what is left behind. Another edition leaves behind what does not go with it and takes back
    what does; the page says why."""
    edition = _edition_of(form)
    ticked, left = ([key for key in dict.fromkeys(form.getlist(name)) if key in _KNOWN] for name in ("module", "left"))
    taken = tuple(ticked) if edition == form.get("edition-was", edition) else fitting(edition, (*ticked, *left))
    return taken, tuple(key for key in (*ticked, *left) if key not in taken)


def _add_seat(form: Form) -> c.Command:
    """Nobody types a name for a computer player: the page says which it would get."""
    simulated = form.get("simulated") == "1"
    return c.AddSeat(name_of(form) or (name_of(form, "unnamed") if simulated else ""), simulated=simulated)


def _tell_goal(form: Form) -> c.Command:
    nuggets = number_of(form, "nuggets", 9) if form.get("nuggets") else 0
    return c.TellGoal(cell_of(form), one_of(c.GoalKind, form.get("kind", "")), face_of(form), nuggets)


def _tick_line(form: Form) -> c.Command:
    """A line of the list is pressed: one that is ticked is not done after all."""
    ticked, unticked = (form.get(name, "")[:KEY_LETTERS] for name in ("tick", "untick"))
    return c.TickLine(ticked or unticked, done=bool(ticked))


def _set_tools(form: Form) -> c.Command:
    return c.SetTools(seat_of(form), tuple(tool for tool in c.Tool if tool.value in form.getlist("tool")))


def _starter(form: Form) -> c.SeatId:
    """Whoever was chosen, or by lot one of so many as sat there when it was pressed."""
    if form.get("anybody"):
        return secrets.randbelow(number_of(form, "anybody") or 1)
    return seat_of(form, "starter")


def _place(form: Form) -> c.Command:
    return c.PlacePath(cell_of(form), face_of(form), forced=form.get("forced") == "1", toll_payer=payer_of(form))


Verbs = Mapping[str, Callable[[Form], c.Command]]

_SEAT: Verbs = {
    **ANSWERS,
    "place": _place,
    "close-peek": lambda f: c.ClosePeek(),
    "pass": lambda f: c.Pass(number_of(f, "discards")),
    "role-seen": lambda f: c.RoleSeen(),
    "choose-goal": lambda f: c.ChooseGoal(cell_of(f)),
    "turn-goal": lambda f: c.TurnGoal(cell_of(f)),
    "lay-goal": lambda f: c.LayGoal(cell_of(f), turned=f.get("turned") == "1"),
    "tell-goal": _tell_goal,
    "end-round": lambda f: c.EndRound(forced=f.get("forced") == "1"),
    "tell-role": lambda f: c.TellRole(seat_of(f), f.get("role", "")[:KEY_LETTERS]),
    "agree-roles": lambda f: c.AgreeRoles(),
    "take-gold": lambda f: c.TakeGold(number_of(f, "index")),
    "tell-gold": lambda f: c.TellGold(seat_of(f), number_of(f, "nuggets")),
    "see-result": lambda f: c.SeeResult(),
    "sit-next": lambda f: c.SitNext(seat_of(f)),
    "here": lambda f: c.SetPresence(seat_of(f), c.Attendance.HERE),
}

ONLY_PHONES = (
    "role-seen",
    "take-gold",
    "close-peek",
    "steal",
    "see-result",
)  # what shows a secret to the one who presses

_TABLE: Verbs = {
    "configure": _configure,
    "add-seat": _add_seat,
    "rename": lambda f: c.RenameSeat(seat_of(f), name_of(f)),
    "remove": lambda f: c.RemoveSeat(seat_of(f), forced=f.get("forced") == "1"),
    "move": lambda f: c.MoveSeat(seat_of(f), seat_of(f, "to")),
    "seating": lambda f: c.SetSeating(f.get("on") == "1"),
    "take-over": lambda f: c.TakeOverSeat(seat_of(f), simulated=f.get("simulated") == "1", name=name_of(f)),
    "start": lambda f: c.StartGame(_starter(f), at_table=True),
    "tick-line": _tick_line,
    "set-table": lambda f: c.SetTable(),
    "begin-play": lambda f: c.BeginPlay(),
    "presence": lambda f: c.SetPresence(seat_of(f), one_of(c.Attendance, f.get("presence", ""))),
    "pause": lambda f: c.SetPause(f.get("paused") == "1"),
    "next-round": lambda f: c.NextRound(),
    "new-game": lambda f: c.NewGame(),
    "use-printed-goals": lambda f: c.UsePrintedGoals(),
    "set-turn": lambda f: c.SetTurn(seat_of(f)),
    "set-pile": lambda f: c.SetPile(number_of(f, "cards")),
    "set-hand": lambda f: c.SetHand(seat_of(f), number_of(f, "cards")),
    "set-tools": _set_tools,
    "set-marks": set_marks,
    "lay-chests": lambda f: c.LayChests(cells_of(f)),
}


def seat_verbs() -> Verbs:
    """What a phone may press."""
    return {**card_verbs(), **_SEAT}


def table_verbs() -> Verbs:
    """What the table's screen may press."""
    private = {*ONLY_PHONES, *private_verbs()}
    return {**{verb: build for verb, build in seat_verbs().items() if verb not in private}, **_TABLE}


def resync_with(view: View, cell: Cell, face: Face | None) -> c.Resync:
    """The maze as it is shown, with one cell put right by hand; without a face the cell is empty."""
    cards = [
        c.TableCard(card.cell, Face.parse(card.face) if card.face else None, card.kind)
        for card in (view.maze.cards if view.maze else ())
        if card.cell != cell
    ]
    if face is not None:
        cards.append(c.TableCard(cell, face, "path"))
    return c.Resync(tuple(cards))


def seen_of(form: Form) -> int | None:
    text = form.get("seen", "")
    return int(text) if text.isdecimal() and len(text) < 12 else None


def command_id_of(form: Form, path: str, who: str) -> str:
    """One press, one id. A page without script sends none; then the same press of the same page counts once."""
    given = form.get("cid", "")
    if given and len(given) <= KEY_LETTERS and given.isascii() and given.replace("-", "").isalnum():
        return f"{who}.{given}"
    fields = "\n".join([path, *(f"{name}={value}" for name, value in sorted(form.items(multi=True)))])
    return f"{who}.{hashlib.sha256(fields.encode()).hexdigest()[:32]}"
