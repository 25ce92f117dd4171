"""What lies in the chests, one module each (CHEST-05); the list of them is cards.register.

chores  what several of them have hands do
"""
