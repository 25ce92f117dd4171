"""Card estimates in; faces with probabilities out. Where a card lies on the table is not asked here.

In: CardEstimates of n cards, probabilities; quads (n, 4, 2) in picture pixels where a taught deck is compared; the
faces of the boxes on the table where they are known; TaughtDeck, pictures BGR uint8.
Out: FacePosterior, one a card: candidates with confidences from 0 to 1, and how likely a card of the maze lies there.
Never: finds a card; lets a neighbour or a deck hide a doubt.

table_context hears what the cards of one table say of each other: each side is weighed by the colours of the table's
plain tunnels, and at last what does not fit its neighbours is doubted; between these face_posterior weighs faces by the
networks' estimates, rock_between looks again at what they take for a bridge, deck_matcher compares cards with a
taught_deck, fusion brings both together.
"""
