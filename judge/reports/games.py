"""The list of games: those that wait for players, those under way, those that are over."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from judge.game.seats.access import Entry
from judge.game.settings import Address, Language
from judge.game.summary import Summary
from judge.reports.language import count, say
from judge.reports.layout import glue, hanging
from judge.reports.moments import length, moment
from judge.reports.names import phase_name
from judge.reports.pages import fill

_COLUMN = 14
"""Where a row says what there is to say of a game."""


@dataclass(frozen=True)
class Listed:
    """The rows of the list; ``example`` is a game with a seat to take, ``vacant`` one with a seat to wait for."""

    openings: tuple[str, ...]
    running: tuple[str, ...]
    over: tuple[str, ...]
    example: str
    vacant: str


def write_games(games: Sequence[Summary], language: Language, reader: Address | None = None) -> str:
    """Every game that the reader may hear of on a line or two; deadlines in the zone of each game."""
    return fill(language, "anyone.games", games=listed(games, language, reader))


def listed(games: Sequence[Summary], language: Language, reader: Address | None = None) -> Listed:
    """The list; a hidden game is shown to its own people alone."""
    shown = [game for game in games if not game.settings.access.hidden or reader in game.languages]
    openings = [game for game in shown if not game.phase and not game.ended]
    running = [game for game in shown if game.phase and not game.ended]
    free = [game for game in openings if game.free_seats and game.settings.access.entry is not Entry.NAMED]
    full = [game for game in openings if not game.free_seats]
    wanting = [game for game in running if game.sought or not game.waiting] + full
    return Listed(
        openings=tuple(_row(game, _opening(game, language)) for game in openings),
        running=tuple(_row(game, _running(game, language)) for game in running),
        over=tuple(game.name for game in shown if game.ended),
        example=free[0].name if free else "",
        vacant=next((game.name for game in wanting if game.settings.access.entry is not Entry.NAMED), ""),
    )


def _row(game: Summary, parts: Iterator[str]) -> str:
    return hanging(f"  {game.name}", ", ".join(parts).split(" "), _COLUMN)


def _opening(game: Summary, language: Language) -> Iterator[str]:
    """Rule book, speed, seats free, who may join."""
    yield from _kind(game, language)
    if game.free_seats:
        yield count(language, "list.free", game.free_seats, needed=len(game.board.seats))
    else:
        yield say(language, "list.full")
        if game.waiting:
            yield count(language, "list.waiting", game.waiting)
    if game.settings.access.entry is not Entry.ANYONE:
        yield say(language, f"list.{game.settings.access.entry.value}")


def _running(game: Summary, language: Language) -> Iterator[str]:
    """Rule book, speed, phase, whether somebody is wanted."""
    yield from _kind(game, language)
    yield _phase(game, language)
    if game.sought:
        yield count(language, "list.vacant", len(game.sought_seats))
    yield count(language, "list.standbys", game.waiting) if game.waiting else say(language, "list.no_standby")


def _kind(game: Summary, language: Language) -> Iterator[str]:
    yield say(language, "list.rules", rulebook=game.settings.rulebook)
    yield say(language, "list.speed", length=glue(length(game.settings.lengths.movement, language)))


def _phase(game: Summary, language: Language) -> str:
    if game.phase is None or game.due is None:
        return say(language, "list.over")
    name = phase_name(game.phase, game.board.calendar, language)
    if game.is_paused:
        return say(language, "list.paused", phase=name)
    return say(language, "list.open", phase=name, at=moment(game.due, game.settings.zone, language))
