"""A game that goes on with another judge."""
