"""A picture in; things drawn into it that are no cards. Knows no label.

loose_things lie about on a table; covering_things lie over a card, and tell which pixels of it they hide,
painted by painting.
"""
