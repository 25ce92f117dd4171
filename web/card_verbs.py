"""Form fields -> the command of a card, from what the card asks. Which cards there are: companion.cards.register."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.cards.asked import Ask, What
from companion.cards.register import AnyAnswer, AnyCard, answers, cards
from companion.state.secret import Secret
from companion.state.words import Command
from web.fields import Form, cell_of, cells_of, payer_of, seat_of, target_of, yes_of


def verb_of(card: AnyCard) -> str:
    """A card's name in an address."""
    return card.key.replace("_", "-")


def verb_of_answer(answer: AnyAnswer) -> str:
    """Where it is posted: a card's name where a card says the same."""
    card = next((card for card in cards() if card.command is answer.command), None)
    return verb_of(card) if card else str(answer.command.WORD).replace("_", "-")


def _said(asks: tuple[Ask, ...], form: Form) -> dict[str, object]:
    values: dict[str, object] = {}
    for ask in asks:
        values |= {ask.name: Secret(yes_of(form, ask.name))} if ask.name else _FIELDS[ask.what](form)
    return values


def _answer(answer: AnyAnswer) -> Callable[[Form], Command]:
    def build(form: Form) -> Command:
        command: Command = answer.command(**_said(answer.asks, form))
        return command

    return build


def _reader(card: AnyCard) -> Callable[[Form], Command]:
    def build(form: Form) -> Command:
        values = _said(card.asks, form)
        if card.traits.in_anothers_turn:  # whose it is: the table may say so for anybody
            values["seat"] = seat_of(form)
        command: Command = card.command(**values)
        return command

    return build


def _tool(form: Form) -> dict[str, object]:
    seat, tool = target_of(form)
    return {"target": seat, "tool": tool}


def _way(form: Form) -> dict[str, object]:
    return {"cell": cell_of(form), "turned": form.get("turned") == "1", "toll_payer": payer_of(form)}


_FIELDS: Mapping[What, Callable[[Form], dict[str, object]]] = {
    What.PLAYER: lambda form: {"target": seat_of(form)},
    What.TOOL: _tool,
    What.CELL: lambda form: {"cell": cell_of(form)},
    What.GOAL: lambda form: {"cell": cell_of(form)},
    What.GOALS: lambda form: {"cells": cells_of(form)},
    What.WAY: _way,
}


def card_verbs() -> dict[str, Callable[[Form], Command]]:
    """Every card, and every answer that one gives in the middle of a turn."""
    answered = {verb_of_answer(answer): _answer(answer) for answer in answers()}
    return {**answered, **{verb_of(card): _reader(card) for card in cards()}}


def private_verbs() -> frozenset[str]:
    """What only the one who presses may know."""
    return frozenset(verb_of(card) for card in cards() if card.traits.private)
