"""The game, without pictures and without pages: standard library only, apart from the door.

One way round: a frame becomes a Reading (vision), a Reading a Proposal (live), a Proposal or a thumb a Command;
rules.decide answers with Events or a Refusal, the journal keeps them, rules.evolve makes the next Game,
views.project makes each viewer's View, and the web shows it. Nothing else writes.

__main__     the door: play, read, watch, check, gold, teach, print; the only file that sees vision and web together
maze/        tunnels only: geometry, faces, board, notation
editions/    what is in the boxes and in the rulebooks, as data with its source
state/       the nouns of a game, frozen: secret, seats, round, game, commands, events, refusals
rules/       the verbs, pure: decide, evolve, place, turn, goals, rounds, share, audit; effects/ one function a card
cases/       answers the published cases, in their words, by asking the rules; only the door and the tests use it
views/       the only types a page may get, and how they are made for one viewer
live/        the running table: observe (what a camera says), in_play (what it is told), settled, propose, eye (open
             questions), story (steps and their replay), undo, ledger, journal, night (opening it), dealer, table,
             session (the one writer), presses (each done once), seats, places (who sits there); demo_deck,
             demo_cards, demo_hands, demo_presses, mind, policy, players (who plays at the demo table)

Imports run one way: maze < editions < state < rules < views < live, and rules < cases; web -> companion <- vision.
"""
