"""Notices in words: what one person is told of what happened to a game."""

from typing import assert_never

from judge.game.commands import Person
from judge.game.events import GameOpened, PhaseExtended, PressSent
from judge.game.notices import (
    Ended,
    Extended,
    Moved,
    MoveHalfway,
    MoveToConfirm,
    Notice,
    Opened,
    Press,
    Reached,
    Reminder,
    Results,
    Seated,
    Started,
    TokenGiven,
    Unreachable,
)
from judge.game.settings import Seating
from judge.game.state import Game
from judge.reports.agenda import agenda
from judge.reports.language import listing, say
from judge.reports.mailboxes import write_about_mailbox
from judge.reports.moments import clock, length, moment
from judge.reports.names import power_name
from judge.reports.pages import fill
from judge.reports.results import write_ended, write_results, write_started
from judge.reports.tasks import force
from judge.reports.voice import Voice, voice_of
from judge.reports.words import Words, words
from judge.rules.board import Power

__all__ = ["Words", "write_notice"]


def write_notice(game: Game, notice: Notice) -> Words:
    """The letter that tells one person one piece of news; ``game`` is the game after it happened.

    Language, notation and time zone are those of ``game.people[notice.to]``.
    """
    reader = game.people[notice.to]
    match notice.news:
        case Opened(event):
            return _opened(game, reader, event)
        case Seated() as news:
            return _seated(game, reader, news)
        case Started(event, powers):
            return write_started(game, reader, event, powers)
        case Results() as results:
            return write_results(game, reader, results)
        case Press(event):
            return _press(game, reader, event)
        case Reminder(powers):
            return _reminder(game, reader, powers)
        case Extended(event):
            return _extended(game, reader, event)
        case Ended(event):
            return write_ended(game, reader, event)
        case Unreachable() | Reached() | MoveToConfirm() | MoveHalfway() | Moved() | TokenGiven():
            return write_about_mailbox(game, reader, notice.news)
        case _:
            assert_never(notice.news)


def _opened(game: Game, reader: Person, event: GameOpened) -> Words:
    settings = event.settings
    text = fill(
        reader.language,
        "master.opened",
        game=game.name,
        rulebook=settings.rulebook,
        board=settings.board,
        needed=len(game.board.powers),
        advance=settings.advance,
        may_choose=settings.seating is Seating.CHOICE,
        seating=say(reader.language, f"words.{settings.seating.value}"),
        hour=clock(settings.hour, reader.language),
        zone=settings.zone,
        movement=length(settings.lengths.movement, reader.language),
        retreat=length(settings.lengths.retreat, reader.language),
        adjustment=length(settings.lengths.adjustment, reader.language),
        reminder=length(settings.reminder, reader.language),
        last_year=settings.last_year,
        victory=game.board.victory_centres,
    )
    return words(say(reader.language, "subject.opened", game=game.name), text)


def _seated(game: Game, reader: Person, news: Seated) -> Words:
    subject = say(reader.language, "subject.seated", game=game.name, joined=news.joined, needed=news.needed)
    text = fill(
        reader.language,
        "player.seated",
        game=game.name,
        joined=news.joined,
        needed=news.needed,
        wishes=listing(reader.language, [power_name(one, game.board, reader.language).name for one in news.wishes]),
        language=say(reader.language, f"language.{reader.language}"),
        notation=reader.notation,
        zone=reader.zone,
    )
    return words(subject, text)


def _press(game: Game, reader: Person, event: PressSent) -> Words:
    names = {power: name[reader.language] for power, name in game.board.powers.items()}
    sender = names[event.sender] if event.sender else say(reader.language, "words.master")
    to = listing(reader.language, [names[power] for power in event.to]) or say(reader.language, "words.everyone")
    text = fill(
        reader.language,
        "player.press",
        game=game.name,
        sender=sender,
        to=to,
        text=event.text,
        held_since=moment(event.at, reader.zone, reader.language) if event.held else "",
        answer_to=names[event.sender] if event.sender else "",
    )
    return words(_press_subject(game, reader, event), text)


def _press_subject(game: Game, reader: Person, event: PressSent) -> str:
    """Who writes to whom, as a sentence has it."""
    language = reader.language
    by = power_name(event.sender, game.board, language).name if event.sender else say(language, "words.the_master")
    to = listing(language, [power_name(power, game.board, language).to for power in event.to])
    to = to or say(language, "words.to_everyone")
    return say(language, "subject.press", game=game.name, sender=by[:1].upper() + by[1:], to=to)


def _reminder(game: Game, reader: Person, powers: tuple[Power, ...]) -> Words:
    voice, ahead = _open_phase(game, reader, powers)
    text = fill(
        reader.language,
        "player.reminder",
        game=game.name,
        forces=tuple(force(power, game.orders_of(power), voice) for power in powers),
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
