"""The nouns of a game, all frozen: secrets, seats, the round, commands, events, refusals. No verbs: see rules."""
