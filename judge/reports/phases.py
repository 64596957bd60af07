"""Letters about phases: results, deadlines missed, the end of the game."""

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction

from judge.game.orders.standing import standing_of
from judge.game.person import Person
from judge.game.phases.messages import Ending, GameEnded, HeldOpen, OrdersMissed, PhaseClosed, Results, Wait
from judge.game.phases.missing import Misses, Missing
from judge.game.press.post import may_write
from judge.game.settings import Language
from judge.game.sight import is_waiting_told
from judge.game.state import Game
from judge.reports.deadlines import agenda
from judge.reports.facts import centre_table, neutral_table, position_table, powers_judged, retreats
from judge.reports.front import Front, front
from judge.reports.language import count, listing, moment, say
from judge.reports.names import phase_name, power_name
from judge.reports.orders import force, taken_up
from judge.reports.pages import Words, fill, words
from judge.reports.terms_of_play import forfeit_told
from judge.reports.voice import Voice, voice_of, worded
from judge.reports.votes import motion_named
from judge.rules.board import Power
from judge.rules.rulebook import CountedAtTerm, Sight
from judge.rules.scoring import Parts, draw_is_shared, points_by_parts


def write_results(game: Game, reader: Person, results: Results) -> Words:
    """A phase was judged: everyone's orders with their reasons, the board after it, what is to be written next.

    What was taken up of the reader's own plans stands with it. Of a phase that has been passed at once nothing is
    left to write; its results come in a letter of their own.
    """
    event = results.event
    before, after = (voice_of(game, reader, at) for at in (event.before, event.judgement.after))
    taken = taken_up(game, reader, results.taken, after, passed=results.passed)
    known = [one for one in results.powers if _is_known(one, game, results)]
    unknown = tuple(power for power in results.powers if power not in known)
    deadline = None if results.passed or game.ended else event.deadline
    phase = event.before.phase
    of_phase = before.phase(phase, "of")
    text = fill(
        reader.language,
        "all.results",
        game=game.name,
        number=event.number,
        phase=of_phase,
        code=str(phase),
        kind=phase.kind.value,
        because=before.say(f"because.{event.because.value}"),
        awaited=_awaited(event, before) if is_waiting_told(game, reader.address) else "",
        powers=powers_judged(event.judgement, event.silent, before),
        is_running=bool(before.notation.report),
        retreats=retreats(event.judgement, before, after),
        front=front(game, reader, after, event),
        position=position_table(after),
        centres=centre_table(after, before),
        neutral=neutral_table(event.judgement, before),
        silent=before.listing(map(before.power, event.silent)),
        missed=before.listing(missed_so_far(game, event, reader.language)),
        own=before.listing(map(before.power, results.powers)),
        taken=taken,
        known=before.listing(map(before.power, known)),
        lapsed=tuple(_lapsed(game, reader, results)),
        passed=after.phase(event.judgement.after.phase, "for") if results.passed else "",
        ahead=agenda(game, reader, deadline, unknown, after) if deadline else None,
    )
    return words(before.say("subject.results", game=game.name, phase=of_phase), text)


def _awaited(event: PhaseClosed, voice: Voice) -> str:
    """Who was waited for up to the deadline, where everyone may see that."""
    if not event.awaited:
        return ""
    return voice.say("deadline.awaited_to_the_end", powers=voice.listing(map(voice.power_in_words, event.awaited)))


def _is_known(power: Power, game: Game, results: Results) -> bool:
    """Whether nothing is left to write for a power, after what was taken up of its plans."""
    was_taken = any(one.power == power for one in results.taken)
    return was_taken and standing_of(game, power).is_complete


def _lapsed(game: Game, reader: Person, results: Results) -> Iterator[str]:
    """The reader's own votes that ended with the phase."""
    for motion in dict.fromkeys(motion for one in results.lapsed for motion in one.motions):
        named = motion_named(motion, game.board, reader.language)
        yield say(reader.language, "votes.lapsed", motion=named)


def write_ended(game: Game, reader: Person, event: GameEnded) -> Words:
    """The game is over: who won, and everyone's score."""
    names = {power: name[reader.language] for power, name in game.board.powers.items()}
    said = {power: power_name(power, game.board, reader.language).name for power in names}
    winners = listing(reader.language, [said[power] for power in event.winners])
    is_solo = event.ending is Ending.SOLO
    text = fill(
        reader.language,
        "all.ended",
        game=game.name,
        is_solo=is_solo,
        ending=event.ending.value,
        reason=event.reason,
        is_scored=bool(event.scores),
        scoring=_scoring(game, event, reader.language),
        years=count(reader.language, f"votes.{game.board.calendar}", game.still_years),
        winners=winners,
        is_shared=len(event.winners) > 1,
        scores=score_table(event, names, units_at_end(game, event)),
        by_units=bool(units_at_end(game, event)),
        parts=parts_table(game, event, names),
        has_neutral=any(one.neutral for one in _parts(game, event).values()),
        players=player_table(game, event, names),
        own=listing(reader.language, [said[power] for power in game.powers_of(reader.address)]),
        reports=game.phases_closed - len(game.undone),
        may_write=may_write(game, reader.address),
        victory=game.board.victory_centres,
        centres=say(reader.language, worded("words.centres", game.board)),
        counted_by=game.board.calendar,
        fog_lifts=game.book.sight is not Sight.ALL,
        front=_at_the_end(game, reader, event),
        units=game.board.victory_units,
    )
    return words(say(reader.language, _ended(event), game=game.name, winners=winners), text)


def _at_the_end(game: Game, reader: Person, event: GameEnded) -> Front | None:
    """The whole of a war, where no phase has closed that would have shown it."""
    if game.position is None or event.ending in {Ending.SOLO, Ending.TERM}:
        return None
    return front(game, reader, voice_of(game, reader, game.position))


def _scoring(game: Game, event: GameEnded, language: Language) -> str:
    """What a scoring is called; nothing where a draw was shared alike."""
    alike = event.ending in {Ending.DRAW, Ending.STALEMATE} and draw_is_shared(game.settings.scoring)
    name = say(language, f"scoring.{game.settings.scoring}")
    return "" if alike else name.partition(",")[0]


def _ended(event: GameEnded) -> str:
    """The key of the subject that tells how a game ended."""
    match event.ending:
        case Ending.SOLO:
            return "subject.ended_solo"
        case Ending.CONCESSION:
            return "subject.ended_concession"
        case Ending.DRAW | Ending.STALEMATE:
            return "subject.ended_draw"
        case _:
            return "subject.ended_term" if event.winners else "subject.ended_nobody"


def score_table(event: GameEnded, names: Mapping[Power, str], units: Mapping[Power, int] | None = None) -> str:
    """Powers by score, each with its units where these decided, its centres and its exact score."""
    width = max(map(len, names.values())) + 2
    rows = (
        f"  {names[power]:{width}}{f'{units.get(power, 0):3}   ' if units else ''}"
        f"{event.centres[power]:3}   {mixed(event.scores[power])}"
        for power in _ranked(event, names)
    )
    return "\n".join(rows)


def units_at_end(game: Game, event: GameEnded) -> Mapping[Power, int]:
    """How many units each power has left, where units decide; empty elsewhere (001 III, XIV.2)."""
    at_term = event.ending is Ending.TERM and game.book.counted_at_term is CountedAtTerm.UNITS
    by_victory = event.ending is Ending.SOLO and game.board.victory_units > 0
    if game.position is None or not (at_term or by_victory):
        return {}
    return Counter(unit.power for unit in game.position.units.values())


def parts_table(game: Game, event: GameEnded, names: Mapping[Power, str]) -> str:
    """Where the points of each power come from: ``1 + 12 + 38 = 51``; nothing where there is but one kind of them."""
    parts = _parts(game, event)
    width = max(map(len, names.values())) + 2
    is_neutral = any(one.neutral for one in parts.values())
    rows = []
    for power in _ranked(event, names) if parts else ():
        one = parts[power]
        kinds = (one.taking_part, one.centres, one.place, *((one.neutral,) if is_neutral else ()))
        sums = " + ".join(mixed(Fraction(kind)).strip() for kind in kinds)
        rows.append(f"  {names[power]:{width}}{sums} = {mixed(one.total).strip()}")
    return "\n".join(rows)


def _parts(game: Game, event: GameEnded) -> Mapping[Power, Parts]:
    """The parts of the points, where those make them up."""
    parts = points_by_parts(game.settings.scoring, game.board, event.centres) if event.scores else {}
    return parts if all(parts[power].total == event.scores.get(power) for power in parts) else {}


def player_table(game: Game, event: GameEnded, names: Mapping[Power, str]) -> str:
    """The points of each player, where one plays several powers."""
    if not event.scores or all(len(side) == 1 for side in game.sides):
        return ""
    totals = {side: sum((event.scores[power] for power in side), Fraction(0)) for side in game.sides}
    called = {side: ", ".join(names[power] for power in side) for side in totals}
    width = max(map(len, called.values())) + 2
    ranked = sorted(totals, key=lambda side: -totals[side])
    return "\n".join(f"  {called[side]:{width}}{mixed(totals[side])}" for side in ranked)


def _ranked(event: GameEnded, names: Mapping[Power, str]) -> list[Power]:
    """The powers that score, the first one first."""
    return sorted(event.scores, key=lambda power: (-event.scores[power], -event.centres[power], names[power]))


def mixed(score: Fraction) -> str:
    """``19 2/3``: exact, so that the column sums to what it should (000 V writes ``3 et 1/2``)."""
    whole, rest = divmod(score, 1)
    if not rest:
        return f"{whole:3}"
    return f"{whole:3} {rest}" if whole else f"    {rest}"


# --- deadlines missed


def write_held_open(game: Game, reader: Person, news: HeldOpen) -> Words:
    """The deadline has passed, and late orders are taken, or somebody is sought for an empty seat."""
    position, deadline, event = game.open_position, game.deadline, news.event
    assert position is not None
    assert deadline is not None
    voice = voice_of(game, reader, position)
    phase = voice.phase(event.phase, "for")
    text = fill(
        reader.language,
        "all.held",
        game=game.name,
        phase=phase,
        is_grace=event.why is Wait.GRACE,
        passed=moment(deadline.at, reader.zone, reader.language),
        until=moment(event.until, reader.zone, reader.language),
        powers=voice.listing(map(voice.power_in_words, news.powers)),
        own=voice.listing(map(voice.power, news.own)),
        forces=tuple(force(game, power, voice) for power in news.own),
        ahead=agenda(game, reader, deadline, news.own, voice),
    )
    key = "subject.grace" if event.why is Wait.GRACE else "subject.waits"
    return words(voice.say(key, game=game.name, phase=phase), text)


def write_warned(game: Game, reader: Person, event: OrdersMissed) -> Words:
    """You have missed a deadline; what comes of more of them."""
    phase = phase_name(event.phase, game.board.calendar, reader.language, "for")
    misses = Misses(event.in_a_row, event.in_all)
    text = fill(
        reader.language,
        "player.warned",
        game=game.name,
        phase=phase,
        warning=warning(misses, game.settings.missing, reader.language),
    )
    return words(say(reader.language, "subject.warned", game=game.name, phase=phase), text)


def missed_so_far(game: Game, event: PhaseClosed, language: Language) -> Iterator[str]:
    """The seats whose players missed the deadline of a phase, each with how often that has happened."""
    seats = dict.fromkeys(game.seat_of(power) for power in game.board.powers)
    for seat in seats if game.settings.missing.published else ():
        power = seat[0]
        vacancy = game.vacancies.get(power)
        player = game.seats.get(power) or (vacancy.left if vacancy else None)
        misses = game.misses.get(player, Misses()) if player else Misses()
        if misses.last == event.before.phase:
            key = "missed.told_row" if 1 < misses.in_a_row < misses.in_all else "missed.told"
            name = " + ".join(game.board.powers[each][language] for each in seat)
            yield say(language, key, power=name, n=misses.in_all, row=misses.in_a_row)


def warning(misses: Misses, missing: Missing, language: Language) -> str:
    """How many deadlines a player has missed, and how many cost the seat; empty where there is nothing to warn of."""
    if not misses.in_all or not missing.may_cost_the_seat:
        return ""
    said = [count(language, "missed.in_all", misses.in_all)]
    if 1 < misses.in_a_row < misses.in_all:
        said.append(say(language, "missed.in_a_row", n=misses.in_a_row))
    return " ".join((*said, forfeit_told(missing, language)))
