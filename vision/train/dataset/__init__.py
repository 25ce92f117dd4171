"""Seeds in; training pictures and their labels out, drawn by vision.simulate. Fits nothing.

card_patches, table_groups, covered_patches and table_pictures draw the four kinds of pictures: cards of drawn_deck on
tops, among things or under them, as patch_views look at them, through imaging; face_labels and detection_targets say
what is to be learnt from them; hard_negatives finds bare places that are taken for cards.
"""
