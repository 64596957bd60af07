"""What the master of a game may do."""
