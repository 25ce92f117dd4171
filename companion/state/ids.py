"""What a seat is called in every noun of a game. Nothing else."""

SeatId = int  # index in clockwise order around the table, 0-based; "left" is the next index
