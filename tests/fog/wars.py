"""Wars played by chance at a judge's desk."""

from random import Random

from judge.game.phases.messages import PhaseClosed
from tests.fog.tables import Desk, seat
from tests.fog.writing import ordered

PLAYERS = ("edith@example.net", "florence@example.com", "anton@example.org")
WATCHER, STANDBY, STRANGER = "basil@example.net", "sofia@example.org", "zoe@example.com"


def at_war(desk: Desk, opening: str = "CARTE seuil RÉSERVE 10j") -> None:
    """A war with its three players, one who watches, one who waits for a seat."""
    seat(desk, opening, PLAYERS)
    desk.write(WATCHER, "OBSERVER rome\n")
    desk.confirm(WATCHER)
    desk.write(STANDBY, "REMPLAÇANT rome\n")
    desk.confirm(STANDBY)


def play_phase(random: Random, desk: Desk, *, complete: bool = False) -> None:
    """Everybody writes by chance; then the phase closes, early or at its hour."""
    number = desk.game.phases_closed
    for power, player in desk.game.seats.items():
        if desk.game.phases_closed == number:
            lines = list(ordered(random, desk.game, power))
            kept = lines if complete else [line for line in lines if random.random() < 0.95]
            desk.write(player, "\n".join(kept) or "STATUS")
    if desk.game.phases_closed == number and not desk.game.ended:
        desk.let_time_pass()


def just_closed(desk: Desk) -> bool:
    """Whether the last thing that happened is the close of a phase."""
    return isinstance(desk.log[-1], PhaseClosed)
