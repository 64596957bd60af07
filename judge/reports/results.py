"""The letters that show the board: the start, the results of a phase, the end of the game."""

from collections.abc import Mapping
from fractions import Fraction

from judge.game.commands import Person
from judge.game.events import Ending, GameEnded, GameStarted
from judge.game.notices import Results
from judge.game.state import Game
from judge.reports.agenda import agenda
from judge.reports.facts import centre_table, neutral_table, position_table, powers_judged, retreats
from judge.reports.language import listing, say
from judge.reports.names import power_name
from judge.reports.pages import fill
from judge.reports.taken import taken_up
from judge.reports.voice import voice_of
from judge.reports.words import Words, words
from judge.rules.board import Power
from judge.rules.duties import is_complete


def write_started(game: Game, reader: Person, event: GameStarted, powers: tuple[Power, ...]) -> Words:
    """The powers are given out, the first phase is open."""
    voice = voice_of(game, reader, event.position)
    phase = voice.phase(event.position.phase)
    text = fill(
        reader.language,
        "all.started",
        game=game.name,
        powers=voice.listing(map(voice.power_in_words, powers)),
        ahead=agenda(game, reader, event.deadline, powers, voice),
        position=position_table(voice),
        rulebook=game.settings.rulebook,
        last_year=game.settings.last_year,
        victory=game.board.victory_centres,
    )
    return words(voice.say("subject.started", game=game.name, phase=phase), text)


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
    deadline = None if results.passed else event.deadline
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
        powers=powers_judged(event.judgement, event.silent, before),
        is_running=bool(before.notation.report),
        retreats=retreats(event.judgement, before, after),
        position=position_table(after),
        centres=centre_table(after, before),
        neutral=neutral_table(event.judgement, before),
        silent=before.listing(map(before.power, event.silent)),
        own=before.listing(map(before.power, results.powers)),
        taken=taken,
        known=before.listing(map(before.power, known)),
        passed=after.phase(event.judgement.after.phase, "for") if results.passed else "",
        ahead=agenda(game, reader, deadline, unknown, after) if deadline else None,
    )
    return words(before.say("subject.results", game=game.name, phase=of_phase), text)


def _is_known(power: Power, game: Game, results: Results) -> bool:
    """Whether nothing is left to write for a power, after what was taken up of its plans."""
    position = results.event.judgement.after
    was_taken = any(one.power == power for one in results.taken)
    return was_taken and is_complete(game.board, position, power, game.orders_of(power))


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
        winners=winners,
        is_shared=len(event.winners) > 1,
        scores=score_table(event, names),
        own=listing(reader.language, [said[power] for power in game.powers_of(reader.address)]),
        reports=game.phases_closed,
        victory=game.board.victory_centres,
    )
    by_term = "subject.ended_term" if winners else "subject.ended_nobody"
    key = "subject.ended_solo" if is_solo else by_term
    return words(say(reader.language, key, game=game.name, winners=winners), text)


def score_table(event: GameEnded, names: Mapping[Power, str]) -> str:
    """Powers by score, each with its centres and its exact score."""
    ranked = sorted(event.scores, key=lambda power: (-event.scores[power], -event.centres[power], names[power]))
    width = max(map(len, names.values())) + 2
    rows = (f"  {names[power]:{width}}{event.centres[power]:3}   {_mixed(event.scores[power])}" for power in ranked)
    return "\n".join(rows)


def _mixed(score: Fraction) -> str:
    """``19 2/3``: exact, so that the column sums to what it should (000 V writes ``3 et 1/2``)."""
    whole, rest = divmod(score, 1)
    if not rest:
        return f"{whole:3}"
    return f"{whole:3} {rest}" if whole else f"    {rest}"
