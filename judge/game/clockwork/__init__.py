"""Clockwork players: powers that nobody plays, whose orders the judge works out itself."""
