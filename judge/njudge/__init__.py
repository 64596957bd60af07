"""Reports in nJudge's wording: their words, and what they tell of a game."""
