"""Checks an installation: what is right, what is wrong, what to do about it, one line each."""
