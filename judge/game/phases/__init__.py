"""Phases: how they close and are judged, and how a game ends."""
