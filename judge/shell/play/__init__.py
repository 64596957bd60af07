"""The files of play."""
