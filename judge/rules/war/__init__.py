"""War: troops with hit points, scouts, fog, and what a game master decides in it (STIM, 004)."""
