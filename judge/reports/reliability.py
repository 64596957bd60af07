"""The answer to RECORD: how far a person, or the players of a game, can be relied upon."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from judge.game.person import Person
from judge.game.reliability import A_SEAT_COUNTS, Figures
from judge.game.settings import Address, Language
from judge.game.state import Game
from judge.reports.language import say
from judge.reports.moments import length
from judge.reports.pages import fill


@dataclass(frozen=True)
class Row:
    """The figures of one person, as a line of the answer has them."""

    name: str
    percent: int
    games: int
    on_time: int
    late: int
    lateness: str
    missed: int
    given_up: int
    taken_over: int


def write_own_record(reader: Person, figures: Figures) -> str:
    """A reader's own figures."""
    return _write(reader.language, "", [_row(say(reader.language, "words.you"), figures, reader.language)])


def write_record_of(game: Game, reader: Person, known: Mapping[Address, Figures]) -> str:
    """Those of everyone who plays in a game, by their powers, unless the game does not tell who plays."""
    language = reader.language
    if game.settings.access.anonymous:
        return fill(language, "anyone.record", game=game.name, rows=(), is_hidden=True, seat_counts=A_SEAT_COUNTS)
    powers = ((power, player) for power in game.board.powers for player in game.players_of(power))
    rows = [_row(game.board.powers[power][language], known.get(one, Figures()), language) for power, one in powers]
    return _write(language, game.name, rows)


def _write(language: Language, game: str, rows: Sequence[Row]) -> str:
    return fill(language, "anyone.record", game=game, rows=rows, is_hidden=False, seat_counts=A_SEAT_COUNTS)


def _row(name: str, figures: Figures, language: Language) -> Row:
    return Row(
        name,
        figures.percent,
        figures.games,
        figures.on_time,
        figures.late,
        length(figures.lateness, language) if figures.lateness else "",
        figures.missed,
        figures.given_up,
        figures.taken_over,
    )
