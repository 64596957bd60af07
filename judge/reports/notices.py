"""Notices as letters: one person's news of a game, in words."""

from typing import assert_never

from judge.game.deadlines.messages import AbsenceNews, PhaseExtended, ReminderSentNews, ScheduleNews
from judge.game.mastery.messages import GameMovedNews, LettersLost, MasteryNews
from judge.game.messages import Notice
from judge.game.people.address_book import Person
from judge.game.people.messages import PeopleNews
from judge.game.phases.messages import CloseFailed, GameEnded, OrdersMissed, PhaseClosedNews, PhaseHeldOpenNews
from judge.game.practice.messages import LessonNews
from judge.game.press.messages import PressMutedNews, PressNews
from judge.game.replacements.messages import ReplacementNews
from judge.game.seats.messages import SeatNews
from judge.game.state import Game
from judge.game.state_parts import Misses
from judge.game.strategists.messages import StrategistNews
from judge.game.votes.messages import VoteNews
from judge.game.war.messages import WarNews
from judge.reports.deadlines import open_phase_of, write_about_absence, write_deadline_changed
from judge.reports.ending import write_ended
from judge.reports.language import LetterText, fill_template, letter_text, subject_of
from judge.reports.mastery import write_about_mastery
from judge.reports.names import phase_name
from judge.reports.orders import orders_in_force
from judge.reports.people import write_about_mailbox, write_game_moved, write_letters_lost
from judge.reports.phases import missed_orders_warning, write_held_open, write_missed_orders, write_results
from judge.reports.press import write_muted, write_press
from judge.reports.seats import write_about_replacements, write_about_seats, write_about_strategists
from judge.reports.tutorial import write_lesson
from judge.reports.votes import write_about_votes
from judge.reports.war import write_about_war
from judge.reports.war_report import scout_orders
from judge.rules.board import Power
from judge.rules.position import Phase

__all__ = ["LetterText", "write_notice"]


def write_notice(game: Game, notice: Notice, prose: str = "") -> LetterText:
    """Return the letter that tells one person one piece of news; ``game`` is the game after it happened.

    Language, notation and time zone are those of ``game.people[notice.to]``.
    """
    reader, news = game.people[notice.to], notice.news
    match news:
        case PhaseClosedNews():
            return write_results(game, reader, news, prose)
        case GameEnded() as event:
            return write_ended(game, reader, event)
        case PhaseHeldOpenNews():
            return write_held_open(game, reader, news)
        case OrdersMissed() as event:
            return write_missed_orders(game, reader, event)
        case ReminderSentNews(powers):
            return _write_reminder(game, reader, powers)
        case CloseFailed(phase):
            return _write_close_failed(game, reader, phase)
        case PhaseExtended() as event:
            return _write_extended(game, reader, event)
        case ScheduleNews():
            return write_deadline_changed(game, reader, news)
        case AbsenceNews():
            return write_about_absence(game, reader, news)
        case GameMovedNews():
            return write_game_moved(game, reader, news)
        case LettersLost():
            return write_letters_lost(game, reader, news)
        case PressNews():
            return write_press(game, reader, news)
        case PressMutedNews():
            return write_muted(game, reader, news)
        case _:
            return _write_of_theme(game, reader, news)


_OfThemes = SeatNews | PeopleNews | ReplacementNews | StrategistNews | VoteNews | MasteryNews | WarNews | LessonNews


def _write_of_theme(game: Game, reader: Person, news: _OfThemes) -> LetterText:
    if isinstance(news, SeatNews):
        return write_about_seats(game, reader, news)
    if isinstance(news, PeopleNews):
        return write_about_mailbox(game, reader, news)
    if isinstance(news, ReplacementNews):
        return write_about_replacements(game, reader, news)
    if isinstance(news, StrategistNews):
        return write_about_strategists(game, reader, news)
    if isinstance(news, VoteNews):
        return write_about_votes(game, reader, news)
    if isinstance(news, MasteryNews):
        return write_about_mastery(game, reader, news)
    if isinstance(news, LessonNews):
        return write_lesson(game, reader, news)
    if isinstance(news, WarNews):
        return write_about_war(game, reader, news)
    assert_never(news)


def _write_reminder(game: Game, reader: Person, powers: tuple[Power, ...]) -> LetterText:
    phrasing, ahead = open_phase_of(game, reader, powers)
    text = fill_template(
        reader.language,
        "player.reminder",
        game.board.book_words,
        game=game.name,
        is_practice=game.settings.practice,
        is_tutorial=game.settings.tutorial,
        warning=missed_orders_warning(
            game.misses.get(reader.address, Misses()), game.settings.missing, reader.language
        ),
        forces=tuple(orders_in_force(game, power, phrasing) for power in powers),
        scouts=[found for power in powers if (found := scout_orders(game, power, phrasing))],
        ahead=ahead,
    )
    phase = phrasing.phase(phrasing.position.phase)
    return letter_text(phrasing.say("subject.reminder", game=game.name, phase=phase), text)


def _write_extended(game: Game, reader: Person, event: PhaseExtended) -> LetterText:
    phrasing, ahead = open_phase_of(game, reader, game.powers_of(reader.address))
    phase = phrasing.phase(event.phase, "for")
    words, facts = game.board.book_words, {"game": game.name, "phase": phase, "ahead": ahead}
    text = fill_template(reader.language, "all.extended", words, **facts)
    return letter_text(subject_of(reader.language, "subject.extended", game=game.name, phase=phase), text)


def _write_close_failed(game: Game, reader: Person, failed: Phase) -> LetterText:
    for_phase, phase = (phase_name(failed, game.board.phase_names, reader.language, form) for form in ("for", "name"))
    text = fill_template(reader.language, "all.stuck", phase=for_phase)
    return letter_text(subject_of(reader.language, "subject.stuck", game=game.name, phase=phase), text)
