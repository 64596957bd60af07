"""Seats that change hands once the game is played: lost, given up, offered, taken, given back."""
