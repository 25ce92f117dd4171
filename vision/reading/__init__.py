"""One picture in, one Reading out. Remembers no other picture.

In: Image, BGR uint8 (rows, columns, 3); InPlay, a taught deck, and corners (4, 2) in its pixels where dragged by hand.
Out: Reading: a SeenCard for each cell with a card, quads in pixels of the picture, and Hints; KnownTable to go on from.
Never: guesses from an earlier picture; says what is allowed.

reader goes the whole road once, in a picture no larger than pays; table_search looks for the table, and looks again
where that is in doubt; card_reading says what the cards are where they lie,
on this road and on the tracker's, card_doubt when a person is asked about one; hints say what a person could mend,
overlay draws what was read.
"""
