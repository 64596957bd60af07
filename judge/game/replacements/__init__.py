"""Replacements in a game under way: seats lost, resigned, offered, taken over, returned."""
