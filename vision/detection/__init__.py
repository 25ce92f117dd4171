"""A picture in; quads that may be cards out, with what the networks say of each. Where the table is, is not asked here.

In: Image, BGR uint8 (rows, columns, 3); to see the table from above also its pose.
Out: Detections, quads (n, 4, 2) in picture pixels with presence (n, 5), probabilities; CardEstimates of n patches.
Never: says which cell a card lies in, or which face it shows.

A pyramid holds the picture in several sizes, and from it patches are cut and the table is drawn as seen from above.
card_detector finds cards in a whole picture or in such a drawing; closer_look lets it see that larger, or parts of it,
and plain_cloth without a cloth's pattern. card_network says in card_estimates what lies in patches, and a card_probe
asks it of any quad, where it is in doubt also from the card's other end; its face network compares the cards of a
table; cover_network says what lies over the cards. What the networks answer stands where answer_places says.
"""
