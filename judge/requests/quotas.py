"""How much of one letter is carried out: lines read, questions answered, pieces of press sent on."""

MOST_LINES_OF_LETTER = 150
"""Lines that are read of one letter, a block of press counting as one.

A year of thirty-four units needs fewer.
"""

MOST_QUESTIONS_OF_LETTER = 10
"""Questions that are answered; each may cause far more than was written."""

MOST_PRESS_OF_LETTER = 10
"""Pieces of press that are sent on, each to many."""
