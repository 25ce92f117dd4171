"""Cards under the camera or scans in; taught decks out, cut out, confirmed and kept. Decides nothing about a game.

In: Image, BGR uint8 (rows, columns, 3), of cards that lie apart; a folder of scans; what people say the cards are.
Out: TaughtDeck in a DeckStore's files; DeckLine and CardShown for a page; Misreads' files; or a Hint why not.
Never: matches a card with a deck: see recognition; overwrites half a file.

spread_cards finds cards that are shown, scans reads labelled files, lesson is one evening's teaching, deck_file the one
file that carries a deck, deck_store a folder of them, misreads tables that people put right, for a bug report.
"""
