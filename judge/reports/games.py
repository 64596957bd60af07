"""Many games at once: the list of games, the gazette, somebody's finished games, the standings of a tournament."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

from judge.game.league import Result, Tournament, TournamentStanding, average_score
from judge.game.people.address_book import Person
from judge.game.phases.messages import Ending, PhaseClosed
from judge.game.settings import Address, Entry, GameName, Language
from judge.game.summary import Summary
from judge.game.visibility import has_fog
from judge.reports.ending import mixed_number
from judge.reports.language import count, day_text, duration_text, listing, moment_text, say
from judge.reports.layout import hanging_indent, no_wrap
from judge.reports.names import phase_name, powers_listed
from judge.reports.page import RowsOfTable, TableRow
from judge.reports.templates import LetterText, fill_template, letter_text
from judge.rules.board import Board

_COLUMN = 14
"""The column where the description of a game begins."""


@dataclass(frozen=True)
class GameList:
    """The rows of the list.

    ``example`` is a game with a free seat, ``vacant`` one whose waiting list one may join; both may be empty.
    """

    openings: tuple[str, ...]
    running: tuple[str, ...]
    over: tuple[str, ...]
    example: str
    vacant: str


def write_games(games: Sequence[Summary], language: Language, reader: Address | None = None) -> str:
    """Return the list of the games that the reader may know of; deadlines in the time zone of each game."""
    return fill_template(language, "anyone.games", games=game_list(games, language, reader))


def game_list(games: Sequence[Summary], language: Language, reader: Address | None = None) -> GameList:
    """Return the rows of the list; hidden games are shown to their own people alone."""
    shown = [game for game in games if not game.settings.access.hidden or reader in game.languages]
    openings = [game for game in shown if not game.phase and not game.ended]
    running = [game for game in shown if game.phase and not game.ended]
    free = [game for game in openings if game.free_seats and game.settings.access.entry is not Entry.NAMED]
    full = [game for game in openings if not game.free_seats]
    wanting = [game for game in running if game.sought or not game.waiting] + full
    return GameList(
        openings=tuple(_row(game, ", ".join(_opening(game, language))) for game in openings),
        running=tuple(_row(game, ", ".join(_running(game, language))) for game in running),
        over=tuple(game.name for game in shown if game.ended),
        example=free[0].name if free else "",
        vacant=next((game.name for game in wanting if game.settings.access.entry is not Entry.NAMED), ""),
    )


def _row(game: Summary, told: str) -> str:
    return hanging_indent(f"  {game.name}", told.split(" "), _COLUMN)


def _opening(game: Summary, language: Language) -> Iterator[str]:
    """Yield rule book, speed, free seats, who may join."""
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
    """Yield rule book, speed, phase, seats that need a player."""
    yield from _kind(game, language)
    yield _phase(game, language)
    if game.sought:
        yield count(language, "list.vacant", len(game.sought_seats))
    yield count(language, "list.standbys", game.waiting) if game.waiting else say(language, "list.no_standby")


def _kind(game: Summary, language: Language) -> Iterator[str]:
    yield say(language, "list.rules", rulebook=game.settings.rulebook)
    yield say(language, "list.speed", length=no_wrap(duration_text(game.settings.lengths.movement, language)))


def _phase(game: Summary, language: Language) -> str:
    if game.phase is None or game.due is None:
        return say(language, "list.over")
    name = phase_name(game.phase, game.board.calendar, language)
    if game.is_paused:
        return say(language, "list.paused", phase=name)
    return say(language, "list.open", phase=name, at=moment_text(game.due, game.settings.zone, language))


# --- the gazette


def write_gazette(
    language: Language,
    number: int,
    since: datetime,
    now: datetime,
    games: Mapping[GameName, Sequence[PhaseClosed]],
    stand: Sequence[Summary],
) -> LetterText:
    """Return the issue on what has happened between ``since`` and ``now``; days are named in the zone of these.

    ``stand`` are all games as they stand now; ``games`` are their closed phases, where a game without a phase closed
    since then may be missing.
    """
    shown = [game for game in stand if not game.settings.access.hidden]
    new = {game.name: [event for event in games.get(game.name, ()) if since < event.at <= now] for game in shown}
    text = fill_template(
        language,
        "anyone.gazette",
        number=number,
        first=day_text(since.date(), language),
        last=day_text(now.date(), language),
        games=game_list(shown, language),
        results=[_row(game, _results(game, new[game.name], language)) for game in shown if new[game.name]],
        over=[_row(game, _over(game, language)) for game in shown if game.ended and since < game.ended.at <= now],
        seats=[_row(game, _powers_sought(game, language)) for game in shown if game.sought],
        seat=next((game.name for game in shown if game.sought), ""),
    )
    facts = {"game": say(language, "words.judge"), "number": number, "day": day_text(now.date(), language)}
    return letter_text(say(language, "subject.gazette", **facts), text)


def _results(game: Summary, closed: Sequence[PhaseClosed], language: Language) -> str:
    """Return the phases closed and, where no fog hides them, the centres after the last of them."""
    phases = (event.before.phase for event in closed)
    names = [phase_name(one, game.board.calendar, language) for one in phases]
    told = listing(language, names)
    if has_fog(game):
        return say(language, "gazette.closed", phases=told)
    after = closed[-1].judgement.after
    held = [no_wrap(f"{names[language]} {len(after.centres_of(power))}") for power, names in game.board.powers.items()]
    centres = say(language, "words.comma").join(held)
    return say(language, "gazette.results", phases=told, centres=centres)


def _over(game: Summary, language: Language) -> str:
    assert game.ended is not None
    winners = powers_listed(game.ended.winners, game.board, language)
    match game.ended.ending:
        case Ending.DRAW | Ending.STALEMATE:
            return say(language, "gazette.drawn", winners=winners)
        case Ending.ABANDONED | Ending.TERMINATED:
            return say(language, "gazette.no_result")
        case _:
            return say(language, "gazette.won" if winners else "gazette.nobody", winners=winners)


def _powers_sought(game: Summary, language: Language) -> str:
    return powers_listed(game.sought, game.board, language)


@dataclass(frozen=True)
class _StandingsRow:
    """A row of a table of standings."""

    place: int
    who: str
    team: str
    told: str


def write_player(reader: Person, who: str, found: Sequence[Result], games: Mapping[GameName, Summary]) -> str:
    """Return the finished games of one person; ``who`` is empty for the reader's own."""
    language = reader.language
    rows = [
        hanging_indent(f"  {one.game}", _result_text(one, games[one.game].board, language).split(" "), _COLUMN)
        for one in found
    ]
    return fill_template(
        language,
        "anyone.player",
        who=who,
        rows=rows,
        games=count(language, "league.games", len(found)),
        average=decimal_text(average_score(found), language),
    )


def _result_text(one: Result, board: Board, language: Language) -> str:
    """Return powers, centres, points, and how the game ended."""
    return say(
        language,
        "league.result",
        powers=powers_listed(one.powers, board, language),
        centres=count(language, "league.centres", one.centres),
        points=_points(one.score, language),
        ending=_ending(one, language),
    )


def _ending(one: Result, language: Language) -> str:
    has_won = any(power in one.ended.winners for power in one.powers)
    match one.ended.ending:
        case Ending.DRAW | Ending.STALEMATE:
            return say(language, "league.drawn" if has_won else "league.not_in_draw")
        case _:
            return say(language, "league.won" if has_won else "league.not_won")


def write_tournaments(reader: Person, there: Sequence[Tournament], over: Mapping[str, int]) -> str:
    """Return the list of tournaments; ``over`` counts the finished games of each by its name."""
    language = reader.language
    rows = [
        hanging_indent(
            f"  {one.name}",
            say(
                language, "league.tournament", title=one.titles[language], over=over[one.name], of=len(one.games)
            ).split(" "),
            _COLUMN,
        )
        for one in there
    ]
    return fill_template(language, "anyone.tournaments", rows=rows, example=there[0].name if there else "")


def write_standings(
    reader: Person,
    tournament: Tournament,
    players: Sequence[TournamentStanding],
    teams: Sequence[TournamentStanding],
    games: Mapping[GameName, Summary],
) -> str:
    """Return the standings of a tournament: players, then teams.

    Whoever has no name there is listed by the seats they had.
    """
    language = reader.language
    over = [name for name in tournament.games if name in games and games[name].ended]
    return fill_template(
        language,
        "anyone.standings",
        title=tournament.titles[language],
        scoring=say(language, f"scoring.{tournament.scoring}"),
        best=tournament.best,
        players=_table([_standings_row(one, games, language) for one in players]),
        teams=_table([_standings_row(one, games, language) for one in teams]),
        over=listing(language, over),
        open=listing(language, [name for name in tournament.games if name not in over]),
    )


def standing_name(standing: TournamentStanding, games: Mapping[GameName, Summary], language: Language) -> str:
    """Return the name in a row of standings: a player's or a team's own, or ``France (rome)``."""
    seats = [f"{games[game].board.powers[power][language]} ({game})" for power, game in standing.seats]
    return standing.who or listing(language, seats)


def _standings_row(one: TournamentStanding, games: Mapping[GameName, Summary], language: Language) -> _StandingsRow:
    told = say(
        language,
        "league.standing",
        points=_points(one.points, language),
        games=count(language, "league.games", one.played),
        average=decimal_text(one.average, language),
    )
    return _StandingsRow(one.place, standing_name(one, games, language), one.team, told)


def _table(lines: Sequence[_StandingsRow]) -> RowsOfTable:
    """Return two lines for each row: place and name, then points."""
    named = ((line, f"{line.who}{f', {line.team}' if line.team else ''}") for line in lines)
    return RowsOfTable(
        TableRow(f"{line.place:4}  {who}\n      {line.told}", (f"{line.place}", who, line.told)) for line, who in named
    )


def _points(score: Fraction, language: Language) -> str:
    """Return an exact score in words."""
    is_one = score < 2 if language == "fr" else score == 1  # noqa: PLR2004 - the grammar of French
    return say(language, f"league.points.{'one' if is_one else 'many'}", n=mixed_number(score).strip())


def decimal_text(value: Fraction, language: Language) -> str:
    """Return a mean to two decimal places, written as the language does."""
    said = f"{float(value):.2f}"
    return said.replace(".", ",") if language == "fr" else said
