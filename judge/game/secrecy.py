"""What every news says of itself: whether its reader may know all of it where units are hidden."""


class ToldInFull:
    """News that bear nothing a reader in the fog of war may not know: of time, seats, people, votes, the game as such.

    An event of which all is told, and nothing more, is news itself.

    All others must be made known in part by ``visibility.py``, or they are told to nobody: the type checker sees it.
    """
