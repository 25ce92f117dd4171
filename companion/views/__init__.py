"""What one viewer may see: the only types a page may get. Nothing here keeps state.

model           the window's types: all that a page can show
model_asks, model_maze, model_people, model_score
                its parts: what is offered and asked, the table, people, gold
project         a game and the live facts, made into the window of one viewer: where secrets are opened
project_asks, project_maze, project_people, project_score, project_account
                its parts, as those of the model; how a round's gold came about, line by line
offers, stages  what the viewer may do now; which stage of the evening it is
setting         what people lay out before a round, how much of it is done
setup           what the table may choose before the game
lines           the story of the night, line by line
keepsake        a finished game to keep, move by move
project_moves   a move as a line of text
seen            a game as text, as everybody at the table saw it
past_nights     finished games in figures
"""
