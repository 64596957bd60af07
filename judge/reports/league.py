"""What has come of finished games: those of one player, tournaments, the standings of one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from judge.game.league import Result, Tournament, TournamentStanding, average_score
from judge.game.people.address_book import Person
from judge.game.phases.messages import Ending
from judge.game.settings import GameName, Language
from judge.game.summary import Summary
from judge.reports.ending import mixed_number
from judge.reports.games import COLUMN
from judge.reports.language import count, listing, number_text, say
from judge.reports.layout import hanging_indent
from judge.reports.names import powers_listed
from judge.reports.page import RowsOfTable, TableRow
from judge.reports.templates import fill_template
from judge.rules.board import Board


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
        hanging_indent(f"  {one.game}", _result_text(one, games[one.game].board, language).split(" "), COLUMN)
        for one in found
    ]
    return fill_template(
        language,
        "anyone.player",
        who=who,
        rows=rows,
        played=count(language, "league.played", len(found), average=decimal_text(average_score(found), language)),
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
            _tournament_text(one, over[one.name], language).split(" "),
            COLUMN,
        )
        for one in there
    ]
    return fill_template(language, "anyone.tournaments", rows=rows, example=there[0].name if there else "")


def _tournament_text(one: Tournament, over: int, language: Language) -> str:
    facts = {"title": one.titles[language], "of": number_text(len(one.games), language)}
    return (
        count(language, "league.tournament", over, **facts) if over else say(language, "league.no_game_over", **facts)
    )


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
        best=count(language, "league.best", tournament.best) if tournament.best else "",
        players=_table([_standings_row(one, games, language) for one in players]),
        teams=_table([_standings_row(one, games, language) for one in teams]),
        over=listing(language, over),
        open=listing(language, [name for name in tournament.games if name not in over]),
    )


def standing_name(standing: TournamentStanding, games: Mapping[GameName, Summary], language: Language) -> str:
    """Return the name in a row of standings: a player's or a team's own, or ``France (rome)``."""
    seats = [f"{games[game].board.name_of(power, language)} ({game})" for power, game in standing.seats]
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
