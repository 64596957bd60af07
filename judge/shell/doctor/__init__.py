"""The files of doctor."""
