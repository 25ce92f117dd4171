"""The verbs, pure: decide judges a command, evolve applies an event. No input or output, no clock, no chance.

decide            which judgement is asked for which command
evolve            which change belongs to which event, also while a decision is still being told
lobby             before the game: box, house rules, who sits where
setting           how the table is set before a round: the list, and when it is done
flow              a round beside its turns: dealing, looking at roles, telling, sharing gold, going on
turn              a turn: one card or a pass, and the goals it turns over
course            how a turn goes on and ends: what was reached, whose turn is next
ending, rounds    whether a round is over; how it begins, ends and is paid, and what comes after
between_rounds    who has seen the result, who has left, who is a newcomer, who begins the next one
away              who is away or has left, and what is pressed for him
corrections       what the table says against the game: the maze, the turn, the counts
place, goals      where a tunnel card may lie; how a goal that was reached is turned over and laid
tolls, chests     toll dwarves and who pays them; chests, and the cards over them
veto              the moment in which the others may veto a card
playable, moves   whether and how an action card may be played; every command that a seat may give now
options, answers  the choices behind buttons: what a seat may do now; of those, what it may answer beside playing cards
deals, draws      which cards chance deals; what searching and throwing cards away bring
share, pay        a round's gold in cards; a round's pay in nuggets
teams, thieves    who wins a round of teams and doors; in which order thieves steal
purses            what a seat owns in nuggets
told              what may be said of printed cards that the game asks about
audit             what must always be true of a game

evolve_lobby, evolve_round, evolve_score, evolve_corrections, evolve_maze, evolve_people, evolve_nuggets
                  parts of evolve, each with the events of its subject

What is special about one card is in companion.cards, what differs between boxes in the Ruleset of companion.editions.
"""
