"""What happens to a game: commands decided into events, events folded into state."""
