"""The nouns of a game, all frozen: secrets, seats, the round, commands, events, refusals. No verbs: see rules.

game, round   a whole game as it stands; one round of it, with its seats
pending       whose move it is and what is asked of them
secret, ids   what some may not know; what a seat is called in every noun
names         whether two names are one to those who read them
commands      what is asked of the game, by people, camera and chance
events        what has happened
refusals      a person's mistake: a code and its facts
words, codec  what commands and events are called where they are kept; both as JSON and back

seat_commands, seat_events, tolls, held_card, nuggets, laid_out, corrections, round_end
              parts of commands and events, each with both of its subject
"""
