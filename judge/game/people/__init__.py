"""The people of a game: how they read, where they are written to, whether letters reach them."""
