"""Phases: closed, judged, the game ended where it ends."""
