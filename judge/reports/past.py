"""The past of a game as anybody may read it: phases that have closed, centres by years."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from judge.game.mastery.permissions import knows_addresses
from judge.game.person import Person
from judge.game.phases.messages import PhaseClosed
from judge.game.sight import sees_all
from judge.game.state import Game
from judge.reports.facts import PowerJudged, powers_judged, retreats
from judge.reports.front import front
from judge.reports.language import listing, say
from judge.reports.layout import hanging
from judge.reports.moments import moment
from judge.reports.names import phase_line
from judge.reports.pages import fill
from judge.reports.voice import Voice, voice_of
from judge.rules.board import Power, Year
from judge.rules.position import Position, Season
from judge.rules.territory import territories

_YEARS_IN_A_ROW = 9


@dataclass(frozen=True)
class Chapter:
    """One closed phase: its name, when it closed, what became of every order, who must retreat where.

    Of a war ``news`` are the territories that changed hands, what scouts brought home, who was spotted.
    """

    code: str
    phase: str
    closed: str
    powers: tuple[PowerJudged, ...]
    silent: str
    retreats: tuple[str, ...]
    news: tuple[str, ...]


def write_history(game: Game, reader: Person, told: Sequence[PhaseClosed], following: PhaseClosed | None) -> str:
    """The results of closed phases, oldest first; ``following`` is the first that found no room."""
    return fill(
        reader.language,
        "anyone.history",
        game=game.name,
        is_running=bool(_voice(game, reader, told[0].before).notation.report),
        chapters=[_chapter(game, reader, event) for event in told],
        following=phase_line(following.before.phase, game.board.calendar, reader.language) if following else "",
    )


def _chapter(game: Game, reader: Person, event: PhaseClosed) -> Chapter:
    before, after = (_voice(game, reader, at) for at in (event.before, event.judgement.after))
    known = front(game, reader, after, event)
    return Chapter(
        code=str(event.before.phase),
        phase=before.phase(event.before.phase),
        closed=moment(event.at, reader.zone, reader.language),
        powers=powers_judged(event.judgement, event.silent, before),
        silent=before.listing(map(before.power, event.silent)),
        retreats=retreats(event.judgement, before, after),
        news=(*known.changes, *known.reports, *known.alerts) if known else (),
    )


def _voice(game: Game, reader: Person, at: Position) -> Voice:
    return voice_of(game, reader, at)


def write_summary(game: Game, reader: Person, closed: Sequence[PhaseClosed]) -> str:
    """The centres of each power by years, which powers are played, which gave no orders when.

    Through fog the reader is told of their own.
    """
    names = {power: name[reader.language] for power, name in game.board.powers.items()}
    begun = game.position is not None
    seen = names if sees_all(game, reader.address) else game.powers_of(reader.address)
    known = {power: names[power] for power in seen}
    unplayed = [names[power] for power in names if begun and power not in game.seats]
    return fill(
        reader.language,
        "anyone.summary",
        game=game.name,
        rulebook=game.settings.rulebook,
        joined=len(game.players),
        needed=len(names),
        is_started=begun,
        counted_by=game.board.calendar,
        charts=[_chart(years, known, reader) for years in _in_rows(centres_by_years(game, closed)) if known],
        unplayed=listing(reader.language, unplayed),
        players=_players(game, names, reader),
        silent=_silent(game, closed, names, reader),
    )


def _players(game: Game, names: Mapping[Power, str], reader: Person) -> tuple[str, ...]:
    """Who plays which power, for those who may know."""
    if not knows_addresses(game, reader.address):
        return ()
    return tuple(hanging(f"  {names[power]}", game.players_of(power), 20) for power in names if power in game.seats)


Counts = Mapping[Power, int]


def centres_by_years(game: Game, closed: Sequence[PhaseClosed]) -> Mapping[str, Counts]:
    """How many centres each power had at the start and at the end of each year that is over, as the board counts."""
    if not closed and game.position is None:
        return {}
    start = closed[0].before if closed else game.position
    assert start is not None
    ends = {event.before.phase.year: event.judgement.after for event in closed}
    over: dict[Year, Position] = {year: after for year, after in ends.items() if _is_over(year, after, game)}
    counted = {"": start} | {str(year): after for year, after in over.items()}
    board = game.board
    return {year: {power: territories(board, at, power) for power in board.powers} for year, at in counted.items()}


def _is_over(year: Year, after: Position, game: Game) -> bool:
    """Whether the centres of a year are counted: its winter, or its end, has come."""
    return after.phase.year > year or after.phase.season is Season.WINTER or game.ended is not None


def _in_rows(years: Mapping[str, Counts]) -> Iterator[Mapping[str, Counts]]:
    listed = list(years)
    for first in range(0, len(listed), _YEARS_IN_A_ROW):
        yield {year: years[year] for year in listed[first : first + _YEARS_IN_A_ROW]}


def _chart(years: Mapping[str, Counts], names: Mapping[Power, str], reader: Person) -> str:
    """A line for each power, a column for each year, the first of all for the start."""
    width = max(map(len, names.values())) + 4
    start = say(reader.language, "words.start")
    lines = [" " * width + "".join(f"{year or start:>6}" for year in years)]
    for power, name in names.items():
        lines.append(f"  {name:{width - 2}}" + "".join(f"{counts[power]:6}" for counts in years.values()))
    return "\n".join(lines)


def _silent(game: Game, closed: Sequence[PhaseClosed], names: Mapping[Power, str], reader: Person) -> str:
    """``Italy (S1902M, F1902M)``: who gave no orders in which phases."""
    lines = [(event, phase_line(event.before.phase, game.board.calendar, reader.language)) for event in closed]
    phases = {power: [line for event, line in lines if power in event.silent] for power in names}
    told = [f"{names[power]} ({listing(reader.language, missed)})" for power, missed in phases.items() if missed]
    return say(reader.language, "words.comma").join(told)
