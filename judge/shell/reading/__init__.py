"""The files of reading."""
