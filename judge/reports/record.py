"""Pages of the archive: what a game was, complete enough to be judged again from the text.

They are written in one notation whoever reads them, so that one reader can read them all back. Nothing is hidden in
them but addresses and letters between players: those of a war are its master's as long as it lasts.
"""

from collections.abc import Sequence
from datetime import UTC, datetime

from judge.game.mastery.messages import PositionCorrected, RolledBack
from judge.game.phases.messages import Ending, GameEnded, PhaseClosed, ScoutsBack
from judge.game.press.messages import DiaryWritten, Press
from judge.game.seats.messages import GameStarted, PowerJoined
from judge.game.settings import Language
from judge.game.state import Game
from judge.game.war.messages import WarEvent
from judge.reports.facts import centre_table, neutral_notation, position_table, powers_judged, retreats
from judge.reports.front import front_of_all
from judge.reports.language import listing
from judge.reports.mastery import corrections_named
from judge.reports.names import phase_line
from judge.reports.pages import fill
from judge.reports.phases import score_table
from judge.reports.press import written_by
from judge.reports.terms import agreement
from judge.reports.voice import Voice
from judge.reports.war import recorded
from judge.rules.position import Phase, Position


def opening_page(game: Game, event: GameStarted) -> str:
    """The settings, the lots and the position the game began with. Powers, never addresses: the archive is public.

    With the seed anybody can find out whether somebody they know plays, so of an anonymous game it is told at the end.
    """
    language, voice = _language(game), _voice(game, event.position)
    return fill(
        language,
        "archive.opening",
        game=game.name,
        terms=agreement(game.settings, language),
        seed="" if game.settings.access.anonymous else game.seed,
        started=_utc(event.at),
        phase=voice.phase_line(event.position.phase),
        front=front_of_all(voice, game.scouting),
        position=position_table(voice),
        centres=centre_table(voice),
    )


def phase_page(game: Game, event: PhaseClosed, press: Sequence[Press]) -> str:
    """One closed phase: position before, orders and results with reasons, retreats, position after, centres, press."""
    before, after = _voice(game, event.before), _voice(game, event.judgement.after)
    return fill(
        before.language,
        "archive.phase",
        game=game.name,
        number=event.number,
        code=before.phase_line(event.before.phase),
        phase=before.phase(event.before.phase),
        rulebook=game.settings.rulebook,
        closed=_utc(event.at),
        because=event.because.value,
        position_before=position_table(before),
        powers=powers_judged(event.judgement, event.silent, before),
        silent=listing(before.language, [before.power(power) for power in event.silent]),
        retreats=retreats(event.judgement, before, after),
        front_before=front_of_all(before, (event.scouts or ScoutsBack()).before),
        front_after=front_of_all(after, (event.scouts or ScoutsBack()).after, event),
        next_code=after.phase_line(event.judgement.after.phase),
        position_after=position_table(after),
        centres=centre_table(after, before),
        press=tuple((written_by(letter.writer, game.board, before.language), letter.text) for letter in press),
    )


def ending_page(game: Game, event: GameEnded, notes: Sequence[DiaryWritten] = ()) -> str:
    """How the game ended, with its scores, and what its players had noted for themselves."""
    language = _language(game)
    names = {power: spoken[language] for power, spoken in game.board.powers.items()}
    return fill(
        language,
        "archive.ending",
        game=game.name,
        ended=_utc(event.at),
        ending=event.ending.value,
        counted_by=game.board.calendar,
        winners=listing(language, [names[power] for power in event.winners]),
        seed=game.seed if game.settings.access.anonymous else "",
        scores=score_table(event, names),
        is_draw=event.ending in {Ending.DRAW, Ending.STALEMATE},
        reason=event.reason,
        notes=tuple((_phase(note.phase, game), names[note.power], note.text) for note in notes),
    )


def correction_page(game: Game, event: PositionCorrected) -> str:
    """A position corrected by hand, with the reason: what the next phase is judged from."""
    voice = _voice(game, event.position)
    return fill(
        voice.language,
        "archive.corrected",
        game=game.name,
        code=voice.phase_line(event.position.phase),
        at=_utc(event.at),
        lines=corrections_named(event.corrections, voice),
        reason=event.reason,
        front=front_of_all(voice, game.scouting),
        position=position_table(voice),
        centres=centre_table(voice),
    )


def decided_page(game: Game, event: WarEvent) -> str:
    """What was decided of a war besides orders; ``game`` is as it stands since."""
    assert game.position is not None
    voice = _voice(game, game.position)
    return fill(
        voice.language,
        "archive.decided",
        game=game.name,
        code=voice.phase_line(game.position.phase),
        at=_utc(event.at),
        lines=tuple(recorded(event, voice)),
        front=front_of_all(voice, game.scouting),
    )


def joined_page(game: Game, event: PowerJoined) -> str:
    """A power that stood aside joined a seat: the coin, which anybody can toss again once the seed is known."""
    names = {power: spoken[_language(game)] for power, spoken in game.board.powers.items()}
    return fill(
        _language(game),
        "archive.joined",
        game=game.name,
        at=_utc(event.at),
        power=names[event.power],
        seat=listing(_language(game), [names[power] for power in event.seat]),
        year=game.board.joining.year if game.board.joining else "",
        code=event.power,
    )


def undone_mark(game: Game, event: RolledBack) -> str:
    """What stands on top of a page that has been undone, with the blank line below it."""
    return fill(_language(game), "archive.undone", undone=_utc(event.at)) + "\n"


def _voice(game: Game, position: Position) -> Voice:
    return Voice(_language(game), neutral_notation(game.board), game.board, position)


def _phase(phase: Phase, game: Game) -> str:
    return phase_line(phase, game.board.calendar, _language(game))


def _language(game: Game) -> Language:
    """The language of the game's master."""
    return game.people[game.master].language


def _utc(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y-%m-%d %H:%M} UTC"
