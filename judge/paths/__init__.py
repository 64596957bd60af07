"""The files of paths."""
