"""Detections in; the table's pose and a located card for each cell out. What is printed on a card is not asked here.

In: Image, Detections (quads in picture pixels) and CardProbes that look at a quad again; corners (4, 2) if dragged.
Out: RegisteredTable, a TablePose with what proves it, or a Hint; then LocatedCard for each cell of the maze.
Never: names a face; remembers another picture.

table_clues are what markers and dragged_corners tell; goal_column, card_grid and start_and_goals guess from the cards
where the table lies. Each is a table_hypothesis, put to the proof, which has a folder of its own, in the order that
registered_table knows. maze_growth then finds a located_card in each cell, weighed by what may lie there and by whether
it has the colours of this table's cards.
"""
