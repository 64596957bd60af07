"""Why a fleet that was to carry an army, and was not driven out, carried nobody."""

from enum import Enum


class Unused(Enum):
    """What became of the army instead; the value ends the name of its sentence."""

    BY_LAND = "by_land"  # the army attacked by land
    BY_OTHERS = "by_others"  # other fleets carried it
    NO_CHAIN = "no_chain"  # the fleets ordered to carry it make no chain to where it goes
    BROKEN = "broken"  # a fleet that it needed was driven out
    PARADOX = "paradox"  # its attack would have decided over its own convoy
