"""All that a rule may ask: parameters and cards, composed once from an edition and modules. No behaviour beyond that.

A parameter's name is also that of the set-up's option for it (options.OPTIONS), and what published cases call it.
What each edition says is in the edition's file; the values here are what most rulebooks print. Letters with a number
name a rule, such as END-07, or a place where rulebooks contradict each other, such as CON-14: see RULES.md.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property

from companion.editions.boxes import (
    BASE_ACTIONS,
    BASE_GOALS,
    BASE_GOLD,
    BASE_PATHS,
    BASE_POOLS,
    OLD_MINE_GOLD,
    START,
    Pool,
)
from companion.editions.cards import ActionCards, Deed, GoalCard, GoldCards, PathCards, Role, Tool
from companion.editions.parameters import (
    BossNeeds,
    Completer,
    CoverFit,
    CoverTie,
    Direction,
    Discard2Scope,
    FallenToll,
    Geologist,
    GoalOrder,
    GoalShift,
    GoldDeal,
    GoldDeck,
    GoldDraw,
    GoldPick,
    HandSize,
    LaterGoals,
    NextStarter,
    PioneerChest,
    PioneerDraws,
    PioneerVetoed,
    RoundEnd,
    Scoring,
    ShortPayout,
    SitePlace,
    SkipSabotaged,
    SwapHandsDraw,
    ThiefStart,
    Visibility,
)
from companion.maze.faces import Face
from companion.maze.geometry import GOAL_CELLS, Cell

_OF_THE_BANK = 300  # more than twelve players can win in a game; a bank of nuggets has no other end (S2G-08)


@dataclass(frozen=True)
class Ruleset:
    """What is played. `edition`, `modules` and `options` are names for people and journals; rules ask the rest."""

    edition: str
    modules: tuple[str, ...] = ()
    options: tuple[tuple[str, str], ...] = ()

    least: int = 3  # SETUP-01
    most: int = 10
    rounds: int = 3  # NEXT-03

    # the cards
    start: Face = START
    paths: tuple[PathCards, ...] = BASE_PATHS
    actions: tuple[ActionCards, ...] = BASE_ACTIONS
    goals: tuple[GoalCard, ...] = BASE_GOALS
    pools: tuple[tuple[int, Pool], ...] = BASE_POOLS  # by number of players
    greedy_dwarves: int = 0  # each replaces a miner in the pool (WC16-01)
    goal_cells: tuple[Cell, ...] = GOAL_CELLS
    area: tuple[int, int] = (9, 5)  # SETUP-05, columns and rows
    midway: Cell | None = None  # a path card that lies there from the start (TOUR-02)
    hand_table: tuple[tuple[int, int], ...] = (
        (5, 6),
        (7, 5),
        (10, 4),
    )  # SETUP-07: up to so many players, so many cards
    most_discards: int = 1  # cards a pass may throw away (TURN-04)
    scoring: Scoring = Scoring.GOLD_CARDS
    saboteur_reward: tuple[tuple[int, int], ...] = ((1, 4), (2, 3), (3, 3), (4, 2))  # GOLD-07: saboteurs, nuggets each
    completer_reward: int = 3  # TOUR-04, with fixed nuggets
    miner_reward: int = 2
    team_reward: tuple[tuple[int, int], ...] = ((1, 5), (2, 4), (3, 3), (4, 2))  # S2G-02: winners, nuggets each
    team_reward_rest: int = 1
    gets_less: tuple[tuple[Role, int], ...] = ((Role.BOSS, 1), (Role.PROFITEER, 2))  # S2G-03
    start_nuggets: int = 0  # TOLL-01
    toll_dwarves: int = 0  # TOLL-02
    goals_in_box: int = 3  # CHAL-01
    goals_laid: int = 3
    chests: int = 0  # CHEST-01
    chest_cells: tuple[Cell, ...] = ()
    chest_paths: tuple[Face, ...] = ()  # those that may cover a chest
    chest_effects: tuple[int, ...] = ()
    cards_searched: int = 5  # WC18 and CHEST-05, off the discards; and CHEST-05 off the pile
    dwarf_changes: int = 0  # FASH-01: how many first connections change a dwarf
    redeals: int = 0  # PARTY-01: how many first connections redeal all dwarves

    # what rulebooks print differently
    turn_direction: Direction = Direction.CW
    hand_size: HandSize = HandSize.TABLE
    maps: int = 6
    set_aside: int = 0
    connection_required: bool = True
    self_sabotage: bool = True
    gold_draw: GoldDraw = GoldDraw.MINERS
    gold_cap_10: int | None = None
    gold_pick: GoldPick = GoldPick.CHOOSE
    saboteur_completer: Completer = Completer.SKIPPED
    gold_deal: GoldDeal = GoldDeal.ONCE_EACH
    round_end: RoundEnd = RoundEnd.NO_PLAYABLE
    next_starter: NextStarter = NextStarter.LAST_CARD
    pass_counts_as_last_card: bool = False  # NEXT-04
    skip_sabotaged: SkipSabotaged = SkipSabotaged.NONE
    gold_deck: GoldDeck = GoldDeck.STD
    gold_visibility: Visibility = Visibility.SECRET
    geologist: Geologist = Geologist.CRYSTALS
    s2_discard2_scope: Discard2Scope = Discard2Scope.ANY
    thief_start: ThiefStart = ThiefStart.LAST_PLAYED  # CON-20
    greedy_reward: int = 4  # WC16-02
    goal_cascade: bool = True  # END-07
    ladder_wall_touch_ok: bool = True  # S2P-03

    # where rulebooks contradict each other or are silent
    second_actions: int = 21  # CON-14: with 20 the second box has no rockfall
    swap_hands_draw: SwapHandsDraw = SwapHandsDraw.PARTNER  # CON-18
    boss_with_saboteurs: bool = False  # CON-22
    solo_wins: bool = True  # CON-21: boss and profiteer alone, with both teams blocked
    blocked_saboteurs_win: bool = False  # S2R-13: a path that is closed to both teams is none
    thief_may_decline: bool = True  # S2A-03
    completer_whoever: bool = False  # CON-24: three nuggets to a saboteur who completes
    setter_passes_free: bool = True  # TOLL-04: pays himself
    site: SitePlace = SitePlace.NORTH
    boss_needs_members: BossNeeds = BossNeeds.WHERE_IN_PLAY  # S2R-07
    boss_beside_profiteer: bool = True  # S2R-11: with both teams blocked both win alone, whichever completed
    goal_order: GoalOrder = GoalOrder.CHOOSE  # END-05
    goal_must_be_touched: bool = False  # END-06: only by the card that was laid, not by one that closes a gap
    short_payout: ShortPayout = ShortPayout.BEST_POSSIBLE  # GOLD-10: the most below what is due
    fallen_toll: FallenToll = FallenToll.LEAVES  # TOLL-06
    nuggets_count: bool = True  # TOLL-05: with gold cards, at the end of the game
    cover_tie: CoverTie = CoverTie.CHOOSE  # CHEST-06
    later_goals: LaterGoals = LaterGoals.UNUSED_FIRST  # CON-16
    greedy_replaces_miner: bool = True  # CON-13; else he is shuffled in beside them
    map_face_up: bool = False  # MAP-01: a map may be spent on a goal that lies open
    covers_touch: bool = True  # CHEST-01: the card over a chest lies on the table, and a card may lie beside it alone
    cover_fit: CoverFit = CoverFit.MOST_TUNNELS  # CHEST-02
    goal_shift: GoalShift = GoalShift.ANY_FARTHER  # CHEST-05
    sixth_chest_draws: bool = False  # CHEST-05: where nobody holds a card that could be taken
    setter_pays_for_others: bool = True  # TOLL-03
    pioneer_draws: PioneerDraws = PioneerDraws.AS_LAID  # WC22
    hands_off_own: bool = True  # S2A-04: also the thief of whoever plays it; "a thief of your choice" (S2)
    pioneer_vetoed: PioneerVetoed = PioneerVetoed.BOTH  # WC19, WC22
    pioneer_chest: PioneerChest = PioneerChest.NOTHING  # CHEST-05, WC22

    # ---- what follows from the numbers ----------------------------------------------------------------------

    def pool(self, players: int) -> Pool:
        """The dwarf cards that are shuffled for so many players, greedy dwarves in the place of miners."""
        found = dict(dict(self.pools)[players])
        if self.greedy_dwarves:
            found[Role.MINER] -= self.greedy_dwarves if self.greedy_replaces_miner else 0
            found[Role.GREEDY] = found.get(Role.GREEDY, 0) + self.greedy_dwarves
        return tuple((role, count) for role, count in found.items() if count)

    def spare(self, players: int) -> int:
        """Dwarf cards put aside unseen (SETUP-03)."""
        return sum(count for _, count in self.pool(players)) - players

    def hand(self, players: int) -> int:
        """Cards dealt to each player; to more than the table names (Saboteur 2), as many as to the most of these."""
        if self.hand_size is not HandSize.TABLE:
            return int(self.hand_size)
        _, fewest = self.hand_table[-1]
        return next((cards for most, cards in self.hand_table if players <= most), fewest)

    @cached_property
    def deck_actions(self) -> tuple[ActionCards, ...]:
        """The action cards, as many of those that an option is about as it says (CON-08, CON-14)."""
        played = {"maps": self.maps, "second_actions": self.second_actions - 20}  # beside the 20 that nobody disputes
        cards = (replace(card, copies=played.get(card.option, card.copies)) for card in self.actions)
        return tuple(card for card in cards if card.copies)

    @property
    def left_in_box(self) -> tuple[tuple[Deed, int], ...]:
        """The action cards that the box holds and this edition plays without, by their kind (CON-08, CON-14)."""
        kinds = dict.fromkeys(card.deed for card in self.actions)
        missing = ((deed, _copies(self.actions, deed) - _copies(self.deck_actions, deed)) for deed in kinds)
        return tuple((deed, number) for deed, number in missing if number)

    @cached_property
    def deeds(self) -> frozenset[Deed]:
        """The kinds of action cards that are played with."""
        return frozenset(card.deed for card in self.deck_actions)

    @property
    def unused_goals(self) -> int:
        """Goals that lay aside in one round and are laid in the next: all, or those beside two used ones (CON-16)."""
        aside = self.goals_in_box - self.goals_laid
        return aside if self.later_goals is LaterGoals.UNUSED_FIRST else min(aside, self.goals_laid - 1 - 2)

    @property
    def has_nuggets(self) -> bool:
        """Nuggets are owned beside gold cards or instead of them."""
        chests, sacks = bool(self.chests), any(goal.nuggets for goal in self.goals)
        return self.scoring is not Scoring.GOLD_CARDS or self.start_nuggets > 0 or chests or sacks

    @property
    def most_owned(self) -> int:
        """Nuggets that one player may say he has at the end of a game with printed gold."""
        return _OF_THE_BANK if self.has_nuggets else sum(self.gold_values)

    @property
    def site_cell(self) -> Cell | None:
        """Where a postcard lies that does something once it is reached."""
        if not self.dwarf_changes and not self.redeals:
            return None
        return Cell(4, -2) if self.site is SitePlace.NORTH else Cell(4, 2)

    @cached_property
    def deck(self) -> int:
        """Path and action cards that are shuffled together."""
        cards = sum(card.copies for card in self.paths) + sum(card.copies for card in self.deck_actions)
        return cards - (1 if self.midway else 0)

    def pile(self, players: int) -> int:
        """The draw pile after dealing (SETUP-08)."""
        return self.deck - self.set_aside - players * self.hand(players)

    @property
    def gold_cards(self) -> tuple[GoldCards, ...]:
        return OLD_MINE_GOLD if self.gold_deck is GoldDeck.OLD_MINE else BASE_GOLD

    @cached_property
    def gold_values(self) -> tuple[int, ...]:
        """Every gold card by its value, smallest first."""
        return tuple(sorted(card.nuggets for card in self.gold_cards for _ in range(card.copies)))

    @cached_property
    def copies(self) -> dict[Face, int]:
        """How many cards of each face the box holds, by the face's upright name."""
        found: dict[Face, int] = {}
        for card in self.paths:
            found[card.face.upright()] = found.get(card.face.upright(), 0) + card.copies
        return found

    @cached_property
    def repair_cards(self) -> tuple[tuple[Tool, ...], ...]:
        """The sets of tools printed on repair cards."""
        return tuple(card.tools for card in self.actions if card.deed == "repair")

    def reward(self, saboteurs: int) -> int:
        """Nuggets for each of so many saboteurs who win."""
        return next((nuggets for count, nuggets in self.saboteur_reward if count == saboteurs), 0)

    def team_share(self, winners: int, role: str) -> int:
        """Nuggets for one of so many winners of a round of teams, never below none."""
        each = dict(self.team_reward).get(winners, self.team_reward_rest)
        return max(0, each - {name.value: less for name, less in self.gets_less}.get(role, 0))


def _copies(cards: tuple[ActionCards, ...], deed: Deed) -> int:
    return sum(card.copies for card in cards if card.deed == deed)


@dataclass(frozen=True)
class Conflict:
    """Why an edition, its modules and options do not go together. `code` and facts, like a refusal."""

    code: str  # unknown_edition, unknown_module, unknown_option, bad_option, needs, excludes
    name: str
    other: str = ""
    more: tuple[str, ...] = field(default=())

    @property
    def facts(self) -> dict[str, str | tuple[str, ...]]:
        """Those that go into its sentence, as a refusal has them."""
        return {"name": self.name, "other": self.other, "more": self.more}
