"""Formats of the field: a game written as text for other programs, and for zines."""
