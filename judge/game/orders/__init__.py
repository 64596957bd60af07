"""Orders: given, withdrawn, kept for phases ahead, supposed."""
