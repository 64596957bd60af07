"""The letter on the end of a game: who has won, everyone's score."""

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction

from judge.game.league import RECORD_SCORING
from judge.game.people.address_book import Person
from judge.game.phases.endings import scores_of
from judge.game.phases.messages import Ending, GameEnded
from judge.game.press.delivery import may_write
from judge.game.settings import Language
from judge.game.state import Game
from judge.game.summary import Summary
from judge.reports.centre_chart import chart_title, short_centre_charts
from judge.reports.course import course_lines
from judge.reports.language import count, listing, say
from judge.reports.layout import aligned_table
from judge.reports.names import names_of_powers, power_name
from judge.reports.page import RowsOfTable
from judge.reports.phrasing import key_for_board, phrasing_for
from judge.reports.templates import LetterText, fill_template, fitting_subject, letter_text
from judge.reports.war_report import WarReport, war_report
from judge.rules.board import Power, Year
from judge.rules.ending import centres_to_win
from judge.rules.position import Season
from judge.rules.rulebook import CountedAtTerm, UnitSight
from judge.rules.scoring import ScoreParts, draw_is_shared, points_by_parts


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
        scores=score_table(event, names, _units_at_end(game, event)),
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


def _subjects(game: Game, event: GameEnded, language: Language, winners: str) -> Iterator[str]:
    """Yield the subject that tells how a game ended: with the names of those who share it, with their number."""
    to_winner = power_name(event.winners[0], game.board, language).to if event.winners else ""
    yield say(language, _ending_key(event), game=game.name, winners=winners, to_winner=to_winner)
    if event.ending in {Ending.DRAW, Ending.STALEMATE}:
        if {*event.winners} == {*game.board.powers}:
            yield say(language, "subject.ended_draw_of_all", game=game.name)
        yield count(language, "subject.ended_draw_of", len(event.winners), game=game.name)


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
    rows = []
    for power in ranked:
        points = _sum_of(parts[power]) if is_sum else mixed_number(scores[power]).strip()
        rows.append((names[power], f"{event.centres[power]:3}   ", points))
    return aligned_table(rows, "    ")


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
