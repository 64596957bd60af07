"""Who plays: games opened, seats taken, powers given out."""
