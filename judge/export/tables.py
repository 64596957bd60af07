"""Tables as CSV (RFC 4180): the centres of each power by years, and where the units stood in each phase."""

import csv
from collections.abc import Iterable
from io import StringIO

from judge.export.played import PlayedGame
from judge.rules.position import Position


def write_centres(played: PlayedGame) -> str:
    """The centres by years: ``game,year,power,centres,final``.

    The year before the first is the start; ``final`` is 1 in the last year of a game that is over.
    """
    history = played.game.centre_history
    years = (played.opening.phase.year - 1, *history.years)
    last = len(years) - 1 if played.is_over else -1
    rows = [
        (played.game.name, year, power, counts[place], int(place == last))
        for place, year in enumerate(years)
        for power, counts in history.counts.items()
    ]
    return _csv(("game", "year", "power", "centres", "final"), rows)


def write_units(played: PlayedGame) -> str:
    """The units before each phase and at last: ``game,phase,power,unit,province,coast,dislodged``."""
    positions = [*(event.before for event in played.closed), played.position]
    rows = [(played.game.name, *row) for position in positions for row in _units(played, position)]
    return _csv(("game", "phase", "power", "unit", "province", "coast", "dislodged"), rows)


def _units(played: PlayedGame, position: Position) -> Iterable[tuple[object, ...]]:
    is_last = position is played.position and played.is_over
    phase = "end" if is_last else str(position.phase)
    for power in played.powers:
        for unit in position.units_of(power):
            yield phase, power, unit.letter, unit.at.province, unit.at.coast, 0
        for _, one in sorted(position.dislodged.items()):
            if one.unit.power == power:
                yield phase, power, one.unit.letter, one.unit.at.province, one.unit.at.coast, 1


def _csv(header: tuple[str, ...], rows: Iterable[Iterable[object]]) -> str:
    text = StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(header)
    writer.writerows(rows)
    return text.getvalue()
