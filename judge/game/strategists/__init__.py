"""Strategists: two players of one power, in one seat with one vote (004 13)."""
