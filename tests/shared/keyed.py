"""What letters bear that follows from secrets by a key of the judge: without it nobody can read anything from it.

Where letters of two worlds are compared it is left out;
``tests/store/test_event_chain.py`` holds that it tells nothing.
"""

import re

GAME_FINGERPRINT = re.compile(rb"(?<![0-9a-f-])(?:[0-9a-f]{4}(?:-[0-9a-f]{4}){3}|[0-9a-f]{64})(?![0-9a-f-])")
"""The fingerprint of a game as its reports tell it, or as its pages do, whose hashes are of it."""


def without_game_fingerprints(text: str) -> str:
    """A text that is kept for somebody to read, with zeros in place of what follows from the key and every event."""
    return GAME_FINGERPRINT.sub(lambda found: re.sub(rb"[0-9a-f]", b"0", found[0]), text.encode()).decode()
