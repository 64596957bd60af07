"""The files of formats."""
