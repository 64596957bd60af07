"""Names the centres where a board lets powers build."""

from enum import StrEnum


class BuildPlaces(StrEnum):
    """The centres where a power may build."""

    HOMES = "homes"
    OWNED = "owned"  # every centre it owns
    OWNED_WITH_HOME = "owned_with_home"  # every centre it owns, as long as one of its homes is among them
