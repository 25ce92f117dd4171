"""A drawn patch in, and out as it is shown this time: close_crops cuts it, covers hide some, other_light films it.

Draws no card.
"""
