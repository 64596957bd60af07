"""Observers, who watch a game without a part in it."""
