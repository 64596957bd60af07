"""What the players of a game agreed on, in sentences."""
