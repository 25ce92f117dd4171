"""Seeds in; table tops out, squares of cloth, wood or paper, BGR uint8. Nothing lies on them, and no card is drawn.

table_tops has all kinds and lays them; patterned_tops those with patterns about as large as cards, made of motifs.
"""
