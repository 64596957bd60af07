"""Why an undislodged fleet did not convoy the army it was ordered to."""

from enum import Enum


class UnusedConvoy(Enum):
    """What the army did instead; the value ends the key of its sentence."""

    BY_LAND = "by_land"  # the army attacked by land
    BY_OTHERS = "by_others"  # other fleets carried it
    NO_CHAIN = "no_chain"  # the fleets ordered to carry it make no chain to where it goes
    BROKEN = "broken"  # a fleet that it needed was driven out
    PARADOX = "paradox"  # its attack would have decided over its own convoy
