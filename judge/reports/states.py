"""Answers about a game: as it stands (STATUS), its terms (TERMS), its past (HISTORY), what would have been (WHATIF)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from judge.game.mastery.permissions import knows_addresses
from judge.game.person import Person
from judge.game.phases.messages import Ending, PhaseClosed
from judge.game.settings import Language
from judge.game.sight import sees_all
from judge.game.state import Game
from judge.game.votes.count import counted
from judge.reports.deadlines import agenda
from judge.reports.facts import PowerJudged, centre_table, position_table, powers_judged, retreats
from judge.reports.front import front
from judge.reports.language import listing, moment, say
from judge.reports.layout import hanging
from judge.reports.names import phase_line, powers_listed
from judge.reports.orders import force
from judge.reports.pages import fill
from judge.reports.scouts import scouts
from judge.reports.terms import agreement
from judge.reports.verdicts import explain_void
from judge.reports.voice import Voice, voice_of
from judge.reports.votes import told_of_votes
from judge.rules.board import Board, Power, Year
from judge.rules.legality import why_illegal
from judge.rules.orders import Order
from judge.rules.position import Position, Season
from judge.rules.territory import territories
from judge.rules.verdicts import Judgement, Stood, Verdict


def write_state(game: Game, reader: Person, now: datetime) -> str:
    """One game as it stands for one reader; of orders it shows the reader's own alone."""
    position = game.position
    voice = voice_of(game, reader, position) if position else None
    powers = game.powers_of(reader.address)
    is_open = voice is not None and game.deadline is not None
    return fill(
        reader.language,
        "anyone.state",
        game=game.name,
        now=moment(now, reader.zone, reader.language),
        rulebook=game.settings.rulebook,
        terms=agreement(game.settings, reader.language),
        waiting=len(game.standbys),
        joined=len(game.players),
        needed=len(game.board.seats),
        is_started=position is not None,
        is_over=game.ended is not None,
        is_draw=game.ended is not None and game.ended.ending in {Ending.DRAW, Ending.STALEMATE},
        sought=powers_listed(game.sought, game.board, reader.language),
        votes=told_of_votes(counted(game), game.board, reader.language),
        winners=listing(reader.language, _winners(game, reader.language)),
        phase=voice.phase(voice.position.phase) if voice else "",
        ahead=agenda(game, reader, game.deadline, powers, voice) if voice and game.deadline else None,
        forces=[force(game, power, voice) for power in powers] if voice and is_open else [],
        scouts=[found for power in powers if voice and is_open and (found := scouts(game, power, voice))],
        front=front(game, reader, voice) if voice else None,
        position=position_table(voice) if voice else "",
        centres=centre_table(voice) if voice else "",
    )


def write_terms(game: Game, reader: Person) -> str:
    """What was agreed for one game."""
    return fill(reader.language, "anyone.terms", game=game.name, terms=agreement(game.settings, reader.language))


def _winners(game: Game, language: Language) -> list[str]:
    return [game.board.powers[power][language] for power in game.ended.winners] if game.ended else []


# --- its past


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


# --- what would have been


def write_begun(reader: Person) -> str:
    """What is said under the first line of a what-if."""
    return say(reader.language, "supposed.begun")


def write_under(reader: Person, power: Power, board: Board) -> str:
    """What is said under the name of a power."""
    return say(reader.language, "supposed.under", power=board.powers[power][reader.language])


def write_supposed(order: Order, voice: Voice) -> str:
    """What is said under one line of a what-if that was understood."""
    said = voice.say("supposed.line", order=voice.order(order), words=voice.words(order))
    void = why_illegal(voice.board, voice.position, order)
    if void is None:
        return said
    warning = voice.say("supposed.void", why=explain_void(void, order, voice))
    return f"{said} {warning}"


def write_what_if(game: Game, reader: Person, position: Position, judgement: Judgement, left: int) -> str:
    """The report of a phase that was not; every heading says so. ``left`` more may be asked within a day."""
    before, after = (voice_of(game, reader, at) for at in (position, judgement.after))
    told = {power: tuple(filter(_is_told, verdicts)) for power, verdicts in judgement.verdicts.items()}
    return fill(
        reader.language,
        "anyone.whatif",
        phase=before.phase(position.phase),
        code=str(position.phase),
        powers=powers_judged(replace(judgement, verdicts=told), (), before),
        others_hold=told != judgement.verdicts,
        retreats=retreats(judgement, before, after),
        then=after.phase(judgement.after.phase),
        front=front(game, reader, after),
        position=position_table(after),
        centres=centre_table(after, before),
        left=left,
    )


def _is_told(verdict: Verdict) -> bool:
    """Most units have no order in a what-if; those that simply held are told together."""
    return verdict.reason != Stood(unordered=True) or verdict.dislodged is not None
