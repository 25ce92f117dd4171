"""What lies in the boxes, counted. Faces and copies from scans and rulebooks (DECK); no edition's rules."""

from __future__ import annotations

from companion.editions.cards import ActionCards, Deed, GoalCard, GoalKind, GoldCards, PathCards, Role, Tool
from companion.maze.faces import Face

Pool = tuple[tuple[Role, int], ...]


def _paths(*cards: tuple[str, int]) -> tuple[PathCards, ...]:
    return tuple(PathCards(Face.parse(face), copies) for face, copies in cards)


START = Face.parse("NESW^")

BASE_PATHS = _paths(  # DECK section 1: 40 cards
    ("NS", 4),
    ("EW", 3),
    ("NW", 4),
    ("NE", 5),
    ("NSW", 5),
    ("NEW", 5),
    ("NESW", 5),
    ("N", 1),
    ("E", 1),
    ("N|S", 1),
    ("E|W", 1),
    ("N|E", 1),
    ("N|W", 1),
    ("N|E|S", 1),
    ("N|E|W", 1),
    ("N|E|S|W", 1),
)

BASE_ACTIONS = (  # DECK section 2: 27 cards
    ActionCards(Deed("break"), 3, (Tool.PICKAXE,)),
    ActionCards(Deed("break"), 3, (Tool.LAMP,)),
    ActionCards(Deed("break"), 3, (Tool.CART,)),
    ActionCards(Deed("repair"), 2, (Tool.PICKAXE,)),
    ActionCards(Deed("repair"), 2, (Tool.LAMP,)),
    ActionCards(Deed("repair"), 2, (Tool.CART,)),
    ActionCards(Deed("repair"), 1, (Tool.PICKAXE, Tool.LAMP)),
    ActionCards(Deed("repair"), 1, (Tool.PICKAXE, Tool.CART)),
    ActionCards(Deed("repair"), 1, (Tool.LAMP, Tool.CART)),
    ActionCards(Deed("rockfall"), 3),
    ActionCards(Deed("map"), 6, option="maps"),
)

BASE_GOALS = (  # DECK section 1: the stones are corners, one of each hand
    GoalCard(GoalKind.GOLD, Face.parse("NESW")),
    GoalCard(GoalKind.COAL, Face.parse("NW")),
    GoalCard(GoalKind.COAL, Face.parse("NE")),
)

CHALLENGE_GOALS = (  # CHAL-01: eight goals; which seven beside the gold, and their tunnels, is in no rulebook
    GoalCard(GoalKind.GOLD, Face.parse("NESW")),
    GoalCard(GoalKind.COAL, Face.parse("NW")),
    GoalCard(GoalKind.COAL, Face.parse("NE")),
    GoalCard(GoalKind.SACK, Face.parse("NEW"), nuggets=1),
    GoalCard(GoalKind.SACK, Face.parse("NSW"), nuggets=2),
    GoalCard(GoalKind.DRAGON, Face.parse("NESW")),
    GoalCard(GoalKind.DRAGON, Face.parse("EW")),
    GoalCard(GoalKind.SPIDER, Face.parse("NESW")),
)

CHEST_PATHS = tuple(  # CHEST-01: seven path cards; their tunnels are in no rulebook
    Face.parse(face) for face in ("NS", "EW", "NW", "NE", "NSW", "NEW", "NESW")
)
CHEST_EFFECTS = tuple(range(1, 11))  # CHEST-05, by the number it gives them

BASE_GOLD = (GoldCards(1, 16), GoldCards(2, 8), GoldCards(3, 4))  # COMP-03
OLD_MINE_GOLD = (GoldCards(0, 6), GoldCards(1, 10), GoldCards(2, 8), GoldCards(3, 4))  # BGA-02

BASE_POOLS: tuple[tuple[int, Pool], ...] = tuple(  # SETUP-02: saboteurs, miners
    (players, ((Role.SABOTEUR, saboteurs), (Role.MINER, miners)))
    for players, saboteurs, miners in (
        (3, 1, 3),
        (4, 1, 4),
        (5, 2, 4),
        (6, 2, 5),
        (7, 3, 5),
        (8, 3, 6),
        (9, 3, 7),
        (10, 4, 7),
    )
)

TOURNAMENT_POOLS: tuple[tuple[int, Pool], ...] = tuple(  # TOUR-01: saboteurs, miners, greedy dwarves
    (players, ((Role.SABOTEUR, saboteurs), (Role.MINER, miners), (Role.GREEDY, greedy)))
    for players, saboteurs, miners, greedy in ((5, 1, 3, 1), (6, 2, 3, 1), (7, 2, 3, 2), (8, 3, 3, 2), (9, 3, 4, 2))
)

SECOND_PATHS = _paths(  # DECK section 3: 30 cards
    ("NS|EW", 2),
    ("NW|ES", 1),
    ("NE|SW", 1),
    ("S^", 1),
    ("W^", 1),
    ("NW^", 1),
    ("NE^", 1),
    ("NSb", 1),
    ("EWb", 1),
    ("SWb", 1),
    ("NSg|E", 1),
    ("EWg", 1),
    ("ESg", 1),
    ("S*", 1),
    ("W*", 1),
    ("NESW*", 1),
    ("ESW*", 3),
    ("NES*", 1),
    ("ESW|N*", 1),
    ("NSW|E*", 1),
    ("EW|S*", 1),
    ("NS|E", 1),
    ("NS|E|W", 1),
    ("EW|N|S", 1),
    ("ES|N", 2),
    ("NE|S", 1),
)

SECOND_ACTIONS = (  # DECK section 4: 21 cards, the last one from a photograph of the box
    ActionCards(Deed("thief"), 4),
    ActionCards(Deed("hands_off"), 3),
    ActionCards(Deed("trap"), 3),
    ActionCards(Deed("free"), 4),
    ActionCards(Deed("inspect"), 2),
    ActionCards(Deed("swap_hats"), 2),
    ActionCards(Deed("swap_hands"), 2),
    ActionCards(Deed("rockfall"), 1, option="second_actions"),
)

SECOND_DWARVES: Pool = (  # COMP-06: all are shuffled for every number of players
    (Role.BLUE, 4),
    (Role.GREEN, 4),
    (Role.BOSS, 1),
    (Role.PROFITEER, 1),
    (Role.GEOLOGIST, 2),
    (Role.SABOTEUR, 3),
)
