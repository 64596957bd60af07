"""The letters that show the board: the start, the results of a phase, the end of the game."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from judge.game.person import Person
from judge.game.phases.events import Because, Ending, GameEnded, PhaseClosed
from judge.game.phases.news import Results
from judge.game.press.post import may_write
from judge.game.settings import Language
from judge.game.sight import is_waiting_told
from judge.game.state import Game
from judge.reports.absent import missed_so_far
from judge.reports.agenda import agenda
from judge.reports.facts import centre_table, neutral_table, position_table, powers_judged, retreats
from judge.reports.front import Front, front
from judge.reports.language import count, listing, say
from judge.reports.names import power_name
from judge.reports.pages import fill
from judge.reports.taken import taken_up
from judge.reports.voice import Voice, voice_of
from judge.reports.votes import motion_named
from judge.reports.words import Words, words
from judge.rules.board import Power
from judge.rules.duties import is_complete
from judge.rules.rulebook import Sight
from judge.rules.scoring import draw_is_shared


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
        awaited=_awaited(game, event, before) if is_waiting_told(game, reader.address) else "",
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


def _awaited(game: Game, event: PhaseClosed, voice: Voice) -> str:
    """Who was waited for up to the deadline, where everyone may see that."""
    orders, position = event.orders, event.before
    late = [power for power in game.board.powers if not is_complete(game.board, position, power, orders.get(power, ()))]
    if event.because is not Because.DEADLINE or not late:
        return ""
    return voice.say("deadline.awaited_to_the_end", powers=voice.listing(map(voice.power_in_words, late)))


def _is_known(power: Power, game: Game, results: Results) -> bool:
    """Whether nothing is left to write for a power, after what was taken up of its plans."""
    position = results.event.judgement.after
    was_taken = any(one.power == power for one in results.taken)
    return was_taken and is_complete(game.board, position, power, game.orders_of(power))


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
        scores=score_table(event, names),
        own=listing(reader.language, [said[power] for power in game.powers_of(reader.address)]),
        reports=game.phases_closed - len(game.undone),
        may_write=may_write(game, reader.address),
        victory=game.board.victory_centres,
        centres=say(reader.language, "words.territories" if game.board.war.troops else "words.centres"),
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


def score_table(event: GameEnded, names: Mapping[Power, str]) -> str:
    """Powers by score, each with its centres and its exact score."""
    ranked = sorted(event.scores, key=lambda power: (-event.scores[power], -event.centres[power], names[power]))
    width = max(map(len, names.values())) + 2
    rows = (f"  {names[power]:{width}}{event.centres[power]:3}   {mixed(event.scores[power])}" for power in ranked)
    return "\n".join(rows)


def mixed(score: Fraction) -> str:
    """``19 2/3``: exact, so that the column sums to what it should (000 V writes ``3 et 1/2``)."""
    whole, rest = divmod(score, 1)
    if not rest:
        return f"{whole:3}"
    return f"{whole:3} {rest}" if whole else f"    {rest}"
