"""The files of system."""
