"""The cards: one module each, with all that is special about it; `register` is the only list of them.

A module holds a card's command and events, how it is judged, what it does, how its events change the game, what each
viewer is told, what becomes of the real cards, what is asked of the player, its traits, and how a simulated player
likes it. decide, evolve, undo, the journal, the lines and the forms ask the register and name no card. What lies in a
chest is named where its question is drawn and where a simulated player answers it, the veto in rules.veto. A new card
is its module, its line in the register, its box, its texts and its test.

register     the list; the modules that it does not list are below
card, found  what a card has to say of itself; what goals, chests and postcards have to
asked        what it asks of the player who plays it, as data
marks        what cards share that lie before a player
new_dwarf    what cards and postcards share that give somebody another dwarf
deck         what a played card may do with the cards of a simulated deck
liking       how a simulated player weighs the ways to play it

Cards are rules: they stand on the floor of companion.rules, use its small steps, and are found by it in the register.
"""
