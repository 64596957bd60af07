"""Letters about phases: results, missed deadlines, the end of the game."""

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction

from judge.game.orders.order_status import order_status
from judge.game.people.address_book import Person
from judge.game.phases.messages import (
    Ending,
    GameEnded,
    HoldOpenReason,
    OrdersMissed,
    PhaseClosed,
    PhaseClosedNews,
    PhaseHeldOpenNews,
)
from judge.game.press.delivery import may_write
from judge.game.settings import Language, Missing
from judge.game.state import Game
from judge.game.state_parts import Misses
from judge.game.visibility import may_know_awaited
from judge.reports.board_tables import centre_table, neutral_table, position_table, power_results, retreat_lines
from judge.reports.deadlines import open_phase
from judge.reports.language import count, listing, moment_text, say
from judge.reports.layout import aligned_table
from judge.reports.names import phase_name, power_name
from judge.reports.orders import orders_in_force, plans_taken_up
from judge.reports.page import RowsOfTable
from judge.reports.phrasing import Phrasing, key_for_board, phrasing_for
from judge.reports.templates import LetterText, fill_template, letter_text
from judge.reports.terms_of_play import forfeit_text
from judge.reports.votes import motion_text
from judge.reports.war_report import WarReport, war_report
from judge.rules.board import Power
from judge.rules.rulebook import CountedAtTerm, UnitSight
from judge.rules.scoring import ScoreParts, draw_is_shared, points_by_parts


def write_results(game: Game, reader: Person, results: PhaseClosedNews) -> LetterText:
    """Return the letter on a phase that was judged: all orders with reasons, the position, what is to be written next.

    It says what was taken up of the reader's orders in advance. A phase that closed at once has nothing left to write;
    its results come in a letter of their own.
    """
    event = results.event
    before, after = (phrasing_for(game, reader, at) for at in (event.before, event.judgement.after))
    taken = plans_taken_up(game, reader, results.taken, after, passed=results.passed)
    known = [one for one in results.powers if _is_done_by_plans(one, game, results)]
    unknown = tuple(power for power in results.powers if power not in known)
    deadline = None if results.passed or game.ended else event.deadline
    phase = event.before.phase
    of_phase = before.phase(phase, "of")
    text = fill_template(
        reader.language,
        "all.results",
        game=game.name,
        number=event.number,
        phase=of_phase,
        code=str(phase),
        kind=phase.kind.value,
        because=before.say(f"because.{event.because.value}"),
        awaited=_awaited(event, before) if may_know_awaited(game, reader.address) else "",
        powers=power_results(event.judgement, event.silent, before),
        is_running=bool(before.notation.report),
        retreats=retreat_lines(event.judgement, before, after),
        front=war_report(game, reader, after, event),
        position=position_table(after),
        centres=centre_table(after, before),
        neutral=neutral_table(event.judgement, before),
        silent=before.listing(map(before.power, event.silent)),
        missed=before.listing(missed_deadlines(game, event, reader.language)),
        own=before.listing(map(before.power, results.powers)),
        taken=taken,
        known=before.listing(map(before.power, known)),
        lapsed=tuple(_lapsed_votes(game, reader, results)),
        passed=after.phase(event.judgement.after.phase, "for") if results.passed else "",
        ahead=open_phase(game, reader, deadline, unknown, after) if deadline else None,
    )
    return letter_text(before.say("subject.results", game=game.name, phase=of_phase), text)


def _awaited(event: PhaseClosed, phrasing: Phrasing) -> str:
    """Return who was waited for until the deadline; empty where nobody was."""
    if not event.awaited:
        return ""
    return phrasing.say(
        "deadline.awaited_to_the_end", powers=phrasing.listing(map(phrasing.power_in_words, event.awaited))
    )


def _is_done_by_plans(power: Power, game: Game, results: PhaseClosedNews) -> bool:
    """Whether nothing is left to write for a power after its orders in advance were taken up."""
    was_taken = any(one.power == power for one in results.taken)
    return was_taken and order_status(game, power).is_complete


def _lapsed_votes(game: Game, reader: Person, results: PhaseClosedNews) -> Iterator[str]:
    """Yield the reader's own votes that ended with the phase."""
    for motion in dict.fromkeys(motion for one in results.lapsed for motion in one.motions):
        named = motion_text(motion, game.board, reader.language)
        yield say(reader.language, "votes.lapsed", motion=named)


def write_ended(game: Game, reader: Person, event: GameEnded) -> LetterText:
    """Return the letter on the end of a game: who won, and everyone's score."""
    names = {power: name[reader.language] for power, name in game.board.powers.items()}
    said = {power: power_name(power, game.board, reader.language).name for power in names}
    winners = listing(reader.language, [said[power] for power in event.winners])
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
        has_neutral=any(one.neutral for one in _parts(game, event).values()),
        players=_player_table(game, event, names),
        own=listing(reader.language, [said[power] for power in game.powers_of(reader.address)]),
        reports=game.phases_closed - len(game.undone),
        may_write=may_write(game, reader.address),
        victory=game.board.victory_centres,
        centres=say(reader.language, key_for_board("words.centres", game.board)),
        counted_by=game.board.calendar,
        fog_lifts=game.book.sight is not UnitSight.ALL,
        front=_war_at_the_end(game, reader, event),
        units=game.board.victory_units,
    )
    return letter_text(say(reader.language, _ending_key(event), game=game.name, winners=winners), text)


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


def score_table(event: GameEnded, names: Mapping[Power, str], units: Mapping[Power, int] | None = None) -> RowsOfTable:
    """Return the powers by score: units where these decide, centres, exact score."""
    rows = []
    for power in _ranked(event, names):
        counts = [units.get(power, 0)] if units else []
        cells = [f"{number:3}   " for number in (*counts, event.centres[power])]
        rows.append((names[power], *cells, mixed_number(event.scores[power])))
    return aligned_table(rows)


def _units_at_end(game: Game, event: GameEnded) -> Mapping[Power, int]:
    """Return how many units each power has left, where units decide; empty elsewhere (001 III, XIV.2)."""
    at_term = event.ending is Ending.TERM and game.book.counted_at_term is CountedAtTerm.UNITS
    by_victory = event.ending is Ending.SOLO and game.board.victory_units > 0
    if game.position is None or not (at_term or by_victory):
        return {}
    return Counter(unit.power for unit in game.position.units.values())


def _parts_table(game: Game, event: GameEnded, names: Mapping[Power, str]) -> RowsOfTable:
    """Return how the points of each power add up: ``1 + 12 + 38 = 51``; empty for scores of a single kind."""
    parts = _parts(game, event)
    is_neutral = any(one.neutral for one in parts.values())
    rows = []
    for power in _ranked(event, names) if parts else ():
        one = parts[power]
        kinds = (one.taking_part, one.centres, one.place, *((one.neutral,) if is_neutral else ()))
        sums = " + ".join(mixed_number(Fraction(kind)).strip() for kind in kinds)
        rows.append((names[power], f"{sums} = {mixed_number(one.total).strip()}"))
    return aligned_table(rows)


def _parts(game: Game, event: GameEnded) -> Mapping[Power, ScoreParts]:
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


def _ranked(event: GameEnded, names: Mapping[Power, str]) -> list[Power]:
    """Return the powers that score, the best one first."""
    return sorted(event.scores, key=lambda power: (-event.scores[power], -event.centres[power], names[power]))


def mixed_number(score: Fraction) -> str:
    """Return an exact score as a mixed number, ``19 2/3``; a column of them adds up (000 V writes ``3 et 1/2``)."""
    whole, rest = divmod(score, 1)
    if not rest:
        return f"{whole:3}"
    return f"{whole:3} {rest}" if whole else f"    {rest}"


# --- deadlines missed


def write_held_open(game: Game, reader: Person, news: PhaseHeldOpenNews) -> LetterText:
    """Return the letter that tells of a phase held open after its deadline.

    It is held open for late orders (grace) or until somebody takes an empty seat.
    """
    position, deadline, event = game.open_position, game.deadline, news.event
    assert position is not None
    assert deadline is not None
    phrasing = phrasing_for(game, reader, position)
    phase = phrasing.phase(event.phase, "for")
    text = fill_template(
        reader.language,
        "all.held",
        game=game.name,
        phase=phase,
        is_grace=event.why is HoldOpenReason.GRACE,
        passed=moment_text(deadline.at, reader.zone, reader.language),
        until=moment_text(event.until, reader.zone, reader.language),
        powers=phrasing.listing(map(phrasing.power_in_words, news.powers)),
        own=phrasing.listing(map(phrasing.power, news.own)),
        forces=tuple(orders_in_force(game, power, phrasing) for power in news.own),
        ahead=open_phase(game, reader, deadline, news.own, phrasing),
    )
    key = "subject.grace" if event.why is HoldOpenReason.GRACE else "subject.waits"
    return letter_text(phrasing.say(key, game=game.name, phase=phase), text)


def write_missed_orders(game: Game, reader: Person, event: OrdersMissed) -> LetterText:
    """Return the letter to a player who has missed a deadline, with what more missed deadlines will cost."""
    phase = phase_name(event.phase, game.board.calendar, reader.language, "for")
    misses = Misses(event.in_a_row, event.in_all)
    text = fill_template(
        reader.language,
        "player.warned",
        game=game.name,
        phase=phase,
        warning=missed_orders_warning(misses, game.settings.missing, reader.language),
    )
    return letter_text(say(reader.language, "subject.warned", game=game.name, phase=phase), text)


def missed_deadlines(game: Game, event: PhaseClosed, language: Language) -> Iterator[str]:
    """Yield a sentence for each seat whose player missed the deadline of a phase, with how often that has happened.

    Yields nothing in a game that does not publish missed deadlines.
    """
    seats = dict.fromkeys(game.seat_of(power) for power in game.board.powers)
    for seat in seats if game.settings.missing.published else ():
        power = seat[0]
        vacancy = game.vacancies.get(power)
        player = game.members.seats.get(power) or (vacancy.left if vacancy else None)
        misses = game.members.misses.get(player, Misses()) if player else Misses()
        if misses.last == event.before.phase:
            key = "missed.told_row" if 1 < misses.in_a_row < misses.in_all else "missed.told"
            name = " + ".join(game.board.powers[each][language] for each in seat)
            yield say(language, key, power=name, n=misses.in_all, row=misses.in_a_row)


def missed_orders_warning(misses: Misses, missing: Missing, language: Language) -> str:
    """Return how many deadlines a player has missed and how many cost the seat; empty where neither is to be told."""
    if not misses.in_all or not missing.may_cost_the_seat:
        return ""
    said = [count(language, "missed.in_all", misses.in_all)]
    if 1 < misses.in_a_row < misses.in_all:
        said.append(say(language, "missed.in_a_row", n=misses.in_a_row))
    return " ".join((*said, forfeit_text(missing, language)))
