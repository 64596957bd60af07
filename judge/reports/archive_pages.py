"""Pages of the archive: the record of a game, complete enough to be judged again from the text.

They are written in one notation, so that one program can read them all back. They hide nothing but addresses and press;
those of a war are for its master alone while it lasts.
"""

from collections.abc import Sequence
from datetime import UTC, datetime

from judge.game.mastery.messages import PositionCorrected, RolledBack
from judge.game.phases.messages import Ending, GameEnded, PhaseClosed, ScoutsBack
from judge.game.press.messages import DiaryWritten, PressNews
from judge.game.seats.messages import GameStarted, PowerJoined
from judge.game.settings import Language
from judge.game.state import Game
from judge.game.war.messages import WarEvent
from judge.reports.board_tables import centre_table, neutral_notation, position_table, power_results, retreat_lines
from judge.reports.ending import score_table
from judge.reports.language import listing
from judge.reports.mastery import correction_lines
from judge.reports.names import phase_line
from judge.reports.phrasing import Phrasing
from judge.reports.press import sender_name
from judge.reports.templates import fill_template
from judge.reports.terms import agreed_paragraphs
from judge.reports.war import war_event_lines
from judge.reports.war_report import full_war_report
from judge.rules.position import Phase, Position


def opening_page(game: Game, event: GameStarted) -> str:
    """Return the page of the start: settings, lots, position; powers, but no addresses, for the archive is public.

    The seed would let anybody check whether somebody they know plays; in an anonymous game it is told at the end.
    """
    language, phrasing = _language(game), _phrasing(game, event.position)
    return fill_template(
        language,
        "archive.opening",
        game=game.name,
        terms=agreed_paragraphs(game.settings, language),
        seed="" if game.settings.access.anonymous else game.seed,
        started=_utc(event.at),
        phase=phrasing.phase_line(event.position.phase),
        front=full_war_report(phrasing, game.scouting),
        position=position_table(phrasing),
        centres=centre_table(phrasing),
    )


def phase_page(game: Game, event: PhaseClosed, press: Sequence[PressNews]) -> str:
    """Return the page of a closed phase: positions before and after, orders with reasons, retreats, centres, press."""
    before, after = _phrasing(game, event.before), _phrasing(game, event.judgement.after)
    return fill_template(
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
        powers=power_results(event.judgement, event.silent, before, event.clockwork),
        silent=listing(before.language, [before.power(power) for power in event.silent]),
        retreats=retreat_lines(event.judgement, before, after),
        front_before=full_war_report(before, (event.scouts or ScoutsBack()).before),
        front_after=full_war_report(after, (event.scouts or ScoutsBack()).after, event),
        next_code=after.phase_line(event.judgement.after.phase),
        position_after=position_table(after),
        centres=centre_table(after, before),
        press=tuple((sender_name(letter.writer, game.board, before.language), letter.text) for letter in press),
    )


def ending_page(game: Game, event: GameEnded, notes: Sequence[DiaryWritten] = ()) -> str:
    """Return the page of the end: scores, and the diaries of the players."""
    language = _language(game)
    names = {power: spoken[language] for power, spoken in game.board.powers.items()}
    return fill_template(
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
    """Return the page of a corrected position, from which the next phase is judged, with the reason."""
    phrasing = _phrasing(game, event.position)
    return fill_template(
        phrasing.language,
        "archive.corrected",
        game=game.name,
        code=phrasing.phase_line(event.position.phase),
        at=_utc(event.at),
        lines=correction_lines(event.corrections, phrasing),
        reason=event.reason,
        front=full_war_report(phrasing, game.scouting),
        position=position_table(phrasing),
        centres=centre_table(phrasing),
    )


def war_event_page(game: Game, event: WarEvent) -> str:
    """Return the page of an event of a war other than orders; ``game`` is the game after it."""
    assert game.position is not None
    phrasing = _phrasing(game, game.position)
    return fill_template(
        phrasing.language,
        "archive.decided",
        game=game.name,
        code=phrasing.phase_line(game.position.phase),
        at=_utc(event.at),
        lines=tuple(war_event_lines(event, phrasing)),
        front=full_war_report(phrasing, game.scouting),
    )


def power_joined_page(game: Game, event: PowerJoined) -> str:
    """Return the page of a power that joined a seat: the coin that was tossed.

    Once the seed is known anybody can toss it again.
    """
    names = {power: spoken[_language(game)] for power, spoken in game.board.powers.items()}
    return fill_template(
        _language(game),
        "archive.joined",
        game=game.name,
        at=_utc(event.at),
        power=names[event.power],
        seat=listing(_language(game), [names[power] for power in event.seat]),
        year=game.board.joining.year if game.board.joining else "",
        code=event.power,
    )


def undone_notice(game: Game, event: RolledBack) -> str:
    """Return the notice at the top of a page that was undone, with the blank line below it."""
    return fill_template(_language(game), "archive.undone", undone=_utc(event.at)) + "\n"


def _phrasing(game: Game, position: Position) -> Phrasing:
    return Phrasing(_language(game), neutral_notation(game.board), game.board, position)


def _phase(phase: Phase, game: Game) -> str:
    return phase_line(phase, game.board.calendar, _language(game))


def _language(game: Game) -> Language:
    """The language of the game's master."""
    return game.people[game.master].language


def _utc(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y-%m-%d %H:%M} UTC"
