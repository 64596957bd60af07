"""How games ended: the letter on the end of one, its course in figures, players, standings."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby

from judge.game.figures import Betrayed, Stab, StandoffRow, YearChange, course_figures
from judge.game.league import (
    RECORD_SCORING,
    Hobby,
    RankingRow,
    Result,
    ResultRow,
    Summary,
    Tally,
    Tournament,
    TournamentStanding,
    average_score,
    public_games,
    total_of,
    totals_by,
)
from judge.game.names import Stage
from judge.game.people.messages import Person
from judge.game.phases.endings import scores_of
from judge.game.phases.messages import Ending, GameEnded
from judge.game.press.rules import may_write
from judge.game.settings import Address, GameName, Language
from judge.game.state import Game
from judge.game.visibility import has_fog
from judge.languages import in_digits
from judge.reports.board_tables import chart_title, short_centre_charts
from judge.reports.games import COLUMN
from judge.reports.language import (
    LetterText,
    alphabetic,
    count,
    fill_template,
    fitting_subject,
    letter_text,
    listing,
    number_text,
    phrasebook,
    say,
)
from judge.reports.layout import RowsOfTable, TableRow, aligned_table, hanging_indent
from judge.reports.names import names_of_powers, power_name, powers_listed
from judge.reports.phrasing import Phrasing, key_for_board, phrasing_for
from judge.reports.war_report import WarReport, war_report
from judge.rules.board import Board, Power, Year
from judge.rules.ending import ScoreParts, centres_to_win, draw_is_shared, points_by_parts
from judge.rules.position import Season, territory_count
from judge.rules.rulebook import CountedAtTerm, UnitSight

# --- the course of a game in figures


_MOST_STABS = 12
"""The most stabs of a kind that one letter names, the newest."""
_MOST_ALIKE = 4
"""The most records of a kind that are named; where more are equal, none of them says anything."""


def course_lines(game: Game, reader: Person) -> tuple[str, ...]:
    """Return a line for each figure that a game has; ``game`` is as its reader may know it.

    None while there is fog: what is known to be the most would be a guess.
    """
    if game.position is None or has_fog(game):
        return ()
    phrasing = phrasing_for(game, reader, game.position)
    figures = course_figures(game.course, game.centre_history, game.survivors)
    number, pairs = figures.supports
    lines = (
        _records("standoff", [_standoff(row, phrasing) for row in figures.standoffs], phrasing),
        _records("gain", [_change(one, phrasing) for one in figures.gains], phrasing),
        _records("loss", [_change(one, phrasing) for one in figures.losses], phrasing),
        _records("supports", [_support(*pair, number, phrasing) for pair in pairs], phrasing),
        *(_stabs(kind, [one for one in figures.stabs if one.betrayed is kind], phrasing) for kind in Betrayed),
        _reserves(game, phrasing),
        _eliminated([(gone.power, phrasing.phase(gone.phase)) for gone in figures.eliminated], phrasing),
    )
    return tuple(line for line in lines if line)


def _reserves(game: Game, phrasing: Phrasing) -> str:
    spent = {phrasing.power(power): days for power, days in game.timekeeping.spent.items() if days}
    told = phrasing.say("words.comma").join(f"{power} {spent[power]}" for power in sorted(spent, key=alphabetic))
    return phrasing.say("course.reserves", told=told) if told else ""


def _records(key: str, told: Sequence[str], phrasing: Phrasing) -> str:
    if not 0 < len(told) <= _MOST_ALIKE:
        return ""
    centres = phrasing.say("words.centres")
    return phrasing.say(f"course.{key}", told=phrasing.say("words.semicolon").join(told), centres=centres)


def _standoff(row: StandoffRow, phrasing: Phrasing) -> str:
    return phrasing.say(
        "course.row",
        n=row.number,
        at=phrasing.region(row.standoff.province, "at"),
        powers=phrasing.listing(map(phrasing.power, row.standoff.powers)),
        first=phrasing.phase(row.first),
        last=phrasing.phase(row.last),
    )


def _change(one: YearChange, phrasing: Phrasing) -> str:
    key = f"course.change_{phrasing.board.calendar}"
    return phrasing.say(key, power=phrasing.power(one.power), before=one.before, after=one.after, year=one.year)


def _support(giver: Power, receiver: Power, number: int, phrasing: Phrasing) -> str:
    powers = {"giver": phrasing.power_in_words(giver), "receiver": phrasing.to_power(receiver)}
    return phrasing.say("course.support", n=number, **powers)


def _stabs(kind: Betrayed, stabs: Sequence[Stab], phrasing: Phrasing) -> str:
    if not stabs:
        return ""
    told = list(_by_phase(stabs, phrasing))
    listed = phrasing.say("words.semicolon").join(told[-_MOST_STABS:])
    key = "course.stabs_newest" if len(told) > _MOST_STABS else "course.stabs"
    return phrasing.say(key, n=len(told), what=phrasing.say(f"course.after_{kind.value}"), told=listed)


def _by_phase(stabs: Sequence[Stab], phrasing: Phrasing) -> Iterator[str]:
    """Yield what one power did to another in one phase, with all its places."""
    ordered = sorted(stabs, key=lambda one: (one.phase.year, one.phase.season == "F", one.by, one.victim))
    for (phase, by, victim), same in groupby(ordered, key=lambda one: (one.phase, one.by, one.victim)):
        yield phrasing.say(
            "course.stab",
            phase=phrasing.phase(phase),
            by=phrasing.power(by),
            victim=phrasing.power(victim),
            at=phrasing.regions([one.province for one in same], "at"),
        )


def _eliminated(gone: Sequence[tuple[Power, str]], phrasing: Phrasing) -> str:
    told = [phrasing.say("course.gone", power=phrasing.power(power), phase=phase) for power, phase in gone]
    return phrasing.say("course.eliminated", told=phrasing.listing(told)) if told else ""


# --- the letter on the end of a game: who has won, everyone's score


def write_ended(game: Game, reader: Person, event: GameEnded) -> LetterText:
    """Return the letter on the end of a game: who won, and everyone's score."""
    names = names_of_powers(game.board, reader.language)
    said = {power: power_name(power, game.board, reader.language).name for power in names}
    winners = listing(reader.language, [said[power] for power in names if power in event.winners])
    is_solo = event.ending is Ending.SOLO
    text = fill_template(
        reader.language,
        "all.ended",
        game=game.name,
        is_solo=is_solo,
        ending=event.ending.value,
        reason=event.reason,
        is_practice=game.settings.practice,
        is_out=not any(power in game.survivors for power in game.powers_of(reader.address)),
        is_scored=bool(event.scores),
        scoring=_scoring(game, event, reader.language),
        years=count(reader.language, f"votes.{game.board.calendar}", game.still_years),
        winners=winners,
        is_shared=len(event.winners) > 1,
        scores=score_table(replace(event, centres=counts_at_end(game, event)), names, _units_at_end(game, event)),
        by_units=bool(_units_at_end(game, event)),
        parts=_parts_table(game, event, names),
        has_neutral=any(one.neutral for one in score_parts(game, event).values()),
        players=_player_table(game, event, names),
        charts=short_centre_charts(game.centre_history, game.board, reader.language),
        charted=chart_title(game.board, reader.language),
        course=course_lines(game, reader),
        course_title=say(reader.language, "course.title"),
        own=listing(reader.language, [said[power] for power in game.powers_of(reader.address)]),
        reports=game.phases_closed - len(game.undone),
        may_write=may_write(game, reader.address),
        victory=_needed_to_win(game, event),
        centres=say(reader.language, key_for_board("words.centres", game.board)),
        counted_by=game.board.calendar,
        fog_lifts=game.book.sight is not UnitSight.ALL,
        front=_war_at_the_end(game, reader, event),
        units=game.board.victory_units,
    )
    return letter_text(fitting_subject(_subjects(game, event, reader.language, winners)), text)


def ending_in_short(game: Game, reader: Person, event: GameEnded) -> str:
    """Return the sentence that says how a game ended: ``The game is over: victory of Upland``, with its full stop."""
    names = [power for power in names_of_powers(game.board, reader.language) if power in event.winners]
    winners = listing(reader.language, [power_name(one, game.board, reader.language).name for one in names])
    return f"{next(_subjects(game, event, reader.language, winners)).removeprefix(f'[{game.name}] ')}."


def _subjects(game: Game, event: GameEnded, language: Language, winners: str) -> Iterator[str]:
    """Yield the subject that tells how a game ended: with the names of those who share it, with their number."""
    to_winner = power_name(event.winners[0], game.board, language).to if event.winners else ""
    yield say(language, _ending_key(event), game=game.name, winners=winners, to_winner=to_winner)
    if event.ending in {Ending.DRAW, Ending.STALEMATE}:
        if {*event.winners} == {*game.board.powers}:
            yield say(language, "subject.ended_draw_of_all", game=game.name)
        yield count(language, "subject.ended_draw_of", len(event.winners), game=game.name)
    if event.ending is Ending.TERM and event.winners:
        yield count(language, "subject.ended_term_of", len(event.winners), game=game.name)


def _war_at_the_end(game: Game, reader: Person, event: GameEnded) -> WarReport | None:
    """Return the whole of a war, where the game did not end with a phase whose results show it."""
    if game.position is None or event.ending in {Ending.SOLO, Ending.TERM}:
        return None
    return war_report(game, reader, phrasing_for(game, reader, game.position))


def _scoring(game: Game, event: GameEnded, language: Language) -> str:
    """Return the name of a scoring; empty for a draw shared equally."""
    alike = event.ending in {Ending.DRAW, Ending.STALEMATE} and draw_is_shared(game.settings.scoring)
    name = say(language, f"scoring.{game.settings.scoring}")
    return "" if alike else name.partition(",")[0]


def _ending_key(event: GameEnded) -> str:
    """Return the key of the subject that tells how a game ended."""
    match event.ending:
        case Ending.SOLO:
            return "subject.ended_solo"
        case Ending.CONCESSION:
            return "subject.ended_concession"
        case Ending.DRAW | Ending.STALEMATE:
            return "subject.ended_draw"
        case _:
            return "subject.ended_term" if event.winners else "subject.ended_nobody"


# --- scores


def score_table(event: GameEnded, names: Mapping[Power, str], units: Mapping[Power, int] | None = None) -> RowsOfTable:
    """Return the powers by score: units where these decide, centres, exact score."""
    rows = []
    for power in ranked_powers(event, names):
        counts = [units.get(power, 0)] if units else []
        cells = [f"{number:3}   " for number in (*counts, event.centres[power])]
        rows.append((names[power], *cells, mixed_number(event.scores[power])))
    return aligned_table(rows)


def counts_at_end(game: Game, event: GameEnded) -> Mapping[Power, int]:
    """Return the centres of each power at the end; a large town as often as its board counts it, if points do not."""
    at = game.position if game.board.war.worth and not score_parts(game, event) else None
    return {power: territory_count(game.board, at, power) for power in event.centres} if at else event.centres


def _needed_to_win(game: Game, event: GameEnded) -> int:
    """Return how many centres were enough for the winner in the last autumn; 0 where centres win nothing."""
    if game.position is None or not event.winners:
        return game.board.victory_centres
    phase = game.position.phase
    year = phase.year if phase.season is Season.WINTER else Year(phase.year - 1)
    return centres_to_win(game.board, year, event.winners[0])


def _units_at_end(game: Game, event: GameEnded) -> Mapping[Power, int]:
    """Return how many units each power has left, where units decide; empty elsewhere (001 III, XIV.2)."""
    at_term = event.ending is Ending.TERM and game.book.counted_at_term is CountedAtTerm.UNITS
    by_victory = event.ending is Ending.SOLO and game.board.victory_units > 0
    if game.position is None or not (at_term or by_victory):
        return {}
    return Counter(unit.power for unit in game.position.units.values())


def _parts_table(game: Game, event: GameEnded, names: Mapping[Power, str]) -> RowsOfTable:
    """Return how the points of each power add up: ``1 + 12 + 38 = 51``; empty for scores of a single kind."""
    parts = score_parts(game, event)
    is_neutral = any(one.neutral for one in parts.values())
    rows = []
    for power in ranked_powers(event, names) if parts else ():
        one = parts[power]
        kinds = (one.taking_part, one.centres, one.place, *((one.neutral,) if is_neutral else ()))
        sums = " + ".join(mixed_number(Fraction(kind)).strip() for kind in kinds)
        rows.append((names[power], f"{sums} = {mixed_number(one.total).strip()}"))
    return aligned_table(rows)


def score_parts(game: Game, event: GameEnded) -> Mapping[Power, ScoreParts]:
    """Return the parts of the points, where the scores are made of parts."""
    parts = points_by_parts(game.settings.scoring, game.board, event.centres) if event.scores else {}
    return parts if all(parts[power].total == event.scores.get(power) for power in parts) else {}


def _player_table(game: Game, event: GameEnded, names: Mapping[Power, str]) -> RowsOfTable:
    """Return the points of each player, where players play several powers."""
    if not event.scores or all(len(side) == 1 for side in game.sides):
        return RowsOfTable(())
    totals = {side: sum((event.scores[power] for power in side), Fraction(0)) for side in game.sides}
    called = {side: ", ".join(names[power] for power in side) for side in totals}
    ranked = sorted(totals, key=lambda side: -totals[side])
    return aligned_table([(called[side], mixed_number(totals[side])) for side in ranked])


def c_diplo_table(game: Summary, language: Language) -> RowsOfTable:
    """Return the powers of a game that has ended by their points in C-Diplo, whatever it was played for.

    Behind its centres stands how they add up: ``1 + 12 + 38 = 51``, for taking part, centres, place, neutral centres.
    After a solo or a shared draw they are of a single kind.
    """
    event = game.ended
    assert event is not None
    scores = scores_of(RECORD_SCORING, game.board, event.ending, event.centres, event.winners, game.sides)
    parts = points_by_parts(RECORD_SCORING, game.board, event.centres)
    is_sum = all(parts[power].total == score for power, score in scores.items())
    names = names_of_powers(game.board, language)
    ranked = sorted(scores, key=lambda power: (-scores[power], -event.centres[power], names[power]))
    points = {power: _sum_of(parts[power]) if is_sum else mixed_number(scores[power]).strip() for power in ranked}
    return aligned_table([(names[power], f"{event.centres[power]:3}   ", points[power]) for power in ranked], "    ")


def _sum_of(one: ScoreParts) -> str:
    """Return how points add up, without neutral centres where there are none."""
    kinds = (one.taking_part, one.centres, one.place, *((one.neutral,) if one.neutral else ()))
    return f"{' + '.join(mixed_number(Fraction(kind)).strip() for kind in kinds)} = {mixed_number(one.total).strip()}"


def ranked_powers(event: GameEnded, names: Mapping[Power, str]) -> list[Power]:
    """Return the powers that score, the best one first."""
    return sorted(event.scores, key=lambda power: (-event.scores[power], -event.centres[power], names[power]))


def mixed_number(score: Fraction) -> str:
    """Return an exact score as a mixed number, ``19 2/3``; a column of them adds up (000 V writes ``3 et 1/2``)."""
    whole, rest = divmod(score, 1)
    if not rest:
        return f"{whole:3}"
    return f"{whole:3} {rest}" if whole else f"    {rest}"


# --- what has come of finished games: those of one player, tournaments, the standings of one


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


# --- statistics: totals of the table of finished games


_MOST_RANKED, _MOST_PLAYERS = 20, 60
"""The most players of a ranking, and of the list of those who play here."""


def write_ranking(reader: Person, hobby: Hobby, tournaments: str = "") -> str:
    """Return the players by their average, with their ratings: the first ones, and the reader wherever they stand.

    The list of ``tournaments`` stands below.
    """
    language, ranking = reader.language, hobby.ranking
    told = [one for at, one in enumerate(ranking) if at < _MOST_RANKED or one.player == reader.address]
    rows = ((one.place, player_name(hobby, one.player, language), _ranked_text(one, language)) for one in told)
    return fill_template(language, "anyone.ranking", rows=_table_of_places(rows), tournaments=tournaments)


def _ranked_text(one: RankingRow, language: Language) -> str:
    average, record = decimal_text(one.tally.average, language), _record_text(one.tally, language)
    return say(language, "league.ranked", average=average, rating=round(one.rating), record=record)


def _record_text(tally: Tally, language: Language) -> str:
    """Return how many games, how many of them won and drawn."""
    told = [count(language, "league.games", tally.games)]
    told += [count(language, "league.won_games", tally.won)] if tally.won else []
    told += [count(language, "league.drawn_games", tally.drawn)] if tally.drawn else []
    return say(language, "words.comma").join(told)


def write_players(reader: Person, hobby: Hobby) -> str:
    """Return everybody who plays, or has played, in games that say so."""
    language = reader.language
    over = {one.player: one.tally.games for one in hobby.ranking}
    running = Counter(
        player
        for game in public_games(hobby.at(Stage.RUNNING))
        for player, powers in game.seats.items()
        if powers and player not in hobby.unlisted
    )
    named = sorted((player_name(hobby, player, language), player) for player in {**running, **over})
    rows = [(name, _playing_text(running[player], over.get(player, 0), language)) for name, player in named]
    told = RowsOfTable(TableRow(f"  {name}\n      {text}", (name, text)) for name, text in rows[:_MOST_PLAYERS])
    more = len(rows) - _MOST_PLAYERS
    return fill_template(
        language, "anyone.players", rows=told, more=count(language, "list.more", more) if more > 0 else ""
    )


def _playing_text(running: int, over: int, language: Language) -> str:
    told = [count(language, "league.under_way", running)] if running else []
    told += [count(language, "league.finished", over)] if over else []
    return say(language, "words.comma").join(told)


@dataclass(frozen=True)
class StatisticsSubject:
    """Whom and what statistics are of: a person, a board, a power; each may be empty, for all."""

    who: str
    board: str
    powers: tuple[Power, ...]


_COLUMNS = ("column.games", "column.won", "column.drawn", "column.centres", "column.c_diplo", "column.onr")


def write_statistics(
    reader: Person, about: StatisticsSubject, rows: Sequence[ResultRow], boards: Mapping[str, Board]
) -> str:
    """Return a table of some finished games: a row for each board, or for each power where there is but one board.

    Means are told where they are those of one player or one power.
    """
    language, of_one = reader.language, bool(about.who or about.powers)
    is_split = len({row.board for row in rows}) == 1 and bool(about.who or about.board)
    totals = totals_by(lambda row: (row.board, row.power if is_split else None), rows)
    named = {key: boards[key[0]].name_of(key[1], language) if key[1] else key[0] for key in totals}
    powers = [boards[board].name_of(power, language) for board, _ in [*totals][:1] for power in about.powers]
    cells = [("", *(say(language, key) for key in _COLUMNS))]
    cells += [(named[key], *_tally_cells(one, language, of_one=of_one or is_split)) for key, one in totals.items()]
    if len(totals) > 1:
        cells.append((say(language, "league.total"), *_tally_cells(total_of(rows), language, of_one=of_one)))
    subject = say(language, "words.comma").join(filter(None, (about.who, about.board, *powers)))
    return fill_template(language, "anyone.statistics", about=subject, rows=_in_columns(cells) if rows else "")


def _tally_cells(tally: Tally, language: Language, *, of_one: bool) -> tuple[str, ...]:
    """Return games, won, drawn, mean centres and points, deadlines missed of those there were."""
    centres = decimal_text(Fraction(tally.centres, max(1, tally.games)), language)
    means = (centres, decimal_text(tally.average, language)) if of_one else ("", "")
    onr = f"{tally.figures.missed}/{tally.due}" if tally.due else ""
    return f"{tally.games}", f"{tally.won}", f"{tally.drawn}", *means, onr


def _in_columns(rows: Sequence[Sequence[str]]) -> RowsOfTable:
    """Return rows in columns as wide as their widest cell, the first one flush left; empty columns are left out."""
    full = [place for place in range(len(rows[0])) if any(row[place] for row in rows[1:])]
    shown = [[row[place] for place in full] for row in rows]
    widths = [max(map(len, column)) for column in zip(*shown, strict=True)]
    padded = ([f"{cell:>{width}}" for cell, width in zip(row, widths, strict=True)] for row in shown)
    return RowsOfTable(
        TableRow(f"  {'  '.join([f'{row[0]:{widths[0]}}', *cells[1:]])}", row)
        for row, cells in zip(shown, padded, strict=True)
    )


def write_tournaments(
    reader: Person, there: Sequence[Tournament], over: Mapping[str, int], *, teams: bool = False
) -> str:
    """Return the list of tournaments, perhaps with their teams; ``over`` counts the finished games of each by name."""
    language, rows = reader.language, list[str]()
    for one in there:
        told = _tournament_text(one, over[one.name], language)
        rows.append(hanging_indent(f"  {one.name}", told.split(" "), COLUMN))
        members = _members(one) if teams else {}
        for team, names in members.items():
            told = say(language, "league.team", team=team, players=listing(language, names))
            rows.append(hanging_indent(" " * COLUMN, told.split(" "), COLUMN))
    return fill_template(language, "anyone.tournaments", rows=rows, example=there[0].name if there else "")


def _members(one: Tournament) -> Mapping[str, Sequence[str]]:
    """Return the players of each team by the names that they have entered under."""
    named = [(team, one.names[who]) for who, team in one.teams.items() if team and who in one.names]
    return {team: [name for own, name in named if own == team] for team, _ in named}


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
        ties=ties_text(tournament, language),
        players=standings_table(players, games, language),
        teams=standings_table(teams, games, language),
        over=listing(language, over),
        open=listing(language, [name for name in tournament.games if name not in over]),
    )


def ties_text(tournament: Tournament, language: Language) -> str:
    """Return how those of as many points are ranked; empty where they share their place."""
    ties = say(language, "words.comma").join(say(language, f"league.tie.{one}") for one in tournament.ties)
    return say(language, "league.ties", ties=ties) if ties else ""


def standing_name(standing: TournamentStanding, games: Mapping[GameName, Summary], language: Language) -> str:
    """Return the name in a row of standings: a player's or a team's own, or ``France (rome)``."""
    seats = [f"{games[game].board.name_of(power, language)} ({game})" for power, game in standing.seats]
    return standing.who or listing(language, seats)


_MOST_SEATS = 2
"""The most seats by which a player without a name is told of."""


def player_name(hobby: Hobby, player: Address, language: Language) -> str:
    """Return how a player is named: as an organiser has it, else by seats: ``France (rome)``."""
    named, seats = hobby.who(player)
    told = [f"{hobby.games[game].board.name_of(power, language)} ({game})" for power, game in seats]
    more = ["…"] if len(told) > _MOST_SEATS else []
    return named or say(language, "words.comma").join([*told[:_MOST_SEATS], *more])


def standings_table(
    standings: Sequence[TournamentStanding], games: Mapping[GameName, Summary], language: Language
) -> RowsOfTable:
    """Return two lines for each row: place and name, then points."""
    named = ((one, standing_name(one, games, language)) for one in standings)
    return _table_of_places(
        (one.place, f"{who}{f', {one.team}' if one.team else ''}", _standing_text(one, language)) for one, who in named
    )


def _standing_text(one: TournamentStanding, language: Language) -> str:
    games, average = count(language, "league.games", one.played), decimal_text(one.average, language)
    return say(language, "league.standing", points=_points(one.points, language), games=games, average=average)


def _table_of_places(rows: Iterable[tuple[int, str, str]]) -> RowsOfTable:
    """Return two lines for each row: place and name, then what is told."""
    return RowsOfTable(
        TableRow(f"{place:4}  {who}\n      {told}", (f"{place}", who, told)) for place, who, told in rows
    )


def _points(score: Fraction, language: Language) -> str:
    """Return an exact score in words."""
    return say(language, phrasebook(language).counted("league.points", score), n=mixed_number(score).strip())


def decimal_text(value: Fraction, language: Language) -> str:
    """Return a mean to two decimal places, written as the language does."""
    return in_digits(f"{float(value):.2f}", language)
