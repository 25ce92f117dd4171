"""The contract between seeing and playing: what a camera says of the table, and what the game tells it.

reading        what a reader saw in one picture (Reading), and what it is told before: boxes and goals (InPlay)
hints          what a person can mend, by its code
settled_board  the whole board once it has settled, and what befell the camera's view of it
taught         taught decks, as a page lists them
reading_json   cards as the command line prints them
mistakes       what the log says of a mistake of this program on either side: where, and none of its words
"""
