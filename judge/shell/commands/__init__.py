"""The files of commands."""
