"""The rules of the game as pure functions on frozen values."""
