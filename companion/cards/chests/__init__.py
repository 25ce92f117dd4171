"""What lies in the chests, one module each (CHEST-05); `chores` holds what several of them have hands do."""
