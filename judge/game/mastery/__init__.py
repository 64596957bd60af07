"""The master of a game: permissions, commands, what comes of them."""
