"""Seats: games opened, seats taken, powers given out, games started."""
