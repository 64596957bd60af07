"""The master of a game: permissions, acts, handing the game over."""
