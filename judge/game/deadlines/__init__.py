"""When phases close, and who is reminded."""
