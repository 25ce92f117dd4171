"""A picture in; quads that may be cards out, with what the networks say of each. Where the table is, is not asked here.

In: Image, BGR uint8 (rows, columns, 3); to see the table from above also its pose.
Out: Detections, quads (n, 4, 2) in picture pixels with presence (n, 5), probabilities; CardEstimates of n patches.
Never: says which cell a card lies in, or which face it shows.

card_detector finds cards in a whole picture, birds_eye draws it as seen from above for that; patches are cut from a
pyramid of the picture, card_network says what lies in them, and a card_probe asks it of any quad, where it is in doubt
also from the card's other end.
"""
