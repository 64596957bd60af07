"""Notices in words: what one person is told of what happened to a game."""

from typing import assert_never

from judge.game.deadlines.messages import AbsenceNews, Extended, PhaseExtended, Reminder, TimeChanged
from judge.game.mastery.messages import Corrected, NewMaster, NewSettings, Offer, OfferTurnedDown, WentBack
from judge.game.messages import Notice
from judge.game.people.messages import Moved, MoveHalfway, MoveOff, MoveToConfirm, Reached, TokenGiven, Unreachable
from judge.game.person import Person
from judge.game.phases.messages import Ended, HeldOpen, Results, Warned
from judge.game.phases.missing import Misses
from judge.game.press.messages import Press
from judge.game.replacements.messages import Displaced, OfferOver, SeatGone, SeatNotice, SeatOffered, SeatYours
from judge.game.seats.news import (
    Asked,
    Declined,
    Joined,
    Mustered,
    Opened,
    Ready,
    Seated,
    SeatLost,
    SeatsFree,
    Started,
    Waiting,
)
from judge.game.state import Game
from judge.game.strategists.messages import PairChanged, PairWanted, SeatShared, SeatToShare, StrategistsChanged
from judge.game.votes.messages import Proposed, VoteTold
from judge.game.war.messages import (
    AlliancesChanged,
    AllianceWanted,
    Entered,
    MapChanged,
    NewFactory,
    Repaired,
    Strengthened,
)
from judge.reports.deadlines import agenda, write_absence, write_time_changed
from judge.reports.mastery import write_about_mastery
from judge.reports.orders import force
from judge.reports.pages import Words, fill, words
from judge.reports.people import write_about_mailbox
from judge.reports.phases import warning, write_ended, write_held_open, write_results, write_warned
from judge.reports.press import write_press
from judge.reports.scouts import scouts
from judge.reports.seats import write_about_seats
from judge.reports.strategists import write_about_strategists
from judge.reports.succession import write_succession
from judge.reports.voice import Voice, voice_of
from judge.reports.votes import write_about_votes
from judge.reports.war import write_about_war
from judge.rules.board import Power

__all__ = ["Words", "write_notice"]


def write_notice(game: Game, notice: Notice) -> Words:
    """The letter that tells one person one piece of news; ``game`` is the game after it happened.

    Language, notation and time zone are those of ``game.people[notice.to]``.
    """
    reader = game.people[notice.to]
    match notice.news:
        case Opened() | Asked() | Declined() | Seated() | Waiting() | Mustered() | SeatLost() | SeatsFree() | Ready():
            return write_about_seats(game, reader, notice.news)
        case Started() | Joined():
            return write_about_seats(game, reader, notice.news)
        case Results() as results:
            return write_results(game, reader, results)
        case Press() as letter:
            return write_press(game, reader, letter)
        case Reminder(powers):
            return _reminder(game, reader, powers)
        case Extended(event):
            return _extended(game, reader, event)
        case TimeChanged() as changed:
            return write_time_changed(game, reader, changed)
        case AbsenceNews() as absence:
            return write_absence(game, reader, absence)
        case Ended(event):
            return write_ended(game, reader, event)
        case Unreachable() | Reached() | MoveToConfirm() | MoveHalfway() | MoveOff() | Moved() | TokenGiven():
            return write_about_mailbox(game, reader, notice.news)
        case HeldOpen() as held:
            return write_held_open(game, reader, held)
        case Warned(event):
            return write_warned(game, reader, event)
        case SeatNotice() | SeatGone() | SeatOffered() | OfferOver() | SeatYours() | Displaced():
            return write_succession(game, reader, notice.news)
        case PairWanted() | PairChanged() | SeatToShare() | SeatShared() | StrategistsChanged():
            return write_about_strategists(game, reader, notice.news)
        case VoteTold() | Proposed():
            return write_about_votes(game, reader, notice.news)
        case NewSettings() | WentBack() | Corrected() | Offer() | OfferTurnedDown() | NewMaster():
            return write_about_mastery(game, reader, notice.news)
        case AllianceWanted() | AlliancesChanged() | Entered() | Strengthened() | NewFactory() | Repaired():
            return write_about_war(game, reader, notice.news)
        case MapChanged() as changed:
            return write_about_war(game, reader, changed)
        case _:
            assert_never(notice.news)


def _reminder(game: Game, reader: Person, powers: tuple[Power, ...]) -> Words:
    voice, ahead = _open_phase(game, reader, powers)
    text = fill(
        reader.language,
        "player.reminder",
        game=game.name,
        warning=warning(game.misses.get(reader.address, Misses()), game.settings.missing, reader.language),
        forces=tuple(force(game, power, voice) for power in powers),
        scouts=[found for power in powers if (found := scouts(game, power, voice))],
        ahead=ahead,
    )
    phase = voice.phase(voice.position.phase, "for")
    return words(voice.say("subject.reminder", game=game.name, phase=phase), text)


def _extended(game: Game, reader: Person, event: PhaseExtended) -> Words:
    voice, ahead = _open_phase(game, reader, game.powers_of(reader.address))
    phase = voice.phase(event.phase, "for")
    text = fill(reader.language, "all.extended", game=game.name, phase=phase, ahead=ahead)
    return words(voice.say("subject.extended", game=game.name, phase=phase), text)


def _open_phase(game: Game, reader: Person, powers: tuple[Power, ...]) -> tuple[Voice, object]:
    """The voice that speaks of the open position, and what lies before the reader in it."""
    if game.open_position is None or game.deadline is None:
        message = f"{game.name} has no open phase"
        raise ValueError(message)
    voice = voice_of(game, reader, game.open_position)
    return voice, agenda(game, reader, game.deadline, powers, voice)
