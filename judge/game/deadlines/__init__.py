"""Deadlines: when phases close, who is reminded, who is away."""
