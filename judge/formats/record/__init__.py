"""The files of record."""
