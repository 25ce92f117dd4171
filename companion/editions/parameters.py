"""The words that parameters of a Ruleset may take. What each edition says is in its own file."""

from __future__ import annotations

from enum import StrEnum


class Direction(StrEnum):
    CW = "cw"
    CCW = "ccw"

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
    """CON-20: which thief begins; the others follow clockwise."""

    LAST_PLAYED = "last_played"
    FIRST_PLAYED = "first_played"


class SwapHandsDraw(StrEnum):
    """CON-18: who draws when two players have exchanged hands."""

    PARTNER = "partner"
    PLAYER = "player"
    BOTH = "both"


class SitePlace(StrEnum):
    """Where the postcard lies; the rulebook's figure is lost (FASH-01)."""

    NORTH = "north"
    SOUTH = "south"


class GoalOrder(StrEnum):
    """END-05: which of the goals that one card reaches is turned first."""

    CHOOSE = "choose"
    FROM_TOP = "from_top"


class CoverTie(StrEnum):
    """CHEST-06: how a card over a chest is laid back that fits as well either way."""

    CHOOSE = "choose"
    UNTURNED = "unturned"


class CoverFit(StrEnum):
    """CHEST-02: how a card over a chest is laid back: where most of its tunnels go on, or least of its sides misfit."""

    MOST_TUNNELS = "most_tunnels"
    FEWEST_MISFITS = "fewest_misfits"


class GoalShift(StrEnum):
    """CHEST-05: where a goal goes that is moved a space farther from the start: to any side that is farther, or on
    along the way."""

    ANY_FARTHER = "any_farther"
    STRAIGHT_ON = "straight_on"


class PioneerDraws(StrEnum):
    """WC22: what a pioneer draws who laid fewer path cards than two: as many as he laid, or one more."""

    AS_LAID = "as_laid"
    ONE_MORE = "one_more"


class PioneerVetoed(StrEnum):
    """WC19, WC22: what a pioneer draws whose second path card is vetoed.

    BOTH, the default: two, by the words of both cards: the pioneer has played two path cards one after the other and
    draws two, of which one is the card that the veto gives him; his hand stays one smaller, as his card says.
    VETO: the veto's words alone, "he draws one": the turn ends before the pioneer's draw.
    """

    BOTH = "both"
    VETO = "veto"


class PioneerChest(StrEnum):
    """CHEST-05, WC22: what a pioneer draws who opens a chest that lets nobody draw, or gives a card instead.

    NOTHING, the default: the chest's words are "no draw this turn" and "instead of drawing", and both cards would be
    drawn in this turn. ONE_LESS: it is one draw that the chest takes, as from everybody else.
    """

    NOTHING = "nothing"
    ONE_LESS = "one_less"


class BossNeeds(StrEnum):
    """S2R-07: which miners a winning team needs for the boss to win with it.

    WHERE_IN_PLAY, the default: one in play, free or trapped; none where no player is a miner of either team. The text
    (S2) says "if one team, or both, wins, the boss wins", and of the trapped only that they are not counted among the
    winners. A way that is open to a team of which nobody is in play makes no winner, and the boss none either: so the
    published cases read it (sr-037), where the text taken literally lets him win (NEVER).
    ALWAYS: a free one, as those who are trapped do not win (S2A-05).

    The last two words are those of older nights, when it was yes or no.
    """

    WHERE_IN_PLAY = "where_in_play"
    ALWAYS = "true"
    NEVER = "false"


class LaterGoals(StrEnum):
    """CON-16: with more goals than places, which are laid in later rounds, beside the gold."""

    UNUSED_FIRST = "unused_first"
    TWO_USED = "two_used"


class FallenToll(StrEnum):
    """TOLL-06: what becomes of a toll dwarf whose card is taken away."""

    LEAVES = "leaves"
    SET_AGAIN = "set_again"


class ShortPayout(StrEnum):
    """GOLD-10: what is paid where the gold cards that are left do not make the exact sum."""

    BEST_POSSIBLE = "best_possible"
    NEXT_HIGHER = "next_higher"


class Scoring(StrEnum):
    """How a round is paid: gold cards for miners and saboteurs, teams by doors, or fixed nuggets."""

    GOLD_CARDS = "gold_cards"
    TEAMS = "teams"
    FIXED = "fixed"
