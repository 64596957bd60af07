"""A play-by-email judge for the board game Diplomacy."""
