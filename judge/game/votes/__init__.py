"""Votes: for a draw, a concession, an extension, an end without result, another master."""
