"""One effect per action card, found through a table. A new card is a new line here and its two functions."""

from companion.editions.cards import Deed
from companion.rules.effects import maze, people, tools, turns
from companion.rules.effects.play import Effect, Play

__all__ = ["EFFECTS", "Effect", "Play"]

EFFECTS: dict[Deed, Effect] = {
    Deed.BREAK: tools.BREAK,
    Deed.REPAIR: tools.REPAIR,
    Deed.ROCKFALL: maze.ROCKFALL,
    Deed.MAP: maze.MAP,
    Deed.GOAL_SWAP: maze.GOAL_SWAP,
    Deed.MOVE_LAST: maze.MOVE_LAST,
    Deed.PIONEER: turns.PIONEER,
    Deed.REVERSE: turns.REVERSE,
    Deed.TREASURE_FINDER: turns.TREASURE_FINDER,
    Deed.THIEF: people.LAY_THIEF,
    Deed.HANDS_OFF: people.HANDS_OFF,
    Deed.TRAP: people.TRAP,
    Deed.FREE: people.FREE,
    Deed.INSPECT: people.INSPECT,
    Deed.SWAP_HATS: people.SWAP_HATS,
    Deed.SWAP_HANDS: people.SWAP_HANDS,
    Deed.VETO: people.VETO,
}
