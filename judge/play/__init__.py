"""A recorded game played by real mail, for a newcomer to watch."""
