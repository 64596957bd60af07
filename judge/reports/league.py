"""The answers to PLAYER or STANDINGS: what somebody came to in finished games, how a tournament stands."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from judge.game.league import Result, Standing, Tournament, average
from judge.game.person import Person
from judge.game.phases.messages import Ending
from judge.game.settings import GameName, Language
from judge.game.summary import Summary
from judge.reports.language import count, listing, say
from judge.reports.layout import hanging
from judge.reports.names import powers_listed
from judge.reports.pages import fill
from judge.reports.phases import mixed
from judge.rules.board import Board

_COLUMN = 14
"""Where a row says what there is to say of a game."""


@dataclass(frozen=True)
class Line:
    """A line of a table of standings."""

    place: int
    who: str
    team: str
    told: str


def write_player(reader: Person, who: str, found: Sequence[Result], games: Mapping[GameName, Summary]) -> str:
    """The finished games of one person, the reader's own where ``who`` is empty."""
    language = reader.language
    rows = [hanging(f"  {one.game}", _told(one, games[one.game].board, language).split(" "), _COLUMN) for one in found]
    return fill(
        language,
        "anyone.player",
        who=who,
        rows=rows,
        games=count(language, "league.games", len(found)),
        average=decimal(average(found), language),
    )


def _told(one: Result, board: Board, language: Language) -> str:
    """Powers, centres, points, how the game ended."""
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
    """The tournaments there are; ``over`` counts their games that are finished, by name."""
    language = reader.language
    rows = [
        hanging(
            f"  {one.name}",
            say(
                language, "league.tournament", title=one.titles[language], over=over[one.name], of=len(one.games)
            ).split(" "),
            _COLUMN,
        )
        for one in there
    ]
    return fill(language, "anyone.tournaments", rows=rows, example=there[0].name if there else "")


def write_standings(
    reader: Person,
    tournament: Tournament,
    players: Sequence[Standing],
    teams: Sequence[Standing],
    games: Mapping[GameName, Summary],
) -> str:
    """How a tournament stands: players, then teams; whoever has no name there is told by the seats they had."""
    language = reader.language
    over = [name for name in tournament.games if name in games and games[name].ended]
    return fill(
        language,
        "anyone.standings",
        title=tournament.titles[language],
        scoring=say(language, f"scoring.{tournament.scoring}"),
        best=tournament.best,
        players=_table([_line(one, games, language) for one in players]),
        teams=_table([_line(one, games, language) for one in teams]),
        over=listing(language, over),
        open=listing(language, [name for name in tournament.games if name not in over]),
    )


def who_is(standing: Standing, games: Mapping[GameName, Summary], language: Language) -> str:
    """The name of a line: a player's or a team's own, or ``France (rome)``."""
    seats = [f"{games[game].board.powers[power][language]} ({game})" for power, game in standing.seats]
    return standing.who or listing(language, seats)


def _line(one: Standing, games: Mapping[GameName, Summary], language: Language) -> Line:
    told = say(
        language,
        "league.standing",
        points=_points(one.points, language),
        games=count(language, "league.games", one.played),
        average=decimal(one.average, language),
    )
    return Line(one.place, who_is(one, games, language), one.team, told)


def _table(lines: Sequence[Line]) -> str:
    """Two lines for each: place and name, then what they came to."""
    return "\n".join(
        f"{line.place:4}  {line.who}{f', {line.team}' if line.team else ''}\n      {line.told}" for line in lines
    )


def _points(score: Fraction, language: Language) -> str:
    """A score in words, exact."""
    is_one = score < 2 if language == "fr" else score == 1  # noqa: PLR2004 - the grammar of French
    return say(language, f"league.points.{'one' if is_one else 'many'}", n=mixed(score).strip())


def decimal(value: Fraction, language: Language) -> str:
    """A mean, to two places."""
    said = f"{float(value):.2f}"
    return said.replace(".", ",") if language == "fr" else said
