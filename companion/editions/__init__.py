"""What is in the boxes and in the rulebooks, as typed literals with their source. No behaviour. The only lists.

RULES.md      the rules by the codes that all rooms cite, who says each, and what differs
cards, boxes  the printed cards; which of them lie in which box
edition       what an edition and a module are; each is a file of its own, imported here into EDITIONS or MODULES
parameters    the words that parameters may take
ruleset       all that a rule may ask
options       the house rules that may be chosen, and which rules of the books each decides
compose       edition, modules and house rules put together, or why they do not go together
house_rules   those that a table may choose here, and what each is without a choice
"""

from companion.editions.amigo_2004 import AMIGO_2004
from companion.editions.amigo_2004_it import AMIGO_2004_IT
from companion.editions.anniversary_2024 import ANNIVERSARY_2024
from companion.editions.bga import BGA, BGA_VARIANTS
from companion.editions.championship import CHAMPIONSHIP
from companion.editions.edition import Edition, Module
from companion.editions.mini_expansions import MINI_EXPANSIONS
from companion.editions.revised import REVISED
from companion.editions.saboteur_2 import SECOND_ANNIVERSARY, SECOND_BGA
from companion.editions.tournament import TOURNAMENT
from companion.editions.variants import VARIANTS

DEFAULT_EDITION = ANNIVERSARY_2024.key

EDITIONS: tuple[Edition, ...] = (
    ANNIVERSARY_2024,
    REVISED,
    AMIGO_2004,
    AMIGO_2004_IT,
    BGA,
    SECOND_ANNIVERSARY,
    SECOND_BGA,
    TOURNAMENT,
)

MODULES: tuple[Module, ...] = (
    *VARIANTS,
    *BGA_VARIANTS,
    *CHAMPIONSHIP,
    *MINI_EXPANSIONS,
)
