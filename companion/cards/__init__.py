"""The cards: one module each, with all that is special about it; `register` is the only list of them.

A module holds a card's command and events, how it is judged, what it does, how its events change the game, what each
viewer is told, what becomes of the real cards, what is asked of the player, its traits, and how a simulated player
likes it. `card` says what each of these has to be. decide, evolve, undo, veto, the journal, the lines, the forms and
the simulated players ask the register and name no card. A new card is its module, its line in the register, its box,
its texts and its test.

Cards are rules: they stand on the floor of companion.rules, use its small steps, and are found by it in the register.
"""
