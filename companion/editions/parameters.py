"""The words that parameters of RULES section 20 may take. What each edition says is in its own file."""

from __future__ import annotations

from enum import StrEnum


class Direction(StrEnum):
    CW = "cw"
    CCW = "ccw"

    @property
    def step(self) -> int:
        return 1 if self is Direction.CW else -1

    @property
    def reversed(self) -> Direction:
        return Direction.CCW if self is Direction.CW else Direction.CW


class HandSize(StrEnum):
    TABLE = "table"
    FIVE = "5"
    SIX = "6"


class GoldDraw(StrEnum):
    PLAYERS = "players"
    MINERS = "miners"


class GoldPick(StrEnum):
    CHOOSE = "choose"
    AUTO_BEST = "auto_best"


class Completer(StrEnum):
    SKIPPED = "skipped"
    TAKES = "takes"


class GoldDeal(StrEnum):
    ONCE_EACH = "once_each"
    UNTIL_GONE = "until_gone"


class RoundEnd(StrEnum):
    NO_PLAYABLE = "no_playable"
    HANDS_EMPTY = "hands_empty"


class NextStarter(StrEnum):
    LAST_PATH = "last_path"
    LAST_CARD = "last_card"


class SkipSabotaged(StrEnum):
    NONE = "none"
    SKIP = "skip"
    UNCOUNTED = "uncounted"


class Visibility(StrEnum):
    SECRET = "secret"
    OPEN = "open"


class Geologist(StrEnum):
    CRYSTALS = "crystals"
    CRYSTAL_CARDS = "crystal_cards"


class Discard2Scope(StrEnum):
    ANY = "any"
    SABOTAGE = "sabotage"


class GoldDeck(StrEnum):
    STD = "std"
    OLD_MINE = "old_mine"


class ThiefStart(StrEnum):
    LAST_PLAYED = "last_played"


class SwapHandsDraw(StrEnum):
    """CON-18: who draws when two players have exchanged hands."""

    PARTNER = "partner"
    PLAYER = "player"
    BOTH = "both"


class SitePlace(StrEnum):
    """Where the postcard lies; the rulebook's figure is lost (FASH-01)."""

    NORTH = "north"
    SOUTH = "south"


class Scoring(StrEnum):
    """How a round is paid: gold cards for miners and saboteurs, teams by doors, or fixed nuggets."""

    GOLD_CARDS = "gold_cards"
    TEAMS = "teams"
    FIXED = "fixed"
