"""The letters that show the board: the start, the results of a phase, the end of the game."""

from collections.abc import Mapping
from fractions import Fraction

from judge.game.commands import Person
from judge.game.events import Ending, GameEnded, GameStarted, PhaseClosed
from judge.game.state import Game
from judge.reports.agenda import agenda
from judge.reports.facts import centre_table, position_table, powers_judged, retreats
from judge.reports.language import listing, say
from judge.reports.pages import fill
from judge.reports.voice import voice_of
from judge.reports.words import Words, words
from judge.rules.board import Power


def write_started(game: Game, reader: Person, event: GameStarted, powers: tuple[Power, ...]) -> Words:
    """The powers are given out, the first phase is open."""
    voice = voice_of(game, reader, event.position)
    phase = voice.phase(event.position.phase)
    text = fill(
        reader.language,
        "all.started",
        game=game.name,
        powers=voice.listing(map(voice.power, powers)),
        ahead=agenda(game, reader, event.deadline, powers, voice),
        position=position_table(voice),
        rulebook=game.settings.rulebook,
        last_year=game.settings.last_year,
        victory=game.board.victory_centres,
    )
    return words(voice.say("subject.started", game=game.name, phase=phase), text)


def write_results(game: Game, reader: Person, event: PhaseClosed, powers: tuple[Power, ...]) -> Words:
    """A phase was judged: everyone's orders with their reasons, the board after it, what is to be written next."""
    before, after = (voice_of(game, reader, at) for at in (event.before, event.judgement.after))
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
        silent=before.listing(map(before.power, event.silent)),
        own=before.listing(map(before.power, powers)),
        ahead=agenda(game, reader, event.deadline, powers, after) if event.deadline else None,
    )
    return words(before.say("subject.results", game=game.name, phase=of_phase), text)


def write_ended(game: Game, reader: Person, event: GameEnded) -> Words:
    """The game is over: who won, and everyone's score."""
    names = {power: name[reader.language] for power, name in game.board.powers.items()}
    winners = listing(reader.language, [names[power] for power in event.winners])
    is_solo = event.ending is Ending.SOLO
    text = fill(
        reader.language,
        "all.ended",
        game=game.name,
        is_solo=is_solo,
        winners=winners,
        is_shared=len(event.winners) > 1,
        scores=score_table(event, names),
        own=listing(reader.language, [names[power] for power in game.powers_of(reader.address)]),
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
