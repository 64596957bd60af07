"""What the rule book says: pure functions on frozen values."""
