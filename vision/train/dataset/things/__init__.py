"""A picture in; things drawn into it that are no cards. Knows no label.

loose_things are flat, and lie about on a table; covering_things have a body, lie over a card or beside it, and tell
which pixels they hide, painted by painting.
"""
