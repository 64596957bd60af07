"""The record of a game as pages of plain text: written, read back, judged again from the text alone."""
