"""A drawn patch in, and out as it is shown this time: close_crops cuts it, covers hide some, other_light films it.

group_crops and group_light do likewise with groups of cards, where torch works. Draws no card.
"""
