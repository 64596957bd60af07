"""Clockwork players: orders by a plain method that anybody may read, for practice games."""
